import type { MigrationInterface, QueryRunner } from 'typeorm';
import { int32, text } from './column-kinds.js';
import { column, createTable, dropTable, table } from './table-definition.js';

/** The lists of choices: the table, and the columns of the id and its text, in this table and in contacts. */
const lists = [
  ['contact_statuses', 'ContactStatusId', 'ContactStatusDesc'],
  ['source_types', 'SourceTypeId', 'SourceTypeDesc'],
  ['contact_categories', 'ContactCategory', 'ContactCategoryName'],
  ['jobs', 'JobID', 'JobName'],
] as const;

/**
 * Makes the lists of statuses, source types, categories and jobs from those that the contacts have. If contacts have
 * different texts with one id, the text of most of them goes into the list.
 */
export class ContactChoices1796870000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, id, word] of lists) {
      await createTable(runner, table(name, { [id]: column(int32, { key: 'generated' }), [word]: text(200) }));
      await runner.query(`INSERT INTO ${name} (${id}, ${word})
        SELECT found.Id, found.Word FROM (
          SELECT counted.Id, counted.Word, ROW_NUMBER() OVER (PARTITION BY counted.Id
            ORDER BY counted.Contacts DESC, counted.Word) AS Place
          FROM (SELECT c.${id} AS Id, TRIM(c.${word}) AS Word, COUNT(*) AS Contacts FROM contacts c
            WHERE c.${id} <> 0 AND c.${id} <= 1000000000 AND TRIM(c.${word}) <> ''
            GROUP BY c.${id}, TRIM(c.${word})) counted) found
        WHERE found.Place = 1 AND found.Id NOT IN (SELECT known.${id} FROM ${name} known)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of lists) await dropTable(runner, name);
  }
}
