import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Invalid } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { CheckedSet } from '../../sets/table-set.js';
import { Document } from './document.entity.js';
import { DocumentsService } from './documents.service.js';

/** Imports documents. The owner of each document must exist, as in a POST request. */
@Injectable()
export class DocumentsRecordSet extends CheckedSet<Document> {
  constructor(
    db: Db,
    private readonly documents: DocumentsService,
  ) {
    super(db, 'documents', Document);
  }

  override async removeAdded(keys: readonly Partial<Document>[]): Promise<void> {
    for (const { Id } of keys) await this.documents.discard(Id!);
  }

  protected async check(documents: readonly Partial<Document>[]): Promise<void> {
    const isLost = await this.db.exists(sql`documents d
      LEFT JOIN contacts c ON d.TableName = 'Contact' AND c.ContactId = d.RecordId
      LEFT JOIN agents a ON d.TableName = 'Agent' AND a.AgentId = d.RecordId
      WHERE d.Id IN (${join(documents.map(({ Id }) => Id))}) AND c.ContactId IS NULL AND a.AgentId IS NULL`);
    if (isLost) throw new Invalid([fieldError('Unknown', 'RecordId', 'must be the id of a record of TableName')]);
  }
}
