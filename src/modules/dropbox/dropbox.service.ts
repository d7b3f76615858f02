import { Injectable } from '@nestjs/common';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { present as presentContact } from '../contacts/contacts.service.js';
import { DropboxExtended, type ownerTables } from './dropbox.records.js';

interface Owner {
  table: (typeof ownerTables)[number];
  id: number;
  /** The agent, or the contact's agent; null: a contact of nobody. */
  agentId: number | null;
}

/** A document's own name, or its owner's where it has none. */
const nameOf = (name: 'FirstName' | 'LastName'): Sql =>
  raw(`CASE WHEN d.FirstName = '' AND d.LastName = '' THEN COALESCE(c.${name}, a.${name}, '') ELSE d.${name} END`);
const shares = sql`(SELECT COUNT(*) FROM document_shares s WHERE s.Id = d.Id)`;
const shareList = sql`(SELECT GROUP_CONCAT(s.AgentId ORDER BY s.AgentId) FROM document_shares s WHERE s.Id = d.Id)`;

/** The documents of contacts and agents, as far as a caller may see them. */
@Injectable()
export class DropboxService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /** Throws NotFound for an unknown or deleted contact, Forbidden when the caller may see none of its documents. */
  async ofContact(id: number, caller: Principal, options: ListOptions): Promise<ListResult<DropboxExtended>> {
    const found = await this.db.one<{ AgentId: number | null }>(
      sql`SELECT c.AgentId AS AgentId FROM contacts c WHERE c.ContactId = ${id} AND ${presentContact}`,
    );
    if (!found) throw new NotFound(`There is no contact ${id}.`);
    return this.documents({ table: 'Contact', id, agentId: found.AgentId }, caller, options);
  }

  /** Throws NotFound for an unknown agent, Forbidden when the caller may see none of its documents. */
  async ofAgent(id: number, caller: Principal, options: ListOptions): Promise<ListResult<DropboxExtended>> {
    const found = await this.db.one(sql`SELECT 1 AS One FROM agents a WHERE a.AgentId = ${id}`);
    if (!found) throw new NotFound(`There is no agent ${id}.`);
    return this.documents({ table: 'Agent', id, agentId: id }, caller, options);
  }

  private async documents(owner: Owner, caller: Principal, options: ListOptions): Promise<ListResult<DropboxExtended>> {
    const inScope =
      this.scope.all(caller) || (owner.agentId !== null && (await this.scope.includes(caller, owner.agentId)));
    const visible = inScope ? empty : await this.sharedAlone(owner, caller);
    const canShare = inScope ? sql`CASE WHEN d.Locked = 1 THEN 0 ELSE 1 END` : sql`1 = 0`;
    const shareable = inScope ? sql`CASE WHEN d.Locked = 1 THEN '' ELSE COALESCE(${shareList}, '') END` : sql`''`;
    return this.db.list(
      DropboxExtended,
      {
        columns: {
          ...columnsOf(DropboxExtended, 'd'),
          FirstName: nameOf('FirstName'),
          LastName: nameOf('LastName'),
          AgentName: sql`COALESCE(a.AgentName, '')`,
          IsAgent: sql`CASE WHEN d.TableName = 'Agent' THEN 1 ELSE 0 END`,
          IsContact: sql`CASE WHEN d.TableName = 'Contact' THEN 1 ELSE 0 END`,
          IsShared: sql`CASE WHEN ${shares} > 0 THEN 1 ELSE 0 END`,
          CanShare: canShare,
          ShareList: shareable,
        },
        from: sql`documents d`,
        joins: {
          c: sql`LEFT JOIN contacts c ON c.ContactId = ${owner.table === 'Contact' ? owner.id : null}`,
          a: sql`LEFT JOIN agents a ON a.AgentId = ${owner.agentId}`,
        },
        where: sql`${of(owner)}${visible}`,
        order: [
          sql`CASE WHEN d.DocumentGroup = '' THEN 1 ELSE 0 END`,
          sql`d.DocumentGroup`,
          { descending: sql`d.DateAdded` },
          sql`d.Id`,
        ],
        key: [sql`d.Id`],
      },
      options,
    );
  }

  /** The condition that a document is shared with the caller's agent; Forbidden when none is. */
  private async sharedAlone(owner: Owner, { AgentId }: Principal): Promise<Sql> {
    const shared = sql` AND d.Id IN (SELECT s.Id FROM document_shares s WHERE s.AgentId = ${AgentId})`;
    const any = await this.db.one(sql`SELECT 1 AS One FROM documents d WHERE ${of(owner)}${shared} LIMIT 1`);
    if (!any) throw new Forbidden('The owner of the documents is outside your scope, and none is shared with you.');
    return shared;
  }
}

function of({ table, id }: Owner): Sql {
  return sql`d.TableName = ${table} AND d.RecordId = ${id}`;
}
