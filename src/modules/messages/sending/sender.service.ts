import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { sha256 } from '../../../auth/accounts/secrets.js';
import { Config } from '../../../config/config.js';
import { SystemClock } from '../../../context/system-clock.js';
import { Db } from '../../../database/db.js';
import { Job } from '../../../jobs/job.decorator.js';
import { heldBeyond, OutgoingQueue, reasonOf, waitAfter } from '../../../jobs/outgoing-queue.js';
import type { Int64 } from '../../../record/fields.js';
import { channels, kindOf, type Channel } from '../message-kinds.js';
import { foundIn, MessageRecordsService } from '../message-records.service.js';
import type { Found } from '../message-subject.js';
import { Message } from '../message.entity.js';
import { OutboxService } from '../outbox.service.js';
import { TemplatesService } from '../templates/templates.service.js';
import { UserNoticesService } from '../user-notices.service.js';
import { UnsubscribeLinksService } from '../unsubscribe/unsubscribe-links.service.js';
import { CalendarIdsService } from './calendar-ids.service.js';
import { calendarOf } from './appointment-ics.js';
import { addressIn, Away, ChannelsService, longestTry, Refused } from './channels.service.js';
import type { Outgoing } from './outgoing.js';

const second = 1000;
/** Milliseconds between two queries for due messages. */
const lookEvery = second;
/** Maximum number of messages that one query finds. */
const some = 50;
/** Milliseconds for which a try keeps its message from other tries. No try takes longer. */
const held = longestTry + heldBeyond;
/** Milliseconds for which a channel pauses after its server did not respond. */
const pause = 15 * second;
/** A message waits 30 s, 1 min, 2 min … 4 h after failed tries. */
const waits = { first: 30 * second, factor: 2 };

type Outcome = Partial<Message>;

/**
 * Whether a customer waits for an earlier message about the same appointment. Send these in the order of the changes,
 * so that the last one that the customer reads is true.
 */
const isOvertaking = sql`EXISTS (SELECT 1 FROM messages e WHERE m.Record = 'Appointment' AND e.Record = m.Record
  AND e.RecordId = m.RecordId AND e.ContactId = m.ContactId AND e.MessageId < m.MessageId AND e.State = 'Pending')`;

interface Taken {
  readonly message: Message;
  readonly outgoing: Outgoing;
}

/** Sends due messages. Each channel is a lane, and has its own job. */
@Injectable()
export class SenderService extends OutgoingQueue<Channel, Int64, Taken, Outcome> {
  private readonly log = new Logger('messages');
  private readonly pausedUntil = new Map<Channel, number>();

  constructor(
    db: Db,
    time: SystemClock,
    private readonly outbox: OutboxService,
    private readonly records: MessageRecordsService,
    private readonly templates: TemplatesService,
    private readonly notices: UserNoticesService,
    private readonly unsubscribeLinks: UnsubscribeLinksService,
    private readonly calendarIds: CalendarIdsService,
    private readonly sending: ChannelsService,
    private readonly config: Config,
  ) {
    super(db, time);
  }

  /** Sends the due messages of every channel. */
  async send(): Promise<void> {
    await Promise.all(channels.map((channel) => this.run(channel)));
  }

  @Job({ name: 'mails', every: lookEvery })
  sendMails(): Promise<void> {
    return this.run('Mail');
  }

  @Job({ name: 'text messages', every: lookEvery })
  sendTexts(): Promise<void> {
    return this.run('Text');
  }

  /** Ends the pauses of channels, for example when their servers are back. */
  resume(): void {
    this.pausedUntil.clear();
  }

  protected override async due(channel: Channel): Promise<Int64[]> {
    if (this.isPaused(channel)) return [];
    const due = await this.db.all<{ MessageId: Int64 }>(sql`SELECT m.MessageId AS MessageId FROM messages m
      WHERE m.State = 'Pending' AND m.Channel = ${channel} AND m.NextTryAt <= ${this.time.at()}
        AND NOT ${isOvertaking}
      ORDER BY m.NextTryAt, m.MessageId LIMIT ${some}`);
    return due.map(({ MessageId }) => MessageId);
  }

