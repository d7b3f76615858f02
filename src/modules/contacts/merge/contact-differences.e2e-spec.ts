import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addContacts, person, seedPeople } from '../../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import { ContactsService } from '../contacts.service.js';
import type { ContactDifference } from './contact-difference.entity.js';

const { own, below, other } = person;
const now = '2026-04-30T12:00:00.0000000';
const path = '/v1/Contacts/Duplicates/Different';
type Who = { Authorization: string };

let app: TestApp;
let agent: Who;
let admin: Who;

beforeAll(async () => {
  app = await startApp({ CLOCK: now });
  await seedPeople(app);
  agent = await app.as('Agent', own);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.db.tx(async () => {
    for (const table of ['contact_differences', 'contact_merges', 'contact_shares', 'contact_terms', 'contacts'])
      await app.db.execute(sql`DELETE FROM ${sql([table])}`);
  });
  const Phone = '505 555 0101';
  await addContacts(app, [
    { ContactId: 1, AgentId: own, Name: 'Ada', Phone },
    { ContactId: 2, AgentId: below, Name: 'Bea', Phone },
    { ContactId: 3, AgentId: own, Name: 'Cid', Phone },
    { ContactId: 4, AgentId: other, Name: 'Dee', Phone },
  ]);
});

const bodyOf = (ids: readonly (number | undefined)[]) => ({ Contacts: ids.map((ContactId) => ({ ContactId })) });
const mark = (ids: readonly (number | undefined)[], who = agent) => app.http.post(path).set(who).send(bodyOf(ids));
const unmark = (ids: readonly number[], who = agent) => app.http.delete(path).set(who).send(bodyOf(ids));
const pairsOf = ({ body }: { body: { Different: ContactDifference[] } }): number[][] =>
  body.Different.map(({ ContactId, OtherContactId }) => [ContactId, OtherContactId]);
const listed = async (who = agent, query = ''): Promise<number[][]> =>
  pairsOf(await app.http.get(`${path}${query}`).set(who).expect(200));
/** The ContactIds of each group of duplicates. */
const groups = async (who = agent, query = ''): Promise<number[][]> => {
  const { body } = await app.http.get(`/v1/Contacts/Duplicates${query}`).set(who).expect(200);
  return (body.Duplicates as { Contacts: ContactDifference[] }[]).map(({ Contacts }) =>
    Contacts.map(({ ContactId }) => ContactId),
  );
};
const marks = async (): Promise<string[]> => {
  const rows = await app.db.all<ContactDifference>(
    sql`SELECT ContactId, OtherContactId FROM contact_differences ORDER BY ContactId, OtherContactId`,
  );
  return rows.map(({ ContactId, OtherContactId }) => `${ContactId} ${OtherContactId}`);
};

it('marks each two of the contacts as different people, with the time and the user', async () => {
  const { body } = await mark([3, 1, 2]).expect(200);
  const made = { MarkedAt: `${now}Z`, MarkedBy: `agent-${own}@example.test` };
  expect(body.Different).toEqual([
    { ContactId: 1, ContactName: 'Ada', OtherContactId: 2, OtherContactName: 'Bea', ...made },
    { ContactId: 1, ContactName: 'Ada', OtherContactId: 3, OtherContactName: 'Cid', ...made },
    { ContactId: 2, ContactName: 'Bea', OtherContactId: 3, OtherContactName: 'Cid', ...made },
  ]);
  const again = await mark([2, 1], admin).expect(200);
  expect(again.body.Different).toMatchObject([{ ContactId: 1, OtherContactId: 2, ...made }]);
  expect(await marks()).toEqual(['1 2', '1 3', '2 3']);
});

