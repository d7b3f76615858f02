import { Injectable } from '@nestjs/common';
import { Db } from '../../../database/db.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { TableSet } from '../../../sets/table-set.js';
import { ContactDifference } from './contact-difference.entity.js';

/** An import refuses a pair whose smaller ContactId is not the first: no list would find the mark. */
@Injectable()
export class ContactDifferencesRecordSet extends TableSet<ContactDifference> {
  constructor(db: Db) {
    super(db, 'contact-differences', ContactDifference);
  }

  override problems({ ContactId, OtherContactId }: Partial<ContactDifference>): FieldError[] {
    if (ContactId! < OtherContactId!) return [];
    return [fieldError('Invalid', 'OtherContactId', 'must be greater than ContactId')];
  }
}
