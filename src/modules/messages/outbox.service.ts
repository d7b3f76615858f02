import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { fromDate, shift, toDate } from '../../record/values/datetime.js';
import { kindOf, type Channel, type Kind, type Values } from './message-kinds.js';
import { MessageRecordsService, type Receiver } from './message-records.service.js';
import type { Found } from './message-subject.js';
import { Message } from './message.entity.js';
import { ChannelsService } from './sending/channels.service.js';
import { afterQuiet } from './sending/quiet-hours.js';

/** The channel and address of a message. `reason` says why the message is not sent; it is '' if it is sent. */
type Route = { Channel: Channel; Recipient: string; reason: string };

type Draft = Partial<Message> & Pick<Message, 'Kind' | 'RecordId' | 'Values'>;

/** Writes messages. Call it in the transaction of the change that a message announces: both are committed, or none. */
@Injectable()
export class OutboxService {
  constructor(
    private readonly db: Db,
    private readonly records: MessageRecordsService,
    private readonly channels: ChannelsService,
    private readonly config: Config,
    private readonly time: SystemClock,
  ) {}

  /** Writes a message with the current values of a record, unless a message whose OnceKey is `once` exists. */
  async about(kind: Kind, recordId: number | string, once?: string): Promise<void> {
    if (once !== undefined && (await this.has(once, kind, String(recordId)))) return;
    const found = await this.records.find(kindOf(kind).about, String(recordId));
    if (found) await this.write(kind, recordId, found, once);
  }

  /** Writes a message about a record, with the values and the receiver in `found`. `once` becomes its OnceKey. */
  async write(kind: Kind, recordId: number | string, found: Found, once?: string): Promise<void> {
    const receiver = await this.records.receiver(found);
    const { ContactId = null, AgentId = null, UserId = null, values } = found;
    const OnceKey = once ?? null;
    const draft = { Kind: kind, RecordId: String(recordId), Values: values, ContactId, AgentId, UserId, OnceKey };
    await this.put(draft, await this.routeOf(kind, receiver, found.requested));
  }

  /** Writes a message with the current values of a record to each of the users. */
  async toUsers(kind: Kind, recordId: number, users: readonly { UserId: Guid; DisplayName: string }[]): Promise<void> {
    const found = await this.records.find(kindOf(kind).about, String(recordId));
    if (!found) return;
    for (const { UserId, DisplayName: Name } of users)
      await this.write(kind, recordId, { UserId, values: { ...found.values, Name } });
  }

  /** Writes a message without a receiver: SenderService looks the receiver up when it sends the message. */
  async writeBlind(draft: Draft): Promise<void> {
    await this.put(draft, { Channel: 'Mail', Recipient: '', reason: await this.missing('Mail') });
  }

  /** The first channel that may be used for the receiver, or the reason why every channel is excluded. */
  async routeOf(kind: Kind, receiver: Receiver | undefined, requested = false): Promise<Route> {
    const none = (reason: string): Route => ({ Channel: kindOf(kind).first, Recipient: '', reason });
    if (!receiver || (receiver.Gone && !kindOf(kind).toDeleted))
      return none('The receiver is deleted, disabled or inactive.');
    if (receiver.Declines && !requested) return none('The contact is marked DoNotContact.');
    const addresses = { Mail: receiver.Mail, Text: receiver.MayText ? receiver.Phone : '' };
    const order: Channel[] = kindOf(kind).first === 'Mail' ? ['Mail', 'Text'] : ['Text', 'Mail'];
    const possible = order.filter((channel) => addresses[channel] !== '');
    if (possible.length === 0 && receiver.MayText && receiver.untextable !== undefined)
      return none(`The telephone number ${receiver.untextable}.`);
    if (possible.length === 0)
      return none('The receiver has no e-mail address, and no telephone number with SMSOptIn.');
    for (const Channel of possible)
      if ((await this.missing(Channel)) === '') return { Channel, Recipient: addresses[Channel], reason: '' };
    const [Channel] = possible;
    return { Channel, Recipient: addresses[Channel], reason: await this.missing(Channel) };
  }

  /** The earliest time for the next try: now, or the end of the quiet hours. */
  dueAt(kind: Kind): DateTime {
    if (kindOf(kind).atOnce) return this.time.at();
    return fromDate(new Date(afterQuiet(this.time.now(), this.config.quietHours, this.config.timeZone)));
  }

  /** The latest time for a try: the end of the message's lifetime, or the start of its appointment if earlier. */
  giveUpAt(kind: Kind, values: Values): DateTime {
    const latest = shift(this.dueAt(kind), kindOf(kind).lifetime)!;
    const { Start }: Partial<Values> = values;
    return Start && Start < latest && toDate(Start).getTime() > this.time.now() ? Start : latest;
  }

  /** The reason why a channel cannot send messages; '' if it can. */
  private async missing(channel: Channel): Promise<string> {
    if (await this.channels.isReady(channel)) return '';
    return channel === 'Mail' ? 'SMTP_URL is not set.' : 'SMS_URL is not set.';
  }

  private async put(draft: Draft, { Channel, Recipient, reason }: Route): Promise<void> {
    const { Kind, Values } = draft;
    await this.db.insert(Message, {
      ...draft,
      Record: kindOf(Kind).about,
      Channel,
      Recipient,
      LastError: reason,
      CreatedAt: this.time.at(),
      State: reason === '' ? 'Pending' : 'NotSent',
      NextTryAt: reason === '' ? this.dueAt(Kind) : null,
      GiveUpAt: this.giveUpAt(Kind, Values),
    });
  }

  /**
   * Whether a message whose OnceKey is `once` exists. Locks the visit or appointment `recordId`, so that only one
   * transaction at a time checks and then writes.
   */
  private async has(once: string, kind: Kind, recordId: string): Promise<boolean> {
    await this.records.lock(kindOf(kind).about, recordId);
    return this.db.exists(sql`messages WHERE OnceKey = ${once}`);
  }
}
