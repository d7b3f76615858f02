import type { DiscoveryService } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { contributed } from '../../context/contributed.js';
import type { Class } from '../../record/field-types.js';
import { fieldsOf } from '../../record/metadata.js';
import { storedFields } from './columns.js';
import { tableOf } from './table.js';

/** The tables that a module declares: a provider of each `Tables.forFeature`, which Schema finds. */
export class ModuleTables {
  constructor(readonly entities: readonly Class[]) {}
}

/**
 * Finds the rows of a table whose `column` equals `field` of a row already found in the table of the entity `of`. If
 * `where` is present, only rows whose columns have the values in `where`.
 */
export interface Link {
  readonly column: string;
  readonly of: Class;
  readonly field: string;
  readonly where?: Readonly<Record<string, string>>;
}

/** The tables of all modules. */
export class Schema {
  /** The entities, sorted by the names of their tables. */
  readonly entities: readonly Class[];
  private readonly byRecord: ReadonlyMap<string, Class>;

  /** Throws if two entities have the same name, or if an entity refers to a field that no entity has. */
  constructor(entities: Iterable<Class>) {
    this.entities = [...new Set(entities)].sort((a, b) => (tableOf(a).name < tableOf(b).name ? -1 : 1));
    this.byRecord = new Map(this.entities.map((entity) => [tableOf(entity).record, entity]));
    const double = this.entities.find((entity) => this.named(tableOf(entity).record) !== entity);
    if (double) throw new Error(`Two entities have the same name: ${double.name}.`);
    for (const entity of this.entities) this.linksOf(entity);
  }

  /** The tables that the modules of a Nest application declare. */
  static of(discovery: DiscoveryService): Schema {
    return new Schema(contributed(discovery, ModuleTables).flatMap(({ entities }) => entities));
  }

  /** The entity whose rows the audit, the steps of a merge and `references` call `record`. */
  named(record: string): Class | undefined {
    return this.byRecord.get(record);
  }

  /** The columns of an entity that refer to other entities. */
  linksOf(entity: Class): Link[] {
    return storedFields(entity).flatMap(({ name: column, options: { references, names } }) => {
      const reference = references ?? names?.field;
      if (reference === undefined) return [];
      const [record, field] = reference.split('.');
      const of = this.named(record);
      if (of && fieldsOf(of).some(({ name }) => name === field)) return [{ column, of, field, where: names?.where }];
      const place = `${tableOf(entity).record}.${column}`;
      throw new Error(`${place} refers to ${reference}: no module declares a table with that entity and field.`);
    });
  }
}

export function entitiesOf({ entityMetadatas }: DataSource): Class[] {
  return entityMetadatas.map(({ target }) => target as Class);
}