it('does not list a contact in a group of which all others are marked as different', async () => {
  expect(await groups()).toEqual([[1, 2, 3]]);
  await mark([1, 2]).expect(200);
  expect(await groups()).toEqual([[1, 2, 3]]);
  await mark([1, 3]).expect(200);
  expect(await groups()).toEqual([[2, 3]]);
  expect(await groups(admin)).toEqual([[1, 2, 3, 4]]);
  await mark([1, 4], admin).expect(200);
  expect(await groups(admin)).toEqual([[2, 3, 4]]);
  await mark([2, 4], admin).expect(200);
  await mark([3, 4], admin).expect(200);
  expect(await groups(admin)).toEqual([[2, 3]]);
});

it.each([false, true])('does not list a group without two unmarked contacts, to a user with many: %s', async (many) => {
  const seesMany = jest.spyOn(app.get(ContactsService), 'seesMany');
  if (many) seesMany.mockResolvedValue(true);
  await mark([1, 2, 3]).expect(200);
  for (const query of ['', '?take=5']) {
    expect(await groups(agent, query)).toEqual([]);
    expect(await groups(admin, query)).toEqual([[1, 2, 3, 4]]);
  }
  const { body } = await app.http.get('/v1/Contacts/Duplicates?take=1&include=total').set(agent).expect(200);
  expect(body.ResponseStatus.Meta.Total).toBe('0');
  // The agent sees the fourth contact now, which is not marked as different from the others.
  await store(app, 'ContactShare', [{ ContactId: 4, AgentId: own }]);
  for (const query of ['', '?take=5']) expect(await groups(agent, query)).toEqual([[1, 2, 3, 4]]);
  seesMany.mockRestore();
});

it('ignores unmarked contacts that the caller cannot see', async () => {
  await addContacts(app, [{ ContactId: 5, AgentId: own, Name: 'Aaron', Phone: '505 555 0101' }]);
  await mark([1, 2, 3, 5]).expect(200);
  expect(await groups()).toEqual([]);
  expect(await groups(admin)).toEqual([[1, 2, 3, 4, 5]]);
});

it('groups contacts again whose mark was removed', async () => {
  await mark([1, 2, 3]).expect(200);
  expect(pairsOf(await unmark([3, 2]).expect(200))).toEqual([[2, 3]]);
  expect(await groups()).toEqual([[2, 3]]);
  expect(pairsOf(await unmark([1, 2, 3]).expect(200))).toEqual([
    [1, 2],
    [1, 3],
  ]);
  expect(pairsOf(await unmark([1, 2, 3]).expect(200))).toEqual([]);
  expect(await groups()).toEqual([[1, 2, 3]]);
});

it('lists the pairs of which the caller can see both contacts, newest first', async () => {
  await mark([1, 2]).expect(200);
  await mark([3, 4], admin).expect(200);
  await store(app, 'ContactDifference', [
    { ContactId: 2, OtherContactId: 3, MarkedAt: '2026-05-01T00:00:00.0000000', MarkedBy: 'x' },
  ]);
  expect(await listed()).toEqual([
    [2, 3],
    [1, 2],
  ]);
  expect(await listed(admin)).toEqual([
    [2, 3],
    [3, 4],
    [1, 2],
  ]);
  expect(await listed(admin, '?OtherContactName=Dee')).toEqual([[3, 4]]);
  expect(await listed(admin, '?orderBy=ContactName&take=1')).toEqual([[1, 2]]);
  expect(await listed(await app.as('Agent'))).toEqual([]);
  await app.http.delete('/v1/Contacts/3').set(agent).expect(200);
  expect(await listed(admin)).toEqual([[1, 2]]);
});

