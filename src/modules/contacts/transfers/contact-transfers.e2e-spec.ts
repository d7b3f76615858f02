import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addContacts, person, seedPeople } from '../../../../test/support/data/people.js';
import { fieldErrors } from '../../../../test/support/data/rows.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { shift } from '../../../record/values/datetime.js';
import type { Contact } from '../contact.entity.js';
import type { ContactTransfer } from './contact-transfer.entity.js';

const { own, below, other, left } = person;

let app: TestApp;
let agent: { Authorization: string };
let stranger: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  app = await startApp();
  await seedPeople(app);
  agent = await app.as('Agent', own);
  stranger = await app.as('Agent', other);
  admin = await app.as('Administrator');
});
beforeEach(async () => {
  await app.db.tx(async () => {
    for (const table of ['contact_transfers', 'contact_shares', 'contact_terms', 'contacts'])
      await app.db.execute(sql`DELETE FROM ${sql([table])}`);
    // A hand-over moves the downline.
    await app.db.execute(sql`UPDATE agents SET Upline1 = ${own} WHERE AgentId = ${below}`);
  });
  await addContacts(app, [
    { ContactId: 1, AgentId: own, Name: 'Ada' },
    { ContactId: 2, AgentId: below, Name: 'Bea' },
    { ContactId: 3, AgentId: other, Name: 'Cid' },
    { ContactId: 4, AgentId: null, Name: 'Dee' },
    { ContactId: 5, AgentId: own, Name: 'Eve', Deleted: true },
    { ContactId: 6, AgentId: own, Name: 'Fay' },
    { ContactId: 7, AgentId: below, Name: 'Gil' },
    { ContactId: 8, AgentId: own, Name: 'Hal' },
    { ContactId: 9, AgentId: own, Name: 'Ian' },
    { ContactId: 10, AgentId: below, Name: 'Joy' },
    { ContactId: 11, AgentId: own, Name: 'Kim' },
    { ContactId: 12, AgentId: below, Name: 'Lea' },
    { ContactId: 13, AgentId: null, Name: 'Mia' },
  ]);
});
afterAll(() => app.close());

const transfer = (to: number | undefined, ids: (number | undefined)[], who = agent) =>
  app.http
    .post('/v1/Contacts/Transfer')
    .set(who)
    .send({ agent: { AgentId: to }, Contacts: ids.map((ContactId) => ({ ContactId })) });
/** The transfers of these contacts that the caller sees, newest first. */
const history = async (ids: number[], who = agent): Promise<ContactTransfer[]> =>
  (await app.http.get(`/v1/Contacts/Transfers?ContactIdIn=${ids.join()}`).set(who).expect(200)).body.Transfers;
const owners = ({ body }: { body: { Contacts: Contact[] } }) =>
  body.Contacts.map(({ ContactId, AgentId }) => [ContactId, AgentId]);

it('rejects the whole transfer if one contact is invalid', async () => {
  expect(fieldErrors(await transfer(undefined, []).expect(400))).toEqual(['Contacts NotEmpty']);
  expect(fieldErrors(await transfer(undefined, [1]).expect(400))).toEqual(['agent.AgentId NotEmpty']);
  expect(fieldErrors(await transfer(other, [1, undefined, 1]).expect(400))).toEqual([
    'Contacts[1].ContactId NotNull',
    'Contacts[2].ContactId Duplicate',
  ]);
  expect(fieldErrors(await transfer(77, [99, 1, 5]).expect(404))).toEqual([
    'agent.AgentId Unknown',
    'Contacts[0].ContactId Unknown',
    'Contacts[2].ContactId Unknown',
  ]);
  await transfer(left, [1]).expect(409);
  await transfer(below, [1, 3]).expect(403);
  await transfer(below, [4]).expect(403);
  expect(await history([1, 3, 4, 5], admin)).toEqual([]);
});

it('transfers contacts once, and returns them in the order sent', async () => {
  expect(owners(await transfer(other, [10, 9]).expect(200))).toEqual([
    [10, other],
    [9, other],
  ]);
  // A repeated call changes nothing. It is allowed, although the contacts are now out of scope.
  await transfer(other, [10, 9]).expect(200);
  await transfer(other, [3]).expect(403);
  expect(await history([9, 10])).toMatchObject([
    { ContactId: 10, FromAgentId: below, ToAgentId: other },
    { ContactId: 9, FromAgentId: own, ToAgentId: other },
  ]);
  expect((await history([9, 10], stranger)).map(({ ContactName }) => ContactName)).toEqual(['Joy', 'Ian']);
  expect((await history([9, 10])).map(({ ContactName }) => ContactName)).toEqual(['', '']);
  const names = await app.db.all<{ AgentName: string }>(sql`SELECT AgentName FROM agents WHERE AgentId = ${other}`);
  expect((await history([9]))[0]).toMatchObject({
    FromAgentName: expect.stringMatching(/./),
    ToAgentName: names[0].AgentName,
  });
  const search = await app.http.get('/v1/Contacts?Search=joy').set(stranger).expect(200);
  expect(owners(search)).toEqual([[10, other]]);
});

