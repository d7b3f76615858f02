import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { anyKey } from '../../../database/sql/conditions.js';
import { columns } from '../../../database/schema/columns.js';
import { Conflict } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { Added } from '../../../sets/record-set.js';
import { TableSet } from '../../../sets/table-set.js';
import { SurveyOption, SurveyQuestion } from '../survey.entity.js';
import { alteredIn, asAnswered } from './survey-setup.service.js';

/** Imports questions. A question that was answered must keep its survey, and the fields of `alteredIn`. */
@Injectable()
export class SurveyQuestionsRecordSet extends TableSet<SurveyQuestion> {
  constructor(db: Db) {
    super(db, 'survey-questions', SurveyQuestion);
  }

  override async save(questions: readonly Partial<SurveyQuestion>[]): Promise<Upserted> {
    const ids = join(questions.map(({ QuestionId }) => QuestionId));
    const answered = await this.db.lock<SurveyQuestion>(sql`SELECT ${columns(SurveyQuestion, 'q')}
      FROM survey_questions q WHERE q.QuestionId IN (${ids})
        AND EXISTS (SELECT 1 FROM survey_answers n WHERE n.QuestionId = q.QuestionId) ORDER BY q.QuestionId`);
    for (const sent of questions) {
      const before = answered.find(({ QuestionId }) => QuestionId === sent.QuestionId);
      if (!before) continue;
      const isMoved = sent.SurveyId !== undefined && sent.SurveyId !== before.SurveyId;
      refuseChanges([...(isMoved ? ['SurveyId'] : []), ...alteredIn(sent, before)]);
    }
    return super.save(questions);
  }

  override add(questions: readonly Partial<SurveyQuestion>[]): Promise<Added> {
    return this.insert(questions);
  }
}

/** Imports the options of questions. An option that was chosen must keep its label. */
@Injectable()
export class SurveyOptionsRecordSet extends TableSet<SurveyOption> {
  constructor(db: Db) {
    super(db, 'survey-options', SurveyOption);
  }

  override async save(options: readonly Partial<SurveyOption>[]): Promise<Upserted> {
    const isSent = anyKey(
      [sql`o.QuestionId`, sql`o.Code`],
      options.map(({ QuestionId, Code }) => [QuestionId, Code]),
    );
    const chosen = await this.db.lock<SurveyOption>(sql`SELECT ${columns(SurveyOption, 'o')} FROM survey_options o
      WHERE ${isSent} AND EXISTS (SELECT 1 FROM survey_answers n
        WHERE n.QuestionId = o.QuestionId AND n.ResponseCode = o.Code) ORDER BY o.QuestionId, o.Code`);
    for (const { QuestionId, Code, Label } of options) {
      const before = chosen.find((one) => one.QuestionId === QuestionId && one.Code === Code);
      if (before && Label !== undefined && Label !== before.Label) refuseChanges(['Label']);
    }
    return super.save(await this.ordered(options));
  }

  /** Removes options that an import has added. Throws Conflict for an option that was chosen. */
  override async removeAdded(keys: readonly Partial<SurveyOption>[]): Promise<void> {
    for (const { QuestionId, Code } of keys)
      if (await this.db.exists(sql`survey_answers WHERE QuestionId = ${QuestionId} AND ResponseCode = ${Code}`))
        throw new Conflict('was chosen in answers.');
    await this.db.removeAll(SurveyOption, keys);
  }

  /** Puts new options without a SortOrder behind those of their question, in the order of the file. */
  private async ordered(options: readonly Partial<SurveyOption>[]): Promise<Partial<SurveyOption>[]> {
    const ids = [...new Set(options.map(({ QuestionId }) => QuestionId))];
    const stored = await this.db.all<SurveyOption>(sql`SELECT ${columns(SurveyOption, 'o')} FROM survey_options o
      WHERE o.QuestionId IN (${join(ids)})`);
    const last = new Map<number | undefined, number>();
    for (const { QuestionId, SortOrder = 0 } of [...stored, ...options])
      last.set(QuestionId, Math.max(last.get(QuestionId) ?? 0, SortOrder));
    return options.map((option) => {
      const { QuestionId, Code, SortOrder } = option;
      if (SortOrder || stored.some((one) => one.QuestionId === QuestionId && one.Code === Code)) return option;
      last.set(QuestionId, last.get(QuestionId)! + 1);
      return { ...option, SortOrder: last.get(QuestionId) };
    });
  }
}

/** Throws Conflict if there are `names`, the changed fields of an answered question or a chosen option. */
function refuseChanges(names: readonly string[]): void {
  if (names.length === 0) return;
  const errors = names.map((name) => fieldError('Mismatch', name, asAnswered));
  throw new Conflict(errors[0].Message, { errors });
}
