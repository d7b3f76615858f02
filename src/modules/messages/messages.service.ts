import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columnsOf } from '../../database/schema/columns.js';
import { joinedName } from '../../database/schema/name-keys.js';
import { Conflict, noSuch } from '../../errors/errors.js';
import type { Int64 } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { kindOf } from './message-kinds.js';
import { foundIn, MessageRecordsService } from './message-records.service.js';
import { ListedMessage, Message } from './message.entity.js';
import { OutboxService } from './outbox.service.js';

/** Lists and resends messages. Administrators see all messages, agents see the messages to contacts in scope. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly records: MessageRecordsService,
    private readonly outbox: OutboxService,
  ) {}

  /** Lists the messages that the caller may see, newest first. */
  list(caller: Principal, options: ListOptions): ListResult<ListedMessage> {
    return this.db.list(ListedMessage, this.within(caller), options);
  }

  /** Throws NotFound for an unknown message and for a message out of scope. */
  async read(caller: Principal, messageId: Int64): Promise<ListedMessage> {
    const { where, ...statement } = this.within(caller);
    const found = await this.db.rowOfList(
      ListedMessage,
      statement,
      sql`${where} AND m.MessageId = ${BigInt(messageId)}`,
    );
    if (!found) throw noSuch('message');
    return found;
  }

  /**
   * Makes a message due again. The receiver gets it as a new message, unless it still waits for its next try. Throws
   * NotFound, and Conflict if the message cannot be sent.
   */
  async resend(caller: Principal, messageId: Int64): Promise<ListedMessage> {
    const stored = await this.lock(caller, messageId);
    const { Kind, State, Resends, Record, RecordId, Values } = stored;
    const { about } = kindOf(Kind);
    const isWaiting = State === 'Pending';
    const found = foundIn(stored);
    // The receiver of a password link is unknown until SenderService sends the message.
    if (Kind !== 'PasswordLink') {
      const requested = (await this.records.find(about, RecordId))?.requested;
      const { reason, Channel, Recipient } = await this.outbox.routeOf(
        Kind,
        await this.records.receiver(found),
        requested,
      );
      if (reason !== '') throw new Conflict(`The message cannot be sent: ${reason}`);
      if (!(await this.records.isCurrent(Kind, RecordId, found)))
        throw new Conflict(`The ${Record} has changed: the message would be wrong.`);
      await this.db.update(Message, { MessageId: messageId }, { Channel, Recipient });
    }
    const due = this.outbox.dueAt(Kind);
    await this.db.update(
      Message,
      { MessageId: messageId },
      {
        State: 'Pending',
        NextTryAt: due,
        GiveUpAt: this.outbox.giveUpAt(Kind, Values),
        LastError: '',
        ...(!isWaiting && { Tries: 0, SentAt: null, Resends: Resends + 1 }),
      },
    );
    this.db.audited({ Record: 'Message', Id: String(messageId), Action: 'Resend' });
    return this.read(caller, messageId);
  }

  /**
   * Cancels a message that waits. If a try has begun already, the message may still be sent, and then becomes Sent.
   * Throws NotFound, and Conflict for a message that was sent or has failed.
   */
  async cancel(caller: Principal, messageId: Int64): Promise<ListedMessage> {
    const { State } = await this.lock(caller, messageId);
    if (State === 'Sent' || State === 'Failed') throw new Conflict(`The message is ${State}: it does not wait.`);
    if (State === 'Pending') {
      const cancelled = { State: 'NotSent', LastError: 'A user cancelled the message.', NextTryAt: null } as const;
      await this.db.update(Message, { MessageId: messageId }, cancelled);
      this.db.audited({ Record: 'Message', Id: String(messageId), Action: 'Cancel' });
    }
    return this.read(caller, messageId);
  }

  /** Locks and returns a message. Throws NotFound, also for a message that was removed since it was read. */
  private async lock(caller: Principal, messageId: Int64): Promise<Message> {
    await this.read(caller, messageId);
    const stored = await this.db.lockRow(Message, { MessageId: messageId });
    if (!stored) throw noSuch('message');
    return stored;
  }

  private within(caller: Principal): ListStatement<ListedMessage> & { where: Sql } {
    return {
      columns: {
        ...columnsOf(ListedMessage, 'm'),
        ContactName: joinedName('c', 'Name'),
        AgentName: joinedName('a', 'AgentName'),
      },
      from: sql`messages m`,
      joins: {
        c: sql`LEFT JOIN contacts c ON c.ContactId = m.ContactId`,
        a: sql`LEFT JOIN agents a ON a.AgentId = m.AgentId`,
      },
      where: this.scope.within(caller, sql`c.AgentId`),
      order: [{ descending: sql`m.CreatedAt` }, { descending: sql`m.MessageId` }],
      key: [sql`m.MessageId`],
    };
  }
}
