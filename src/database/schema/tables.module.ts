import { Module, type DynamicModule } from '@nestjs/common';
import { fieldsOf } from '../../record/metadata.js';
import type { Class } from '../../record/field-types.js';
import { storedFields } from './columns.js';

const stated = new Set<Class>();

/** Registers a module's tables: `imports: [Tables.of(EventType)]`. */
@Module({})
export class Tables {
  static of(...entities: Class[]): DynamicModule {
    for (const entity of entities) stated.add(entity);
    return { module: Tables };
  }

  static all(): Class[] {
    return [...stated];
  }

  /** Like all(), but throws for a reference to a field that no entity has. */
  static checked(): Class[] {
    const entities = Tables.all();
    for (const entity of entities)
      for (const { name, options } of storedFields(entity))
        if (options.references !== undefined) referredBy(`${entity.name}.${name}`, options.references);
    return entities;
  }
}

/**
 * Returns the entity and the key field to which `reference` refers, such as `Contact.ContactId`. Throws, with the name
 * `field` of the referring field, if no entity has that key field.
 */
export function referredBy(field: string, reference: string): { of: Class; key: string } {
  const [name, key] = reference.split('.');
  const of = Tables.all().find((entity) => entity.name === name);
  if (of && fieldsOf(of).some((other) => other.name === key)) return { of, key };
  throw new Error(`${field} refers to ${reference}: no module states a table with that entity and field.`);
}
