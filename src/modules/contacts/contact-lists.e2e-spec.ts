import sql from 'sql-template-tag';
import type { TestApp } from '../../../test/support/app/app.js';
import { addContacts, person, startPeople } from '../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../test/support/data/rows.js';
import type { Contact } from './contact.entity.js';

const { own, below, other, left } = person;
const now = '2026-04-30T12:00:00.0000000';

let app: TestApp;
let agent: { Authorization: string };
let admin: { Authorization: string };

beforeAll(async () => {
  ({ app, agent, admin } = await startPeople({ CLOCK: now }));
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.db.tx(async () => {
    for (const table of ['contact_shares', 'contact_transfers', 'contact_terms', 'contacts', 'audit_records', 'audit'])
      await app.db.execute(sql`DELETE FROM ${sql([table])}`);
  });
  await addContacts(app, [
    { ContactId: 1, AgentId: own, FirstName: 'Ada', LastName: 'Gold' },
    { ContactId: 2, AgentId: below, Name: 'Bea' },
    { ContactId: 3, AgentId: other, Name: 'Cid' },
    { ContactId: 4, AgentId: own, Name: 'Dee', Deleted: true },
  ]);
});

const change = (Contacts: unknown, who = agent) => app.http.put('/v1/Contacts').set(who).send({ Contacts });
const stored = (): Promise<Pick<Contact, 'ContactId' | 'Tags'>[]> =>
  app.db.all(sql`SELECT ContactId, Tags FROM contacts WHERE Tags <> '' ORDER BY ContactId`);
const audit = () => app.db.all(sql`SELECT Operation FROM audit WHERE Operation = 'changeContacts'`);

it('changes many contacts in one transaction, and returns them in the order sent', async () => {
  const sent = [
    { ContactId: 2, Tags: 'a', SSN: '123-45-6789' },
    { ContactId: 1, LastName: 'Silver', AgentId: below },
  ];
  const { body } = await change(sent).expect(200);
  expect(body.Contacts).toMatchObject([
    { ContactId: 2, Tags: 'a', SSN: '***-**-6789' },
    { ContactId: 1, Name: 'Ada Silver', AgentId: below },
  ]);
  expect(await audit()).toHaveLength(1);
  const transfers = await app.http.get('/v1/Contacts/Transfers').set(agent).expect(200);
  expect(transfers.body.Transfers).toMatchObject([{ ContactId: 1, FromAgentId: own, ToAgentId: below }]);
  const search = await app.http.get('/v1/Contacts?Search=silver').set(agent).expect(200);
  expect(search.body.Contacts).toMatchObject([{ ContactId: 1 }]);
});

it('changes no contact of a list if one is unknown or deleted, and names each such contact', async () => {
  const answer = await change([1, 99, 4].map((ContactId) => ({ ContactId, Tags: 'a' }))).expect(404);
  expect(fieldErrors(answer)).toEqual(['Contacts[1].ContactId Unknown', 'Contacts[2].ContactId Unknown']);
  expect(await stored()).toEqual([]);
});

it('reports every invalid contact of a list', async () => {
  const answer = await change([
    { ContactId: 1, FirstName: '', LastName: '', Name: '' },
    { ContactId: 2, SSN: '12', Tags: 'x'.repeat(2001) },
  ]).expect(400);
  expect(fieldErrors(answer).sort()).toEqual([
    'Contacts[0].Name NotEmpty',
    'Contacts[1].SSN Invalid',
    'Contacts[1].Tags Length',
  ]);
  expect(answer.body.ResponseStatus.Errors.map(({ Message }: { Message: string }) => Message)).toContain(
    'Contacts[0].Name is required, or one of FirstName, LastName, BusinessName.',
  );
  const ids = await change([{ ContactId: 1 }, { Tags: 'a' }, { ContactId: 1, Tags: 'b' }]).expect(400);
  expect(fieldErrors(ids).sort()).toEqual(['Contacts[1].ContactId NotEmpty', 'Contacts[2].ContactId Duplicate']);
});

it('accepts 1 to 500 contacts in one call', async () => {
  expect(fieldErrors(await change([]).expect(400))).toEqual(['Contacts NotEmpty']);
  expect(fieldErrors(await change(undefined).expect(400))).toEqual(['Contacts NotEmpty']);
  const many = Array.from({ length: 501 }, (_, at) => ({ ContactId: at + 1 }));
  expect(fieldErrors(await change(many).expect(400))).toEqual(['Contacts Length']);
  const most = many.slice(4).map(({ ContactId }) => ({ ContactId, AgentId: own, Name: 'Many' }));
  await addContacts(app, most);
  const sent = [...most, { ContactId: 1 }, { ContactId: 2 }].map(({ ContactId }) => ({ ContactId, Tags: 'many' }));
  expect((await change(sent).expect(200)).body.Contacts).toHaveLength(499);
  expect(await stored()).toHaveLength(499);
});

it('changes a list of contacts only if each owner is in scope before and after the change', async () => {
  await store(app, 'ContactShare', [{ ContactId: 3, AgentId: own }]);
  await change([1, 3].map((ContactId) => ({ ContactId, Tags: 'a' }))).expect(403);
  await change([
    { ContactId: 1, AgentId: other },
    { ContactId: 2, Tags: 'a' },
  ]).expect(403);
  await change([{ ContactId: 1, AgentId: left }], admin).expect(409);
  expect(await stored()).toEqual([]);
  await change([{ ContactId: 3, Tags: 'a' }], admin).expect(200);
});

it('refuses to change contacts that another agent has locked, and to change a ContactGUID', async () => {
  await app.http
    .post('/v1/Contacts/2/Lock')
    .set(await app.as('Agent', below))
    .send({})
    .expect(200);
  const both = [
    { ContactId: 1, Tags: 'a' },
    { ContactId: 2, Tags: 'a' },
  ];
  expect(fieldErrors(await change(both).expect(409))).toEqual(['Contacts[1].ContactId Invalid']);
  await change(both, admin).expect(200);
  await change([{ ContactId: 1, ContactGUID: '7'.repeat(32) }]).expect(409);
});
