import sql from 'sql-template-tag';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { IdempotencyKey } from '../../http/response/idempotency-key.entity.js';
import { isDemo, markAsDemo } from '../../demo/demo-mark.js';
import { adapterOf } from './adapter-of.js';
import { createDataSource } from './connect.js';
import { FieldCipher } from '../encryption/field-cipher.js';
import { migrate as migrateWith } from './migrate.js';
import { migrationsOf } from './fit.js';
import { datetime, decimal, double, flag, guid, int32, int64, text } from '../schema/migrations/column-kinds.js';
import {
  addColumns,
  addIndex,
  addTexts,
  column,
  createTable,
  dropIndex,
  dropTable,
  name,
  table,
} from '../schema/migrations/table-definition.js';
import { scratchDb, type ScratchDb, onServer } from '../../../test/support/database/scratch-db.js';
import { migrations } from '../schema/migrations/index.js';

describe('migrate', () => {
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
        [1, 2].map(() =>
          createDataSource(adapterOf(scratch.config), { entities: scratch.entities, migrations }).initialize(),
        ),
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
});

/** Adds a table, and then fails if there is a row `half`: the second time because of that table. */
class Halfway1799000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE halves (HalfId integer)');
    await runner.query("INSERT INTO service_meta (Name, Value) VALUES ('half', '')");
  }

  async down(): Promise<void> {}
}

/** Does what a later migration may do: adds a table with rows, columns of a filled table, and changes indexes. */
class Later1798000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      table('pets', {
        PetId: column(int32, { key: 'generated' }),
        ContactId: column(int32, { required: true, references: 'contacts.ContactId', onDelete: 'CASCADE' }),
        ...name('PetName', 100),
        BornAt: datetime,
      }),
    );
    await runner.query(`INSERT INTO pets (ContactId, PetName, PetNameKey)
      SELECT c.ContactId, c.DBA, LOWER(c.DBA) FROM contacts c
      WHERE c.DBA <> '' AND NOT EXISTS (SELECT 1 FROM pets p WHERE p.ContactId = c.ContactId)`);
    await addTexts(runner, 'event_types', { Hint: text(500) });
    await addColumns(runner, 'event_types', {
      Follows: column(int32, { nullable: true, references: 'event_types.EventTypeId', onDelete: 'SET NULL' }),
    });
    await addIndex(runner, 'event_types', ['EventTypeNameKey']);
    await dropIndex(runner, 'event_types', ['EventCategoryKey', 'EventTypeNameKey']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'event_types', ['EventCategoryKey', 'EventTypeNameKey']);
    await dropIndex(runner, 'event_types', ['EventTypeNameKey']);
    await runner.dropForeignKeys('event_types', (await runner.getTable('event_types'))!.foreignKeys);
    await runner.dropColumns('event_types', ['Hint', 'Follows']);
    await dropTable(runner, 'pets');
  }
}

