import { Injectable } from '@nestjs/common';
import sql, { empty, join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { noSuch, refuse } from '../../errors/errors.js';
import {
  PolicyDocument,
  type RecordType,
  PolicyDocumentDefault,
  NamedPolicyDocument,
} from './policy-document.entity.js';
import { columns } from '../../database/schema/columns.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { duplicates, unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { CataloguedPolicyDocument } from './policydocs.records.js';
import { everyType, folded, RecordTypesService } from './record-types.service.js';

export const unknownType = 'must be a configured record type, or *';

type Defaults = readonly Bound<PolicyDocumentDefault>[];

@Injectable()
export class PolicyDocsService {
  constructor(
    private readonly db: Db,
    private readonly types: RecordTypesService,
    @InjectRows(PolicyDocument) private readonly rows: TableRows<PolicyDocument>,
  ) {}

  /**
   * The documents that are offered for a record type (in any letter case) or for every type. The documents that are
   * defaults come first; each group is sorted by Name. Throws NotFound for an unknown type.
   */
  async defaults(recordType: string): Promise<PolicyDocument[]> {
    const spellings = await this.spellings(recordType);
    // IsDefault for this type overrides IsDefault for every type.
    const specific = sql`MAX(CASE WHEN o.RecordType <> ${everyType} THEN o.IsDefault END)`;
    return this.db.all<PolicyDocument>(sql`
      SELECT d.Id AS Id, d.Name AS Name, d.Type AS Type,
        COALESCE(${specific}, MAX(o.IsDefault)) AS IsDefault
      FROM policy_document_defaults o JOIN policy_documents d ON d.Id = o.Id
      WHERE o.RecordType IN (${join([...spellings, everyType])})
      GROUP BY d.Id, d.Name, d.Type, d.NameKey
      ORDER BY IsDefault DESC, d.NameKey, d.Id`);
  }

  /**
   * The spellings of a record type in `policy_document_defaults`. They are compared here and not in SQL, because SQLite
   * and MySQL fold letter case differently.
   */
  private async spellings(recordType: string): Promise<string[]> {
    const { RecordType: wanted } = await this.types.read(recordType);
    const used = await this.db.all<RecordType>(sql`SELECT DISTINCT RecordType FROM policy_document_defaults`);
    return used.map(({ RecordType: name }) => name).filter((name) => folded(name) === folded(wanted));
  }

  /** The document with the given `id`, or all documents, sorted by Name. */
  async list(id?: number): Promise<CataloguedPolicyDocument[]> {
    const documents = await this.db.all<NamedPolicyDocument>(sql`
      SELECT ${columns(NamedPolicyDocument, 'd')} FROM policy_documents d
      ${id === undefined ? empty : sql`WHERE d.Id = ${id}`} ORDER BY d.NameKey, d.Id`);
    const offers = await this.db.all<PolicyDocumentDefault>(sql`
      SELECT ${columns(PolicyDocumentDefault, 'o')} FROM policy_document_defaults o
      ${id === undefined ? empty : sql`WHERE o.Id = ${id}`} ORDER BY o.RecordType`);
    return documents.map((document) => ({ ...document, Defaults: offers.filter(({ Id }) => Id === document.Id) }));
  }

  /** Throws NotFound. */
  async read(id: number): Promise<CataloguedPolicyDocument> {
    const found = (await this.list(id)).at(0);
    if (!found) throw noSuch('policy document', id);
    return found;
  }

  /** Adds a document and returns it with its id. Throws Invalid. */
  async add({ Defaults = [], ...sent }: Bound<CataloguedPolicyDocument>): Promise<CataloguedPolicyDocument> {
    const { offers, errors } = await this.offersOf(Defaults);
    refuse([...unfitAsNew(NamedPolicyDocument, sent), ...errors]);
    const { Id } = await this.db.insert(PolicyDocument, sent);
    await this.offer(Id, offers);
    return this.read(Id);
  }

  /** Changes the sent fields, and replaces Defaults as a whole. Throws NotFound or Invalid. */
  async change(sent: BoundWith<CataloguedPolicyDocument, 'Id'>): Promise<CataloguedPolicyDocument> {
    const { Id, Defaults, ...changes } = sent;
    await this.rows.lock(Id);
    const { offers, errors } = await this.offersOf(Defaults ?? [], Id);
    refuse(errors);
    await this.db.update(PolicyDocument, { Id }, changes);
    if (Defaults) await this.offer(Id, offers);
    return this.read(Id);
  }

  /** Removes a document and returns it. Throws NotFound. */
  async remove(Id: number): Promise<CataloguedPolicyDocument> {
    await this.rows.lock(Id);
    const removed = await this.read(Id);
    await this.offer(Id, []);
    await this.db.remove(PolicyDocument, { Id });
    return removed;
  }

  /** The sent Defaults of the document `id`, with the configured spelling of each record type, and their errors. */
  private async offersOf(sent: Defaults, id?: number): Promise<{ offers: Defaults; errors: FieldError[] }> {
    const configured = sent.length === 0 ? [] : await this.types.all();
    const offers = sent.map((offer) => ({ ...offer, RecordType: spelled(configured, offer.RecordType) }));
    const errors = sent.flatMap(({ RecordType, Id }, index) => {
      const path = `Defaults[${index}]`;
      return [
        ...(Id && Id !== id ? [fieldError('Mismatch', `${path}.Id`, 'must equal the Id of the document')] : []),
        ...(RecordType === undefined
          ? [fieldError('NotEmpty', `${path}.RecordType`, 'is required')]
          : offers[index].RecordType === undefined
            ? [fieldError('Unknown', `${path}.RecordType`, unknownType)]
            : []),
      ];
    });
    return { offers, errors: [...errors, ...duplicates(offers, ['RecordType'], 'Defaults')] };
  }

  /** Replaces the record types for which the document is offered. */
  private async offer(Id: number, offers: Defaults): Promise<void> {
    const { Defaults: before } = await this.read(Id);
    const after = new Map(offers.map(({ RecordType, IsDefault }) => [RecordType, IsDefault ?? false]));
    for (const { RecordType } of before)
      if (!after.has(RecordType)) await this.db.remove(PolicyDocumentDefault, { RecordType, Id });
    for (const [RecordType, IsDefault] of after)
      if (!(await this.db.update(PolicyDocumentDefault, { RecordType, Id }, { IsDefault })))
        await this.db.insert(PolicyDocumentDefault, { RecordType, Id, IsDefault });
  }
}

/** The configured spelling of a record type; undefined for an unknown type. */
export function spelled(configured: readonly RecordType[], recordType = ''): string | undefined {
  const wanted = folded(recordType);
  return wanted === everyType
    ? everyType
    : configured.find(({ RecordType: name }) => folded(name) === wanted)?.RecordType;
}
