import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { columns } from '../../database/schema/columns.js';
import { ServiceMeta } from '../../database/schema/service-meta.entity.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { Conflict, NotFound, refuse } from '../../errors/errors.js';
import { missing, unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { PolicyDocumentDefault, RecordType } from './policy-document.entity.js';
import { RecordTypeChange } from './policydocs.records.js';

/** Value of RecordType in the Defaults of a document that is offered for every type. */
export const everyType = '*';

/** Reads and changes the record types. Two names that differ only in letter case are one type. */
@Injectable()
export class RecordTypesService {
  constructor(
    private readonly db: Db,
    @InjectRows(RecordType) readonly rows: TableRows<RecordType>,
  ) {}

  /** The record type in its configured spelling. Throws NotFound. */
  async read(name: string): Promise<RecordType> {
    const found = (await this.all()).find((one) => folded(one.RecordType) === folded(name));
    if (!found) throw new NotFound(`There is no record type ${JSON.stringify(name.trim())}.`);
    return found;
  }

  /** Adds a type. Throws Invalid, and Conflict for a type that exists in any letter case. */
  async add(sent: Bound<RecordType>): Promise<RecordType> {
    refuse([...unfitAsNew(RecordType, sent), ...reserved('RecordType', sent.RecordType)]);
    await this.lock();
    const added = await this.rows.add(sent);
    await this.mustDiffer();
    return added;
  }

  /** Renames a type in the list of types and in the Defaults of documents. Throws NotFound, Invalid or Conflict. */
  async rename(sent: BoundWith<RecordTypeChange, 'RecordType'>): Promise<RecordType> {
    refuse([...missing(RecordTypeChange, sent), ...reserved('NewName', sent.NewName)]);
    await this.lock();
    const before = await this.read(sent.RecordType);
    const after = { RecordType: sent.NewName! };
    if (after.RecordType === before.RecordType) return before;
    await this.rows.remove(before.RecordType);
    await this.db.insert(RecordType, after);
    await this.mustDiffer();
    const offers = await this.db.lock<PolicyDocumentDefault>(sql`SELECT ${columns(PolicyDocumentDefault, 'o')}
      FROM policy_document_defaults o ORDER BY o.RecordType, o.Id`);
    const old = offers.filter((offer) => folded(offer.RecordType) === folded(before.RecordType));
    await this.db.removeAll(PolicyDocumentDefault, old);
    const defaults = new Set(old.filter(({ IsDefault }) => IsDefault).map(({ Id }) => Id));
    const ids = new Set(old.map(({ Id }) => Id));
    const renamed = [...ids].map((Id) => ({ ...after, Id, IsDefault: defaults.has(Id) }));
    await this.db.upsertAll(PolicyDocumentDefault, renamed, { audited: true });
    return after;
  }

  /**
   * Makes other writers of record types wait until the transaction ends, because no unique key prevents two spellings
   * of one name.
   */
  async lock(): Promise<void> {
    await this.db.upsertAll(ServiceMeta, [{ Name: 'record types', Value: '' }]);
  }

  /** Throws Conflict if the names of two types differ only in letter case. Call after `lock`. */
  async mustDiffer(): Promise<void> {
    const names = new Map<string, string>();
    for (const { RecordType: name } of await this.all()) {
      const other = names.get(folded(name));
      if (other !== undefined) throw new Conflict(`"${other}" and "${name}" are two spellings of one record type.`);
      names.set(folded(name), name);
    }
  }

  all(): Promise<RecordType[]> {
    return this.db.all(sql`SELECT r.RecordType AS RecordType FROM record_types r ORDER BY r.RecordTypeKey,
      r.RecordType`);
  }
}

/** Normalises a record type, so that its spellings compare equal. */
export function folded(recordType: string): string {
  return recordType.trim().normalize('NFC').toLowerCase();
}

/** An error if `name` is `*`: in the Defaults of a document, `*` stands for every type. */
export function reserved(field: string, name: string | undefined): FieldError[] {
  return name === everyType ? [fieldError('Invalid', field, 'must not be *, which means every type')] : [];
}
