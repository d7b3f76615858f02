import sql, { raw, type Sql } from 'sql-template-tag';
import { asDemoUser } from '../../../test/support/app/demo-app.js';
import { store } from '../../../test/support/data/rows.js';
import { csv, startImports, type ImportSuite } from '../../../test/support/suites/imports.js';
import { quoted } from '../../database/sql/quoted.js';
import { Conflict } from '../../errors/errors.js';
import { newGuid } from '../../record/values/guid.js';
import type { ImportedSet } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';

let suite: ImportSuite;

beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

const change = (id: number, fields: object) =>
  suite.app.http.put(`/v1/Contacts/${id}`).set(suite.agent).send(fields).expect(200);
const undone = async (shown: { ImportId: string }) => (await suite.undo(shown).expect(200)).body as Undone;
interface Refusal {
  ResponseStatus: { Message: string };
}
interface Undone {
  Imports: { State: string }[];
  LeftBehind: { Line: number; Key: string; Field: string; Message: string }[];
}
const told = (Field: string, text: string) => ({ Field, Message: expect.stringContaining(text) as string });

describe('consent to text messages', () => {
  it('does not come back for a number that has changed since, though the import did not change it', async () => {
    const id = await suite.added({ LastName: 'Consent', Phone: '505-555-0170', SMSOptIn: true });
    const shown = await suite.done(`ContactId,SMSOptIn\n${id},false\n`);
    await change(id, { Phone: '505-555-0171' });
    expect((await undone(shown)).LeftBehind).toMatchObject([told('SMSOptIn', 'belongs to Phone')]);
    expect(await suite.contact(id)).toMatchObject({ Phone: '505-555-0171', SMSOptIn: false });
  });

  it.each(['Phone', 'PhoneAlt'] as const)('does not come back once %s was added', async (name) => {
    const fields = { Phone: undefined, PhoneAlt: undefined, [name === 'Phone' ? 'PhoneAlt' : 'Phone']: '505-555-0172' };
    const id = await suite.added({ LastName: 'Consent', ...fields, SMSOptIn: true });
    const shown = await suite.done(`ContactId,SMSOptIn\n${id},false\n`);
    await change(id, { [name]: '505-555-0173' });
    expect((await undone(shown)).LeftBehind).toMatchObject([told('SMSOptIn', 'belongs to Phone')]);
    expect((await suite.contact(id)).SMSOptIn).toBe(false);
  });

  it('that was given since stays with its number', async () => {
    const id = await suite.added({ LastName: 'Consent', Phone: '505-555-0174' });
    const shown = await suite.done(`ContactId,Phone\n${id},505-555-0175\n`);
    await change(id, { SMSOptIn: true });
    expect((await undone(shown)).LeftBehind).toMatchObject([told('Phone', 'SMSOptIn')]);
    expect(await suite.contact(id)).toMatchObject({ Phone: '505-555-0175', SMSOptIn: true });
  });

  it('comes back with the number that it was given for', async () => {
    const id = await suite.added({ LastName: 'Consent', Phone: '505-555-0176', SMSOptIn: true });
    const shown = await suite.done(`ContactId,Phone,SMSOptIn\n${id},505-555-0177,false\n`);
    await change(id, { Title: 'Dr' });
    expect((await undone(shown)).LeftBehind).toEqual([]);
    expect(await suite.contact(id)).toMatchObject({ Phone: '505-555-0176', SMSOptIn: true, Title: 'Dr' });
  });
});

it('gives a text back only with the id that it was the text of', async () => {
  const id = await suite.added({ LastName: 'Texts', ContactStatusId: 9001, ContactStatusDesc: 'Warm' });
  const other = await suite.added({ LastName: 'Texts', ContactStatusId: 9001, ContactStatusDesc: 'Warm' });
  const shown = await suite.done(`ContactId,ContactStatusDesc\n${id},Hot\n${other},Hot\n`);
  await change(id, { ContactStatusId: 9002 });
  await change(id, { ContactStatusDesc: 'Hot' });
  expect((await undone(shown)).LeftBehind).toMatchObject([told('ContactStatusDesc', 'belongs to ContactStatusId')]);
  expect(await suite.contact(id)).toMatchObject({ ContactStatusId: 9002, ContactStatusDesc: 'Hot' });
  expect(await suite.contact(other)).toMatchObject({ ContactStatusId: 9001, ContactStatusDesc: 'Warm' });
});