describe('migrations of another build', () => {
  let scratch: ScratchDb;
  beforeEach(async () => {
    scratch = await scratchDb({ empty: true });
  });
  afterEach(() => scratch.close());

  const addHalf = (): Promise<unknown> =>
    scratch.db.tx(() => scratch.db.execute(sql`INSERT INTO service_meta (Name, Value) VALUES ('half', '')`));

  /** Migrates as a build of these migrations and tables would. */
  async function migrateWithBuild(list: typeof migrations, entities: ScratchDb['entities'] = []): Promise<string[]> {
    const adapter = adapterOf(scratch.config);
    const dataSource = await adapter.createDataSource({ entities, migrations: list, synchronize: false }).initialize();
    try {
      return await migrateWith(dataSource, adapter, new FieldCipher(scratch.config), scratch.config);
    } finally {
      await dataSource.destroy();
    }
  }

  const ran = async (): Promise<number> => (await scratch.db.all(sql`SELECT m.name FROM migrations m`)).length;

  it('names a failed migration, its cause also at the second try, and how to restore the database', async () => {
    await migrateWithBuild(migrations);
    await addHalf();
    const failing = (): Promise<unknown> => migrateWithBuild([...migrations, Halfway1799000000000]);
    const failed = /^The migration Halfway1799000000000 failed: .+ `agency migrate` again.+ The way back: .+$/;
    await expect(failing()).rejects.toThrow(failed);
    const second = String(await failing().catch((error: unknown) => error));
    expect(second).toMatch(onServer ? /halves' already exists/ : /service_meta/);
    expect(second).toMatch(onServer ? /first try failed at 20.+Duplicate entry/ : /The database is unchanged\. /);
    if (onServer) expect(second).toContain('restore the backup from before the upgrade');
    expect(await ran()).toBe(migrations.length);
    const tables = await adapterOf(scratch.config).tables(scratch.dataSource);
    expect(tables.includes('halves')).toBe(onServer);
    // A migration that has succeeded leaves no note of its failure.
    await scratch.db.tx(() => scratch.db.execute(sql`DELETE FROM service_meta WHERE Name = 'half'`));
    if (onServer) await scratch.db.tx(() => scratch.db.execute(sql`DROP TABLE halves`));
    expect(await failing()).toEqual(['Halfway1799000000000']);
    expect(await scratch.db.all(sql`SELECT m.Name FROM service_meta m WHERE m.Name = 'failed migration'`)).toEqual([]);
  });

  it('names the tables and columns that a migration has added until it failed', async () => {
    await migrateWithBuild(migrations);
    await addHalf();
    const failure = migrateWithBuild([...migrations, Halfway1799000000000]);
    await expect(failure).rejects.toThrow(onServer ? 'it has added halves.HalfId' : 'The database is unchanged');
  });

  it('refuses a database of a build from before a release, and changes nothing', async () => {
    await migrateWithBuild(migrations);
    await scratch.db.tx(() => scratch.db.execute(sql`ALTER TABLE agents DROP COLUMN Email`));
    const refused = migrateWithBuild([...migrations, Later1798000000000]);
    await expect(refused).rejects.toThrow(/lacks agents\.Email, which .+ Nothing was changed/);
    expect(await ran()).toBe(migrations.length);
    await scratch.db.tx(() => scratch.db.execute(sql`INSERT INTO migrations (timestamp, name) VALUES (1, 'Other1')`));
    await expect(migrateWithBuild(migrations)).rejects.toThrow(
      'A build from before a release, or with other extras, made the database',
    );
  });

  describe('after the migrations of this version', () => {
    let runner: QueryRunner;
    beforeEach(async () => {
      await migrateWithBuild(migrations);
      runner = scratch.dataSource.createQueryRunner();
      // The adapter turns foreign keys off before migrations, too.
      if (!onServer) await runner.query('PRAGMA foreign_keys = OFF');
    });
    afterEach(() => runner.release());

    const rows = (statement: string): Promise<object[]> =>
      runner.query(statement).then((found: object[]) => found.map((row) => ({ ...row })));

    it('a later migration changes tables with rows, and keeps the rows', async () => {
      const key = "'call', 'service'";
      await runner.query(`INSERT INTO event_types (EventTypeId, EventTypeName, EventCategory, IsActive,
        EventTypeNameKey, EventCategoryKey) VALUES (1, 'Call', 'Service', 1, ${key})`);
      await runner.query("INSERT INTO contacts (ContactId, Name, DBA) VALUES (1, 'Ada', 'Rex'), (2, 'Bo', NULL)");
      await runner.query(`INSERT INTO activities (ActivityId, ContactId, EventTypeId, StartDate, Outcome, Note)
        VALUES (1, 1, 1, '2026-05-01T12:00:00.0000000', '', '')`);
      expect(await migrateWithBuild([...migrations, Later1798000000000])).toEqual(['Later1798000000000']);
      expect(await migrateWithBuild([...migrations, Later1798000000000])).toEqual([]);
      expect(await rows('SELECT ContactId, PetName, PetNameKey FROM pets')).toEqual([
        { ContactId: 1, PetName: 'Rex', PetNameKey: 'rex' },
      ]);
      expect(await rows('SELECT EventTypeName, EventTypeNameKey, Hint, Follows FROM event_types')).toEqual([
        { EventTypeName: 'Call', EventTypeNameKey: 'call', Hint: '', Follows: null },
      ]);
      expect(await rows('SELECT ActivityId, EventTypeId FROM activities')).toEqual([{ ActivityId: 1, EventTypeId: 1 }]);
      const changed = await runner.getTable('event_types');
      const indexes = changed!.indices.map(({ columnNames }) => columnNames.join());
      expect(indexes.sort()).toEqual(['EventTypeNameKey', 'Follows']);
      expect(changed!.foreignKeys).toMatchObject([{ columnNames: ['Follows'], onDelete: 'SET NULL' }]);
    });

    it('a later migration that was interrupted begins anew', async () => {
      await new Later1798000000000().up(runner);
      expect(await migrateWithBuild([...migrations, Later1798000000000])).toEqual(['Later1798000000000']);
    });

    it('a later migration can be undone', async () => {
      const before = await adapterOf(scratch.config).columns((text, values) => runner.query(text, values));
      const later = new Later1798000000000();
      await later.up(runner);
      await later.down(runner);
      expect(await adapterOf(scratch.config).columns((text, values) => runner.query(text, values))).toEqual(before);
    });
  });
});
