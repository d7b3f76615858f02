import { raw } from 'sql-template-tag';
import { storedFields } from '../../database/schema/columns.js';
import { tableOf } from '../../database/schema/table.js';
import { bind } from '../../record/bind.js';
import type { Class } from '../../record/field-types.js';
import { exampleOf } from '../../record/schema.js';
import type { Filling } from './filling.js';

/**
 * Writes one record into each audited table that is still empty, so that a newly declared table has demo data too. The
 * values are the examples of the fields.
 */
export async function fillFromExamples(filling: Filling, entities: readonly Class[]): Promise<void> {
  for (const entity of entities) {
    const { name, audited } = tableOf(entity);
    if (!audited || (await filling.db.exists(raw(name)))) continue;
    const examples = Object.fromEntries(storedFields(entity).map((field) => [field.name, exampleOf(field)]));
    await filling.put(entity, [bind(entity, examples).value]);
  }
}
