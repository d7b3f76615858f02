import { Db } from '../../src/database/db.js';
import type { ListStatement } from '../../src/database/lists/list-query.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { Agent } from '../../src/modules/agents/agent.entity.js';
import type { Class } from '../../src/record/field-types.js';
import { filteredFields, type Filter } from '../../src/record/lists/list-filters.js';
import { fieldsOf } from '../../src/record/metadata.js';
import { startApp, type TestApp } from '../support/app/app.js';
import { filled, placeholders } from './endpoints.js';

let app: TestApp;
/** The queries that GET operations pass to `Db.list`, by record. */
const lists = new Map<Class, ListStatement<object>[]>();

beforeAll(async () => {
  app = await startApp();
  const { AgentId } = await app.db.tx(() =>
    app.db.insert(Agent, { AgentId: Number(placeholders.AgentId), AgentName: 'Ann Lee' }),
  );
  const list = jest.spyOn(Db.prototype, 'list');
  const paths = app
    .get(Registry)
    .operations.filter(({ declaration }) => declaration.verb === 'GET')
    .flatMap((operation) => operation.paths);
  for (const credentials of [await app.as('Administrator'), await app.as('Agent', AgentId)])
    for (const path of paths) await app.http.get(filled(path)).set(credentials);
  for (const [record, query] of list.mock.calls)
    lists.set(record as Class, [...(lists.get(record as Class) ?? []), query]);
  list.mockRestore();
});
afterAll(() => app.close());

it('every list query has exactly the fields of its record as columns', () => {
  expect(lists.size).toBeGreaterThanOrEqual(11);
  for (const [record, queries] of lists) {
    const fields = fieldsOf(record)
      .map(({ name }) => name)
      .sort();
    for (const query of queries)
      expect({ record: record.name, columns: Object.keys(query.columns).sort() }).toEqual({
        record: record.name,
        columns: fields,
      });
  }
});

it('every list query can read each field alone', async () => {
  for (const [record, queries] of lists)
    for (const field of fieldsOf(record))
      for (const query of queries)
        for await (const row of app.db.list(record, query, { orderBy: [], fields: [field], total: false, take: 1 }))
          expect(row).toHaveProperty(field.name);
});

it('every list query can filter and sort by every field of its record', async () => {
  for (const [record, queries] of lists) {
    const filters = filteredFields(record).map((field): Filter => ({ field, test: 'isNull', wanted: false }));
    const orderBy = filters.map(({ field }) => ({ field: field.name, descending: true }));
    for (const query of queries) {
      const list = app.db.list(record, query, { orderBy, filters, total: true });
      let count = 0;
      for await (const _row of list) count++;
      expect(await list.total()).toEqual({ rows: count, isEstimate: false });
    }
  }
});
