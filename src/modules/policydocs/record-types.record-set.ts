import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { TableSet } from '../../sets/table-set.js';
import { RecordType } from './policy-document.entity.js';
import { RecordTypesService } from './record-types.service.js';

/** Imports record types, and checks them as a POST does. */
@Injectable()
export class RecordTypesRecordSet extends TableSet<RecordType> {
  constructor(
    private readonly db: Db,
    private readonly types: RecordTypesService,
  ) {
    super('record-types', RecordType);
  }

  override async save(types: readonly Partial<RecordType>[]): Promise<Upserted> {
    await this.types.lock();
    const done = await this.db.upsertAll(RecordType, types, { audited: true });
    await this.types.mustDiffer();
    return done;
  }
}
