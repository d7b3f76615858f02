import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import type { Added } from '../../sets/record-set.js';
import { TableSet } from '../../sets/table-set.js';
import { Line, Question } from './line.entity.js';
import { LineQuestionsService } from './line-questions.service.js';
import { LinesService } from './lines.service.js';

/** Imports lines. Like a PUT, an import cannot move a line with visits to another location. */
@Injectable()
export class LinesRecordSet extends TableSet<Line> {
  constructor(
    private readonly db: Db,
    private readonly lines: LinesService,
  ) {
    super('lines', Line);
  }

  override async save(lines: readonly Partial<Line>[]): Promise<Upserted> {
    const stored = await this.lines.lock(lines.map(({ Id }) => Id!));
    for (const { Id, LocationId } of lines) {
      const before = stored.get(Id!);
      if (before && LocationId && LocationId !== before) await this.lines.moveAway(Id!, before);
    }
    return this.db.upsertAll(Line, lines, { audited: true });
  }

  override async removeAdded(lines: readonly Partial<Line>[]): Promise<void> {
    for (const { Id } of lines) await this.lines.discard(Id!);
  }
}

/** Imports questions. Like a POST, an import cannot give a line two active questions with the same text. */
@Injectable()
export class LineQuestionsRecordSet extends TableSet<Question> {
  constructor(
    private readonly db: Db,
    private readonly questions: LineQuestionsService,
  ) {
    super('line-questions', Question);
  }

  override async save(questions: readonly Partial<Question>[]): Promise<Upserted> {
    await this.questions.mustBeSingle(questions);
    return this.db.upsertAll(Question, questions, { audited: true });
  }

  override async add(questions: readonly Partial<Question>[]): Promise<Added> {
    await this.questions.mustBeSingle(questions);
    const records = await this.db.insertAll(Question, questions);
    return { inserted: records.length, records };
  }
}
