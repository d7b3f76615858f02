import sql, { raw, type Sql } from 'sql-template-tag';
import { asDemoUser, demoPassword } from '../../../test/support/app/demo-app.js';
import { store } from '../../../test/support/data/rows.js';
import { csv, startImports, type ImportSuite, type ShownImport } from '../../../test/support/suites/imports.js';
import { quoted } from '../../database/sql/quoted.js';
import { Conflict, noSuch, Unavailable } from '../../errors/errors.js';
import { newGuid } from '../../record/values/guid.js';
import type { ImportedSet } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Test } from 'supertest';
import { PersonService } from '../contacts/person/person.service.js';
import { PreviewsService } from './previews.service.js';
import workers from 'node:worker_threads';
import { workbookFile } from '../../../test/support/clients/workbook-file.js';
import { FilesService } from '../files/files.service.js';

describe('an import that is undone', () => {
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
      const fields = {
        Phone: undefined,
        PhoneAlt: undefined,
        [name === 'Phone' ? 'PhoneAlt' : 'Phone']: '505-555-0172',
      };
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
          const row = [
            await suite.added({ LastName: 'Met' }),
            suite.agentId,
            7,
            '2027-03-08 16:00',
            '2027-03-08 17:00',
          ];
          return csv([['ContactId', 'AgentId', 'EventTypeId', 'StartDate', 'EndDate'], row]);
        },
        (id) => key('AppointmentId', Number(id), 'appointments'),
        { Status: 'Cancelled' },
      ],
      [
        'users',
        () => 'UserName,Roles\nnew.user@demo.test,Worker\n',
        (id) => key('UserId', id, 'users'),
        { Disabled: 1 },
      ],
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
});

