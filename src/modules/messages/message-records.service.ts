import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sql, { type Sql } from 'sql-template-tag';
import { isAddress } from '../../auth/accounts/user.entity.js';
import { Config } from '../../config/config.js';
import { contributed } from '../../context/contributed.js';
import { Db } from '../../database/db.js';
import { readPhone } from '../../record/values/phone.js';
import { textNumber, writtenNumber } from '../contacts/contact-phones.service.js';
import { kindOf, type About, type Kind } from './message-kinds.js';
import { MessageSubject, textIn, type Found, type MessageRow } from './message-subject.js';
import type { Message } from './message.entity.js';

/** The receiver's current data. Mail and Phone are '' if missing. */
export interface Receiver {
  Mail: string;
  /** The E.164 form of a number that can get text messages. */
  Phone: string;
  /** Why the receiver's number can get no text messages. */
  untextable?: string;
  MayText: boolean;
  /** Whether the contact is marked DoNotContact and so gets only requested messages. */
  Declines: boolean;
  Gone: boolean;
}

const mailOfAgent = (alias: Sql): Sql => sql`COALESCE(NULLIF(${alias}.Email, ''), ${alias}.BusinessEmail, '')`;

/** The records that messages are about, and the receivers of messages. */
@Injectable()
export class MessageRecordsService implements OnModuleInit {
  private readonly subjects = new Map<About, MessageSubject>();

  constructor(
    private readonly db: Db,
    private readonly discovery: DiscoveryService,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    for (const subject of contributed(this.discovery, MessageSubject)) this.subjects.set(subject.about, subject);
  }

  /** The values and the receiver of a message about the record `id`; undefined if the record does not exist. */
  find(about: About, id: string): Promise<Found | undefined> {
    return this.subjects.get(about)!.find(id);
  }

  /** Locks a record until the end of the transaction, if a message about it may be written only once. */
  lock(about: About, id: string): Promise<void> {
    return this.subjects.get(about)!.lock(id);
  }

  /** Whether a message of this kind about the record `id`, with these values and this receiver, is still correct. */
  async isCurrent(kind: Kind, id: string, found: Found): Promise<boolean> {
    const check = this.subjects.get(kindOf(kind).about)!.isCurrent[kind];
    return check === undefined || check(id, found);
  }

  /** The current data of a receiver; undefined if the receiver no longer exists. */
  async receiver({ ContactId, AgentId, UserId, mail }: Omit<Found, 'values'>): Promise<Receiver | undefined> {
    if (mail) return { Mail: mail, Phone: '', MayText: false, Declines: false, Gone: false };
    const row = await this.db.one<MessageRow>(
      ContactId
        ? sql`SELECT COALESCE(NULLIF(c.EmailPersonal, ''), c.EmailWork, '') AS Mail,
              ${textNumber} AS Phone, ${writtenNumber} AS Written, COALESCE(c.SMSOptIn, 0) AS MayText,
              COALESCE(c.DoNotContact, 0) AS Declines, COALESCE(c.Deleted, 0) AS Gone
            FROM contacts c WHERE c.ContactId = ${ContactId}`
        : AgentId
          ? sql`SELECT ${mailOfAgent(sql`a`)} AS Mail, CASE WHEN a.AgentStatus = 'Active' THEN 0 ELSE 1 END AS Gone
              FROM agents a WHERE a.AgentId = ${AgentId}`
          : sql`SELECT u.UserName AS UserName, ${mailOfAgent(sql`a`)} AS Mail, u.Disabled AS Gone
              FROM users u LEFT JOIN agents a ON a.UserId = u.UserId WHERE u.UserId = ${UserId ?? ''}`,
    );
    if (!row) return undefined;
    const userName = textIn(row.UserName);
    const { e164, untextable = readPhone(textIn(row.Written), this.config.country).untextable } = readPhone(
      textIn(row.Phone),
      this.config.country,
    );
    return {
      Mail: isAddress(userName) ? userName : textIn(row.Mail),
      Phone: e164 !== null && untextable === undefined ? e164 : '',
      untextable: row.Phone ? untextable : undefined,
      MayText: Boolean(row.MayText),
      Declines: Boolean(row.Declines),
      Gone: Boolean(row.Gone),
    };
  }
}

/** The values and the receiver that are stored in a message. */
export function foundIn({ ContactId, AgentId, UserId, Values: values }: Message): Found {
  return { ContactId: ContactId ?? undefined, AgentId: AgentId ?? undefined, UserId: UserId ?? undefined, values };
}
