import sql, { raw, type Sql } from 'sql-template-tag';
import type { TestApp } from '../support/app/app.js';
import { store } from '../support/data/rows.js';
import { guidOf } from '../support/data/visits.js';

/** A kind of write that the test repeats. Each write has a number, so that no two are alike. */
interface Kind {
  path: string;
  body(number: number): object;
  /** The query for the effects of all writes: one row for each effect, whose Mark contains the number of the write. */
  effects: Sql;
  /** Returns the number of the write in a Mark. */
  number(mark: string): number;
}

/** The largest number of writes of each kind, because `seed` stores that many records for them. */
export const most = 4000;
/** The number of rows that many writes change. It is odd, so that both of two instances write each row. */
const contested = { contacts: 11, parents: 3, lines: 5 };
const location = guidOf(900_001);
const line = guidOf(900_002);
const firstDay = Date.UTC(2026, 0, 1);
const at = (number: number): string => new Date(firstDay + number * 1000).toISOString();
const mailOf = (number: number): string => `customer-${number}@example.test`;

export const kinds: readonly Kind[] = [
  {
    path: '/v1/ProjectTeamMembers',
    body: (number) => ({ ProjectTeamMembers: [{ ProjectID: 1, ContactID: number, MemberRole: `write ${number}` }] }),
    effects: sql`SELECT MemberRole AS Mark FROM project_team_members`,
    number: (mark) => Number(mark.slice('write '.length)),
  },
  {
    path: '/v1/CustomerCheckins',
    body: (number) => ({ CustomerId: guidOf(number), LocationId: location, LineId: line }),
    effects: sql`SELECT CustomerId AS Mark FROM checkins`,
    number: Number,
  },
  {
    path: '/v1/Contacts',
    body: (number) => ({ AgentId: 1, FirstName: `write ${number}` }),
    effects: sql`SELECT FirstName AS Mark FROM contacts WHERE FirstName LIKE 'write %'`,
    number: (mark) => Number(mark.slice('write '.length)),
  },
  {
    path: '/v1/ActivityTracker',
    body: (number) => ({
      Contact: { ContactId: 1 + (number % contested.contacts) },
      EventTypeId: 1,
      StartDate: at(number),
    }),
    effects: sql`SELECT StartDate AS Mark FROM activities`,
    number: (mark) => (Date.parse(mark.slice(0, 19) + 'Z') - firstDay) / 1000,
  },
  {
    path: '/v1/webix/gantt/tasks',
    body: (number) => ({ text: `write ${number}`, parent: String(1 + (number % contested.parents)) }),
    effects: sql`SELECT text AS Mark FROM gantt_tasks WHERE parent > 0`,
    number: (mark) => Number(mark.slice('write '.length)),
  },
  {
    path: '/v1/Smartsheets/TransferLines',
    body: (number) => ({
      agent: { AgentId: 2 + (number % 2) },
      lines: [
        { TableName: 'Own', ID: number },
        { TableName: 'Contested', ID: 1 + (number % contested.lines) },
      ],
    }),
    effects: sql`SELECT ID AS Mark FROM smartsheet_transfers WHERE TableName = 'Own'`,
    number: Number,
  },
];

/** Queries for rows that break an invariant. Each query must find no row. */
export const invariants: Readonly<Record<string, Sql>> = {
  'the positions of siblings are 0, 1, 2 and so on, without gaps': sql`SELECT parent FROM gantt_tasks GROUP BY parent
    HAVING MIN(position) <> 0 OR MAX(position) <> COUNT(*) - 1 OR COUNT(DISTINCT position) <> COUNT(*)`,
  'the owner of a line is the last receiver': sql`SELECT s.ID FROM smartsheet_lines s JOIN smartsheet_transfers t
      ON t.TransferId = (SELECT MAX(m.TransferId) FROM smartsheet_transfers m
        WHERE m.TableName = s.TableName AND m.ID = s.ID)
    WHERE s.AgentId <> t.ToAgentId`,
  'a line is transferred from its owner': sql`SELECT c.ID FROM (SELECT t.ID, t.FromAgentId,
      COALESCE(LAG(t.ToAgentId) OVER (PARTITION BY t.TableName, t.ID ORDER BY t.TransferId), 1) AS Holder
    FROM smartsheet_transfers t) c WHERE c.FromAgentId <> c.Holder`,
  'LastContact is the latest activity': sql`SELECT c.ContactId FROM contacts c
    JOIN (SELECT ContactId, MAX(StartDate) AS Latest FROM activities GROUP BY ContactId) a ON a.ContactId = c.ContactId
    WHERE c.LastContact IS NULL OR c.LastContact <> a.Latest`,
  'a customer has one open visit at a location on a day': sql`SELECT CustomerId FROM checkins WHERE Status < 3
    GROUP BY CustomerId, LocationId, BusinessDay HAVING COUNT(*) > 1`,
};

/** The records that the writes refer to. */
export async function seed(app: TestApp): Promise<void> {
  const numbered = Array.from({ length: most }, (_, index) => index + 1);
  const day = at(0);
  await store(app, 'Agent', [
    { AgentId: 1, AgentName: 'First' },
    { AgentId: 2, AgentName: 'Second' },
    { AgentId: 3, AgentName: 'Third' },
  ]);
  await store(app, 'EventType', [{ EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'Outreach' }]);
  await store(
    app,
    'Contact',
    numbered.map((ContactId) => ({
      ...{ ContactId, ContactGUID: guidOf(ContactId), AgentId: 1 },
      EmailPersonal: mailOf(ContactId),
    })),
  );
  await store(app, 'Project', [{ ProjectID: 1, ProjectName: 'Ledger' }]);
  await store(app, 'Location', [{ LocationId: location, Name: 'North' }]);
  await store(app, 'Line', [{ Id: line, LocationId: location, Name: 'Advice', ServiceDurationMinutes: 5 }]);
  await store(
    app,
    'GanttTask',
    Array.from({ length: contested.parents }, (_, position) => ({ id: position + 1, position, start_date: day })),
  );
  await store(app, 'SmartsheetLine', [
    ...numbered.map((ID) => ({ TableName: 'Own', ID, AgentId: 1 })),
    ...numbered.slice(0, contested.lines).map((ID) => ({ TableName: 'Contested', ID, AgentId: 1 })),
  ]);
}

/** The query for the request ids of all audit rows, if they begin with `start`. */
export const audited = (start: string): Sql =>
  sql`SELECT RequestId AS Mark FROM ${raw('audit')} WHERE RequestId LIKE ${`${start}%`}`;

/** Queries for the mails and events that committed writes must send: the receiver of a mail, the record of an event. */
export const sent = {
  mail: sql`SELECT c.EmailPersonal AS Mark FROM checkins v JOIN contacts c ON c.ContactGUID = v.CustomerId`,
  'visit.created': sql`SELECT Id AS Mark FROM checkins`,
  'contact.created': sql`SELECT ContactId AS Mark FROM contacts WHERE FirstName LIKE 'write %'`,
};
