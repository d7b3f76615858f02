import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { ImporterService } from '../../../sets/importer.service.js';
import type { ImportedSet } from '../../../sets/record-set.js';
import { RecordSetsService } from '../../../sets/record-sets.service.js';
import { Agent } from '../../agents/agent.entity.js';
import { Contact } from '../contact.entity.js';
import { ContactIndexService } from './contact-index.service.js';

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
  app.db.all(sql`SELECT t.Term, t.Name, t.ContactId, t.Shared, w.AgentId FROM contact_terms t
    LEFT JOIN term_owners w ON w.OwnerId = t.OwnerId ORDER BY t.ContactId, t.Term`);

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
    expect(found).toContainEqual({ ContactId: 5, Term: '*yo', Name: 'Zoe Young', AgentId: 2, Shared: 0 });
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
