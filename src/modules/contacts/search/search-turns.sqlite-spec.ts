import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addManyContacts, amongMany, half } from '../../../../test/support/data/many-contacts.js';
import { person, seedPeople } from '../../../../test/support/data/people.js';
import { turnsOf } from '../../../../test/support/time/turns.js';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Role } from '../../../http/endpoint/roles.js';
import { noOptions, type ListOptions, type ListResult } from '../../../record/lists/list-options.js';
import type { Contact } from '../contact.entity.js';
import { ContactSearchService } from './contact-search.service.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await seedPeople(app, []);
  await addManyContacts(app, person.own);
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

const step = 20;
const administrator = { isAdministrator: true } as Principal;
const agent = { isAdministrator: false, AgentId: person.own, Roles: [Role.Agent] } as unknown as Principal;
const total: ListOptions = { ...noOptions, take: 5, total: true };
const backwards: ListOptions = { ...noOptions, take: 5, orderBy: [{ field: 'ContactId', descending: true }] };

/** SQLite runs each statement in this process, so that other calls wait for its end. */
it.each<[what: string, text: string, caller: Principal, options: ListOptions]>([
  ['the total of a word', 'odd', administrator, total],
  ['the total of digits', '305', administrator, total],
  ['the total of digits and a word', '555 even', administrator, total],
  ['the total of a word for an agent', 'odd', agent, total],
  ['the total of a word that more contacts have than the agent sees', 'nobody', agent, total],
  ['a page of a word in another order', 'odd', administrator, backwards],
  ['a page of digits in another order', '305', agent, backwards],
])('other calls get a turn after each part of %s', async (_, text, caller, options) => {
  amongMany(app, step);
  const { turns } = await turnsOf(async () => {
    const { rows, total: counted } = (await app
      .get(ContactSearchService)
      .list(caller, { Search: text }, options)) as ListResult<Contact>;
    await rows.open();
    await counted();
  });
  expect(turns).toBeGreaterThanOrEqual(half / step);
});