describe('what others do meanwhile', () => {
  let suite: ImportSuite;
  beforeAll(async () => {
    suite = await startImports();
  });
  afterAll(() => suite.app.close());

  type Kind = 'preview' | 'run';

  /** Does something else when the next preview or run has tried the lines of its file, and before it is stored. */
  function meanwhile(kind: Kind, work: () => Promise<unknown>, when: 'before' | 'after' = 'after'): void {
    const previews = suite.app.get(PreviewsService);
    const original = (previews[kind] as (...given: unknown[]) => Promise<unknown>).bind(previews);
    jest.spyOn(previews, kind as 'preview').mockImplementationOnce((async (...given: unknown[]) => {
      if (when === 'before') await work();
      const result = await original(...given);
      if (when === 'after') await work();
      return result;
    }) as never);
  }

  const erase = (id: number) =>
    suite.app.http.post(`/v1/Contacts/${id}/Erase`).set(suite.admin).send({ OwnPassword: demoPassword }).expect(200);
  const change = ({ ImportId }: ShownImport, Options: object) =>
    suite.app.http.put(`/v1/Imports/${ImportId}`).set(suite.admin).send({ Options });
  const read = async ({ ImportId }: ShownImport): Promise<ShownImport> =>
    (await suite.app.http.get(`/v1/Imports/${ImportId}`).set(suite.admin).expect(200)).body.Imports[0] as ShownImport;
  /** Whether anything that is stored about imports has the word. */
  const isStored = async (word: string): Promise<boolean> =>
    JSON.stringify([
      await suite.app.db.all(sql`SELECT * FROM import_rows`),
      await suite.app.db.all(sql`SELECT * FROM imports`),
    ])
      .toLowerCase()
      .includes(word.toLowerCase());

  it('a run that waits for its turn imports nothing if the import was previewed anew meanwhile', async () => {
    const id = await suite.added({ LastName: 'Turnwait', Title: 'Ms' });
    const shown = await suite.upload(`ContactId,LastName,Title\n${id},Turnwait,\n`);
    meanwhile('run', () => change(shown, { Blank: 'clear' }).expect(200), 'before');
    await suite.run(shown).expect(409);
    expect(await read(shown)).toMatchObject({ State: 'Previewed', Updated: 1 });
    expect(await suite.contact(id)).toMatchObject({ Title: 'Ms' });
    await suite.run(shown).expect(200);
    expect((await suite.contact(id)).Title ?? '').toBe('');
  });

  it('a run that fails leaves the state of another run that has succeeded', async () => {
    const shown = await suite.upload('LastName,StateName\nTwice,Nowhereland\n');
    const { ImportId } = shown;
    meanwhile('run', async () => {
      await change(shown, { Map: { StateName: '' } }).expect(200);
      await suite.run(shown).expect(200);
    });
    await suite.run(shown).expect(400);
    expect(await read(shown)).toMatchObject({ State: 'Done', Inserted: 1 });
    await suite.undo({ ImportId }).expect(200);
  });

  it('a run that fails stores no rows about a person who was erased meanwhile', async () => {
    const id = await suite.added({ FirstName: 'Qvrunx', LastName: 'Erasedrun', Title: 'Ms' });
    const shown = await suite.upload(`ContactId,FirstName,DateOfBirth\n${id},Other,\n,New,someday\n`);
    meanwhile('run', () => erase(id));
    await suite.run(shown).expect(400);
    expect(await isStored('Qvrunx')).toBe(false);
  });

  it('an upload stores no rows about a person who was erased during its preview', async () => {
    const id = await suite.added({ FirstName: 'Qvupx', LastName: 'Erasedup', Title: 'Ms' });
    meanwhile('preview', () => erase(id));
    await suite.send(`ContactId,FirstName,Title\n${id},Other,Dr\n`).expect(409);
    expect(await isStored('Qvupx')).toBe(false);
  });

  it.each<[string, (id: number, shown: ShownImport) => Test]>([
    ['an upload', (id) => suite.send(`ContactId,FirstName,Title\n${id},Other,Dr\n`)],
    ['a preview anew', (_, shown) => change(shown, { Blank: 'clear' })],
  ])('%s stores nothing if the erasure of a person has begun and is not committed yet', async (_, call) => {
    const id = await suite.added({ FirstName: 'Qvwaitx', LastName: 'Erasedwait', Title: 'Ms' });
    const shown = await suite.upload('LastName\nSomebody\n');
    const events = new EventEmitter();
    let erasing: Promise<unknown> | undefined;
    meanwhile('preview', async () => {
      const erased = once(events, 'erased');
      erasing = suite.app.db.tx(async () => {
        await suite.app.get(PersonService).erase(id);
        events.emit('erased');
        // A call that does not wait for the erasure is answered before its commit.
        await Promise.race([once(events, 'answered'), setTimeout(500)]);
      });
      await erased;
    });
    const { status } = await call(id, shown);
    events.emit('answered');
    await erasing;
    expect(status).toBe(409);
    expect(await isStored('Qvwaitx')).toBe(false);
  });

  it('a preview anew stores no rows about a person who was erased during it', async () => {
    const id = await suite.added({ FirstName: 'Qvputx', LastName: 'Erasedput', Phone: '505-555-0191' });
    const shown = await suite.upload('LastName,Phone\nSomebody,505-555-0191; 505-555-0192\n');
    meanwhile('preview', () => erase(id));
    const { status } = await change(shown, { Match: 'phone' });
    expect(status).toBe(410);
    expect(await isStored('Qvputx')).toBe(false);
  });

  it.each<[string, string]>([
    ['two numbers in one cell', 'LastName,Phone\nSomebody,(505) 555-0171; 505-555-0172\n'],
    ['an address with a name', 'LastName,Note\nSomebody,Qv Formx <qvformx@example.com>\n'],
    ['two addresses in one cell', 'LastName,EmailWork\nSomebody,qvformx@example.com; other@example.com\n'],
    ['the last name first', 'Client,Title\n"Formson, Qvformx",Dr\n'],
    ['a name with an initial', 'Client,Title\nQvformx K. Formson,Dr\n'],
  ])('an erasure finds the person by %s', async (_, file) => {
    const fields = {
      FirstName: 'Qvformx',
      LastName: 'Formson',
      EmailWork: 'qvformx@example.com',
      Phone: '505-555-0171',
    };
    const id = await suite.added(fields);
    const shown = await suite.upload(file);
    await erase(id);
    const { status } = await change(shown, { Blank: 'keep' });
    expect(status).toBe(410);
  });

  it('an erasure finds the person in the rows of an import whose file an earlier erasure removed', async () => {
    const one = await suite.added({ FirstName: 'Qvfirstx', LastName: 'Firstson' });
    const two = await suite.added({
      FirstName: 'Qvsecondx',
      LastName: 'Secondson',
      EmailWork: 'qvsecondx@example.com',
    });
    const three = await suite.added({ FirstName: 'Qvthirdx', LastName: 'Thirdson', Phone: '505-555-0161' });
    await suite.upload(
      'FirstName,LastName,EmailWork,Phone\nQvfirstx,Firstson,,\n' +
        'Qvsecondx,Secondson,QVSECONDX@example.com,\n' +
        'Somebody,Else,,(505) 555 0161\nQvthirdx,Thirdson,,\n',
    );
    await erase(one);
    expect(await isStored('Qvfirstx')).toBe(false);
    await erase(two);
    expect(await isStored('qvsecondx')).toBe(false);
    await erase(three);
    expect(await isStored('Qvthirdx')).toBe(false);
    expect(await isStored('0161')).toBe(false);
  });

  it('an undo leaves a contact that was merged into another since, and says so', async () => {
    const one = await suite.added({ LastName: 'Mergedone', Title: 'Ms', Phone: '720-555-0101', SMSOptIn: true });
    const other = await suite.added({ LastName: 'Mergedother', Phone: '720-555-0102', SMSOptIn: false });
    const shown = await suite.done(`ContactId,Title,SMSOptIn\n${one},Dr,false\n`);
    await suite.app.http
      .post(`/v1/Contacts/${other}/Merge`)
      .set(suite.admin)
      .send({ From: [one] })
      .expect(200);
    const { body } = await suite.undo(shown).expect(200);
    const LeftBehind = [
      { Line: 2, Key: String(one), Field: '', Message: `was merged into contact ${other} since the import.` },
    ];
    expect(body).toMatchObject({ Imports: [{ State: 'Done' }], LeftBehind });
    expect(await suite.contact(other)).toMatchObject({ Title: 'Dr', SMSOptIn: false });
  });

  it('a preview anew ends with 404 if the user and the imports of the user are removed meanwhile', async () => {
    const shown = await suite.upload('LastName\nOfremoved\n');
    meanwhile('preview', () =>
      suite.app.db.tx(() => suite.app.db.execute(sql`DELETE FROM imports WHERE ImportId = ${shown.ImportId}`)),
    );
    await change(shown, { Blank: 'clear' }).expect(404);
  });
});

