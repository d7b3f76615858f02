import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addContacts, person, seedPeople } from '../../../../test/support/data/people.js';
import { store } from '../../../../test/support/data/rows.js';
import type { Contact } from '../contact.entity.js';
import { ContactsService } from '../contacts.service.js';
import { DuplicatesService } from './duplicates.service.js';

const { own, below, other } = person;
type Who = { Authorization: string };

let app: TestApp;
let agent: Who;
let admin: Who;

const groups = async (who: Who = agent, query = ''): Promise<unknown[][]> => {
  const { body } = await app.http.get(`/v1/Contacts/Duplicates${query}`).set(who).expect(200);
  return (body.Duplicates as { Shared: string; Value: string; Contacts: Contact[] }[]).map(
    ({ Shared, Value, Contacts }) => [Shared, Value, ...Contacts.map(({ ContactId }) => ContactId)],
  );
};

const DateOfBirth = '1967-04-12T00:00:00.0000000';

beforeAll(async () => {
  app = await startApp();
  await seedPeople(app, [
    { ContactId: 1, AgentId: own, Name: 'Áda Gold', Phone: '505 555 0101', EmailWork: 'Ada@example.com', DateOfBirth },
    { ContactId: 2, AgentId: below, EmailPersonal: 'ada@Example.com', Phone: '+1 (505) 555-0101 x3', Name: 'Ána' },
    { ContactId: 3, AgentId: own, Name: 'ADA GOLD', DateOfBirth },
    { ContactId: 4, AgentId: other, Name: 'Cid', Phone: '505-555-0101', EmailWork: 'cid@example.com' },
    { ContactId: 5, AgentId: other, Name: 'Cid', EmailWork: 'cid@example.com' },
  ]);
  agent = await app.as('Agent', own);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

it('groups contacts with the same e-mail address, telephone number, or name and birth date', async () => {
  expect(await groups(admin)).toEqual([
    ['NameAndBirthDate', '1967-04-12 ada gold', 1, 3],
    ['Telephone', '+15055550101', 1, 2, 4],
    ['EmailAddress', 'ada@example.com', 1, 2],
    ['EmailAddress', 'cid@example.com', 4, 5],
  ]);
});

it.each([1, 2, 100])(
  'finds the same groups of duplicates for an agent with many contacts in steps of %i terms',
  async (step) => {
    const few = [await groups(), await groups(agent, '?take=2'), await groups(agent, '?take=2&skip=1')];
    const service = app.get(DuplicatesService);
    const [before, seesMany] = [service.step, jest.spyOn(app.get(ContactsService), 'seesMany').mockResolvedValue(true)];
    service.step = step;
    expect([await groups(), await groups(agent, '?take=2'), await groups(agent, '?take=2&skip=1')]).toEqual(few);
    expect(few.map(({ length }) => length)).toEqual([3, 2, 2]);
    expect(await groups(await app.as('Agent'), '?take=5')).toEqual([]);
    const { body } = await app.http.get('/v1/Contacts/Duplicates?take=1&include=total').set(agent).expect(200);
    expect(body.ResponseStatus.Meta.Total).toBe('3');
    service.step = before;
    seesMany.mockRestore();
  },
);

it('applies the list options to the groups of duplicates', async () => {
  expect(await groups(admin, '?take=1&skip=1')).toEqual([['Telephone', '+15055550101', 1, 2, 4]]);
  expect(await groups(admin, '?Shared=EmailAddress&orderByDesc=Value')).toEqual([
    ['EmailAddress', 'cid@example.com', 4, 5],
    ['EmailAddress', 'ada@example.com', 1, 2],
  ]);
  const { text } = await app.http.get('/v1/Contacts/Duplicates.csv?take=1&fields=Value').set(admin).expect(200);
  expect(text).toBe('Value\r\n1967-04-12 ada gold\r\n');
});

it('groups of duplicates contain only contacts that the caller can see and that are not deleted', async () => {
  expect(await groups()).toEqual([
    ['NameAndBirthDate', '1967-04-12 ada gold', 1, 3],
    ['Telephone', '+15055550101', 1, 2],
    ['EmailAddress', 'ada@example.com', 1, 2],
  ]);
  await store(app, 'ContactShare', [{ ContactId: 4, AgentId: own }]);
  expect((await groups())[1]).toEqual(['Telephone', '+15055550101', 1, 2, 4]);
  await app.http.delete('/v1/Contacts/2').set(agent).expect(200);
  expect(await groups()).toEqual([
    ['NameAndBirthDate', '1967-04-12 ada gold', 1, 3],
    ['Telephone', '+15055550101', 1, 4],
  ]);
  expect(await groups(await app.as('Agent'))).toEqual([]);
  await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_shares`));
  await addContacts(app, [{ ContactId: 2, Deleted: false }]);
});
