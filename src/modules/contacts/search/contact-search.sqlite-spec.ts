import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addManyContacts, amongMany, half } from '../../../../test/support/data/many-contacts.js';
import { person, seedPeople } from '../../../../test/support/data/people.js';
import { turnsOf } from '../../../../test/support/time/turns.js';
import { Db } from '../../../database/db.js';
import { Statements } from '../../../database/transactions/statements.js';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Role } from '../../../http/endpoint/roles.js';
import { noOptions, type ListOptions, type ListResult } from '../../../record/lists/list-options.js';
import { Contact } from '../contact.entity.js';
import { ContactSearchService } from './contact-search.service.js';
import { DatabaseUpkeep } from '../../../database/database-upkeep.js';
import { Agent } from '../../agents/agent.entity.js';
import { ContactTerm } from './contact-term.entity.js';

describe('the turns of a search', () => {
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
  const all: ListOptions = noOptions;
  const page: ListOptions = { ...noOptions, take: 250 };
  const backwards: ListOptions['orderBy'] = [{ field: 'ContactId', descending: true }];

  /** SQLite runs each statement in this process, so that other calls wait for its end. */
  it.each<[what: string, text: string, caller: Principal, options: ListOptions]>([
    ['the total of a word', 'odd', administrator, total],
    ['the total of digits', '305', administrator, total],
    ['the total of digits and a word', '555 even', administrator, total],
    ['the total of a word for an agent', 'odd', agent, total],
    ['the total of a word that more contacts have than the agent sees', 'nobody', agent, total],
    ['a list of a word', 'odd', administrator, all],
    ['a list of two words without a common contact', 'odd even', administrator, all],
    ['a list of a word in another order', 'odd', administrator, { ...all, orderBy: backwards }],
    ['a list of digits for an agent', '305', agent, all],
    ['a list of digits without a common contact', '305 480', administrator, { ...all, orderBy: backwards }],
    ['a page of a word in another order', 'odd', administrator, { ...page, orderBy: backwards }],
    ['a page of digits in another order for an agent', '305', agent, { ...page, orderBy: backwards }],
  ])('other calls get a turn after each part of %s', async (_, text, caller, options) => {
    amongMany(app, step);
    const statements = jest.spyOn(app.get(Statements), 'all');
    const { turns } = await turnsOf(async () => {
      const { rows, total: counted } = (await app
        .get(ContactSearchService)
        .list(caller, { Search: text }, options)) as ListResult<Contact>;
      await rows.open();
      await counted();
    });
    expect(turns).toBeGreaterThanOrEqual(half / step);
    expect(statements.mock.calls.length).toBeGreaterThanOrEqual(half / step);
  });

  it('finds a page of a frequent word in another order without reading all matches', async () => {
    amongMany(app, step);
    const read = jest.spyOn(app.get(Statements), 'all');
    const options = { ...noOptions, take: 5, orderBy: backwards };
    const { rows } = (await app
      .get(ContactSearchService)
      .list(administrator, { Search: 'odd' }, options)) as ListResult<Contact>;
    expect((await rows.open()).first.map(({ ContactId }) => ContactId)).toEqual([699, 697, 695, 693, 691]);
    expect(read.mock.calls.length).toBeLessThan(half / step);
  });

  it('finds the page of a word that few contacts have with one query after their number is known', async () => {
    const read = jest.spyOn(app.get(Statements), 'all');
    const opened = jest.spyOn(app.get(Statements), 'open');
    const options = { ...noOptions, take: 5 };
    const { rows } = (await app
      .get(ContactSearchService)
      .list(agent, { Search: 'odd' }, options)) as ListResult<Contact>;
    expect((await rows.open()).first).toHaveLength(5);
    expect([read.mock.calls.length, opened.mock.calls.length]).toEqual([1, 1]);
  });

  it('a list that is read in parts leaves out a contact that is deleted meanwhile', async () => {
    amongMany(app, step);
    const { rows } = (await app
      .get(ContactSearchService)
      .list(administrator, { Search: 'odd' }, { ...all, orderBy: backwards })) as ListResult<Contact>;
    const { rest } = await rows.open();
    const db = app.get(Db);
    await db.tx(() => db.execute(sql`UPDATE contacts SET Deleted = 1 WHERE ContactId = 103`));
    const others: Contact[] = [];
    for (let next = await rest!.next(); next; next = await rest!.next()) others.push(...next);
    await db.tx(() => db.execute(sql`UPDATE contacts SET Deleted = NULL WHERE ContactId = 103`));
    expect(others.slice(-3).map(({ ContactId }) => ContactId)).toEqual([107, 105, 101]);
  });
});

describe('the indexes of the terms', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const indexes = () =>
    app.db.all<{ Name: string; Definition: string }>(sql`SELECT m.name AS Name, m.sql AS Definition FROM sqlite_master m
    WHERE m.type = 'index' AND m.sql IS NOT NULL ORDER BY m.name`);
  const tables = [Agent, Contact, ContactTerm];

  it('stores the search terms once, in the order of their key, as MariaDB does', async () => {
    const tables = sql`SELECT t.wr AS WithoutRowId FROM pragma_table_list t WHERE t.name = 'contact_terms'`;
    expect(await app.db.all(tables)).toEqual([{ WithoutRowId: 1 }]);
  });

  it('withoutIndexes drops all indexes except unique ones during the work, and then creates them again', async () => {
    const before = await indexes();
    const during = await app.db.tx(() => app.get(DatabaseUpkeep).withoutIndexes(tables, indexes));
    const dropped = before.filter(({ Name }) => !during.some((other) => other.Name === Name));
    expect(dropped.length).toBeGreaterThan(5);
    expect(dropped.every(({ Definition }) => /ON [`"](agents|contacts|contact_terms)[`"]/.test(Definition))).toBe(true);
    expect(dropped.some(({ Definition }) => Definition.includes('UNIQUE'))).toBe(false);
    const plain = (all: typeof before) =>
      all.map((one) => ({ ...one, Definition: one.Definition.replace(/[\s`"]/g, '') }));
    expect(plain(await indexes())).toEqual(plain(before));
  });

  it('withoutIndexes keeps the indexes if the work fails', async () => {
    const before = await indexes();
    const failing = app.db.tx(() =>
      app.get(DatabaseUpkeep).withoutIndexes(tables, () => Promise.reject(new Error('stopped'))),
    );
    await expect(failing).rejects.toThrow('stopped');
    expect(await indexes()).toEqual(before);
  });
});
