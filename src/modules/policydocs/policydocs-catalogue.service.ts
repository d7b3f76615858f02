import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Invalid, NotFound, refuse } from '../../errors/errors.js';
import { duplicates, unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { PolicyDocumentDefault } from './policy-document-default.entity.js';
import { NamedPolicyDocument, PolicyDocument } from './policy-document.entity.js';
import { CataloguedPolicyDocument } from './policydocs.records.js';
import { everyType, folded, PolicyDocsService } from './policydocs.service.js';

type Defaults = readonly Bound<PolicyDocumentDefault>[];

/** The policy documents that there are, and the types of record that each is offered for. */
@Injectable()
export class PolicyDocsCatalogueService {
  constructor(
    private readonly db: Db,
    private readonly policyDocs: PolicyDocsService,
  ) {}

  /** The one document, or all of them by Name. */
  async list(id?: number): Promise<CataloguedPolicyDocument[]> {
    const documents = await this.db.all<NamedPolicyDocument>(sql`
      SELECT ${columns(NamedPolicyDocument, 'd')} FROM policy_documents d
      ${id === undefined ? empty : sql`WHERE d.Id = ${id}`} ORDER BY d.Name, d.Id`);
    const offers = await this.db.all<PolicyDocumentDefault>(sql`
      SELECT ${columns(PolicyDocumentDefault, 'o')} FROM policy_document_defaults o
      ${id === undefined ? empty : sql`WHERE o.Id = ${id}`} ORDER BY o.RecordType`);
    return documents.map((document) => ({ ...document, Defaults: offers.filter(({ Id }) => Id === document.Id) }));
  }

  /** Throws NotFound. */
  async read(id: number): Promise<CataloguedPolicyDocument> {
    const found = (await this.list(id)).at(0);
    if (!found) throw unknown(id);
    return found;
  }

  /** The new document with its id. Throws Invalid. */
  async add({ Defaults = [], ...sent }: Bound<CataloguedPolicyDocument>): Promise<CataloguedPolicyDocument> {
    const { offers, errors } = await this.offersOf(Defaults);
    const unfit = [...unfitAsNew(NamedPolicyDocument, sent), ...errors];
    if (unfit.length > 0) throw new Invalid(unfit);
    const { Id } = await this.db.insert(PolicyDocument, sent);
    await this.offer(Id, offers);
    return this.read(Id);
  }

  /** Changes what was sent; Defaults as a whole. Throws NotFound, or Invalid. */
  async change(sent: BoundWith<CataloguedPolicyDocument, 'Id'>): Promise<CataloguedPolicyDocument> {
    const { Id, Defaults, ...changes } = sent;
    if (!(await this.db.lockRow(PolicyDocument, { Id }))) throw unknown(Id);
    const { offers, errors } = await this.offersOf(Defaults ?? [], Id);
    refuse(errors);
    await this.db.update(PolicyDocument, { Id }, changes);
    if (Defaults) await this.offer(Id, offers);
    return this.read(Id);
  }

  /** The removed document, as it was. Throws NotFound. */
  async remove(Id: number): Promise<CataloguedPolicyDocument> {
    if (!(await this.db.lockRow(PolicyDocument, { Id }))) throw unknown(Id);
    const removed = await this.read(Id);
    await this.offer(Id, []);
    await this.db.remove(PolicyDocument, { Id });
    return removed;
  }

  /** What was sent with the types of record as they are configured, and what is wrong with it. */
  private async offersOf(sent: Defaults, id?: number): Promise<{ offers: Defaults; errors: FieldError[] }> {
    const configured = sent.length === 0 ? [] : await this.policyDocs.recordTypes();
    const offers = sent.map((offer) => ({ ...offer, RecordType: spelled(configured, offer.RecordType) }));
    const errors = sent.flatMap(({ RecordType, Id }, index) => {
      const path = `Defaults[${index}]`;
      return [
        ...(Id && Id !== id ? [fieldError('Mismatch', `${path}.Id`, "must be the document's")] : []),
        ...(RecordType === undefined
          ? [fieldError('NotEmpty', `${path}.RecordType`, 'is required')]
          : offers[index].RecordType === undefined
            ? [fieldError('Unknown', `${path}.RecordType`, 'must be a record type that is configured, or *')]
            : []),
      ];
    });
    return { offers, errors: [...errors, ...duplicates(offers, ['RecordType'], 'Defaults')] };
  }

  /** Makes the document offered for those types of record alone. */
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

/** The type as it is configured; undefined: it is not. */
function spelled(configured: readonly string[], recordType = ''): string | undefined {
  const wanted = folded(recordType);
  return wanted === everyType ? everyType : configured.find((name) => folded(name) === wanted);
}

function unknown(id: number): NotFound {
  return new NotFound(`There is no policy document ${id}.`);
}
