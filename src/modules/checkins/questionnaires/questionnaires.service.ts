import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Db } from '../../../database/db.js';
import { Conflict, Invalid, refuse } from '../../../errors/errors.js';
import { duplicates, type Bound } from '../../../record/bind.js';
import { emptyList, fieldError, type FieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import type { LineQuestion } from '../../lines/lines.records.js';
import type { Checkin } from '../checkin.entity.js';
import { CheckinsStore } from '../checkins.store.js';
import { LineAnswer } from './line-answer.entity.js';
import { isFinal } from '../visit.rules.js';

type Visit = Pick<Checkin, 'Id' | 'LineIds'>;

const list = 'LineQuestions';

/**
 * Reads and writes the questionnaires of visits. A questionnaire consists of the active questions of the lines of a
 * visit.
 */
@Injectable()
export class QuestionnairesService {
  constructor(
    private readonly db: Db,
    private readonly store: CheckinsStore,
  ) {}

  /**
   * Returns the active questions with their saved answers. If `readOnly` is true, returns the answered questions only,
   * including retired ones.
   */
  async read(caller: Principal, visitId: Guid, readOnly: boolean): Promise<LineQuestion[]> {
    const visit = await this.store.read(caller, visitId);
    return readOnly ? this.saved(visitId) : this.active(visit);
  }

  /**
   * The active questions of the lines of a visit, sorted by line, with the answers of the visit. An answered question
   * has the text that it had when it was first answered.
   */
  async active({ Id, LineIds }: Visit): Promise<LineQuestion[]> {
    if (LineIds.length === 0) return [];
    return this.db.all<LineQuestion>(sql`SELECT q.Id AS Id, ${Id} AS CustomerCheckInId, q.LineId AS LineId,
        COALESCE(a.Question, q.Question) AS Question, COALESCE(a.Answer, '') AS Answer, q.Active AS Active
      FROM line_questions q LEFT JOIN line_answers a ON a.Id = q.Id AND a.CustomerCheckInId = ${Id}
      WHERE q.LineId IN (${join(LineIds)}) AND q.Active = 1 ORDER BY q.LineId, q.Id`);
  }

  private async saved(visitId: Guid): Promise<LineQuestion[]> {
    return this.db.all<LineQuestion>(sql`SELECT a.Id AS Id, a.CustomerCheckInId AS CustomerCheckInId,
        a.LineId AS LineId, a.Question AS Question, a.Answer AS Answer, q.Active AS Active
      FROM line_answers a JOIN line_questions q ON q.Id = a.Id
      WHERE a.CustomerCheckInId = ${visitId} ORDER BY a.LineId, a.Id`);
  }

  /**
   * Saves the sent answers, and returns the sent questions in the order in which they were sent. An unset Answer
   * removes the saved answer. A changed answer keeps the stored text of its question, because the caller has read and
   * answered that text. QuestionnaireSubmitted becomes true when every active question has an answer.
   */
  async answer(
    caller: Principal,
    visitId: Guid,
    readOnly: boolean,
    items: readonly Bound<LineQuestion>[] | undefined,
  ): Promise<LineQuestion[]> {
    return this.answerLocked(await this.lockForWriting(caller, visitId, readOnly), items);
  }

  /**
   * Saves answers like `answer`, but for a visit whose row is locked, and without checking the access of the caller.
   */
  async answerLocked(visit: Checkin, items: readonly Bound<LineQuestion>[] | undefined): Promise<LineQuestion[]> {
    if (!items || items.length === 0) throw new Invalid([emptyList(list)]);
    const questions = await this.lockActive(visit);
    const errors = [
      ...duplicates(items, ['Id'], list),
      ...items.flatMap((item, index) => problems(item, index, visit, questions)),
    ];
    refuse(errors);
    for (const { Id, Answer } of items) if (Answer !== undefined) await this.save(visit, questions.get(Id!)!, Answer);
    const now = await this.active(visit);
    await this.mark(
      visit,
      now.every(({ Answer }) => Answer !== ''),
    );
    return items.map(({ Id }) => now.find((question) => question.Id === Id)!);
  }

  /** Removes all answers of a visit and returns them. */
  async clear(caller: Principal, visitId: Guid, readOnly: boolean): Promise<LineQuestion[]> {
    const visit = await this.lockForWriting(caller, visitId, readOnly);
    const saved = await this.saved(visit.Id);
    await this.db.removeAll(
      LineAnswer,
      saved.map(({ Id }) => ({ CustomerCheckInId: visit.Id, Id })),
    );
    await this.mark(visit, false);
    return saved;
  }

  /** Whether the visit has no answer to one of the active questions of its lines. */
  async isIncomplete(visit: Visit): Promise<boolean> {
    return (await this.active(visit)).some(({ Answer }) => Answer === '');
  }

  private async lockForWriting(caller: Principal, visitId: Guid, readOnly: boolean): Promise<Checkin> {
    const visit = await this.store.claim(caller, visitId);
    if (readOnly) throw new Conflict('The questionnaire is read-only: send RO false to change it.');
    if (isFinal(visit.Status)) throw new Conflict('The visit has ended: its answers cannot be changed.');
    return visit;
  }

  /**
   * Locks the active questions of the lines of a visit, so that no concurrent call retires or removes a question while
   * it is answered. Returns them by Id.
   */
  private async lockActive({ LineIds }: Visit): Promise<Map<number, Pick<LineQuestion, 'Id' | 'LineId' | 'Question'>>> {
    const questions = await this.db.lock<Pick<LineQuestion, 'Id' | 'LineId' | 'Question'>>(
      sql`SELECT Id, LineId, Question FROM line_questions
        WHERE LineId IN (${join(LineIds)}) AND Active = 1 ORDER BY Id`,
    );
    return new Map(questions.map((question) => [question.Id, question]));
  }

  private async save(
    { Id: CustomerCheckInId }: Visit,
    { Id, LineId, Question }: Pick<LineQuestion, 'Id' | 'LineId' | 'Question'>,
    Answer: string,
  ): Promise<void> {
    const key = { CustomerCheckInId, Id };
    if (Answer === '') await this.db.remove(LineAnswer, key);
    else if (!(await this.db.update(LineAnswer, key, { LineId, Answer })))
      await this.db.insert(LineAnswer, { ...key, LineId, Question, Answer });
  }

  private async mark(visit: Checkin, QuestionnaireSubmitted: boolean): Promise<void> {
    await this.store.update(visit, { QuestionnaireSubmitted });
  }
}

function problems(
  { Id, LineId, CustomerCheckInId }: Bound<LineQuestion>,
  index: number,
  visit: Visit,
  questions: ReadonlyMap<number, Pick<LineQuestion, 'LineId'>>,
): FieldError[] {
  const path = `${list}[${index}]`;
  const question = questions.get(Id ?? 0);
  if (!question) return [fieldError('Unknown', `${path}.Id`, 'must be an active question of the lines of the visit')];
  return [
    ...(LineId && LineId !== question.LineId
      ? [fieldError('Mismatch', `${path}.LineId`, 'must be the line of the question')]
      : []),
    ...(CustomerCheckInId && CustomerCheckInId !== visit.Id
      ? [fieldError('Mismatch', `${path}.CustomerCheckInId`, 'must equal the CustomerCheckInId of the path')]
      : []),
  ];
}
