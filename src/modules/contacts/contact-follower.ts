import type { Contact } from './contact.entity.js';

export type Owned = Pick<Contact, 'ContactId' | 'AgentId'>;

/**
 * What a module changes when contacts get another owner or are deleted. Provide each subclass in its module; the
 * services of contacts discover it.
 */
export abstract class ContactFollower {
  /** The contacts, whose rows are locked, go from their AgentId to the agent `to`; 0 means that they have no owner. */
  abstract transferred(contacts: readonly Owned[], to: number): Promise<void>;

  /** The contacts, whose rows are locked, become Deleted after this call. */
  abstract deleted(contactIds: readonly number[]): Promise<void>;
}