describe('an added contact', () => {
  const addedBy = async (name: string): Promise<{ shown: { ImportId: string }; id: number; guid: string }> => {
    const shown = await suite.done(`FirstName,LastName,EmailWork\nUsed,${name},${name}@example.com\n`, {
      as: suite.agent,
    });
    const [{ ContactId, ContactGUID }] = await suite.found(`${name}@example.com`);
    return { shown, id: ContactId as number, guid: ContactGUID as string };
  };
  const { agent, post } = {
    agent: () => suite.agent,
    post: (path: string, body: object) => suite.app.http.post(path).set(suite.agent).send(body).expect(200),
  };

  it.each<[string, (id: number, guid: string) => Promise<unknown>]>([
    ['activities', (id) => post(`/v1/Contacts/${id}/Activities`, { EventTypeId: 1 })],
    [
      'appointments',
      (id) =>
        post('/v1/Appointments', {
          ContactId: id,
          EventTypeId: 7,
          StartDate: '2027-03-08T16:00:00Z',
          EndDate: '2027-03-08T17:00:00Z',
        }),
    ],
    ['contact-shares', (id) => store(suite.app, 'ContactShare', [{ ContactId: id, AgentId: suite.otherId }])],
    [
      'documents',
      (id) =>
        store(suite.app, 'Document', [
          { TableName: 'Contact', RecordId: id, Description: 'Used', AttachmentId: newGuid() },
        ]),
    ],
    [
      'survey-invitations',
      async (id) => {
        const survey = await suite.app.db.one<{ SurveyId: number }>(sql`SELECT SurveyId FROM surveys LIMIT 1`);
        const asked = { ...survey, ContactId: id, AgentId: suite.agentId, ExpiresAt: '2030-01-01T00:00:00.0000000' };
        await store(suite.app, 'SurveyInvitation', [{ ...asked, SurveyGuid: newGuid() }]);
      },
    ],
    [
      'checkins',
      async (_, guid) => {
        const visit = await suite.app.db.one<{ Id: string }>(sql`SELECT Id FROM checkins WHERE Status = 3 LIMIT 1`);
        await suite.app.db.tx(() =>
          suite.app.db.execute(sql`UPDATE checkins SET CustomerId = ${guid} WHERE Id = ${visit!.Id}`),
        );
      },
    ],
    ['webhook-deliveries', (id) => delivered(`Contact:${id}`)],
  ])('with %s stays, and is listed with the reason', async (use, make) => {
    const { shown, id, guid } = await addedBy(use);
    await make(id, guid);
    const { Imports, LeftBehind } = await undone(shown);
    expect(LeftBehind).toMatchObject([{ Line: 2, Key: String(id), Field: '' }]);
    expect(LeftBehind[0].Message).toMatch(new RegExp(`${use}|changed since`));
    expect(Imports).toMatchObject([{ State: 'Done' }]);
    expect(await suite.contact(id)).toMatchObject({ Deleted: false });
  });

  it('is removed if the import alone told webhooks of it, and nothing uses it', async () => {
    const { shown, id } = await addedBy('unused');
    await delivered(`Contact:${id}`, 'contact.created');
    expect(await undone(shown)).toMatchObject({ Imports: [{ State: 'Undone' }], LeftBehind: [] });
    expect(await suite.contact(id)).toMatchObject({ Deleted: true });
  });

  it('that got out of the scope of the agent stays', async () => {
    const { shown, id } = await addedBy('transferred');
    await suite.app.http.put(`/v1/Contacts/${id}`).set(suite.admin).send({ AgentId: suite.otherId }).expect(200);
    const { body } = await suite.undo(shown, {}, agent()).expect(200);
    expect(body).toMatchObject({
      Imports: [{ State: 'Done' }],
      LeftBehind: [{ Message: 'has changed since the import.' }],
    });
    expect(await suite.contact(id)).toMatchObject({ Deleted: false });
  });
});

