import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { RecordSet } from '../../sets/record-set.js';
import { RecordType } from './policy-document.entity.js';
import { RecordTypesService } from './record-types.service.js';

/** Imports record types with the rules of single ones. */
@Injectable()
export class RecordTypesRecordSet extends RecordSet {
  readonly name = 'record-types';
  readonly record = RecordType;
  readonly key = ['RecordType'];
  readonly rows = sql`SELECT r.RecordType AS RecordType FROM record_types r ORDER BY r.RecordType`;

  constructor(
    private readonly db: Db,
    private readonly types: RecordTypesService,
  ) {
    super();
  }

  override async save(types: readonly Partial<RecordType>[]): Promise<Upserted> {
    await this.types.turn();
    const done = await this.db.upsertAll(RecordType, types, { audited: true });
    await this.types.mustDiffer();
    return done;
  }
}
