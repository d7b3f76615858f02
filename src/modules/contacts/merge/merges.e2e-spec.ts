import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addContacts, person, seedPeople } from '../../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import type { Contact } from '../contact.entity.js';
import type { ListedMerge } from './merge.records.js';

const { own, below, other } = person;
const now = '2026-04-30T12:00:00.0000000';
const guid = (number: number): string => String(number).padStart(32, '0');
const [place, line] = [guid(101), guid(201)];
type Who = { Authorization: string };

let app: TestApp;
let agent: Who;
let admin: Who;

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await seedPeople(app);
  await store(app, 'Location', [{ LocationId: place, Name: 'Main Street' }]);
  await store(app, 'Line', [{ Id: line, LocationId: place, Name: 'Review' }]);
  agent = await app.as('Agent', own);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.db.tx(async () => {
    for (const table of ['contact_merges', 'checkin_lines', 'checkins', 'contact_terms', 'contacts'])
      await app.db.execute(sql`DELETE FROM ${sql([table])}`);
  });
  await addContacts(app, [
    { ContactId: 1, AgentId: own, Name: 'Ada', ContactGUID: guid(1) },
    { ContactId: 2, AgentId: below, Name: 'Bea', ContactGUID: guid(2), Tags: 'VIP' },
    { ContactId: 3, AgentId: own, Name: 'Cid', ContactGUID: guid(3), Title: 'Dr.' },
    { ContactId: 4, AgentId: other, Name: 'Dee', ContactGUID: guid(4) },
    { ContactId: 5, AgentId: own, Name: 'Eve', ContactGUID: guid(5) },
    { ContactId: 6, AgentId: own, Name: 'Fay', ContactGUID: guid(6), Title: 'Prof.' },
  ]);
});

const merge = (id: number, From: number[], who = agent) =>
  app.http.post(`/v1/Contacts/${id}/Merge`).set(who).send({ From }).expect(200);
const unmerge = (id: number) => app.http.post(`/v1/Contacts/${id}/Unmerge`).set(admin).send({});
const mergeMany = (Merges: object[], who = agent) => app.http.post('/v1/Contacts/Merges').set(who).send({ Merges });
const list = async (who = agent, query = ''): Promise<ListedMerge[]> =>
  (await app.http.get(`/v1/Contacts/Merges${query}`).set(who).expect(200)).body.Merges;
const pairs = (merges: readonly ListedMerge[]): number[][] =>
  merges.map(({ ContactId, MergedContactId }) => [ContactId, MergedContactId]);
const age = (MergedAt: string) =>
  app.db.tx(() => app.db.execute(sql`UPDATE contact_merges SET MergedAt = ${MergedAt}`));

describe('the list of merges', () => {
  it('has the names of both contacts, the time and the user, newest first', async () => {
    await merge(1, [3]);
    await merge(5, [2, 6]);
    const made = { MergedAt: `${now}Z`, MergedBy: `agent-${own}@example.test`, CanUnmerge: true };
    const UnmergeUntil = '2026-05-30T12:00:00.0000000Z';
    const found = await list();
    expect(found.map(({ MergeId: _, ...rest }) => rest)).toEqual([
      { ...made, ContactId: 5, ContactName: 'Eve', MergedContactId: 6, MergedContactName: 'Fay', UnmergeUntil },
      { ...made, ContactId: 5, ContactName: 'Eve', MergedContactId: 2, MergedContactName: 'Bea', UnmergeUntil },
      { ...made, ContactId: 1, ContactName: 'Ada', MergedContactId: 3, MergedContactName: 'Cid', UnmergeUntil },
    ]);
    expect(pairs(await list(agent, '?take=1&skip=1'))).toEqual([[5, 2]]);
    expect(pairs(await list(agent, '?MergedContactNameContains=ci'))).toEqual([[1, 3]]);
    expect(pairs(await list(agent, '?orderBy=MergedContactName&fields=ContactId,MergedContactId'))).toEqual([
      [5, 2],
      [1, 3],
      [5, 6],
    ]);
    expect(await list(agent, '?UnmergeUntilGreaterThanOrEqualTo=2026-05-31')).toEqual([]);
  });

  it('has only merges of contacts whose owners are both in scope', async () => {
    await merge(1, [4], admin);
    await merge(5, [6]);
    expect(pairs(await list())).toEqual([[5, 6]]);
    expect(pairs(await list(admin))).toEqual([
      [5, 6],
      [1, 4],
    ]);
    expect(await list(await app.as('Agent', other))).toEqual([]);
    expect(await list(await app.as('Agent'))).toEqual([]);
  });

  it('shows in CanUnmerge whether a merge can be undone now', async () => {
    const possible = async (): Promise<unknown[][]> =>
      (await list()).map(({ MergedContactId, CanUnmerge }) => [MergedContactId, CanUnmerge]);
    await merge(1, [2]);
    await merge(1, [3]);
    // The last merge must be undone first.
    expect(await possible()).toEqual([
      [3, true],
      [2, false],
    ]);
    expect(pairs(await list(agent, '?CanUnmerge=true'))).toEqual([[1, 3]]);
    await unmerge(1).expect(200);
    expect(await possible()).toEqual([[2, true]]);
    // The remaining contact was merged itself.
    await merge(5, [1]);
    expect(await possible()).toEqual([
      [1, true],
      [2, false],
    ]);
    await unmerge(5).expect(200);
    await age('2026-03-31T12:00:00.0000000');
    expect(await possible()).toEqual([[2, true]]);
    const setSteps = (steps: string) =>
      app.db.tx(() => app.db.execute(sql`UPDATE contact_merges SET Steps = ${steps}`));
    const [{ Steps }] = await app.db.all<{ Steps: string }>(sql`SELECT Steps FROM contact_merges`);
    // An imported merge has no steps.
    await setSteps('');
    expect(await possible()).toEqual([[2, false]]);
    await setSteps(Steps);
    await age('2026-03-31T11:59:59.9990000');
    expect(await possible()).toEqual([[2, false]]);
    expect((await list())[0].UnmergeUntil).toBe('2026-04-30T11:59:59.9990000Z');
    await unmerge(1).expect(410);
  });
});

