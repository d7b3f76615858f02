import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { Db } from '../../../database/db.js';
import { Conflict, Invalid, refuse } from '../../../errors/errors.js';
import { duplicates, type Bound } from '../../../record/bind.js';
import { emptyList, fieldError, type FieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { LineQuestion } from '../../lines/lines.records.js';
import type { Checkin } from '../checkin.entity.js';
import { CheckinsStore, unknownVisit } from '../checkins.store.js';
import { LineAnswer } from './line-answer.entity.js';
import { isFinal } from '../status.rules.js';

/** Whose questions: a visit and the lines that it is for. */
type Visit = Pick<Checkin, 'Id' | 'LineIds'>;

const list = 'LineQuestions';

/** A visit's questionnaire: the active questions of its lines, and its answers. */
@Injectable()
export class QuestionnairesService {
  constructor(
    private readonly db: Db,
    private readonly store: CheckinsStore,
    private readonly locations: LocationsService,
  ) {}

  /** readOnly: the saved answers, to retired questions too; else what is asked now, with the answers so far. */
  async read(caller: Principal, visitId: Guid, readOnly: boolean): Promise<LineQuestion[]> {
    const visit = await this.db.one<{ LineIds: string; LocationId: Guid }>(
      sql`SELECT LineIds, LocationId FROM checkins WHERE Id = ${visitId}`,
    );
    if (!visit) throw unknownVisit();
    await this.locations.require(caller, visit.LocationId);
    return readOnly ? this.saved(visitId) : this.asked({ Id: visitId, LineIds: JSON.parse(visit.LineIds) as Guid[] });
  }

  /** The active questions of the visit's lines with its answers, by line. */
  async asked({ Id, LineIds }: Visit): Promise<LineQuestion[]> {
    if (LineIds.length === 0) return [];
    return this.db.all<LineQuestion>(sql`SELECT q.Id AS Id, ${Id} AS CustomerCheckInId, q.LineId AS LineId,
        q.Question AS Question, COALESCE(a.Answer, '') AS Answer, q.Active AS Active
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
   * Saves the answers that were sent, with the questions' present text; an unset Answer takes a
   * saved one back. The visit counts as submitted once nothing that is asked lacks an answer.
   * Answers the listed questions in the order sent.
   */
  async answer(
    caller: Principal,
    visitId: Guid,
    readOnly: boolean,
    items: readonly Bound<LineQuestion>[] | undefined,
  ): Promise<LineQuestion[]> {
    const visit = await this.lockForWriting(caller, visitId, readOnly);
    if (!items || items.length === 0) throw new Invalid([emptyList(list)]);
    const asked = await this.lockAsked(visit);
    const errors = [
      ...duplicates(items, ['Id'], list),
      ...items.flatMap((item, index) => problems(item, index, visit, asked)),
    ];
    refuse(errors);
    for (const { Id, Answer } of items) if (Answer !== undefined) await this.save(visit, asked.get(Id!)!, Answer);
    const now = await this.asked(visit);
    await this.mark(
      visit,
      now.every(({ Answer }) => Answer !== ''),
    );
    return items.map(({ Id }) => now.find((question) => question.Id === Id)!);
  }

  /** Takes all answers back; answers what was removed. */
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

  /** Whether anything that is asked on these lines lacks the visit's answer. */
  async isIncomplete(visit: Visit): Promise<boolean> {
    return (await this.asked(visit)).some(({ Answer }) => Answer === '');
  }

  private async lockForWriting(caller: Principal, visitId: Guid, readOnly: boolean): Promise<Checkin> {
    const visit = await this.store.require(visitId);
    await this.locations.require(caller, visit.LocationId);
    if (readOnly) throw new Conflict('The questionnaire is read-only: write with RO false.');
    if (isFinal(visit.Status)) throw new Conflict('The visit is over: its answers stay as they are.');
    return visit;
  }

  /** Nobody can retire or remove a question while it is being answered. */
  private async lockAsked({ LineIds }: Visit): Promise<Map<number, Pick<LineQuestion, 'Id' | 'LineId' | 'Question'>>> {
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
    else if (!(await this.db.update(LineAnswer, key, { LineId, Question, Answer })))
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
  asked: ReadonlyMap<number, Pick<LineQuestion, 'LineId'>>,
): FieldError[] {
  const path = `${list}[${index}]`;
  const question = asked.get(Id ?? 0);
  if (!question) return [fieldError('Unknown', `${path}.Id`, 'must be an active question of the lines of the visit')];
  return [
    ...(LineId && LineId !== question.LineId
      ? [fieldError('Mismatch', `${path}.LineId`, 'must be the line of the question')]
      : []),
    ...(CustomerCheckInId && CustomerCheckInId !== visit.Id
      ? [fieldError('Mismatch', `${path}.CustomerCheckInId`, 'disagrees with the CustomerCheckInId of the path')]
      : []),
  ];
}
