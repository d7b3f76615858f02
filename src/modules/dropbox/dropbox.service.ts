import { Injectable } from '@nestjs/common';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { joinedName, keyedBy } from '../../database/schema/name-keys.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { Forbidden, noSuch } from '../../errors/errors.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { present as presentContact } from '../contacts/contacts.service.js';
import type { Document } from './document.entity.js';
import { DropboxExtended, type ownerTables } from './dropbox.records.js';

interface Owner {
  table: (typeof ownerTables)[number];
  id: number;
  /** The AgentId of the owner if it is an agent, or of the contact's agent; null for a contact without an agent. */
  agentId: number | null;
}

/** SQL for FirstName or LastName: the name in the document, or the name of the owner if the document has no name. */
const nameOf = (name: 'FirstName' | 'LastName'): Sql => keyedBy(valueOf(name), valueOf(`${name}Key`));
const valueOf = (column: string): Sql =>
  raw(
    `CASE WHEN d.FirstName = '' AND d.LastName = '' THEN COALESCE(c.${column}, a.${column}, '') ELSE d.${column} END`,
  );
const shares = sql`(SELECT COUNT(*) FROM document_shares s WHERE s.Id = d.Id)`;
const shareList = sql`(SELECT GROUP_CONCAT(s.AgentId ORDER BY s.AgentId) FROM document_shares s WHERE s.Id = d.Id)`;

@Injectable()
export class DropboxService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
  ) {}

  /**
   * Lists those documents of an owner that the caller may read. `document` names the owner. Throws NotFound, and
   * Forbidden if the owner is out of scope and none of its documents is shared with the caller's agent.
   */
  async list(
    document: Pick<Document, 'TableName' | 'RecordId'>,
    caller: Principal,
    options: ListOptions,
  ): Promise<ListResult<DropboxExtended>> {
    const owner = await this.owner(document);
    const inScope = await this.inScope(caller, owner.agentId);
    const visible = inScope ? empty : await this.sharedAlone(owner, caller);
    return this.db.list(DropboxExtended, this.statement(owner, inScope, visible), options);
  }

  /** Reads a document whose owner is in scope. */
  async read(document: Pick<Document, 'Id' | 'TableName' | 'RecordId'>): Promise<DropboxExtended> {
    const statement = this.statement(await this.owner(document), true, empty);
    return (await this.db.rowOfList(DropboxExtended, statement, sql`d.Id = ${document.Id}`))!;
  }

  /**
   * The owner of a document. `holds` locks the row of a contact, so that no other transaction erases the contact before
   * this one ends.
   * Throws NotFound for an unknown agent, and for an unknown or deleted contact.
   */
  async owner(
    { TableName, RecordId: id }: Pick<Document, 'TableName' | 'RecordId'>,
    { holds = false } = {},
  ): Promise<Owner> {
    if (TableName === 'Agent') {
      if (!(await this.db.exists(sql`agents WHERE AgentId = ${id}`))) throw noSuch('agent', id);
      return { table: TableName, id, agentId: id };
    }
    const query = sql`SELECT c.AgentId AS AgentId FROM contacts c WHERE c.ContactId = ${id} AND ${presentContact}`;
    const [found] = await this.db[holds ? 'hold' : 'all']<{ AgentId: number | null } | undefined>(query);
    if (!found) throw noSuch('contact', id);
    return { table: 'Contact', id, agentId: found.AgentId };
  }

  /** Throws Forbidden for an owner out of scope. */
  async require(caller: Principal, { table, id, agentId }: Owner): Promise<void> {
    if (!(await this.inScope(caller, agentId)))
      throw new Forbidden(`${table} ${id} is outside your scope: you cannot change its documents.`, 'Scope');
  }

  private async inScope(caller: Principal, agentId: number | null): Promise<boolean> {
    return this.scope.isUnlimited(caller) || (agentId !== null && (await this.scope.includes(caller, agentId)));
  }

  private statement(owner: Owner, inScope: boolean, visible: Sql): ListStatement<DropboxExtended> {
    const canShare = inScope ? sql`CASE WHEN d.Locked = 1 THEN 0 ELSE 1 END` : sql`1 = 0`;
    const shareable = inScope ? sql`CASE WHEN d.Locked = 1 THEN '' ELSE COALESCE(${shareList}, '') END` : sql`''`;
    return {
      columns: {
        ...columnsOf(DropboxExtended, 'd'),
        FirstName: nameOf('FirstName'),
        LastName: nameOf('LastName'),
        AgentName: joinedName('a', 'AgentName'),
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
        sql`CASE WHEN TRIM(d.DocumentGroup) = '' THEN 1 ELSE 0 END`,
        sql`CASE WHEN TRIM(d.DocumentGroup) = '' THEN '' ELSE d.DocumentGroup END`,
        { descending: sql`d.DateAdded` },
        sql`d.Id`,
      ],
      key: [sql`d.Id`],
    };
  }

  /**
   * The condition that a document is shared with the caller's agent. Throws Forbidden if no document of the owner is
   * shared with this agent.
   */
  private async sharedAlone(owner: Owner, { AgentId }: Principal): Promise<Sql> {
    const shared = sql` AND d.Id IN (SELECT s.Id FROM document_shares s WHERE s.AgentId = ${AgentId})`;
    if (!(await this.db.exists(sql`documents d WHERE ${of(owner)}${shared}`)))
      throw new Forbidden(
        'The owner of the documents is outside your scope, and no document is shared with you.',
        'Scope',
      );
    return shared;
  }
}

function of({ table, id }: Owner): Sql {
  return sql`d.TableName = ${table} AND d.RecordId = ${id}`;
}
