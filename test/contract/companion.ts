import * as administration from './companion/administration.js';
import * as appointments from './companion/appointments.js';
import * as branches from './companion/branches.js';
import * as catalogues from './companion/catalogues.js';
import * as contacts from './companion/contacts.js';
import * as files from './companion/files.js';
import * as frontDesk from './companion/front-desk.js';
import * as history from './companion/history.js';
import * as lookUps from './companion/look-ups.js';
import * as messages from './companion/messages.js';
import * as projects from './companion/projects.js';
import * as reception from './companion/reception.js';
import * as sets from './companion/sets.js';
import * as slots from './companion/slots.js';
import * as smartsheets from './companion/smartsheets.js';
import * as surveys from './companion/surveys.js';
import * as webhooks from './companion/webhooks.js';
import type { Group } from './group.js';
import type { Fields } from './records.js';

// Each group has a file with its routes, its records and values for its placeholders.
const parts = [
  ...[contacts, frontDesk, branches, administration, smartsheets, projects, slots, catalogues, surveys, sets],
  ...[history, lookUps, reception, appointments, files, messages, webhooks],
];

/** The companion operations, by group and noun: `C2 Locations`. */
export const companionGroups: Readonly<Record<string, Group>> = Object.assign({}, ...parts.map(({ groups }) => groups));

/** The records that only companion operations send. */
export const companionRecords: Readonly<Record<string, Fields>> = Object.assign(
  {},
  ...parts.map(({ records }) => records),
);

/** As `placeholders` of the interface. */
export const companionPlaceholders: Readonly<Record<string, string>> = Object.assign(
  {},
  ...parts.map(({ placeholders }) => placeholders),
);
