import type { MigrationInterface, QueryRunner } from 'typeorm';
import { int32 } from './column-kinds.js';
import { addColumns, requireColumn } from './table-definition.js';

interface Option {
  QuestionId: number;
  Code: string;
}

/** Gives the options of survey questions an order. Stored options keep the order of their codes, as shown until now. */
export class OptionOrder1796002000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'survey_options', { SortOrder: { ...int32, nullable: true } });
    const options = (await runner.query(`SELECT o.QuestionId, o.Code FROM survey_options o
      ORDER BY o.QuestionId, o.Code`)) as Option[];
    let place = 0;
    for (const [at, { QuestionId, Code }] of options.entries()) {
      place = QuestionId === options[at - 1]?.QuestionId ? place + 1 : 1;
      await runner.query('UPDATE survey_options SET SortOrder = ? WHERE QuestionId = ? AND Code = ?', [
        place,
        QuestionId,
        Code,
      ]);
    }
    await requireColumn(runner, 'survey_options', 'SortOrder', int32);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('survey_options', 'SortOrder');
  }
}
