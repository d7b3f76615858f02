import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { columns } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Conflict, noSuch, refuse } from '../../../errors/errors.js';
import { duplicates, missing, unfitAsNew, type Bound, type BoundWith } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { RowSource } from '../../../record/lists/list-options.js';
import { SurveyOption, SurveyQuestion, Survey } from '../survey.entity.js';
import { QuestionWithOptions, SurveyWithQuestions } from './survey-setup.records.js';

type SentQuestion = Bound<QuestionWithOptions>;

export const asAnswered = 'cannot be changed after an answer';

/**
 * The fields of `before`, an answered question, whose change in `sent` would alter the meaning of its answers. An end
 * of a scale that has no name yet may get one.
 */
export function alteredIn(sent: Partial<SurveyQuestion>, before: SurveyQuestion) {
  return (['Text', 'Kind', 'MinLabel', 'MaxLabel'] as const).filter(
    (name) => before[name] !== '' && sent[name] !== undefined && sent[name] !== before[name],
  );
}

@Injectable()
export class SurveySetupService {
  constructor(private readonly db: Db) {}

  /** All surveys, sorted by Title. Reads the questions of a survey when the client has read the surveys before it. */
  list(): RowSource<SurveyWithQuestions> {
    return RowSource.made(() => this.each());
  }

  private async *each(): AsyncGenerator<SurveyWithQuestions[], void> {
    for (const survey of await this.select(sql`1 = 1`)) yield [await this.withQuestions(survey)];
  }

  /** Throws NotFound. */
  async read(id: number): Promise<SurveyWithQuestions> {
    const found = (await this.select(sql`s.SurveyId = ${id}`)).at(0);
    if (!found) throw noSuch('survey', id);
    return this.withQuestions(found);
  }

  /** Reads the survey, with a shared lock on it until the transaction ends. Throws NotFound. */
  async hold(id: number): Promise<SurveyWithQuestions> {
    await this.db.hold(sql`SELECT s.SurveyId AS SurveyId FROM surveys s WHERE s.SurveyId = ${id}`);
    return this.read(id);
  }

  /** Adds a survey and returns it with its ids. Throws Invalid. */
  async add({ Questions = [], ...sent }: Bound<SurveyWithQuestions>): Promise<SurveyWithQuestions> {
    refuse([...unfitAsNew(Survey, sent), ...questionErrors(Questions)]);
    const { SurveyId } = await this.db.insert(Survey, sent);
    await this.save(SurveyId, Questions, []);
    return this.read(SurveyId);
  }

  /** Changes the sent fields. Throws Invalid, NotFound for survey or question, and Conflict for answered questions. */
  async change(sent: BoundWith<SurveyWithQuestions, 'SurveyId'>): Promise<SurveyWithQuestions> {
    const { SurveyId, Questions = [], ...changes } = sent;
    // Make concurrent changes of the same survey wait.
    await this.db.lockRow(Survey, { SurveyId });
    const { Questions: stored } = await this.read(SurveyId);
    const unknown = Questions.flatMap(({ QuestionId: id }, index) =>
      !id || stored.some(({ QuestionId }) => QuestionId === id)
        ? []
        : [fieldError('Unknown', `Questions[${index}].QuestionId`, 'must be a question of the survey')],
    );
    refuse(questionErrors(Questions, stored), unknown, 'Some of the questions do not exist; nothing was written.');
    await this.refuseAnswered(SurveyId, Questions, stored);
    await this.db.update(Survey, { SurveyId }, changes);
    await this.save(SurveyId, Questions, stored);
    return this.read(SurveyId);
  }

  private async save(
    SurveyId: number,
    questions: readonly SentQuestion[],
    stored: readonly QuestionWithOptions[],
  ): Promise<void> {
    let last = Math.max(0, ...[...stored, ...questions].map(({ SortOrder = 0 }) => SortOrder));
    for (const { QuestionId: id, Options, ...sent } of questions) {
      const before = stored.find(({ QuestionId }) => QuestionId === id);
      const changes = { ...sent, SurveyId };
      const { QuestionId } = before
        ? (await this.db.update(SurveyQuestion, { QuestionId: id }, changes))!
        : await this.db.insert(SurveyQuestion, { ...changes, SortOrder: sent.SortOrder || ++last });
      if (Options) await this.offer(QuestionId, Options, before?.Options ?? []);
    }
  }

