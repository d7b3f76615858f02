import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import { unfitAsNew, type Bound } from '../../record/bind.js';
import { fieldError, repeatedItem, type FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { TableRows } from '../../database/table-rows.js';
import { ScopeService } from '../agents/scope.service.js';
import { present as presentContact } from '../contacts/contacts.service.js';
import { FileNames } from '../files/file-names.service.js';
import { FilesService, kilobytes } from '../files/files.service.js';
import { Document, DocumentShare } from './document.entity.js';
import type { Dropbox, DropboxExtended } from './dropbox.records.js';
import { DropboxService } from './dropbox.service.js';
import { Relations } from '../agents/leaving/holding.js';

/** Documents name files: callers with the owner in scope, and agents that a document is shared with, may read them. */
@Injectable()
export class DocumentNames extends FileNames {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {
    super();
  }

  naming(attachmentId: Sql): Sql {
    return sql`documents d WHERE d.AttachmentId = ${attachmentId}`;
  }

  showsTo(caller: Principal, attachmentId: Guid): Promise<boolean> {
    const shared = sql`d.Id IN (SELECT s.Id FROM document_shares s WHERE s.AgentId = ${caller.AgentId})`;
    return this.db.exists(sql`documents d
      LEFT JOIN contacts c ON d.TableName = 'Contact' AND c.ContactId = d.RecordId
      LEFT JOIN agents a ON d.TableName = 'Agent' AND a.AgentId = d.RecordId
      WHERE d.AttachmentId = ${attachmentId} AND (c.ContactId IS NOT NULL OR a.AgentId IS NOT NULL)
      AND ${presentContact} AND (${this.scope.within(caller, sql`COALESCE(a.AgentId, c.AgentId)`)} OR ${shared})`);
  }
}

/** Adds, removes and shares documents of owners in scope. Call inside a transaction. */
@Injectable()
export class DocumentsService {
  private readonly rows = new TableRows(this.db, Document, 'document', []);

  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly dropbox: DropboxService,
    private readonly files: FilesService,
  ) {}

  /** Throws Invalid, NotFound for an unknown owner, and Forbidden for one out of scope. */
  async add(caller: Principal, sent: Bound<Dropbox>): Promise<DropboxExtended> {
    refuse(unfitAsNew(Document, sent));
    await this.dropbox.require(caller, await this.dropbox.owner(sent as Dropbox));
    const { AttachmentId } = await this.files.claim(caller, sent.AttachmentId);
    return this.dropbox.read(await this.store(AttachmentId, sent));
  }

  /** Adds a document without an access check. The file must exist, and the same transaction must have locked it. */
  async store(attachmentId: Guid, fields: Partial<Document>): Promise<Document> {
    const { AttachmentId, FileName, MimeType, Size } = await this.files.facts(attachmentId);
    return this.db.insert(Document, {
      ...{ ...fields, AttachmentId, AttachmentName: FileName, MimeType },
      ...{ FileSizeInKB: kilobytes(Size), DateAdded: this.clock.now() },
    });
  }

  /** Removes a document with its shares, and its file if nothing else names it. Throws NotFound and Forbidden. */
  async remove(caller: Principal, id: number): Promise<DropboxExtended> {
    const document = await this.claim(caller, id);
    const removed = await this.dropbox.read(document);
    await this.discard(id);
    return removed;
  }

  /** Removes a document without an access check. */
  async discard(id: number): Promise<void> {
    await this.db.removeAll(DocumentShare, await this.shares(id));
    const removed = await this.db.remove(Document, { Id: id });
    if (removed?.AttachmentId) await this.files.release([removed.AttachmentId]);
  }

  /** Replaces the shares. Throws Invalid, NotFound, Forbidden, and Conflict for a Locked document. */
  async share(caller: Principal, id: number, agentIds: readonly number[] | undefined): Promise<DropboxExtended> {
    if (!agentIds) throw new Invalid([fieldError('NotNull', 'AgentIds', 'is required')]);
    const document = await this.claim(caller, id);
    if (document.Locked) throw new Conflict('The document is Locked: it cannot be shared.');
    refuse(await this.agentErrors(agentIds));
    const before = await this.shares(id);
    await this.db.removeAll(
      DocumentShare,
      before.filter(({ AgentId }) => !agentIds.includes(AgentId)),
    );
    const added = agentIds.filter((agentId) => !before.some(({ AgentId }) => AgentId === agentId));
    await this.db.insertAll(
      DocumentShare,
      added.map((AgentId) => ({ Id: id, AgentId })),
    );
    return this.dropbox.read(document);
  }

  /** Locks the row of a document whose owner is in scope. */
  private async claim(caller: Principal, id: number): Promise<Document> {
    const document = await this.rows.lock(id);
    await this.dropbox.require(caller, await this.dropbox.owner(document));
    return document;
  }

  private shares(id: number): Promise<DocumentShare[]> {
    return this.db.lock(sql`SELECT s.Id AS Id, s.AgentId AS AgentId FROM document_shares s
      WHERE s.Id = ${id} ORDER BY s.AgentId`);
  }

  private async agentErrors(agentIds: readonly number[]): Promise<FieldError[]> {
    if (agentIds.length === 0) return [];
    const [known] = await this.db.existingKeys<number>({
      key: sql`a.AgentId`,
      from: sql`agents a WHERE a.AgentId IN (${join(agentIds)})`,
    });
    return agentIds.flatMap((id, at) => [
      ...(known.has(id) ? [] : [fieldError('Unknown', `AgentIds[${at}]`, 'must be an agent')]),
      ...(agentIds.indexOf(id) < at ? [repeatedItem(`AgentIds[${at}]`)] : []),
    ]);
  }
}

/** Documents of others that are shared with the agent. */
@Injectable()
export class SharedDocuments extends Relations<DocumentShare> {
  readonly kind = 'DocumentShares';
  protected readonly entity = DocumentShare;
  protected readonly other = 'Id';
}