it('marks only contacts that exist and are in scope, all or none', async () => {
  for (const send of [mark, unmark]) {
    expect(fieldErrors(await send([]).expect(400))).toEqual(['Contacts NotEmpty']);
    expect(fieldErrors(await send([1]).expect(400))).toEqual(['Contacts NotEmpty']);
    expect(fieldErrors(await send([1, 2, 1]).expect(400))).toEqual(['Contacts[2].ContactId Duplicate']);
    const eleven = Array.from({ length: 11 }, (_, at) => at + 1);
    expect(fieldErrors(await send(eleven).expect(400))).toEqual(['Contacts Length']);
    const unknown = await send([1, 99]).expect(404);
    expect(unknown.body.ResponseStatus.Errors).toMatchObject([
      { FieldName: 'Contacts[1].ContactId', ErrorCode: 'Unknown', Meta: { ContactId: '99' } },
    ]);
    const foreign = await send([1, 4]).expect(403);
    expect(foreign.body.ResponseStatus.Errors).toMatchObject([
      { FieldName: 'Contacts[1].ContactId', Meta: { ContactId: '4' } },
    ]);
  }
  expect(fieldErrors(await mark([1, undefined]).expect(400))).toEqual(['Contacts[1].ContactId NotNull']);
  expect(await marks()).toEqual([]);
});

it('marks contacts that another agent has locked', async () => {
  await app.http
    .post('/v1/Contacts/2/Lock')
    .set(await app.as('Agent', below))
    .send({})
    .expect(200);
  await mark([1, 2]).expect(200);
});

it('a merge moves the marks of the merged contact to the remaining one, and Unmerge moves them back', async () => {
  await mark([2, 3], admin).expect(200);
  await mark([3, 4], admin).expect(200);
  await mark([1, 4], admin).expect(200);
  const before = await marks();
  const { body } = await app.http
    .post('/v1/Contacts/1/Merge')
    .set(admin)
    .send({ From: [3] })
    .expect(200);
  // Contact 1 was marked as different from contact 4 already.
  expect(body.ResponseStatus.Meta).toEqual({ Dropped: '1 ContactDifference' });
  expect(await marks()).toEqual(['1 2', '1 4']);
  const undone = await app.http.post('/v1/Contacts/1/Unmerge').set(admin).send({}).expect(200);
  expect(undone.body.ResponseStatus.Meta).toEqual({});
  expect(await marks()).toEqual(before);
});

it('a merge removes the marks between the merged contacts, and Unmerge restores them', async () => {
  await mark([1, 2, 3]).expect(200);
  await app.http
    .post('/v1/Contacts/2/Merge')
    .set(agent)
    .send({ From: [3, 1] })
    .expect(200);
  expect(await marks()).toEqual([]);
  await app.http.post('/v1/Contacts/2/Unmerge').set(agent).send({}).expect(200);
  expect(await marks()).toEqual(['1 2', '1 3', '2 3']);
});

it('an import refuses a pair whose greater ContactId comes first', async () => {
  const send = (csv: string) =>
    app.http.post('/v1/Sets/contact-differences').set(admin).set('Content-Type', 'text/csv').send(csv);
  const start = 'ContactId,OtherContactId,MarkedAt,MarkedBy\n';
  const { body } = await send(`${start}2,1,${now},x\n`).expect(400);
  expect(body.ResponseStatus.Errors).toMatchObject([{ ErrorCode: 'Invalid', FieldName: 'line 2.OtherContactId' }]);
  expect((await send(`${start}1,2,${now},x\n`).expect(200)).body).toMatchObject({ Inserted: 1 });
  expect(await listed()).toEqual([[1, 2]]);
});

it('an import of marks can be undone', async () => {
  const upload = await app.http
    .post('/v1/Imports?Into=contact-differences')
    .set(admin)
    .set('Content-Type', 'text/csv')
    .send(`ContactId,OtherContactId,MarkedAt,MarkedBy\n1,2,${now},x\n`)
    .expect(200);
  const { ImportId } = upload.body.Imports[0];
  for (const [step, count] of [
    ['Run', 1],
    ['Undo', 0],
  ] as const) {
    await app.http.post(`/v1/Imports/${ImportId}/${step}`).set(admin).send({}).expect(200);
    expect(await marks()).toHaveLength(count);
  }
});