describe('imported persons who are erased', () => {
  let suite: ImportSuite;
  let count = 0;

  beforeAll(async () => {
    suite = await startImports();
  });
  afterAll(() => suite.app.close());

  interface Erased {
    Set: string;
    Records: number;
    Outcome: string;
  }

  /** Adds a contact whose names and addresses no other contact has. */
  async function person() {
    const word = `Qzyw${'abcdefghij'[count++]}x`;
    const EmailWork = `${word}@example.com`.toLowerCase();
    const Phone = `505-555-01${30 + count}`;
    const id = await suite.added({ FirstName: word, LastName: `${word}son`, EmailWork, Phone });
    return { id, word, EmailWork, Phone };
  }
  const erase = async (id: number, dryRun = false): Promise<Erased[]> =>
    (
      await suite.app.http
        .post(`/v1/Contacts/${id}/Erase`)
        .set(suite.admin)
        .send({ OwnPassword: demoPassword, dryRun })
        .expect(200)
    ).body.Erased as Erased[];
  const importsIn = (erased: readonly Erased[]) => erased.filter(({ Set }) => Set === 'imports');

  /** Expects that the import has ended, and that nothing in the database about it has the word. */
  async function expectEnded({ ImportId }: ShownImport, word: string): Promise<void> {
    const { app, admin } = suite;
    const options = app.http
      .put(`/v1/Imports/${ImportId}`)
      .set(admin)
      .send({ Options: { Blank: 'keep' } });
    expect((await options).status).toBe(410);
    const tables = [
      await app.db.all(sql`SELECT * FROM imports WHERE ImportId = ${ImportId}`),
      await app.db.all(
        sql`SELECT r.* FROM import_rows r JOIN imports i ON i.LogId = r.LogId WHERE i.ImportId = ${ImportId}`,
      ),
    ];
    expect(JSON.stringify(tables).toLowerCase()).not.toContain(word.toLowerCase());
  }

  describe('an erasure', () => {
    it.each<[string, (one: Awaited<ReturnType<typeof person>>) => string]>([
      ['the id', ({ id }) => `ContactId,Title\n${id},Dr\n`],
      ['the id in an unchanged line', ({ id }) => `ContactId,Title\n${id},\n`],
      ['the name', ({ word }) => `FirstName,LastName,StateID\n${word},${word}son,x\n`],
      ['the full name in a column that is left alone', ({ word }) => `LastName,Client\nOther,${word} ${word}son\n`],
      ['the e-mail address', ({ EmailWork }) => `LastName,EmailPersonal\nOther,${EmailWork.toUpperCase()}\n`],
      ['the telephone number', ({ Phone }) => `LastName,PhoneAlt\nOther,+1 ${Phone}\n`],
    ])('ends a preview with %s, and its dry run says so', async (_, file) => {
      const one = await person();
      const other = await suite.upload('LastName,Title\nUnrelated,Dr\n');
      const shown = await suite.upload(file(one), { name: `${one.word} ${one.word}son.csv` });
      expect(importsIn(await erase(one.id, true))).toMatchObject([{ Records: 1, Outcome: 'Kept' }]);
      expect(importsIn(await erase(one.id))).toMatchObject([{ Records: 1, Outcome: 'Kept' }]);
      await expectEnded(shown, one.word);
      await suite.run(shown).expect(410);
      expect(await suite.change(other, { Blank: 'keep' })).toMatchObject({ State: 'Previewed', Inserted: 1 });
    });

    it('finds the person in a workbook', async () => {
      const one = await person();
      const file = await workbookFile([
        ['First Name', 'Last Name'],
        [one.word, `${one.word}son`],
      ]);
      const shown = await suite.upload(file, { name: 'people.xlsx' });
      await erase(one.id);
      await expectEnded(shown, one.word);
    });

    it.each([new Unavailable(), new Error('The connection was closed.')])(
      'answers 503 and ends no import while the store of files fails with %s',
      async (failure) => {
        const one = await person();
        const shown = await suite.upload('LastName,Title\nFailing,Dr\n');
        const read = () => Promise.reject(failure);
        const content = jest.spyOn(suite.app.get(FilesService), 'content').mockResolvedValue({ size: 9, read });
        const answer = await suite.app.http
          .post(`/v1/Contacts/${one.id}/Erase`)
          .set(suite.admin)
          .send({ OwnPassword: demoPassword });
        content.mockRestore();
        expect(answer.status).toBe(503);
        expect(await suite.contact(one.id)).toMatchObject({ FirstName: one.word });
        expect(await suite.change(shown, { Blank: 'keep' })).toMatchObject({ State: 'Previewed', Inserted: 1 });
        expect(importsIn(await erase(one.id))).toEqual([]);
      },
    );

    it('reads the files of all imports in one Worker', async () => {
      const one = await person();
      for (const title of ['Dr', 'Ms', 'Mr']) await suite.upload(`LastName,Title\nMany,${title}\n`);
      const { Worker } = workers;
      const started = jest.spyOn(workers, 'Worker').mockImplementation((...given) => new Worker(...given));
      await erase(one.id, true);
      expect(started).toHaveBeenCalledTimes(1);
      started.mockRestore();
    });

    it('ends an import whose file is missing in the store, because the file may have the person', async () => {
      const one = await person();
      const shown = await suite.upload('LastName,Title\nMissing,Dr\n');
      const content = jest.spyOn(suite.app.get(FilesService), 'content').mockRejectedValue(noSuch('file'));
      await erase(one.id);
      content.mockRestore();
      await suite.run(shown).expect(410);
    });

    it('removes the lines of the person from a run, of which the rest can be undone', async () => {
      const one = await person();
      const kept = await suite.added({ LastName: 'Kept', Title: 'Ms' });
      const shown = await suite.done(`ContactId,Title\n${one.id},Dr\n${kept},Dr\n`);
      await erase(one.id);
      expect((await suite.rowsOf(shown)).map(({ Key }) => Key)).toEqual([String(kept)]);
      const { body } = await suite.undo(shown).expect(200);
      expect(body).toMatchObject({ Imports: [{ State: 'Undone', FileName: '' }], LeftBehind: [] });
      expect(await suite.contact(kept)).toMatchObject({ Title: 'Ms' });
    });

    it('removes the answers that are kept for calls with an Idempotency-Key: 410 afterwards', async () => {
      const one = await person();
      const key = { 'Idempotency-Key': `copy-${one.id}` };
      const change = () =>
        suite.app.http
          .put(`/v1/Contacts/${one.id}`)
          .set({ ...suite.agent, ...key })
          .send({ Title: 'Dr' });
      await change().expect(200);
      const dry = await erase(one.id, true);
      expect(dry).toContainEqual(expect.objectContaining({ Set: 'idempotency-keys', Records: 1 }));
      await erase(one.id);
      await change().expect(410);
    });
  });

  it('the export of a person lists the imports and the kept answers', async () => {
    const one = await person();
    const { ImportId } = await suite.upload(`ContactId,Title\n${one.id},Dr\n`, { name: 'mine.csv' });
    const Key = `answer-${one.id}`;
    await suite.app.http
      .put(`/v1/Contacts/${one.id}`)
      .set({ ...suite.agent, 'Idempotency-Key': Key })
      .send({ Title: 'Dr' })
      .expect(200);
    const { body } = await suite.app.http.get(`/v1/Contacts/${one.id}/Person`).set(suite.admin).expect(200);
    const values = body.Person as { Set: string; Field: string; Value: string }[];
    expect(values).toContainEqual(expect.objectContaining({ Set: 'imports', Field: 'ImportId', Value: ImportId }));
    expect(values).toContainEqual(expect.objectContaining({ Set: 'imports', Field: 'FileName', Value: 'mine.csv' }));
    expect(values).toContainEqual(expect.objectContaining({ Set: 'idempotency-keys', Field: 'Key', Value: Key }));
    expect(values.filter(({ Field }) => Field === 'Answer')).toEqual([]);
    await suite.app.http.get(`/v1/Contacts/${one.id}/Person/Files`).set(suite.admin).expect(200);
  });
});
