import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { NotFound } from '../../errors/errors.js';
import { PolicyDocument } from './policy-document.entity.js';
import type { RecordType } from './record-type.entity.js';

/** Offers a document for records of every type. */
export const everyType = '*';

@Injectable()
export class PolicyDocsService {
  constructor(private readonly db: Db) {}

  /**
   * The documents of a record type and those of every type, defaults first, then by Name. The type is matched trimmed
   * and in any letter case. Throws NotFound for one that is not configured.
   */
  async defaults(recordType: string): Promise<PolicyDocument[]> {
    const spellings = await this.spellings(recordType);
    // What a document is for this type beats what it is for every type.
    const specific = sql`MAX(CASE WHEN o.RecordType <> ${everyType} THEN o.IsDefault END)`;
    return this.db.all<PolicyDocument>(sql`
      SELECT d.Id AS Id, d.Name AS Name, d.Type AS Type,
        COALESCE(${specific}, MAX(o.IsDefault)) AS IsDefault
      FROM policy_document_defaults o JOIN policy_documents d ON d.Id = o.Id
      WHERE o.RecordType IN (${join([...spellings, everyType])})
      GROUP BY d.Id, d.Name, d.Type
      ORDER BY IsDefault DESC, d.Name, d.Id`);
  }

  /**
   * How the type is spelled where it is configured and where documents name it:
   * the databases fold letter case differently.
   */
  private async spellings(recordType: string): Promise<string[]> {
    const wanted = folded(recordType);
    const isWanted = (name: string): boolean => folded(name) === wanted;
    if (!(await this.recordTypes()).some(isWanted))
      throw new NotFound(`There is no record type ${JSON.stringify(recordType.trim())}.`);
    return (await this.names(sql`SELECT DISTINCT RecordType FROM policy_document_defaults`)).filter(isWanted);
  }

  /** The types of record that are configured. */
  recordTypes(): Promise<string[]> {
    return this.names(sql`SELECT RecordType FROM record_types ORDER BY RecordType`);
  }

  private async names(select: Sql): Promise<string[]> {
    return (await this.db.all<RecordType>(select)).map((row) => row.RecordType);
  }
}

/** The form in which spellings of a record type are the same. */
export function folded(recordType: string): string {
  return recordType.trim().normalize('NFC').toLowerCase();
}