it('refuses a repeated transfer of contacts out of scope after 24 hours, because the answer shows them', async () => {
  await transfer(other, [12, 11]).expect(200);
  const clock = app.get(BusinessClock);
  const later = shift(clock.now(), 86_400_001)!;
  const now = jest.spyOn(clock, 'now').mockReturnValue(later);
  await transfer(other, [12, 11]).expect(403);
  await transfer(other, [12, 11], admin).expect(200);
  now.mockRestore();
  await transfer(other, [12, 11]).expect(200);
});

it('transfers contacts without an owner to an agent', async () => {
  await transfer(below, [13], admin).expect(200);
  expect((await history([13]))[0]).toMatchObject({ ContactId: 13, FromAgentId: 0, ToAgentId: below });
  expect(await history([13], stranger)).toEqual([]);
});

it('refuses to transfer contacts that another agent has locked, and ends the lock of a transferred one', async () => {
  const lock = (id: number, who: { Authorization: string }) =>
    app.http.post(`/v1/Contacts/${id}/Lock`).set(who).send({}).expect(200);
  await lock(7, await app.as('Agent', below));
  await lock(8, agent);
  expect(fieldErrors(await transfer(other, [8, 7]).expect(409))).toEqual(['Contacts[1].ContactId Invalid']);
  const none = { Locked: false, LockedByAgentId: null, LockedTimestamp: null };
  const { body } = await transfer(other, [8]).expect(200);
  expect(body.Contacts).toMatchObject([{ ContactId: 8, AgentId: other, ...none }]);
  await app.http.put('/v1/Contacts/8').set(stranger).send({ Tags: 'new' }).expect(200);
  // A lock never stops an Administrator.
  const moved = await transfer(other, [7], admin).expect(200);
  expect(moved.body.Contacts).toMatchObject([{ ContactId: 7, AgentId: other, ...none }]);
  const moves = await history([7, 8], admin);
  expect(moves.map(({ ContactId }) => ContactId)).toEqual([7, 8]);
});

it('accepts one of two concurrent transfers of a contact', async () => {
  const both = await Promise.all([transfer(below, [6]), transfer(other, [6])]);
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  const moves = await history([6], admin);
  expect(moves.at(-1)!.FromAgentId).toBe(own);
  for (const [at, move] of moves.slice(0, -1).entries()) expect(move.FromAgentId).toBe(moves[at + 1].ToAgentId);
});

describe('a share with the new owner', () => {
  const share = (ContactId: number, AgentIds: number[]) =>
    app.http.put(`/v1/Contacts/${ContactId}/Shares`).set(admin).send({ AgentIds }).expect(200);
  const shares = async (): Promise<string[]> =>
    (
      await app.db.all<{ ContactId: number; AgentId: number }>(
        sql`SELECT ContactId, AgentId FROM contact_shares ORDER BY ContactId, AgentId`,
      )
    ).map(({ ContactId, AgentId }) => `${ContactId} ${AgentId}`);
  const add = async (AgentId: number): Promise<number> => {
    const { body } = await app.http.post('/v1/Contacts').set(admin).send({ Name: 'Moved', AgentId }).expect(200);
    return body.Contacts[0].ContactId as number;
  };
  const put = (id: number, AgentId: number) =>
    app.http.put(`/v1/Contacts/${id}`).set(admin).send({ AgentId }).expect(200);
  const putAll = (ContactId: number, AgentId: number) =>
    app.http
      .put('/v1/Contacts')
      .set(admin)
      .send({ Contacts: [{ ContactId, AgentId }] })
      .expect(200);
  const load = (ContactId: number, AgentId: number) =>
    app.http
      .post('/v1/Sets/contacts')
      .set(admin)
      .type('text/csv')
      .send(`ContactId,AgentId\n${ContactId},${AgentId}\n`)
      .expect(200);
  const handOver = (from: number, To: number) =>
    app.http.post(`/v1/Agents/${from}/HandOver`).set(admin).send({ To }).expect(200);
  beforeEach(() => app.db.tx(() => app.db.execute(sql`DELETE FROM contact_shares`)));

  it.each<[way: string, move: (id: number) => PromiseLike<unknown>]>([
    ['a transfer', (id) => transfer(other, [id], admin).expect(200)],
    ['a change of the contact', (id) => put(id, other)],
    ['a change of many contacts', (id) => putAll(id, other)],
    ['an import', (id) => load(id, other)],
    ['a hand-over', () => handOver(own, other)],
  ])('ends with %s, so that the former holder cannot read the contact later', async (_way, move) => {
    const id = await add(own);
    await share(id, [below, other]);
    await move(id);
    expect(await shares()).toEqual([`${id} ${below}`]);
    await app.http.get(`/v1/Contacts/${id}`).set(stranger).expect(200);
    await transfer(own, [id], admin).expect(200);
    await app.http.get(`/v1/Contacts/${id}`).set(stranger).expect(403);
  });

  it('is not made by a hand-over of shares to the owner of the contact', async () => {
    const [theirs, third] = [await add(other), await add(below)];
    await share(theirs, [own]);
    await share(third, [own]);
    await handOver(own, other);
    expect(await shares()).toEqual([`${third} ${other}`]);
  });

  it('stays where another contact moves, and with other agents', async () => {
    const [id, still] = [await add(own), await add(own)];
    await share(id, [below]);
    await share(still, [other]);
    await transfer(other, [id], admin).expect(200);
    expect(await shares()).toEqual([`${id} ${below}`, `${still} ${other}`]);
  });
});
