import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addManyContacts, amongMany, half } from '../../../../test/support/data/many-contacts.js';
import { addContacts, person, seedPeople } from '../../../../test/support/data/people.js';
import { fieldErrors, store } from '../../../../test/support/data/rows.js';
import { Contact } from '../contact.entity.js';
import { ContactIndexService } from './contact-index.service.js';
import { ContactSearchService } from './contact-search.service.js';
import { ImporterService } from '../../../sets/importer.service.js';
import type { ImportedSet } from '../../../sets/record-set.js';
import { RecordSetsService } from '../../../sets/record-sets.service.js';
import { Agent } from '../../agents/agent.entity.js';
import { asDemoUser, startDemo } from '../../../../test/support/app/demo-app.js';
import type { Principal } from '../../../auth/accounts/principal.js';

describe('contact search', () => {
  let app: TestApp;
  let agent: { Authorization: string };
  let admin: { Authorization: string };

  const { own, below, other } = person;

  beforeAll(async () => {
    app = await startApp();
    await seedPeople(app, [
      { ContactId: 1, AgentId: own, Name: 'Zoë Adams', FirstName: 'Zoë', LastName: 'Adams', Phone: '(210) 555-0100' },
      { ContactId: 2, AgentId: below, Name: 'Maria Marianez', EmailWork: 'm.marianez@School.Example.org' },
      { ContactId: 3, AgentId: other, Name: 'Adam Zoeller', PhoneAlt: '+1 512 555 0123' },
      { ContactId: 4, AgentId: other, Name: "Ana O'Brien", BusinessName: 'O’Brien & Zo Tutoring 21 LLC' },
      { ContactId: 5, AgentId: own, Name: 'Zoé Deleted', Deleted: true },
      { ContactId: 6, AgentId: own, Name: 'Adam Ant' },
      { ContactId: 7, AgentId: own, Name: 'Adam Ant' },
      { ContactId: 8, AgentId: null, BusinessName: 'Adamant' },
      { ContactId: 9, AgentId: null, Name: 'Xenia' },
    ]);
    await app.db.tx(async () => {
      await app.db.execute(sql`UPDATE contacts SET Name = NULL, NameKey = NULL WHERE ContactId = 8`);
      await app.get(ContactIndexService).update([8]);
    });
    // The shares include contacts that are in scope anyway, and a contact without an agent.
    await store(
      app,
      'ContactShare',
      [1, 2, 3, 9].map((ContactId) => ({ ContactId, AgentId: own })),
    );
    agent = await app.as('Agent', own);
    admin = await app.as('Administrator');
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const ids = ({ body }: { body: { Contacts: Contact[] } }): number[] =>
    body.Contacts.map(({ ContactId }) => ContactId);
  const list = (query: string, who = admin) => app.http.get(`/v1/Contacts${query}`).set(who).expect(200);
  /** Removes the contacts with this ContactId and with greater ones. */
  const removeFrom = (first: number): Promise<void> =>
    app.db.tx(async () => {
      for (const table of ['contact_terms', 'contact_shares', 'contacts'])
        await app.db.execute(sql`DELETE FROM ${raw(table)} WHERE ContactId >= ${first}`);
    });
  const search = (text: string, who = admin, more = '') => list(`?Search=${encodeURIComponent(text)}${more}`, who);

  it("lists the contacts in scope or shared with the caller's agent, by name", async () => {
    expect(ids(await list('', agent))).toEqual([6, 7, 3, 2, 9, 1]);
    expect(ids(await list('?skip=1&take=3', agent))).toEqual([7, 3, 2]);
    expect((await list('?include=total&take=1', agent)).body.ResponseStatus.Meta).toEqual({ Total: '6' });
    expect(ids(await list(''))).toEqual([8, 6, 7, 3, 4, 2, 9, 1]);
    expect(ids(await list('', await app.as('Agent', other)))).toEqual([3, 4]);
    const { text } = await app.http.get('/v1/Contacts.csv?fields=ContactId,Name&take=1').set(agent).expect(200);
    expect(text).toBe('ContactId,Name\r\n6,Adam Ant\r\n');
  });

  it.each([
    ['Ｇｒａｃｅ Ｈｏｐｐｅｒ', 'grace hopper'],
    ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ タロウ'],
    ['ﬁnn Oﬃng', 'finn offing'],
    ['№ Ⅷ Ltd', 'no viii'],
    ['Gráinne O´Malley', "O'Malley"],
  ])('finds the name %s as %s, and the other way round', async (Name, text) => {
    const rows = [Name, text].map((each, at) => ({ ContactId: 9100 + at, AgentId: own, Name: each }));
    await addContacts(app, rows);
    for (const asked of [text, Name.split(' ')[0], text.toUpperCase()])
      expect(ids(await search(asked))).toContain(9100);
    expect(
      ids(await search(Name.split(' ').at(-1)!))
        .filter((id) => id >= 9100)
        .sort(),
    ).toEqual(text.startsWith('no') ? [9100] : [9100, 9101]);
    await removeFrom(9100);
  });

  it('lists deleted contacts for Administrators only', async () => {
    expect(ids(await list('?Deleted=true'))).toEqual([5]);
    expect(ids(await list('?Deleted=true&Search=zoe'))).toEqual([5]);
    expect(ids(await list('?Deleted=true&Search=adam'))).toEqual([]);
    expect(ids(await list('?Deleted=true', agent))).toEqual([]);
    expect(ids(await list('?Deleted=false&Name=Adam%20Ant', agent))).toEqual([6, 7]);
  });

  it('finds names despite other spellings, and telephone numbers by their digits', async () => {
    await addContacts(app, [
      { ContactId: 41, AgentId: own, Name: 'Łukasz Sørensen', Phone: '(505) 555-0142' },
      { ContactId: 42, AgentId: own, Name: 'Straßer Đæœ Yıldız', Phone: '+1 505-555-0143 ext. 12' },
      { ContactId: 43, AgentId: own, Name: 'Nigel', Phone: '+44 20 7946 0958' },
    ]);
    for (const text of ['lukasz', 'LUK', 'sorensen', 'łukasz', '+1 505 555 0142', '+15055550142', '505-555-0142 x7'])
      expect([text, ids(await search(text))]).toEqual([text, [41]]);
    for (const text of ['strasser', 'daeoe', 'yildiz', '(505) 555-0143', '15055550143'])
      expect([text, ids(await search(text))]).toEqual([text, [42]]);
    for (const text of ['1 505 555 0142', '001 505 555 0142', '1 (505) 555-0142', ' lukasz +1 505 555 0142 '])
      expect([text, ids(await search(text))]).toEqual([text, [41]]);
    for (const text of ['+44 20 7946 0958', '0044 20 7946 0958', '20 7946 0958', '7946 0958', 'nigel 0958'])
      expect([text, ids(await search(text))]).toEqual([text, [43]]);
    const post = async (Phone: string): Promise<unknown> => {
      const { body } = await app.http.post('/v1/Contacts').set(agent).send({ Name: 'Same', Phone }).expect(200);
      const { ContactId } = body.Contacts[0] as Contact;
      await app.db.tx(async () => {
        await app.db.execute(sql`DELETE FROM contact_terms WHERE ContactId = ${ContactId}`);
        await app.db.execute(sql`DELETE FROM contacts WHERE ContactId = ${ContactId}`);
      });
      return body.ResponseStatus.Meta.PossibleDuplicates;
    };
    expect(await post('+1 505 555 0142')).toBe('41');
    expect(await post('1-505-555-0142 x9')).toBe('41');
    expect(await post('505 555 0143')).toBe('42');
    await removeFrom(41);
  });

  const cases: [text: string, all: number[], visible: number[]][] = [
    ['zoe', [3, 4, 1].filter((id) => id !== 4), [3, 1]],
    ['ZO', [3, 4, 1], [3, 1]],
    ['adam', [8, 6, 7, 3, 1], [6, 7, 3, 1]],
    ['ad an', [6, 7], [6, 7]],
    ['ant adam', [6, 7], [6, 7]],
    ['mari', [2], [2]],
    ['maria mari', [2], [2]],
    ['m.marianez@school.example.org', [2], [2]],
    ['school', [2], [2]],
    ["o'br", [4], []],
    ['obrien', [4], []],
    ['21', [4], []],
    ['210', [1], [1]],
    ['555-01', [3, 1], [3, 1]],
    ['(210) 0100', [1], [1]],
    ['zoe 010', [1], [1]],
    ['ёлка', [], []],
    ['adams x', [], []],
  ];

  it.each(cases)('finds contacts by the search %s', async (text, all, visible) => {
    expect(ids(await search(text))).toEqual(all);
    expect(ids(await search(text, agent))).toEqual(visible);
  });

  it.each(cases)('finds contacts by the search %s if most contacts match', async (text, all, visible) => {
    for (const step of [1, 2, 9]) {
      amongMany(app, step);
      for (const take of [1, 2, 9]) {
        expect(ids(await search(text, admin, `&take=${take}`))).toEqual(all.slice(0, take));
        expect(ids(await search(text, agent, `&take=${take}`))).toEqual(visible.slice(0, take));
      }
      const { body } = await search(text, agent, '&take=1&include=total');
      expect(body.ResponseStatus.Meta).toEqual({ Total: String(visible.length) });
    }
    expect(ids(await search(text))).toEqual(all);
    expect(ids(await search(text, agent))).toEqual(visible);
    expect(ids(await search(text, agent, '&skip=1&take=2&include=total'))).toEqual(visible.slice(1, 3));
    await inOtherOrders(text, visible);
  });

  /** Reads pages in another order and with a filter, and their totals, in parts of several sizes. */
  async function inOtherOrders(text: string, visible: readonly number[]): Promise<void> {
    for (const step of [1, 2, 9]) {
      jest.replaceProperty(app.get(ContactSearchService), 'step', step);
      const backwards = [...visible].sort((a, b) => b - a);
      const few = await search(text, agent, '&orderByDesc=ContactId&take=2&include=total');
      expect(ids(few)).toEqual(backwards.slice(0, 2));
      expect(few.body.ResponseStatus.Meta).toEqual({ Total: String(visible.length) });
      expect(ids(await search(text, agent, '&orderByDesc=ContactId&skip=1&take=200'))).toEqual(backwards.slice(1));
      expect(ids(await search(text, agent, '&orderByDesc=LastContact&take=201'))).toEqual(backwards);
      expect(ids(await search(text, agent, '&orderBy=LastContact'))).toEqual([...backwards].reverse());
      expect(ids(await search(text, agent, '&orderBy=address_city'))).toEqual([...backwards].reverse());
      const odd = visible.filter((id) => id % 2 === 1);
      const { body } = await search(text, agent, '&ContactIdIn=1,3,5,7,9&take=2&include=total');
      expect(ids({ body })).toEqual(odd.slice(0, 2));
      expect(body.ResponseStatus.Meta).toEqual({ Total: String(odd.length) });
    }
  }

  it.each(cases)('finds contacts by the search %s for an agent who sees few contacts', async (text, _, visible) => {
    const parts = app.get(ContactSearchService) as unknown as { count: () => Promise<number> };
    jest.spyOn(parts, 'count').mockResolvedValue(1e6);
    expect(ids(await search(text, agent))).toEqual(visible);
    expect(ids(await search(text, agent, '&take=1'))).toEqual(visible.slice(0, 1));
    await inOtherOrders(text, visible);
  });

  it('counts all matches of an agent whose scope has fewer contacts than the rarest word', async () => {
    amongMany(app, 2);
    const parts = app.get(ContactSearchService) as unknown as { count: () => Promise<number> };
    jest.spyOn(parts, 'count').mockResolvedValue(1e6);
    for (const [text, , visible] of cases) {
      const { body } = await search(text, agent, '&take=1&include=total');
      expect([text, body.ResponseStatus.Meta]).toEqual([text, { Total: String(visible.length) }]);
    }
  });

  it('applies the list options to a search', async () => {
    const { body } = await search('adam', agent, '&skip=1&take=2&include=total&fields=ContactId,Name');
    expect(body).toMatchObject({
      Contacts: [{ ContactId: 7 }, { ContactId: 3 }],
      ResponseStatus: { Meta: { Total: '4' } },
    });
    expect(ids(await search('adam', agent, '&orderByDesc=ContactId'))).toEqual([7, 6, 3, 1]);
    expect(ids(await search('adam', agent, '&NameStartsWith=adam&take=2'))).toEqual([6, 7]);
  });

  it('an empty search is no search, and lists the contacts', async () => {
    const list = async (query: string) => (await app.http.get(`/v1/Contacts?${query}`).set(agent).expect(200)).text;
    expect(await list('Search=')).toBe(await list(''));
  });

  it.each([
    ['Search=%20-%20', 'Search Invalid'],
    [`Search=${'x'.repeat(101)}`, 'Search Length'],
    ['Serch=x', 'Serch Unknown'],
  ])('refuses the query %s', async (query, error) => {
    expect(fieldErrors(await app.http.get(`/v1/Contacts?${query}`).set(agent).expect(400))).toEqual([error]);
  });

  const allTerms = () => app.db.all(sql`SELECT * FROM contact_terms ORDER BY ContactId, Term`);

  it.each([
    ['some contacts have none', sql`DELETE FROM contact_terms WHERE ContactId < 3`],
    ['a term is wrong', sql`UPDATE contact_terms SET Term = '*nobody' WHERE ContactId = 3 AND Term = '*zoeller'`],
    ['a term has another name', sql`UPDATE contact_terms SET Name = 'Ana' WHERE ContactId = 4 AND Term = '*ana'`],
    [
      'a term has a wrong prefix length',
      sql`UPDATE contact_terms SET Shared = 3 WHERE ContactId = 3 AND Term = '125550123'`,
    ],
    ['an extra term exists', sql`INSERT INTO contact_terms (Term, Name, ContactId, Shared) VALUES ('*x', '', 9, 0)`],
  ])('rebuilds the correct search index if %s', async (_, change) => {
    const before = await allTerms();
    await app.db.tx(() => app.db.execute(change));
    expect(await allTerms()).not.toEqual(before);
    const reported: number[] = [];
    expect(await app.get(ContactIndexService).rebuild((done) => reported.push(done))).toBe(9);
    expect(reported).toEqual([1, 9]);
    expect(await allTerms()).toEqual(before);
  });

  it.each([1, 2, 3, 500])('rebuilds the search index in the order of names, %i contacts at a time', async (batch) => {
    const index = app.get(ContactIndexService);
    const usual = index.batch;
    index.batch = batch;
    const updated = jest.spyOn(index, 'update');
    expect(await index.rebuild(() => undefined)).toBe(9);
    expect(updated.mock.calls.flatMap(([contactIds]) => contactIds)).toEqual([8, 6, 7, 3, 4, 2, 9, 1, 5]);
    expect(updated.mock.calls.every(([contactIds]) => contactIds.length <= batch)).toBe(true);
    index.batch = usual;
  });

  it('a rebuild of the search index does not write the terms of contacts that are correct', async () => {
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms WHERE ContactId = 6 AND Term = '*ant'`));
    const executed = jest.spyOn(app.db, 'execute');
    await app.get(ContactIndexService).rebuild(() => undefined);
    const written = executed.mock.calls.map(([statement]) => statement);
    expect(written.filter(({ sql: text }) => text.startsWith('DELETE')).map(({ values }) => values)).toEqual([[6]]);
    const inserted = written.filter(({ sql: text }) => text.startsWith('INSERT')).flatMap(({ values }) => values);
    // Each inserted row has four values, the third of which is the ContactId.
    expect(new Set(inserted.filter((_, at) => at % 4 === 2))).toEqual(new Set([6]));
  });

  it('an import of contacts updates the search index', async () => {
    await addContacts(app, [{ ContactId: 44, AgentId: own, Name: 'Calendula' }]);
    expect(ids(await search('calendula'))).toEqual([44]);
    await addContacts(app, [{ ContactId: 44, Name: 'Belladonna' }]);
    expect(ids(await search('calendula'))).toEqual([]);
    expect(ids(await search('belladonna'))).toEqual([44]);
    await removeFrom(41);
  });

  describe('a search of many contacts', () => {
    beforeAll(() => addManyContacts(app));
    afterAll(() => removeFrom(41));
    beforeEach(() => amongMany(app, 50));

    it.each([
      ['305 1700', [300]],
      ['nobody 480 1801', [401]],
      ['nobody 480 1701', []],
      ['305 480', []],
    ])('finds the few of many contacts that match all words of the search %s', async (text, found) => {
      const { body } = await search(text, admin, '&take=5&include=total');
      expect(ids({ body })).toEqual(found);
      expect(body.ResponseStatus.Meta).toEqual({ Total: String(found.length) });
    });

    it('a search of frequent words checks their contacts in steps, so that other calls need not wait', async () => {
      const queries = jest.spyOn(app.db, 'all');
      expect(ids(await search('odd even', admin, '&take=5'))).toEqual([]);
      const steps = queries.mock.calls.filter(([query]) => query.sql.includes('FROM contact_terms t WHERE'));
      expect(steps.length).toBeGreaterThanOrEqual(half / 50);
    });
  });
});

describe('bulk index', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await app.db.tx(() =>
      app.db.insertAll(Agent, [
        { AgentId: 1, AgentName: 'One', AgentStatus: 'Active' },
        { AgentId: 2, AgentName: 'Two', AgentStatus: 'Active' },
      ]),
    );
    // Let the index treat three contacts as many.
    app.get(ContactIndexService).few = 2;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.db.tx(async () => {
      for (const table of [sql`contact_transfers`, sql`contact_terms`, sql`contacts`])
        await app.db.execute(sql`DELETE FROM ${table}`);
    });
  });

  const terms = () =>
    app.db.all(sql`SELECT t.Term, t.Name, t.ContactId, t.Shared FROM contact_terms t ORDER BY t.ContactId, t.Term`);

  /** The search terms of the contacts if each contact is indexed in a transaction of its own. */
  async function singly(): Promise<unknown[]> {
    const all = await app.db.all<Contact>(sql`SELECT c.ContactId FROM contacts c ORDER BY c.ContactId`);
    await app.db.tx(() => app.db.execute(sql`DELETE FROM contact_terms`));
    for (const { ContactId } of all) await app.db.tx(() => app.get(ContactIndexService).update([ContactId]));
    return terms();
  }

  async function imported(csv: string, { dryRun = false, alone = false } = {}, onStep?: (step: string) => void) {
    const source = {
      size: csv.length,
      sha256: '',
      text: async function* (onBytes?: (read: number) => void) {
        yield csv;
        onBytes?.(csv.length);
      },
      close: async () => undefined,
    };
    const set = app.get(RecordSetsService).named('contacts') as ImportedSet;
    const progress = {
      at: (step: string, done: number, all: number) => onStep?.(`${step} ${Math.round((100 * done) / all)}`),
      end: () => onStep?.('end'),
    };
    return app
      .get(ImporterService)
      .run(set, source, { format: 'csv', dryRun, alone, progress, onProblem: () => undefined });
  }

  const csv = `ContactId,AgentId,Name,Phone,EmailWork,Deleted,SSN
5,1,Zoe Zimmer,555-0100,zoe@example.com,,
1,2,Ada King,555-0101,ada@example.com,,900-12-3456
3,,Grace Hopper,555-0102,grace@example.com,true,
,1,Ada King,555-0103,,,900-12-3457
`;

  describe.each([true, false])('an import (without other calls: %s)', (alone) => {
    it('an import writes the same search terms as single writes of the contacts', async () => {
      expect(await imported(csv, { alone })).toMatchObject({ inserted: 4, problems: 0 });
      const found = await terms();
      expect(found.length).toBeGreaterThan(80);
      expect(found).toEqual(await singly());
    });

    it('an import replaces the search terms of contacts that it changes', async () => {
      await imported(csv, { alone });
      await imported('ContactId,Name,AgentId\n5,Zoe Young,2\n1,Ada King,2\n3,Grace,1\n', { alone });
      const found = await terms();
      expect(found).not.toContainEqual(expect.objectContaining({ ContactId: 5, Term: '*zi' }));
      expect(found).toContainEqual({ ContactId: 5, Term: '*yo', Name: 'zoe young', Shared: 0 });
      expect(found).toEqual(await singly());
    });

    it.each([
      ['a dry run', csv, true],
      ['a file with a bad row', `${csv}9,1,,,,,\n`, false],
    ])('writes no terms for %s', async (_, text, dryRun) => {
      await imported(text, { alone, dryRun });
      expect(await terms()).toEqual([]);
      expect(await app.db.all(sql`SELECT 1 AS One FROM contacts`)).toEqual([]);
    });
  });

  it('an import of contacts reports its progress, first of the file and then of the search index', async () => {
    const steps: string[] = [];
    await imported(csv, {}, (step) => steps.push(step));
    expect(steps.at(0)).toBe('contacts 100');
    expect(steps.slice(1, -1).every((step) => step.startsWith('search index '))).toBe(true);
    expect(steps.slice(-2)).toEqual(['search index 100', 'end']);
  });

  it('an import of contacts is undone completely if it fails while it writes search terms', async () => {
    const execute = app.db.execute.bind(app.db);
    jest.spyOn(app.db, 'execute').mockImplementation(async (query) => {
      if (query.sql.startsWith('INSERT INTO contact_terms')) {
        await execute(query);
        throw new Error('the power fails');
      }
      return execute(query);
    });
    await expect(imported(csv, { alone: true })).rejects.toThrow('the power fails');
    jest.restoreAllMocks();
    expect(await app.db.all(sql`SELECT 1 AS One FROM contacts`)).toEqual([]);
    expect(await imported(csv, { alone: true })).toMatchObject({ inserted: 4 });
    expect((await terms()).length).toBeGreaterThan(80);
  });
});

describe('contacts with the same telephone numbers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startDemo();
  });
  afterAll(() => app.close());

  const caller = { isAdministrator: true } as Principal;

  it('reads the telephone numbers of many contacts in several turns, between which others are served', async () => {
    const state = { turns: 0, isOver: false };
    const count = (): void => {
      state.turns++;
      if (!state.isOver) setImmediate(count);
    };
    setImmediate(count);
    const contacts = Array.from({ length: 10_000 }, (_, at) => ({ Phone: `(720) 555-${String(at).padStart(4, '0')}` }));
    await app.get(ContactSearchService).alike(caller, contacts);
    state.isOver = true;
    expect(state.turns).toBeGreaterThan(20);
  });

  it('contacts that share a telephone number share one list of matches', async () => {
    const agent = await asDemoUser(app, 'agent@demo.test');
    // No contact of the demo has a number with this area code.
    const Phone = '(415) 555-0188';
    for (const LastName of ['One', 'Other']) await app.http.post('/v1/Contacts').set(agent).send({ LastName, Phone });
    const sent = [{ Phone }, { Phone: '+1 415 555 0188' }, { Phone, EmailWork: 'nobody.has.it@example.com' }];
    const [first, ...others] = await app.get(ContactSearchService).alike(caller, sent);
    expect(first.ids).toHaveLength(2);
    for (const { ids } of others) expect(ids).toBe(first.ids);
  });
});
