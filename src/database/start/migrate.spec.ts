import sql from 'sql-template-tag';
import type { DataSource, QueryRunner } from 'typeorm';
import { IdempotencyKey } from '../../http/response/idempotency-key.entity.js';
import { isDemo, markAsDemo } from '../../demo/demo-mark.js';
import { adapterOf } from './adapter-of.js';
import { createDataSource } from './connect.js';
import { FieldCipher } from '../sealed/field-cipher.js';
import { migrate as migrateWith } from './migrate.js';
import { migrationsOf } from './fit.js';
import { decimal, double, flag, guid, int32, int64, text } from '../schema/migrations/column-kinds.js';
import { addColumns, column, createTable, table } from '../schema/migrations/table-definition.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';

let scratch: ScratchDb;
beforeEach(async () => {
  scratch = await scratchDb({ tables: [IdempotencyKey], empty: true });
});
afterEach(() => scratch.close());

/** Migrates with a new adapter, as a second instance would. */
const migrate = (dataSource: DataSource): Promise<string[]> =>
  migrateWith(dataSource, adapterOf(scratch.config), new FieldCipher(scratch.config), scratch.config);

/** The changes that TypeORM's schema builder would still make. There are none if migrations and entities agree. */
async function schemaDrift({ driver }: DataSource): Promise<string[]> {
  const log = await driver.createSchemaBuilder().log();
  return log.upQueries.map(({ query }) => query);
}

const readTables = async (): Promise<string[]> => {
  const runner = scratch.dataSource.createQueryRunner();
  const names = ['audit', 'idempotency_keys', 'migration_lock', 'service_meta'];
  const found = await Promise.all(names.map(async (name) => ((await runner.hasTable(name)) ? [name] : [])));
  await runner.release();
  return found.flat();
};

async function inRunner<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = scratch.dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

describe('migrations', () => {
  it('runs the migrations once if instances start together, and creates the declared tables', async () => {
    expect((await migrationsOf(scratch.dataSource)).pending).not.toEqual([]);
    const others = await Promise.all(
      [1, 2].map(() => createDataSource(adapterOf(scratch.config), scratch.entities).initialize()),
    );
    const ran = await Promise.all([scratch.dataSource, ...others].map(migrate));
    await Promise.all(others.map((other) => other.destroy()));
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    expect((await migrationsOf(scratch.dataSource)).pending).toEqual([]);
    expect(await migrate(scratch.dataSource)).toEqual([]);
    expect(await schemaDrift(scratch.dataSource)).toEqual([]);
    expect(await readTables()).toHaveLength(4);
  });

  it('continues interrupted migrations', async () => {
    await inRunner((runner) =>
      createTable(runner, table('service_meta', { Name: column(text(100), { key: true }), Value: text(4000) })),
    );
    await migrate(scratch.dataSource);
    expect(await schemaDrift(scratch.dataSource)).toEqual([]);
  });

  it('creates columns and references repeatedly without an error', async () => {
    await migrate(scratch.dataSource);
    const twice = () =>
      inRunner(async (runner) => {
        const parents = table('parents', {
          ParentId: column(int32, { key: 'generated' }),
          Name: column(text(100), { unique: true }),
        });
        const children = table(
          'children',
          {
            ChildId: column(int64, { key: 'generated' }),
            ParentId: column(int32, { references: 'parents.ParentId', onDelete: 'CASCADE' }),
            Code: guid,
            Share: decimal(18, 4),
            Ratio: double,
            Active: flag,
            Notes: text(100_000),
          },
          { indexes: [['Active', 'Share']] },
        );
        for (const definition of [parents, children]) await createTable(runner, definition);
        await addColumns(runner, 'children', {
          Second: column(int32, { references: 'parents.ParentId', onDelete: 'SET NULL' }),
          More: column(text(100), { nullable: true }),
        });
      });
    await twice();
    await twice();
    const children = await inRunner((runner) => runner.getTable('children'));
    expect(children?.foreignKeys).toHaveLength(2);
    expect(children?.indices.map(({ columnNames }) => columnNames.join())).toEqual(
      expect.arrayContaining(['ParentId', 'Second', 'Active,Share']),
    );
    const { db } = scratch;
    await db.tx(async () => {
      await db.execute(sql`INSERT INTO parents (Name) VALUES ('p')`);
      await db.execute(
        sql`INSERT INTO children (ParentId, Second, Share, Ratio, Active, Notes)
          VALUES (1, 1, 9007199254740993, 0.5, 1, 'n')`,
      );
      await db.execute(sql`DELETE FROM parents`);
    });
    expect(await db.all(sql`SELECT c.ChildId FROM children c`)).toEqual([]);
  });

  it('creates tables that sort text by code point, trailing spaces included', async () => {
    await migrate(scratch.dataSource);
    const { db } = scratch;
    const names = ['a', 'B', 'a ', 'ä', '🖋', 'ﬀ', 'A'];
    await db.tx(async () => {
      for (const name of names) await db.execute(sql`INSERT INTO service_meta (Name, Value) VALUES (${name}, '')`);
    });
    const sorted = await db.all<{ Name: string }>(
      sql`SELECT m.Name FROM service_meta m WHERE m.Value = '' ORDER BY m.Name`,
    );
    expect(sorted.map(({ Name }) => Name)).toEqual(
      [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    expect(await db.all(sql`SELECT m.Name FROM service_meta m WHERE m.Name = ${'A'}`)).toHaveLength(1);
  });

  it('creates a database that the demo can mark', async () => {
    await migrate(scratch.dataSource);
    const { db } = scratch;
    expect(await isDemo(db)).toBe(false);
    await db.tx(() => markAsDemo(db));
    await db.tx(() => markAsDemo(db));
    expect(await isDemo(db)).toBe(true);
  });
});
