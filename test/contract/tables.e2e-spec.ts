import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../support/app/app.js';
import { filled, placeholders } from './endpoints.js';
import { Schema } from '../../src/database/schema/schema.js';
import { Migrator } from '../../src/database/start/migrator.js';
import { scratchDb, type ScratchDb } from '../support/database/scratch-db.js';
import { Db } from '../../src/database/db.js';
import type { ListStatement } from '../../src/database/lists/list-query.js';
import { keyOf } from '../../src/database/schema/name-keys.js';
import { Registry } from '../../src/http/endpoint/registry.js';
import { Agent } from '../../src/modules/agents/agent.entity.js';
import type { Class } from '../../src/record/field-types.js';
import { filteredFields, type Filter } from '../../src/record/lists/list-filters.js';
import { fieldsOf } from '../../src/record/metadata.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('schema', () => {
  let declared: ScratchDb;

  beforeAll(async () => {
    declared = await scratchDb({ tables: app.get(Schema).entities });
  });
  afterAll(() => declared.close());

  type Structure = Record<string, { columns: unknown; indexes: string[]; references: string[] }>;

  /** The columns, indexes and foreign keys of each table, read from the database. */
  async function schemaOf(dataSource: DataSource, names: string[]): Promise<Structure> {
    const runner = dataSource.createQueryRunner();
    try {
      const tables = (await runner.getTables(names)).map((table) => [
        table.name,
        {
          columns: Object.fromEntries(
            table.columns.map(({ name, type, length, isNullable, isPrimary, isGenerated, default: initial }) => [
              name,
              { type, length, isNullable, isPrimary, isGenerated, initial },
            ]),
          ),
          indexes: table.indices
            .map(({ columnNames, isUnique }) => `${isUnique ? 'unique ' : ''}${columnNames.join()}`)
            .sort(),
          references: table.foreignKeys
            .map(({ columnNames, referencedTableName, referencedColumnNames, onDelete, onUpdate }) =>
              [columnNames, referencedTableName, referencedColumnNames, onDelete, onUpdate].join(' '),
            )
            .sort(),
        },
      ]);
      return Object.fromEntries(tables) as Structure;
    } finally {
      await runner.release();
    }
  }

  describe('the migrations', () => {
    it('the migrations create exactly the tables that the entities declare', async () => {
      const made = await app.get(Migrator).tables();
      const migrated = await schemaOf(
        app.get(DataSource),
        made.filter((name) => name !== 'migrations'),
      );
      const entities = declared.dataSource.entityMetadatas.map(({ tableName }) => tableName);
      expect(entities.length).toBeGreaterThan(40);
      expect(migrated).toEqual(await schemaOf(declared.dataSource, entities));
    });
  });
});

describe('columns of lists', () => {
  /** The queries that GET operations pass to `Db.list`, by record. */
  const lists = new Map<Class, ListStatement<object>[]>();

  beforeAll(async () => {
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

  it('every list query compares each name by its key', () => {
    for (const [record, queries] of lists)
      for (const { name } of fieldsOf(record).filter(({ type }) => type.form === 'name'))
        for (const { columns } of queries)
          expect({ record: record.name, name, key: keyOf(columns[name as never])?.sql }).toEqual({
            ...{ record: record.name, name },
            key: expect.stringContaining('Key'),
          });
  });

  it('every name, title and description of a choice in a list is a name', () => {
    const others = ['AttachmentName', 'FileName', 'TableName', 'UserName', 'ImageTitle'];
    const wrong = [...lists.keys()].flatMap((record) =>
      fieldsOf(record)
        .filter(({ name, type }) => /(Name|Title|Desc)$/.test(name) && type.name === 'text' && type.form !== 'name')
        .filter(({ name }) => !others.includes(name))
        .map(({ name }) => `${record.name}.${name}`),
    );
    expect(wrong).toEqual([]);
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
});
