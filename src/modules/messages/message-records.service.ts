import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { isAddress } from '../../auth/accounts/user.entity.js';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import type { DateTime, Guid } from '../../record/fields.js';
import { readPhone } from '../../record/values/phone.js';
import { textNumber, writtenNumber } from '../contacts/contact-phones.service.js';
import type { About, Kind, Values } from './message-kinds.js';
import type { Message } from './message.entity.js';
import { VisitPlaces } from './visit-places.service.js';

/**
 * The values of a message about a record, and the receiver: ContactId, AgentId or UserId. `find` sets none of these Ids
 * for a webhook, because its messages go to several users.
 */
export interface Found {
  ContactId?: number;
  AgentId?: number;
  UserId?: Guid;
  values: Values;
  /** Whether the customer asked for messages about the record. */
  requested?: boolean;
  /** The visit that the message is about. */
  visit?: { readonly Id: Guid; readonly CustomerId: Guid };
}

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

type Row = Readonly<Record<string, string | number | null>>;

const contactName = sql`COALESCE(NULLIF(c.FirstName, ''), c.Name, '')`;
const mailOfAgent = (alias: Sql): Sql => sql`COALESCE(NULLIF(${alias}.Email, ''), ${alias}.BusinessEmail, '')`;

@Injectable()
export class MessageRecordsService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly config: Config,
    private readonly places: VisitPlaces,
  ) {}

  /** The values and the receiver of a message about the record `id`; undefined if the record does not exist. */
  find(about: About, id: string): Promise<Found | undefined> {
    switch (about) {
      case 'Checkin':
        return this.visit(id);
      case 'Appointment':
        return this.appointment(Number(id));
      case 'SurveyInvitation':
        return this.invitation(id);
      case 'SlotDistrictApproval':
        return this.slot(Number(id));
      case 'User':
        return this.user(id);
      case 'Webhook':
        return this.webhook(Number(id));
    }
  }

  /** Locks a visit or an appointment until the end of the transaction. Does nothing for other records. */
  async lock(about: About, id: string): Promise<void> {
    if (about === 'Checkin') await this.db.lock(sql`SELECT v.Id AS Id FROM checkins v WHERE v.Id = ${id}`);
    if (about === 'Appointment')
      await this.db.lock(sql`SELECT p.AppointmentId AS AppointmentId FROM appointments p
        WHERE p.AppointmentId = ${Number(id)}`);
  }

  /** Of these visits, returns the Ids of those with SendReminders, in the same order. */
  async reminded(visitIds: readonly Guid[]): Promise<Guid[]> {
    if (visitIds.length === 0) return [];
    const reminded = await this.db.all<{ Id: Guid }>(sql`SELECT v.Id AS Id FROM checkins v
      WHERE v.Id IN (${join(visitIds)}) AND v.SendReminders = 1`);
    return visitIds.filter((id) => reminded.some(({ Id }) => Id === id));
  }

  /** The Planned appointments that begin tomorrow (in TIME_ZONE), whether or not a reminder was written. */
  tomorrow(): Promise<{ AppointmentId: number; StartDate: DateTime }[]> {
    const now = this.clock.now();
    const [from, to] = [now, this.clock.daysLater(now, 1) ?? now].map((at) =>
      this.clock.endOfDay(this.clock.dayOf(at)),
    );
    return this.db.all(sql`SELECT p.AppointmentId AS AppointmentId, p.StartDate AS StartDate FROM appointments p
      WHERE p.StartDate > ${from} AND p.StartDate <= ${to} AND p.Status = 'Planned'
      ORDER BY p.StartDate, p.AppointmentId`);
  }

  /** Whether a message of this kind about the record `id`, with these values and this receiver, is still correct. */
  async isCurrent(kind: Kind, id: string, { ContactId, values }: Found): Promise<boolean> {
    const visit = sql`checkins v JOIN contacts c ON c.ContactGUID = v.CustomerId
      WHERE v.Id = ${id} AND c.ContactId = ${ContactId ?? null}`;
    switch (kind) {
      case 'VisitCheckedIn':
        return this.db.exists(visit);
      case 'VisitNext':
        return this.db.exists(sql`${visit} AND v.Status = 0`);
      case 'VisitCalled':
        return this.db.exists(sql`${visit} AND v.Status = 1`);
      case 'AppointmentTomorrow':
        return this.isPlannedAsIn(Number(id), ContactId, values);
      case 'WebhookOff':
        return this.db.exists(sql`webhooks WHERE WebhookId = ${Number(id)} AND Active = 0`);
      default:
        return true;
    }
  }

  /** Whether the appointment will take place as a reminder says. Locks it, so that the answer includes any change. */
  private async isPlannedAsIn(id: number, ContactId: number | undefined, said: Values): Promise<boolean> {
    await this.lock('Appointment', String(id));
    const now = await this.appointment(id, sql`AND p.Status = 'Planned'`);
    if (!now || now.ContactId !== ContactId) return false;
    return ['Start', 'End', 'Place', 'Agent'].every((name) => now.values[name] === said[name]);
  }

  /** The current data of a receiver; undefined if the receiver no longer exists. */
  async receiver({ ContactId, AgentId, UserId }: Omit<Found, 'values'>): Promise<Receiver | undefined> {
    const row = await this.db.one<Row>(
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
    const userName = text(row.UserName);
    const { e164, untextable = readPhone(text(row.Written), this.config.country).untextable } = readPhone(
      text(row.Phone),
      this.config.country,
    );
    return {
      Mail: isAddress(userName) ? userName : text(row.Mail),
      Phone: e164 !== null && untextable === undefined ? e164 : '',
      untextable: row.Phone ? untextable : undefined,
      MayText: Boolean(row.MayText),
      Declines: Boolean(row.Declines),
      Gone: Boolean(row.Gone),
    };
  }

  private async visit(id: Guid): Promise<Found | undefined> {
    const row = await this.db.one<Row>(sql`SELECT c.ContactId AS ContactId, v.CustomerId AS CustomerId,
        ${contactName} AS Name, COALESCE(v.Ticket, '') AS Ticket,
        o.Name AS Location, l.Name AS Line, COALESCE(s.Name, '') AS Station,
        v.LocationId AS LocationId, v.SendReminders AS Asked
      FROM checkins v JOIN contacts c ON c.ContactGUID = v.CustomerId JOIN service_lines l ON l.Id = v.LineId
        JOIN locations o ON o.LocationId = v.LocationId LEFT JOIN stations s ON s.StationId = v.StationId
      WHERE v.Id = ${id}`);
    if (!row) return undefined;
    const { ContactId, CustomerId, LocationId, Asked, ...values } = row;
    const Position = await this.places.positionOf({ Id: id, LocationId: text(LocationId) });
    return {
      ContactId: Number(ContactId),
      requested: Boolean(Asked),
      visit: { Id: id, CustomerId: text(CustomerId) },
      values: texts({ ...values, Position }),
    };
  }

  private async appointment(id: number, more = empty): Promise<Found | undefined> {
    const row = await this.db.one<Row>(sql`SELECT c.ContactId AS ContactId, ${contactName} AS Name,
        a.AgentName AS Agent, e.EventTypeName AS Type, p.StartDate AS Start, p.EndDate AS Until, p.Place AS Place,
        COALESCE(p.Sequence, 0) AS Sequence
      FROM appointments p JOIN contacts c ON c.ContactId = p.ContactId JOIN agents a ON a.AgentId = p.AgentId
        JOIN event_types e ON e.EventTypeId = p.EventTypeId
      WHERE p.AppointmentId = ${id} ${more}`);
    if (!row) return undefined;
    const { ContactId, Until, ...values } = row;
    return { ContactId: Number(ContactId), values: texts({ ...values, End: Until }) };
  }

  private async invitation(guid: Guid): Promise<Found | undefined> {
    const row = await this.db.one<Row>(sql`SELECT c.ContactId AS ContactId, ${contactName} AS Name,
        a.AgentName AS Agent, s.Title AS Survey, i.ExpiresAt AS Expires, i.SurveyGuid AS SurveyGuid
      FROM survey_invitations i JOIN contacts c ON c.ContactId = i.ContactId JOIN agents a ON a.AgentId = i.AgentId
        JOIN surveys s ON s.SurveyId = i.SurveyId
      WHERE i.SurveyGuid = ${guid}`);
    if (!row) return undefined;
    const { ContactId, SurveyGuid, ...values } = row;
    const Link = `${this.config.surveyUrl}${text(SurveyGuid)}`;
    return { ContactId: Number(ContactId), values: texts({ ...values, Link }) };
  }

  private async slot(id: number): Promise<Found | undefined> {
    const row = await this.db.one<Row>(sql`SELECT r.AgentID AS AgentId, a.AgentName AS Name, s.Description AS Slot,
        COALESCE(d.DistrictName, '') AS District, COALESCE(h.SchoolName, '') AS School, r.Status AS Decision,
        r.Note AS Note
      FROM slot_district_approvals r JOIN agents a ON a.AgentId = r.AgentID
        LEFT JOIN slot_districts s ON s.SlotDistrictID = r.SlotDistrictID
        LEFT JOIN districts d ON d.DistrictID = s.DistrictID LEFT JOIN schools h ON h.SchoolID = r.SchoolID
      WHERE r.SlotDistrictApprovalID = ${id}`);
    if (!row) return undefined;
    const { AgentId, ...values } = row;
    return { AgentId: Number(AgentId), values: texts(values) };
  }

  private async user(id: Guid): Promise<Found | undefined> {
    const row = await this.db.one<Row>(sql`SELECT u.DisplayName AS Name FROM users u WHERE u.UserId = ${id}`);
    return row && { UserId: id, values: texts(row) };
  }

  /** The values of a message about a webhook. They contain only the host of its URL: the rest may contain a secret. */
  private async webhook(id: number): Promise<Found | undefined> {
    const row = await this.db.one<{ Webhook: number; Url: string; Reason: string }>(sql`SELECT w.WebhookId AS Webhook,
      w.Url AS Url, w.LastError AS Reason FROM webhooks w WHERE w.WebhookId = ${id}`);
    if (!row) return undefined;
    const { Url, ...values } = row;
    return { values: texts({ ...values, Host: URL.parse(Url)?.host }) };
  }
}

/** The values and the receiver that are stored in a message. */
export function foundIn({ ContactId, AgentId, UserId, Values: values }: Message): Found {
  return { ContactId: ContactId ?? undefined, AgentId: AgentId ?? undefined, UserId: UserId ?? undefined, values };
}

function text(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function texts(row: Readonly<Record<string, string | number | null | undefined>>): Values {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]));
}
