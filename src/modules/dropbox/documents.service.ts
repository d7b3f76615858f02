import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { Conflict, Invalid, refuse } from '../../errors/errors.js';
import { unfitAsNew, type Bound } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { TransferRulesService } from '../agents/transfer-rules.service.js';
import { Relations } from '../agents/hand-over/holding.js';
import { ScopeService } from '../agents/scope.service.js';
import { present as presentContact } from '../contacts/contacts.service.js';
import { FileNames } from '../files/file-names.js';
import { FilesService, kilobytes } from '../files/files.service.js';
import { Document, DocumentShare } from './document.entity.js';
import type { Dropbox, DropboxExtended } from './dropbox.records.js';
import { DropboxService } from './dropbox.service.js';

/**
 * The files that documents name. A caller may read such a file if the owner of the document is in scope, or the
 * document is shared with the caller's agent.
 */
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

/** Adds, removes and shares documents of owners in scope. Call the methods inside a transaction. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly dropbox: DropboxService,
    private readonly files: FilesService,
    private readonly handovers: TransferRulesService,
    @InjectRows(Document) private readonly rows: TableRows<Document>,
  ) {}

  /** Throws Invalid, NotFound for an unknown owner, and Forbidden for an owner out of scope. */
  async add(caller: Principal, sent: Bound<Dropbox>): Promise<DropboxExtended> {
    refuse(unfitAsNew(Document, sent));
    await this.dropbox.require(caller, await this.dropbox.owner(sent as Dropbox, { holds: true }));
    const { AttachmentId } = await this.files.claim(caller, sent.AttachmentId);
    return this.dropbox.read(await this.store(AttachmentId, sent));
  }

  /** Adds a document without an access check. Throws NotFound for an unknown file. */
  async store(attachmentId: Guid, fields: Partial<Document>): Promise<Document> {
    const { AttachmentId, FileName, MimeType, Size } = await this.files.facts(attachmentId);
    return this.db.insert(Document, {
      ...fields,
      AttachmentId,
      AttachmentName: FileName,
      MimeType,
      FileSizeInKB: kilobytes(Size),
      DateAdded: this.clock.now(),
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
    await this.handovers.share(DocumentShare, ['Id', id], []);
    const removed = await this.db.remove(Document, { Id: id });
    if (removed?.AttachmentId) await this.files.release([removed.AttachmentId]);
  }

  /** Replaces the shares. Throws Invalid, NotFound, Forbidden, and Conflict for a Locked document. */
  async share(caller: Principal, id: number, agentIds: readonly number[] | undefined): Promise<DropboxExtended> {
    if (!agentIds) throw new Invalid([fieldError('NotNull', 'AgentIds', 'is required')]);
    const document = await this.claim(caller, id);
    if (document.Locked) throw new Conflict('The document is Locked and cannot be shared.');
    await this.handovers.share(DocumentShare, ['Id', id], agentIds);
    return this.dropbox.read(document);
  }

  /** Locks the row of a document whose owner is in scope. Throws NotFound and Forbidden. */
  private async claim(caller: Principal, id: number): Promise<Document> {
    const document = await this.rows.lock(id);
    await this.dropbox.require(caller, await this.dropbox.owner(document));
    return document;
  }
}

/** The document shares of an agent who leaves: they let the agent read documents whose owners are out of its scope. */
@Injectable()
export class SharedDocuments extends Relations<DocumentShare> {
  readonly kind = 'DocumentShares';
  protected readonly entity = DocumentShare;
  protected readonly other = 'Id';
}