describe('many merges in one call', () => {
  it('makes all merges, and returns the remaining contacts in the order sent', async () => {
    const { body } = await mergeMany([
      { ContactId: 3, From: [2, 6], Take: { Title: 6 } },
      { ContactId: 1, From: [5] },
    ]).expect(200);
    expect(body.Contacts).toMatchObject([
      { ContactId: 3, Tags: 'VIP', Title: 'Prof.' },
      { ContactId: 1, Name: 'Ada' },
    ]);
    expect(pairs(await list())).toEqual([
      [1, 5],
      [3, 6],
      [3, 2],
    ]);
    // Each merge is undone by itself.
    await unmerge(3).expect(200);
    expect(pairs(await list())).toEqual([[1, 5]]);
  });

  it('names the place and the contact of each error, and merges nothing', async () => {
    const good = { ContactId: 1, From: [5] };
    const errors = async (merges: object[], status: number): Promise<string[]> =>
      fieldErrors(await mergeMany(merges).expect(status));
    expect(await errors([], 400)).toEqual(['Merges NotEmpty']);
    expect(
      await errors(
        Array.from({ length: 51 }, () => good),
        400,
      ),
    ).toEqual(['Merges Length']);
    expect(await errors([good, { From: [2] }], 400)).toEqual(['Merges[1].ContactId NotNull']);
    expect(await errors([good, { ContactId: 3, From: [] }], 400)).toEqual(['Merges[1].From NotEmpty']);
    expect(await errors([good, { ContactId: 3, From: [2, 3], Take: { Title: 6 } }], 400)).toEqual([
      'Merges[1].From[1] Duplicate',
      'Merges[1].Take.Title Enum',
    ]);
    expect(await errors([good, { ContactId: 3, From: [2] }, { ContactId: 5, From: [3, 6] }], 400)).toEqual([
      'Merges[2].ContactId Duplicate',
      'Merges[2].From[0] Duplicate',
    ]);
    expect(await errors([good, { ContactId: 99, From: [2] }, { ContactId: 3, From: [98] }], 404)).toEqual([
      'Merges[1].ContactId Unknown',
      'Merges[2].From[0] Unknown',
    ]);
    const { body } = await mergeMany([good, { ContactId: 3, From: [4] }]).expect(403);
    expect(body.ResponseStatus.Errors).toMatchObject([
      { FieldName: 'Merges[1].From[0]', ErrorCode: 'Invalid', Meta: { ContactId: '3' } },
    ]);
    expect(await list(admin)).toEqual([]);
  });

  it('is refused as a whole if one of the merges is refused for open visits at one location', async () => {
    const visit = (Id: number, CustomerId: number) => ({
      ...{ Id: guid(Id), CustomerId: guid(CustomerId), LocationId: place, LineId: line, LineIds: [line], Status: 0 },
      ...{ SignInTime: now, AdjustedSignInTime: now, BusinessDay: now.slice(0, 10) },
      OpenKey: `${place}${guid(CustomerId)}`,
    });
    await store(app, 'Checkin', [visit(11, 2), visit(12, 3)]);
    const { body } = await mergeMany([
      { ContactId: 1, From: [5] },
      { ContactId: 3, From: [2] },
    ]).expect(409);
    expect(body.ResponseStatus.Errors).toMatchObject([
      { FieldName: 'Merges[1]', ErrorCode: 'Invalid', Meta: { ContactId: '3' } },
    ]);
    expect(body.ResponseStatus.Message).toMatch(/^Merges\[1\] cannot be merged: .*open visit.*\.$/);
    expect(await list(admin)).toEqual([]);
    const { body: read } = await app.http.get('/v1/Contacts/5').set(agent).expect(200);
    expect((read.Contacts as Contact[])[0].Deleted).toBe(false);
  });
});
