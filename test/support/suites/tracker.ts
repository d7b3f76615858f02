import sql from 'sql-template-tag';
import type { Activity } from '../../../src/modules/activity/activity.entity.js';
import type { Contact } from '../../../src/modules/contacts/contact.entity.js';
import { startApp, type TestApp } from '../app/app.js';
import { store } from '../data/rows.js';

type Caller = { Authorization: string };

/** The state of a suite of the activity tracker after `start`. agent: agent 1, whose downline is agent 2. */
export let app: TestApp;
export let agent: Caller;
export let admin: Caller;

/** Stores agents, event types and places; the suite stores contacts and activities. */
export async function start(): Promise<void> {
  app = await startApp({ CLOCK: now });
  await store(app, 'Agent', [
    { AgentId: 1, AgentName: 'Own' },
    { AgentId: 2, AgentName: 'Downline', Upline1: 1 },
    { AgentId: 3, AgentName: 'Other' },
  ]);
  await store(app, 'EventType', [
    { EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'Outreach' },
    { EventTypeId: 2, EventTypeName: 'Meeting', EventCategory: 'Service' },
    { EventTypeId: 3, EventTypeName: 'Telegram', EventCategory: 'Service', IsActive: false },
    { EventTypeId: 4, EventTypeName: 'Note', EventCategory: 'Internal' },
  ]);
  await store(app, 'State', [{ StateID: 8, State: 'CO', StateName: 'Colorado' }]);
  await store(app, 'County', [{ CountyID: '9007199254740993', StateID: 8, County: 'Denver' }]);
  await store(app, 'District', [{ DistrictID: 5, CountyID: '9007199254740993', DistrictName: 'North' }]);
  await store(app, 'School', [{ SchoolID: 6, DistrictID: 5, SchoolName: 'East High' }]);
  agent = await app.as('Agent', 1);
  admin = await app.as('Administrator');
}

/** Removes contacts, activities and the audit before each test. */
export const clear = (): Promise<void> =>
  app.db.tx(async () => {
    for (const table of [sql`activities`, sql`contact_shares`, sql`contacts`, sql`audit`])
      await app.db.execute(sql`DELETE FROM ${table}`);
  });

export const now = '2026-04-30T12:00:00.0000000';
export const at = (day: string): string => `${day}T09:00:00.0000000`;

export const contacts = (...rows: Partial<Contact>[]) => store(app, 'Contact', rows);
export const activities = (...rows: Partial<Activity>[]) => store(app, 'Activity', rows);
export const audit = (): Promise<{ Operation: string; Changes: string }[]> =>
  app.db.all(sql`SELECT Operation, Changes FROM audit ORDER BY AuditId`);

export const list = (path: string, who = agent) => app.http.get(`/v1/ActivityTracker/${path}`).set(who);
export const post = (body: object, who = agent) => app.http.post('/v1/ActivityTracker').set(who).send(body);
export const ids = ({ body }: { body: { Contact: Contact[] } }): number[] =>
  body.Contact.map(({ ContactId }) => ContactId);
