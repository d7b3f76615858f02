import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { own } from './people.js';

/** The owner of the contact with that number: a good part are agent@'s and its downline's. */
export function ownerOf(filling: Filling, { ids, near }: Agents, ContactId: number): number {
  if (ContactId % 6 === 1) return own.agent;
  return filling.chanceOf(-ContactId).pick(ContactId % 10 === 2 ? near : ids);
}

/** The ContactGUID of the contact with that number. */
export function contactGuid(ContactId: number): string {
  return `c0${ContactId.toString(16).padStart(10, '0')}4d3f8a5b7e91c2d4f601`;
}
