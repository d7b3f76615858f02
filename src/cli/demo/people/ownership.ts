import type { DateTime } from '../../../record/fields.js';
import type { Filling } from '../filling.js';
import { agentCount, branchOfAgent, daysSinceLeaving, isActive, leavers, own } from './hierarchy.js';
import { firstNames, lastNames } from './names.js';

/** Of these every sixth is agent@'s, and a few are its branch's and those of agents who left. */
const firstContacts = 600;
const activeBranch = branchOfAgent.filter(isActive);

/** The owner of the contact with that number; beyond the first ones every agent has as many. */
export function ownerOf(filling: Filling, ContactId: number): number {
  const random = filling.chanceOf('owner', ContactId);
  if (ContactId <= firstContacts) {
    if (ContactId % 6 === 1) return own.agent;
    if (ContactId % 30 === 4) return leavers[0];
    if (ContactId % 30 === 10) return leavers[1];
    if (ContactId % 10 === 2) return random.pick(activeBranch);
  }
  return random.int(1, agentCount(filling));
}

/** The ContactGUID of the contact with that number. */
export function contactGuid(ContactId: number): string {
  return `c0${ContactId.toString(16).padStart(10, '0')}4d3f8a5b7e91c2d4f601`;
}

export function contactName(filling: Filling, ContactId: number): readonly [first: string, last: string] {
  const random = filling.chanceOf('person', ContactId);
  return [random.pick(firstNames), random.pick(lastNames)];
}

export function isDeleted(ContactId: number): boolean {
  return ContactId % 50 === 49;
}

/** Not to be contacted by Outreach. */
export function isLeftAlone(ContactId: number): boolean {
  return ContactId % 40 === 11;
}

/** The owner left, or the contact did: nothing happened since. */
export function isQuiet(filling: Filling, ContactId: number): boolean {
  return isDeleted(ContactId) || !isActive(ownerOf(filling, ContactId));
}

/** When a contact came: a tenth in the last 30 days, the others in the years before. */
export function createdOf(filling: Filling, ContactId: number): { daysAgo: number; DateCreated: DateTime } {
  const random = filling.chanceOf('creation', ContactId);
  const fresh = ContactId % 10 === 7 && !isQuiet(filling, ContactId);
  const daysAgo = fresh ? random.int(0, 29) : random.int(2 * daysSinceLeaving, 1500);
  return { daysAgo, DateCreated: filling.calendar.moment(random, daysAgo) };
}
