import sql from 'sql-template-tag';
import { LinesService } from '../src/modules/lines/lines.service.js';
import { SurveySetupService } from '../src/modules/surveys/setup/survey-setup.service.js';
import { ContactReferencesService } from '../src/modules/contacts/merge/contact-references.service.js';
import { MergedRowsRule } from '../src/modules/contacts/merge/merged-rows.rule.js';
import { ErasedRowsRule } from '../src/modules/contacts/person/erased-rows.rule.js';
import { PersonService } from '../src/modules/contacts/person/person.service.js';
import { CheckinReferencesService } from '../src/modules/checkins/checkin-references.service.js';
import { CheckinsStore } from '../src/modules/checkins/checkins.store.js';
import { GanttTreeService } from '../src/modules/projects/gantt/gantt-tree.service.js';
import { SessionsService } from '../src/auth/sessions/sessions.service.js';
import { AccountsService } from '../src/auth/accounts/accounts.service.js';
import { Db } from '../src/database/db.js';
import type { ServiceError } from '../src/errors/errors.js';
import type { TestApp } from './support/app/app.js';
import { store } from './support/data/rows.js';
import { interleavingIn } from './support/suites/meanwhile.js';
import { agent, desk, guidOf, line, newCustomer, north, south, startWithVisits } from './support/data/visits.js';

