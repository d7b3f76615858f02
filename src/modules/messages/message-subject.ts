import sql from 'sql-template-tag';
import type { Guid } from '../../record/fields.js';
import type { About, Kind, Values } from './message-kinds.js';

/**
 * The values of a message about a record, and the receiver: ContactId, AgentId or UserId. A webhook has none of these
 * Ids, because its messages go to several users.
 */
export interface Found {
  ContactId?: number;
  AgentId?: number;
  UserId?: Guid;
  values: Values;
  /** Whether the customer asked for messages about the record. */
  requested?: boolean;
  /** The receiver's e-mail address, if no contact has been stored for the receiver yet. */
  mail?: string;
  /** The link to the page of the record. It is made for each try, because no table stores it. */
  link?: string;
}

/** The columns of a row that a message is made from. */
export type MessageRow = Readonly<Record<string, string | number | null>>;

/**
 * The records of one kind that messages are about. Provide each subclass in the module of the record;
 * MessageRecordsService discovers it.
 */
export abstract class MessageSubject {
  abstract readonly about: About;

  /**
   * Whether a message of a kind about the record `id`, with these values and this receiver, is still correct. A message
   * of another kind is always correct.
   */
  readonly isCurrent: Readonly<Partial<Record<Kind, (id: string, found: Found) => Promise<boolean>>>> = {};

  /** The values and the receiver of a message about the record `id`; undefined if the record does not exist. */
  abstract find(id: string): Promise<Found | undefined>;

  /** Locks the record until the end of the transaction, if a message about it may be written only once. */
  async lock(_id: string): Promise<void> {
    // Most messages announce a change, whose transaction has locked the record already.
  }
}

/** SQL for the name by which messages address the contact `c`. */
export const addressedName = sql`COALESCE(NULLIF(c.FirstName, ''), c.Name, '')`;

/** The text of a column; '' if it is null. */
export function textIn(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** The columns of a row as the values of a message. */
export function valuesIn(row: Readonly<Record<string, string | number | null | undefined>>): Values {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textIn(value)]));
}
