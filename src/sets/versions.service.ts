import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sql from 'sql-template-tag';
import { contributed } from '../context/contributed.js';
import { Db } from '../database/db.js';
import { anyKey } from '../database/sql/conditions.js';
import { quoted, quotedList } from '../database/sql/quoted.js';
import type { Class } from '../record/field-types.js';
import { exportedFields, type RecordSet } from './record-set.js';
import { RecordSetsService } from './record-sets.service.js';
import { versionWriter } from './version.js';

type Row = Readonly<Record<string, unknown>>;

/** Whether records have an ETag over HTTP. `http/` implements it, because it knows the operations. */
export abstract class TaggedRecords {
  abstract has(entity: Class): boolean;
}

/** The versions of records: those that have an ETag over HTTP have a Version in exports. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly db: Db,
    private readonly sets: RecordSetsService,
    private readonly discovery: DiscoveryService,
  ) {}

  /** Whether the records of the set have a Version. */
  has({ record, entity = record }: RecordSet): boolean {
    return contributed(this.discovery, TaggedRecords).some((tagged) => tagged.has(entity));
  }

  /** The set whose records are rows of the entity. */
  setOf(entity: Class): RecordSet | undefined {
    return this.sets.all().find((set) => (set.entity ?? set.record) === entity);
  }

  /** The present Version of each of the records, in their order; '' for one that is not stored. They have their key. */
  async of(set: RecordSet, records: readonly Row[]): Promise<string[]> {
    if (records.length === 0) return [];
    const idOf = (row: Row): string => set.key.map((name) => String(row[name])).join(',');
    const names = exportedFields(set, false).map(({ name }) => name);
    const isOne = anyKey(
      set.key.map((name) => quoted(name, 's')),
      records.map((record) => set.key.map((name) => record[name])),
    );
    const stored = await this.db.all<Row>(sql`SELECT ${quotedList(names, 's')} FROM (${set.rows}) s WHERE ${isOne}`);
    const versionOf = versionWriter(set);
    const versions = new Map(stored.map((row) => [idOf(row), versionOf(row)]));
    return records.map((record) => versions.get(idOf(record)) ?? '');
  }
}