async function delivered(Subject: string, Type = 'contact.updated'): Promise<void> {
  const { app } = suite;
  const [webhook] = await app.db.all<{ WebhookId: number }>(sql`SELECT WebhookId FROM webhooks LIMIT 1`);
  const times = { CreatedAt: '2026-11-26T10:00:00.0000000' };
  await store(app, 'WebhookDelivery', [{ ...webhook, Subject, Type, EventId: newGuid(), State: 'Failed', ...times }]);
}

it('gives a contact back to its former owner, and shares it again as before', async () => {
  const id = await suite.added({ LastName: 'Shared' });
  await store(suite.app, 'ContactShare', [{ ContactId: id, AgentId: suite.otherId }]);
  const sharesOf = () => suite.app.db.all(sql`SELECT AgentId FROM contact_shares WHERE ContactId = ${id}`);
  const shown = await suite.upload(`ContactId,AgentId\n${id},${suite.otherId}\n`);
  const ended = { Field: 'AgentIds', From: String(suite.otherId), To: '' };
  expect(await suite.rowsOf(shown)).toContainEqual(expect.objectContaining(ended));
  await suite.run(shown).expect(200);
  expect(await sharesOf()).toEqual([]);
  expect((await undone(shown)).LeftBehind).toEqual([]);
  expect(await sharesOf()).toEqual([{ AgentId: suite.otherId }]);
  expect(await suite.contact(id)).toMatchObject({ AgentId: suite.agentId });
});

it('lists a share that does not come back because the contact has another owner since', async () => {
  const id = await suite.added({ LastName: 'Shared' });
  await store(suite.app, 'ContactShare', [{ ContactId: id, AgentId: suite.otherId }]);
  const shown = await suite.done(`ContactId,AgentId,Title\n${id},${suite.otherId},Dr\n`);
  const upline = await asDemoUser(suite.app, 'upline@demo.test');
  const { AgentId } = (await suite.app.http.get('/v1/Auth/Me').set(upline).expect(200)).body as { AgentId: number };
  await suite.app.http.put(`/v1/Contacts/${id}`).set(suite.admin).send({ AgentId }).expect(200);
  const { Imports, LeftBehind } = await undone(shown);
  expect(Imports).toMatchObject([{ State: 'Undone' }]);
  expect(LeftBehind.map(({ Field }) => Field).sort()).toEqual(['AgentId', 'AgentIds']);
});

describe('a row of a catalogue', () => {
  it.each([
    ['contact-statuses', 'ContactStatusDesc\nUsed status\n', 'ContactStatusId'],
    ['jobs', 'JobName\nUsed job\n', 'JobID'],
    ['source-types', 'SourceTypeDesc\nUsed source\n', 'SourceTypeId'],
    ['contact-categories', 'ContactCategoryName\nUsed category\n', 'ContactCategory'],
  ])('of %s stays if a contact has it, and is removed otherwise', async (set, file, field) => {
    const shown = await suite.done(file, { query: `?Into=${set}` });
    const [{ Key }] = await suite.rowsOf(shown);
    const id = await suite.added({ LastName: 'Uses', [field]: Number(Key) });
    const { Imports, LeftBehind } = await undone(shown);
    expect(Imports).toMatchObject([{ State: 'Done' }]);
    expect(LeftBehind).toMatchObject([{ Key, Message: 'is in use since the import: contacts (1).' }]);
    await change(id, { [field]: null });
    expect(await undone(shown)).toMatchObject({ Imports: [{ State: 'Undone' }], LeftBehind: [] });
  });
});

