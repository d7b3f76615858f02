import sql from 'sql-template-tag';
import { Db } from '../../src/database/db.js';
import { pageOf, type ListStatement } from '../../src/database/list-query.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { Agent } from '../../src/modules/agents/agent.entity.js';
import type { Class } from '../../src/record/field-types.js';
import { noOptions } from '../../src/record/list-options.js';
import { fieldsOf } from '../../src/record/metadata.js';
import { startApp, type TestApp } from '../support/app.js';
import { filled, placeholders } from './endpoints.js';

let app: TestApp;
/** The lists that were asked for, by the record that each is of. */
const lists = new Map<Class, ListStatement[]>();

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

/** The names of a query's columns, whether it finds rows or not. */
async function columnsOf(query: ListStatement): Promise<string[]> {
  const page = pageOf(query, { ...noOptions, take: 1 });
  const row = await app.db.one<object>(sql`SELECT p.* FROM (SELECT 1) one LEFT JOIN (${page}) p ON 1 = 1`);
  return Object.keys(row ?? {});
}

it("has for every list query the record's fields as its columns, and no other", async () => {
  expect(lists.size).toBeGreaterThanOrEqual(11);
  for (const [record, queries] of lists) {
    const fields = fieldsOf(record)
      .map(({ name }) => name)
      .sort();
    for (const query of queries)
      expect({ record: record.name, columns: (await columnsOf(query)).sort() }).toEqual({
        record: record.name,
        columns: fields,
      });
  }
});
