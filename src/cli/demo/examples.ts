import sql, { raw } from 'sql-template-tag';
import { storedFields } from '../../database/schema/columns.js';
import { tableOf } from '../../database/schema/table.js';
import { Tables } from '../../database/schema/tables.module.js';
import { bind } from '../../record/bind.js';
import { exampleOf } from '../../record/schema.js';
import type { Filling } from './filling.js';

/** One record, of its fields' examples, in each table that nothing else fills: a new table is shown from the start. */
export async function fillFromExamples(filling: Filling): Promise<void> {
  for (const entity of Tables.all()) {
    const { name, audited } = tableOf(entity);
    if (!audited || (await filling.db.one(sql`SELECT 1 AS One FROM ${raw(name)} LIMIT 1`))) continue;
    const examples = Object.fromEntries(storedFields(entity).map((field) => [field.name, exampleOf(field)]));
    await filling.put(entity, [bind(entity, examples).value]);
  }
}
