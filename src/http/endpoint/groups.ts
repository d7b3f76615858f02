import { anonymousBodyLimit } from '../body/body-reader.js';
import type { Group } from './declaration.js';
import { roles } from './endpoint.js';
import { Role } from './roles.js';

const ofAgents = roles(Role.Agent, Role.Administrator);
const ofAdministrators = roles(Role.Administrator);

const companion = true;

/**
 * Groups whose operations are in several controllers, by name. Declare a group of one controller in its `@Resource`. An
 * operation can name another group in its `@Endpoint`.
 */
export const groups = {
  auth: { name: 'Auth', title: 'Signing in', order: 0, bodyLimit: anonymousBodyLimit },
  lineQuestions: { name: 'LineQuestions', title: 'Line questions', order: 6, access: ofAdministrators },
  contacts: { name: 'Contacts', title: 'Contacts and activities', order: 1, companion, access: ofAgents },
  frontDesk: { name: 'FrontDesk', title: 'Front desk', order: 2, companion, access: ofAgents },
  agents: { name: 'Agents', title: 'Agents and branches', order: 3, companion, access: ofAgents },
  // No operation of this group is delegable, because each could give the caller every right.
  administration: {
    name: 'Administration',
    title: 'Users, roles and the audit',
    order: 4,
    companion,
    access: ofAdministrators,
  },
  surveys: { name: 'Surveys', title: 'Surveys and rewards', order: 6, companion, access: ofAgents },
  reception: { name: 'Reception', title: 'Reception', order: 11, companion, access: ofAgents },
  catalogue: {
    name: 'Catalogue',
    title: 'Event types and policy documents: changes',
    order: 9,
    companion,
    access: ofAdministrators,
  },
  history: { name: 'History', title: 'History', order: 13, companion },
  appointments: { name: 'Appointments', title: 'Appointments', order: 12, companion, access: ofAgents },
  bookings: { name: 'Bookings', title: 'Bookings', order: 23, companion, access: ofAgents },
  files: { name: 'Files', title: 'Files', order: 15, companion, access: ofAgents },
  messages: { name: 'Messages', title: 'Messages', order: 16, companion, access: ofAgents },
  reports: { name: 'Reports', title: "Reports, and a person's data", order: 22, companion, access: ofAgents },
  lookUps: { name: 'LookUps', title: 'Look-ups', order: 19, companion, access: ofAgents },
} as const satisfies Record<string, Group>;