describe('added records of other sets', () => {
  const at = '2026-11-02T15:00:00Z';
  const place = async () => {
    const [line] = await suite.app.db.all<{ Id: string; LocationId: string }>(
      sql`SELECT Id, LocationId FROM service_lines WHERE Active = 1 LIMIT 1`,
    );
    return line;
  };
  const one = async (query: Sql): Promise<Record<string, unknown> | undefined> => suite.app.db.one(query);
  const key = (name: string, value: unknown, table: string) =>
    one(sql`SELECT * FROM ${raw(table)} WHERE ${quoted(name)} = ${value}`);

  it.each<[string, () => Promise<string> | string, (key: string) => Promise<unknown>, object | undefined]>([
    [
      'lines',
      async () => `Id,LocationId,Name\n${newGuid()},${(await place()).LocationId},New line\n`,
      (id) => key('Id', id, 'service_lines'),
      undefined,
    ],
    [
      'stations',
      async () => `StationId,LocationId,Name\n${newGuid()},${(await place()).LocationId},New desk\n`,
      (id) => key('StationId', id, 'stations'),
      undefined,
    ],
    [
      'line-questions',
      async () => `LineId,Question\n${(await place()).Id},Why now?\n`,
      (id) => key('Id', Number(id), 'line_questions'),
      undefined,
    ],
    ['projects', () => 'ProjectName\nNew project\n', (id) => key('ProjectID', Number(id), 'projects'), undefined],
    [
      'smartsheet-lines',
      () => `ID,TableName,AgentId\n987001,Listings,${suite.agentId}\n`,
      () => key('ID', 987_001, 'smartsheet_lines'),
      undefined,
    ],
    [
      'agents',
      () => 'AgentName\nNew Agent\n',
      (id) => key('AgentId', Number(id), 'agents'),
      { AgentStatus: 'Inactive' },
    ],
    [
      'appointments',
      async () => {
        const row = [await suite.added({ LastName: 'Met' }), suite.agentId, 7, '2027-03-08 16:00', '2027-03-08 17:00'];
        return csv([['ContactId', 'AgentId', 'EventTypeId', 'StartDate', 'EndDate'], row]);
      },
      (id) => key('AppointmentId', Number(id), 'appointments'),
      { Status: 'Cancelled' },
    ],
    ['users', () => 'UserName,Roles\nnew.user@demo.test,Worker\n', (id) => key('UserId', id, 'users'), { Disabled: 1 }],
    ['roles', () => 'Code,Name\nNewRole,New role\n', (id) => key('RoleId', Number(id), 'roles'), undefined],
    [
      'gantt-tasks',
      () => 'text,start_date,duration\nNew task,2026-11-02,3\n',
      (id) => key('id', Number(id), 'gantt_tasks'),
      undefined,
    ],
    [
      'contact-shares',
      async () => `ContactId,AgentId\n${await suite.added({ LastName: 'Shares' })},${suite.otherId}\n`,
      (id) => key('ContactId', Number(id.split(',')[0]), 'contact_shares'),
      undefined,
    ],
    [
      'checkins',
      async () => {
        const { Id, LocationId } = await place();
        const { ContactGUID } = await suite.contact(await suite.added({ LastName: 'Waits' }));
        return `CustomerId,LocationId,LineId,SignInTime\n${String(ContactGUID)},${LocationId},${Id},${at}\n`;
      },
      (id) => key('Id', id, 'checkins'),
      { Status: 5 },
    ],
  ])('of %s are taken back as their DELETE does', async (set, file, stored, after) => {
    const shown = await suite.upload(await file(), { query: `?Into=${set}` });
    expect(shown).toMatchObject({ Inserted: 1, CannotUndo: '' });
    await suite.run(shown).expect(200);
    const [{ Key }] = await suite.rowsOf(shown);
    expect(await stored(Key)).toBeDefined();
    expect(await undone(shown)).toMatchObject({ Imports: [{ State: 'Undone' }], LeftBehind: [] });
    const now = await stored(Key);
    if (after === undefined) expect(now).toBeUndefined();
    else expect(now).toMatchObject(after);
  });

  it('a completed visit cannot be taken back, and is listed', async () => {
    const { Id, LocationId } = await place();
    const { ContactGUID } = await suite.contact(await suite.added({ LastName: 'Visited' }));
    const row = `${String(ContactGUID)},${LocationId},${Id},${at},3`;
    const shown = await suite.done(`CustomerId,LocationId,LineId,SignInTime,Status\n${row}\n`, {
      query: '?Into=checkins',
    });
    expect(await undone(shown)).toMatchObject({ Imports: [{ State: 'Done' }], LeftBehind: [{ Line: 2, Field: '' }] });
  });

  it('that use each other are all removed, whichever comes first in the file', async () => {
    const parents = Array.from(
      { length: 30 },
      (_, at) => `${9000 + at},Task,2026-11-02,3,${at === 29 ? 0 : 9001 + at}`,
    );
    for (const rows of [parents, parents.toReversed()]) {
      const file = `id,text,start_date,duration,parent\n${rows.join('\n')}\n`;
      const shown = await suite.done(file, { query: '?Into=gantt-tasks' });
      expect(await key('id', 9000, 'gantt_tasks')).toBeDefined();
      expect(await undone(shown)).toMatchObject({ Imports: [{ State: 'Undone' }], LeftBehind: [] });
      expect(await key('id', 9000, 'gantt_tasks')).toBeUndefined();
    }
  });

  it('of erasures cannot be undone: the preview says so, and the answer lists them', async () => {
    const { ContactGUID } = await suite.contact(await suite.added({ LastName: 'Erased' }));
    const file = `ContactGUID,ErasedAt\n${String(ContactGUID)},${at}\n`;
    const shown = await suite.upload(file, { query: '?Into=contact-erasures' });
    expect(shown.CannotUndo).toContain('cannot be undone');
    await suite.run(shown).expect(200);
    expect(await undone(shown)).toMatchObject({
      Imports: [{ State: 'Done', CannotUndo: expect.stringContaining('cannot be undone') }],
      LeftBehind: [{ Line: 2, Message: shown.CannotUndo }],
    });
  });
});