let app: TestApp;
let admin: { Authorization: string };
beforeAll(async () => {
  ({ app, admin } = await startWithVisits());
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

const meanwhile = interleavingIn(() => app);

const send = async (verb: 'post' | 'put' | 'delete', path: string, body: object = {}): Promise<number> =>
  (await app.http[verb](`/v1/${path}`).set(admin).send(body)).status;
const checkIn = (CustomerId = newCustomer(), LineId = line.b): Promise<number> =>
  send('post', 'CustomerCheckins', { CustomerId, LocationId: north, LineId });

const imported = async (set: string, file: string): Promise<{ status: number; body: unknown }> => {
  const { status, body } = await app.http
    .post(`/v1/Sets/${set}`)
    .set({ ...admin, 'Content-Type': 'text/csv' })
    .send(file);
  return { status, body };
};

describe('a call locks the rows that it depends on', () => {
  it('a station cannot move to another location while a customer is called to it', async () => {
    expect(await checkIn()).toBe(200);
    const moved = meanwhile([CheckinsStore, 'update', 'before'], () =>
      send('put', `Stations/${desk.second}`, { LocationId: south, LineIds: [] }),
    );
    const called = await send('post', 'CustomerCheckins/CallNext', { StationId: desk.second });
    expect([called, await moved]).toEqual([200, 409]);
  });

  it('a line cannot move to another location while a customer checks in to it', async () => {
    const moved = meanwhile([CheckinReferencesService, 'errors', 'after'], () =>
      send('put', `Lines/${line.extra[0]}`, { LocationId: south }),
    );
    expect([await checkIn(newCustomer(), line.extra[0]), await moved]).toEqual([200, 409]);
  });

  it('a line that is deleted while a station with it is added disappears from the station', async () => {
    const StationId = guidOf(399);
    const removed = meanwhile([LinesService, 'lock', 'after'], () => send('delete', `Lines/${line.extra[1]}`));
    const added = await send('post', 'Stations', {
      StationId,
      LocationId: north,
      Name: 'New',
      LineIds: [line.extra[1]],
    });
    expect([added, await removed]).toEqual([200, 200]);
    const [{ LineIds }] = await app.db.all<{ LineIds: string }>(
      sql`SELECT LineIds FROM stations WHERE StationId = ${StationId}`,
    );
    expect(LineIds).toBe('[]');
  });

  it('a contact cannot be erased while a visit of the contact begins', async () => {
    const customer = newCustomer();
    const [{ ContactId }] = await app.db.all<{ ContactId: number }>(
      sql`SELECT ContactId FROM contacts WHERE ContactGUID = ${customer}`,
    );
    const erase = () => app.db.tx(() => app.get(PersonService).erase(ContactId));
    const erased = meanwhile([CheckinReferencesService, 'errors', 'after'], () =>
      erase().then(
        () => 200,
        (error: unknown) => (error as ServiceError).status,
      ),
    );
    expect([await checkIn(customer), await erased]).toEqual([200, 409]);
  });

  it('a contact who is erased while joining a team leaves no membership behind', async () => {
    const ContactID = 150;
    await store(app, 'Project', [{ ProjectID: 1, ProjectName: 'One' }]);
    const erased = meanwhile([Db, 'existingKeys', 'after'], () =>
      app.db.tx(() => app.get(PersonService).erase(ContactID)),
    );
    const member = { ProjectID: 1, ContactID, MemberRole: 'Speaker' };
    expect(await send('post', 'ProjectTeamMembers', { ProjectTeamMembers: [member] })).toBe(200);
    await erased;
    expect(await app.db.all(sql`SELECT 1 AS One FROM project_team_members WHERE ContactID = ${ContactID}`)).toEqual([]);
  });

  it('a question that is being answered keeps its text', async () => {
    await store(app, 'Survey', [{ SurveyId: 1, Title: 'One' }]);
    await store(app, 'SurveyQuestion', [{ QuestionId: 1, SurveyId: 1, Text: 'Why?', Kind: 'Text' }]);
    const SurveyGuid = guidOf(1);
    const ExpiresAt = '2999-01-01T00:00:00.0000000';
    await store(app, 'SurveyInvitation', [{ SurveyGuid, SurveyId: 1, AgentId: agent.own, ContactId: 1, ExpiresAt }]);
    const changed = meanwhile([SurveySetupService, 'read', 'after'], () =>
      send('put', 'Surveys/1', { Questions: [{ QuestionId: 1, Text: 'Why not?' }] }),
    );
    const Responses = [{ QuestionId: 1, Response: 'So' }];
    expect([await send('post', 'Survey/GiftCard/Answer', { SurveyGuid, Responses }), await changed]).toEqual([
      200, 409,
    ]);
  });
});

describe('a session that begins during another change', () => {
  const client = { address: '127.0.0.1', userAgent: '' };
  let user: string;
  const open = async (): Promise<number> => {
    const [{ Total }] = await app.db.all<{ Total: number }>(
      sql`SELECT COUNT(*) AS Total FROM sessions WHERE UserId = ${user} AND EndedAt IS NULL`,
    );
    return Total;
  };

  beforeEach(async () => {
    user = await app.userOf('Agent', agent.other);
  });

  it('a session ends if the user’s agent is deactivated while the session begins', async () => {
    const retired = meanwhile([AccountsService, 'lock', 'after'], () =>
      send('put', `Agents/${agent.other}`, { AgentStatus: 'Inactive' }),
    );
    const account = await app.get(AccountsService).existing(user);
    await app.db.tx(() => app.get(SessionsService).open(account, '', client));
    expect([await retired, await open()]).toEqual([200, 0]);
  });
});

it('only one of two parallel calls can add a user with the same name', async () => {
  const user = { UserName: 'one@example.test', Roles: ['Worker'] };
  const add = async () => {
    const { status, body } = await app.http.post('/v1/Users').set(admin).send(user);
    const { Message } = (body as { ResponseStatus: { Message: string | null } }).ResponseStatus;
    return `${status} ${Message}`;
  };
  const other = meanwhile([Db, 'insert', 'before'], add);
  const answers = [await add(), await other];
  expect(answers.sort()).toEqual(['200 null', '409 The user name one@example.test is taken.']);
});

describe('changes of the Gantt chart run one after the other', () => {
  const add = (text: string): Promise<number> => send('post', 'webix/gantt/tasks', { text });

  it('a task that is deleted with its parent gets no new link', async () => {
    await store(app, 'GanttTask', [
      { id: 1, position: 0, start_date: '2026-01-01T00:00:00.0000000' },
      { id: 2, position: 1, start_date: '2026-01-01T00:00:00.0000000' },
      { id: 3, parent: 1, position: 0, start_date: '2026-01-01T00:00:00.0000000' },
    ]);
    const linked = meanwhile([GanttTreeService, 'linksBelow', 'after'], () =>
      send('post', 'webix/gantt/links', { source: '3', target: '2', type: 0 }),
    );
    expect([await send('delete', 'webix/gantt/tasks/1'), await linked]).toEqual([200, 400]);
  });

  it('an import gives its new tasks different positions', async () => {
    const added = meanwhile([Db, 'upsertAll', 'before'], () => add('called'));
    const file = 'id,text,start_date\n901,imported,2026-01-01\n902,imported too,2026-01-01\n';
    const { status } = await imported('gantt-tasks', file);
    expect([status, await added]).toEqual([200, 200]);
    const places = await app.db.all<{ position: number }>(
      sql`SELECT position FROM gantt_tasks WHERE parent = 0 ORDER BY position`,
    );
    expect(places.map(({ position }) => position)).toEqual(places.map((_, index) => index));
  });
});

it('a record that is removed while an import changes its fields stays removed', async () => {
  const LocationId = guidOf(950);
  expect(await send('post', 'Locations', { LocationId, Name: 'Closing' })).toBe(200);
  const removed = meanwhile([Db, 'upsertAll', 'before'], () => send('delete', `Locations/${LocationId}`));
  await imported('locations', `LocationId,Active\n${LocationId},false\n`);
  expect(await removed).toBe(200);
  expect(await app.db.all(sql`SELECT Name FROM locations WHERE LocationId = ${LocationId}`)).toEqual([]);
});

describe('an import of many batches about a contact', () => {
  const [kept, merged, erased] = [160, 161, 162];
  const [EventTypeId, count] = [1, 600];
  const file = (ContactId: number): string => {
    const lines = Array.from({ length: count }, (_, at) => {
      const time = `2026-01-01T00:00:00.${String(at).padStart(7, '0')}`;
      return `${agent.own},${ContactId},${EventTypeId},${time},Reached`;
    });
    return ['AgentId,ContactId,EventTypeId,StartDate,Outcome', ...lines].join('\n');
  };
  /** Repeats a call that gave up waiting for the rows of the import. */
  const patiently = async (call: () => Promise<number>): Promise<number> => {
    for (;;) {
      const status = await call();
      if (status !== 503) return status;
    }
  };
  const add = (set: string, rows: string) => patiently(async () => (await imported(set, rows)).status);
  const merge = () => patiently(() => send('post', `Contacts/${kept}/Merge`, { From: [merged] }));
  const erase = () =>
    patiently(() =>
      app.db
        .tx(() => app.get(PersonService).erase(erased))
        .then(() => 200)
        .catch((error: unknown) => (error as ServiceError).status),
    );
  const found = () =>
    app.db.all(sql`SELECT a.ContactId AS ContactId, COUNT(*) AS Total FROM activities a
      WHERE a.Outcome = 'Reached' GROUP BY a.ContactId`);

  beforeAll(() => store(app, 'EventType', [{ EventTypeId, EventTypeName: 'Call', EventCategory: 'Meeting' }]));
  afterEach(async () => {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM activities`));
    await send('post', `Contacts/${kept}/Unmerge`);
  });

  it('gives all its rows to the remaining contact, if a merge begins after its first batch was looked up', async () => {
    const other = meanwhile([MergedRowsRule, 'apply', 'after'], merge);
    expect([await add('activities', file(merged)), await other]).toEqual([200, 200]);
    expect(await found()).toEqual([{ ContactId: kept, Total: count }]);
  });

  it('gives all its rows to the remaining contact, if it begins during the merge', async () => {
    const other = meanwhile([ContactReferencesService, 'move', 'after'], () => add('activities', file(merged)));
    expect([await merge(), await other]).toEqual([200, 200]);
    expect(await found()).toEqual([{ ContactId: kept, Total: count }]);
  });

  it('corrects the remaining contact, if it begins during the merge', async () => {
    const row = `ContactId,Name,Title\n${merged},Ada,Dr.\n`;
    const other = meanwhile([ContactReferencesService, 'move', 'after'], () => add('contacts', row));
    expect([await merge(), await other]).toEqual([200, 200]);
    const titled = await app.db.all(sql`SELECT ContactId FROM contacts WHERE Title = 'Dr.'`);
    expect(titled).toEqual([{ ContactId: kept }]);
  });

  it('adds nothing about a person who is erased after the look-up of its first batch', async () => {
    const other = meanwhile([ErasedRowsRule, 'apply', 'after'], erase);
    expect([await add('activities', file(erased)), await other]).toEqual([200, 200]);
    expect(await found()).toEqual([]);
  });
});

describe('two imports at once', () => {
  const visit = `${guidOf(801)},${newCustomer()},${north},${line.b},2026-01-01`;
  const files = {
    roles: 'RoleId,Code\n901,Clerk\n',
    checkins: `Id,CustomerId,LocationId,LineId,SignInTime\n${visit}\n`,
  };

  it.each(Object.entries(files))(
    'of two concurrent imports, the first adds a record of %s and the second finds this record',
    async (set, file) => {
      const other = meanwhile([Db, 'insertMissing', 'before'], () => imported(set, file));
      const counted = [await imported(set, file), await other].map(({ status, body }) => {
        const { Inserted, Updated } = body as Record<string, number>;
        return { status, Inserted, Updated };
      });
      expect(counted.sort((a, b) => a.Inserted - b.Inserted)).toEqual([
        { status: 200, Inserted: 0, Updated: 0 },
        { status: 200, Inserted: 1, Updated: 0 },
      ]);
    },
  );
});