  protected override async take(channel: Channel, MessageId: Int64): Promise<Taken | undefined> {
    const stored = await this.db.lockRow(Message, { MessageId });
    const now = this.time.at();
    if (stored?.State !== 'Pending' || stored.Channel !== channel || stored.NextTryAt! > now) return undefined;
    const { Kind, RecordId } = stored;
    const end = async (outcome: Outcome): Promise<undefined> => {
      await this.db.update(Message, { MessageId }, { NextTryAt: null, ...outcome });
    };
    if (stored.GiveUpAt <= now)
      return end({ State: 'Failed', LastError: stored.LastError || 'It was not sent in time.' });
    const due = this.outbox.dueAt(Kind);
    if (due > now) return this.delay(MessageId, due);
    const found: Found | undefined =
      Kind === 'PasswordLink' ? await this.notices.makeLink(RecordId, stored.Values) : foundIn(stored);
    if (!found) return end({ State: 'NotSent', LastError: 'No user with this name can get a link now.' });
    if (!(await this.records.isCurrent(Kind, RecordId, found)))
      return end({ State: 'NotSent', LastError: 'The record has changed: the message would be wrong.' });
    const current = await this.records.find(kindOf(Kind).about, RecordId);
    const route = await this.outbox.routeOf(
      Kind,
      await this.records.receiver({ ...found, mail: current?.mail }),
      current?.requested,
    );
    if (route.reason !== '') return end({ State: 'NotSent', LastError: route.reason });
    const { Channel, Recipient } = route;
    // Move the message to another channel if the receiver's addresses have changed since it was written.
    if (Channel !== channel) return this.delay(MessageId, now, { Channel });
    const token = stored.ContactId === null ? undefined : this.unsubscribeLinks.tokenOf(stored);
    const message = (await this.db.update(
      Message,
      { MessageId },
      {
        Recipient,
        Tries: stored.Tries + 1,
        NextTryAt: this.time.at(held),
        UserId: found.UserId ?? null,
        ...(token !== undefined && { WayOutHash: sha256(token) }),
      },
    ))!;
    const unsubscribeUrl = token === undefined ? undefined : this.unsubscribeLinks.urlOf(token);
    const values = { ...found.values, ...(current?.link !== undefined && { Link: current.link }) };
    const content = await this.templates.render(Kind, values, unsubscribeUrl);
    const id = `${MessageId}.${stored.Resends}.${stored.CreatedAt.replaceAll(/\D/g, '')}`;
    const calendar = calendarOf(
      message,
      addressIn(this.config.mailFrom ?? ''),
      await this.calendarIds.ofAppointments(),
    );
    return { message, outgoing: { id, to: Recipient, content, unsubscribeUrl, calendar } };
  }

  private async delay(MessageId: Int64, NextTryAt: string, more: Outcome = {}): Promise<undefined> {
    await this.db.update(Message, { MessageId }, { ...more, NextTryAt });
  }

  protected override async transmit({ message, outgoing }: Taken): Promise<Outcome> {
    const channel = message.Channel;
    try {
      await this.sending.send(channel, outgoing);
      return { State: 'Sent', SentAt: this.time.at(), NextTryAt: null, LastError: '' };
    } catch (error) {
      const LastError = reasonOf(error);
      if (error instanceof Refused) return { State: 'Failed', NextTryAt: null, LastError };
      if (error instanceof Away) this.pause(channel, LastError);
      const NextTryAt = this.time.at(waitAfter(message.Tries, waits));
      return NextTryAt < message.GiveUpAt ? { NextTryAt, LastError } : { State: 'Failed', NextTryAt: null, LastError };
    }
  }

  protected override async store({ message }: Taken, outcome: Outcome): Promise<boolean> {
    const { MessageId, Channel, Tries, Resends } = message;
    const stored = await this.db.lockRow(Message, { MessageId });
    // A user may have resent the message meanwhile.
    if (stored?.State === 'Pending' && stored.Tries === Tries && stored.Resends === Resends)
      await this.db.update(Message, { MessageId }, outcome);
    return !this.isPaused(Channel);
  }

  private isPaused(channel: Channel): boolean {
    return (this.pausedUntil.get(channel) ?? 0) > this.time.now();
  }

  private pause(channel: Channel, reason: string): void {
    const isPaused = this.isPaused(channel);
    this.pausedUntil.set(channel, this.time.now() + pause);
    if (!isPaused) this.log.warn(`${channel}: ${reason} The messages wait for ${pause / second} s.`);
  }
}