it('lists all lines that remain if each attempt refuses another one', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => suite.added({ LastName: 'Refused', Title: 'Ms' })));
  const shown = await suite.done(`ContactId,Title\n${ids.map((id) => `${id},Dr`).join('\n')}\n`);
  const set = suite.app.get(RecordSetsService).named('contacts') as ImportedSet;
  let last = 0;
  const save = jest.spyOn(set, 'save').mockImplementation((rows: readonly { ContactId?: number }[]) => {
    const sent = rows.map(({ ContactId }) => ContactId!);
    if (sent.length > 1) last = Math.max(...sent);
    if (sent.includes(last)) throw new Conflict('is refused.');
    return Promise.resolve({ inserted: 0, updated: 0, records: [] } as never);
  });
  const { Imports, LeftBehind } = await undone(shown);
  save.mockRestore();
  expect(Imports).toMatchObject([{ State: 'Done' }]);
  expect(new Set(LeftBehind.map(({ Key }) => Number(Key)))).toEqual(new Set(ids));
  expect(LeftBehind.map(({ Message }) => Message)).toContain('is undone only together with lines that stay.');
  expect(await undone(shown)).toMatchObject({ Imports: [{ State: 'Undone' }], LeftBehind: [] });
});

it('runs an undone import again only after another preview', async () => {
  const id = await suite.added({ LastName: 'Again', Title: 'Ms' });
  const shown = await suite.done(`ContactId,Title\n${id},Dr\n`);
  await undone(shown);
  const { body } = await suite.run(shown).expect(409);
  expect((body as Refusal).ResponseStatus.Message).toContain('preview it anew');
  expect(await suite.contact(id)).toMatchObject({ Title: 'Ms' });
  expect(await suite.change(shown, {})).toMatchObject({ State: 'Previewed', Updated: 1 });
  await suite.run(shown).expect(200);
  expect(await suite.contact(id)).toMatchObject({ Title: 'Dr' });
});
