import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { contributed } from '../context/contributed.js';
import { Db } from '../database/db.js';
import { Schema } from '../database/schema/schema.js';
import { tableOf } from '../database/schema/table.js';
import type { Class } from '../record/field-types.js';
import { RecordSet, type Added } from './record-set.js';
import { setNamed, type SetName } from './set-names.js';
import { rowsOf } from './table-set.js';

@Injectable()
export class RecordSetsService implements OnModuleInit {
  private readonly sets = new Map<string, RecordSet>();

  constructor(
    private readonly db: Db,
    private readonly discovery: DiscoveryService,
    private readonly schema: Schema,
  ) {}

  onModuleInit(): void {
    for (const entity of this.schema.entities) {
      const { set } = tableOf(entity);
      if (set !== undefined) this.add(this.ofTable(setNamed(set), entity));
    }
    for (const set of contributed(this.discovery, RecordSet)) this.add(set);
  }

  all(): readonly RecordSet[] {
    return [...this.sets.values()];
  }

  named(name: string): RecordSet | undefined {
    return this.sets.get(name);
  }

  private add(set: RecordSet): void {
    if (this.sets.has(set.name)) throw new Error(`Two record sets are named ${set.name}.`);
    this.sets.set(set.name, set);
  }

  private async insert(entity: Class, records: readonly object[]): Promise<Added> {
    const added = await this.db.insertAll<object>(entity, records);
    return { inserted: added.length, records: added };
  }

  /** The set of a table. An internal table, which is not audited, can only be exported. */
  private ofTable(set: SetName, entity: Class): RecordSet {
    const { fields, key, rows } = rowsOf(entity);
    const sets = { name: set, record: entity, fields, key, rows };
    if (!tableOf(entity).audited) return sets;
    const isNumbered = fields.some(({ options }) => options.key === 'generated');
    // A record whose fields are all in its key only relates two other records.
    const isRelation = key.length > 1 && key.length === fields.length;
    return {
      ...sets,
      save: (records) => this.db.upsertAll(entity, records, { audited: true }),
      ...(isNumbered && { add: (records) => this.insert(entity, records) }),
      ...(isRelation && { remove: (keys) => this.db.removeAll<object>(entity, keys) }),
    };
  }
}