  /** Replaces the `stored` options of the question with `options`. */
  private async offer(
    QuestionId: number,
    options: readonly Bound<SurveyOption>[],
    stored: readonly SurveyOption[],
  ): Promise<void> {
    const codes = new Set(options.map(({ Code }) => Code));
    for (const { Code } of stored) if (!codes.has(Code)) await this.db.remove(SurveyOption, { QuestionId, Code });
    for (const [at, { Code, Label, SortOrder }] of options.entries()) {
      const sent = { Label, SortOrder: SortOrder || at + 1 };
      if (!(await this.db.update(SurveyOption, { QuestionId, Code }, sent)))
        await this.db.insert(SurveyOption, { QuestionId, Code, ...sent });
    }
  }

  /** Throws Conflict for changes that would alter the meaning of recorded answers. */
  private async refuseAnswered(
    surveyId: number,
    questions: readonly SentQuestion[],
    stored: readonly QuestionWithOptions[],
  ): Promise<void> {
    const answered = await this.db.all<{ QuestionId: number; ResponseCode: string }>(
      sql`SELECT DISTINCT n.QuestionId AS QuestionId, n.ResponseCode AS ResponseCode FROM survey_answers n
        JOIN survey_questions q ON q.QuestionId = n.QuestionId WHERE q.SurveyId = ${surveyId}`,
    );
    const errors = questions.flatMap((sent, index) => {
      const codes = answered.filter(({ QuestionId }) => QuestionId === sent.QuestionId);
      const before = stored.find(({ QuestionId }) => QuestionId === sent.QuestionId);
      if (!before || codes.length === 0) return [];
      const label = (options: readonly Bound<SurveyOption>[], code: string) =>
        options.find(({ Code }) => Code === code)?.Label;
      const { Options } = sent;
      const isLost =
        Options && codes.some(({ ResponseCode: code }) => label(Options, code) !== label(before.Options, code));
      return [...alteredIn(sent, before), ...(isLost ? ['Options'] : [])].map((name) =>
        fieldError('Mismatch', `Questions[${index}].${name}`, asAnswered),
      );
    });
    if (errors.length > 0)
      throw new Conflict('Some of the questions were answered already: add others instead.', { errors });
  }

  private select(where: Sql): Promise<Survey[]> {
    return this.db.all(
      sql`SELECT ${columns(Survey, 's')} FROM surveys s WHERE ${where} ORDER BY s.TitleKey, s.SurveyId`,
    );
  }

  private async withQuestions(survey: Survey): Promise<SurveyWithQuestions> {
    const questions = await this.db.all<SurveyQuestion>(sql`SELECT ${columns(SurveyQuestion, 'q')}
      FROM survey_questions q WHERE q.SurveyId = ${survey.SurveyId} ORDER BY q.SortOrder, q.QuestionId`);
    const options = new Map(questions.map(({ QuestionId }) => [QuestionId, [] as SurveyOption[]]));
    for (const option of await this.db.all<SurveyOption>(sql`SELECT ${columns(SurveyOption, 'o')}
      FROM survey_options o JOIN survey_questions q ON q.QuestionId = o.QuestionId
      WHERE q.SurveyId = ${survey.SurveyId} ORDER BY o.SortOrder, o.Code`))
      // A question may have been added after the questions were read.
      options.get(option.QuestionId)?.push(option);
    return {
      ...survey,
      Questions: questions.map((question) => ({ ...question, Options: options.get(question.QuestionId)! })),
    };
  }
}

/**
 * The errors that the sent `questions` would have once they are stored. `stored` has the survey's questions before the
 * change; it is undefined for a new survey.
 */
function questionErrors(questions: readonly SentQuestion[], stored?: readonly QuestionWithOptions[]): FieldError[] {
  const errors = questions.flatMap((sent, index) => {
    const path = `Questions[${index}]`;
    const before = stored?.find(({ QuestionId }) => QuestionId === sent.QuestionId);
    const { Kind = 'Text', Options = [], ...ends } = { ...before, ...sent };
    return [
      ...(stored && sent.QuestionId ? [] : unfitAsNew(QuestionWithOptions, { ...sent, SurveyId: 1 }, path)),
      ...(Kind === 'Choice' && Options.length === 0
        ? [fieldError('NotEmpty', `${path}.Options`, 'are required for a Choice')]
        : []),
      ...(Kind === 'Text' && Options.length > 0
        ? [fieldError('Invalid', `${path}.Options`, 'can only be set for a Choice')]
        : []),
      ...(['MinLabel', 'MaxLabel'] as const)
        .filter((name) => Kind === 'Text' && ends[name])
        .map((name) => fieldError('Invalid', `${path}.${name}`, 'can only be set for a Choice')),
      ...(sent.Options ?? []).flatMap((option, place) => missing(SurveyOption, option, `${path}.Options[${place}]`)),
      ...duplicates(sent.Options ?? [], ['Code'], `${path}.Options`),
    ];
  });
  return [...errors, ...duplicates(questions, ['QuestionId'], 'Questions')];
}
