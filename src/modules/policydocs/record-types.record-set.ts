import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import { Conflict, Invalid } from '../../errors/errors.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { TableSet } from '../../sets/table-set.js';
import { PolicyDocumentDefault, RecordType } from './policy-document.entity.js';
import { spelled, unknownType } from './policydocs.service.js';
import { RecordTypesService, reserved } from './record-types.service.js';

/** Imports record types, and checks them as a POST does. */
@Injectable()
export class RecordTypesRecordSet extends TableSet<RecordType> {
  constructor(
    db: Db,
    private readonly types: RecordTypesService,
  ) {
    super(db, 'record-types', RecordType);
  }

  override async save(types: readonly Partial<RecordType>[]): Promise<Upserted> {
    await this.types.lock();
    const done = await super.save(types);
    await this.types.mustDiffer();
    return done;
  }

  /** Removes types that an import has added. Throws Conflict for a type for which documents are offered. */
  override async removeAdded(keys: readonly Partial<RecordType>[]): Promise<void> {
    await this.types.lock();
    for (const { RecordType: name } of keys)
      if (await this.db.exists(sql`policy_document_defaults WHERE RecordType = ${name}`))
        throw new Conflict('is the type of offered documents.');
    await this.db.removeAll(RecordType, keys);
  }

  override problems({ RecordType: name }: Partial<RecordType>): FieldError[] {
    return reserved('RecordType', name);
  }
}

/** Imports the record types for which documents are offered. Like a PUT, an import cannot name an unknown type. */
@Injectable()
export class PolicyDefaultsRecordSet extends TableSet<PolicyDocumentDefault> {
  constructor(
    db: Db,
    private readonly types: RecordTypesService,
  ) {
    super(db, 'policy-document-defaults', PolicyDocumentDefault);
  }

  override async save(defaults: readonly Partial<PolicyDocumentDefault>[]): Promise<Upserted> {
    const configured = await this.types.all();
    if (defaults.some(({ RecordType: name }) => spelled(configured, name) === undefined))
      throw new Invalid([fieldError('Unknown', 'RecordType', unknownType)]);
    return super.save(defaults);
  }
}
