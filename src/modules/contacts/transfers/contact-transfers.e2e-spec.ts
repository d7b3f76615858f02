import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { person, seedPeople } from '../../../../test/support/data/people.js';
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
  await seedPeople(app, [
    { ContactId: 1, AgentId: own, Name: 'Ada' },
    { ContactId: 2, AgentId: below, Name: 'Bea' },
    { ContactId: 3, AgentId: other, Name: 'Cid' },
    { ContactId: 4, AgentId: null, Name: 'Dee' },
    { ContactId: 5, AgentId: own, Name: 'Eve', Deleted: true },
    { ContactId: 6, AgentId: own, Name: 'Fay' },
    { ContactId: 7, AgentId: below, Name: 'Gil' },
    { ContactId: 8, AgentId: own, Name: 'Hal' },
  ]);
  agent = await app.as('Agent', own);
  stranger = await app.as('Agent', other);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const transfer = (to: number | undefined, ids: (number | undefined)[], who = agent) =>
  app.http
    .post('/v1/Contacts/Transfer')
    .set(who)
    .send({ agent: { AgentId: to }, Contacts: ids.map((ContactId) => ({ ContactId })) });
const history = async (who = agent): Promise<ContactTransfer[]> =>
  (await app.http.get('/v1/Contacts/Transfers').set(who).expect(200)).body.Transfers;
const owners = ({ body }: { body: { Contacts: Contact[] } }) =>
  body.Contacts.map(({ ContactId, AgentId }) => [ContactId, AgentId]);

it('rejects the whole transfer if one contact is invalid', async () => {
  expect(fieldErrors(await transfer(undefined, []).expect(400))).toEqual([
    'Contacts NotEmpty',
    'agent.AgentId NotEmpty',
  ]);
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
  expect(await history(admin)).toEqual([]);
});

it('transfers contacts once, and returns them in the order sent', async () => {
  expect(owners(await transfer(other, [2, 1]).expect(200))).toEqual([
    [2, other],
    [1, other],
  ]);
  // A repeated call changes nothing. It is allowed, although the contacts are now out of scope.
  await transfer(other, [2, 1]).expect(200);
  await transfer(other, [3]).expect(403);
  expect(await history()).toMatchObject([
    { ContactId: 2, FromAgentId: below, ToAgentId: other },
    { ContactId: 1, FromAgentId: own, ToAgentId: other },
  ]);
  expect(await history(stranger)).toHaveLength(2);
  const search = await app.http.get('/v1/Contacts?Search=bea').set(stranger).expect(200);
  expect(owners(search)).toEqual([[2, other]]);
});

it('refuses a repeated transfer of contacts out of scope after 24 hours, because the answer shows them', async () => {
  const clock = app.get(BusinessClock);
  const later = shift(clock.now(), 86_400_001)!;
  const now = jest.spyOn(clock, 'now').mockReturnValue(later);
  await transfer(other, [2, 1]).expect(403);
  await transfer(other, [2, 1], admin).expect(200);
  now.mockRestore();
  await transfer(other, [2, 1]).expect(200);
});

it('transfers contacts without an owner to an agent', async () => {
  await transfer(below, [4], admin).expect(200);
  expect((await history())[0]).toMatchObject({ ContactId: 4, FromAgentId: 0, ToAgentId: below });
  expect((await history(stranger)).some(({ ContactId }) => ContactId === 4)).toBe(false);
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
  const moves = (await history(admin)).filter(({ ContactId }) => ContactId > 6);
  expect(moves.map(({ ContactId }) => ContactId)).toEqual([7, 8]);
});

it('accepts one of two concurrent transfers of a contact', async () => {
  const both = await Promise.all([transfer(below, [6]), transfer(other, [6])]);
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  const moves = (await history(admin)).filter(({ ContactId }) => ContactId === 6);
  expect(moves.at(-1)!.FromAgentId).toBe(own);
  for (const [at, move] of moves.slice(0, -1).entries()) expect(move.FromAgentId).toBe(moves[at + 1].ToAgentId);
});
