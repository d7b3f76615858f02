import { Injectable } from '@nestjs/common';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { TableSet } from '../../../sets/table-set.js';
import { ContactDifference } from './contact-difference.entity.js';

/** An import refuses a pair whose smaller ContactId is not the first: no list would find the mark. */
@Injectable()
export class ContactDifferencesRecordSet extends TableSet<ContactDifference> {
  constructor(private readonly db: Db) {
    super('contact-differences', ContactDifference);
  }

  override problems({ ContactId, OtherContactId }: Partial<ContactDifference>): FieldError[] {
    if (ContactId! < OtherContactId!) return [];
    return [fieldError('Invalid', 'OtherContactId', 'must be greater than ContactId')];
  }

  override save(rows: readonly Partial<ContactDifference>[]): Promise<Upserted> {
    return this.db.upsertAll(ContactDifference, rows, { audited: true });
  }
}
