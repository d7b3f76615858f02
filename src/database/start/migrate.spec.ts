import sql from 'sql-template-tag';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { IdempotencyKey } from '../../http/response/idempotency-key.entity.js';
import { isDemo, markAsDemo } from '../../demo/demo-mark.js';
import { adapterOf } from './adapter-of.js';
import { createDataSource } from './connect.js';
import { nameKey } from '../../record/values/folded.js';
import { FieldCipher } from '../encryption/field-cipher.js';
import { migrate as migrateWith } from './migrate.js';
import { migrationsOf } from './fit.js';
import { decimal, double, flag, guid, int32, int64, text } from '../schema/migrations/column-kinds.js';
import { addColumns, column, createTable, table } from '../schema/migrations/table-definition.js';
import { scratchDb, type ScratchDb, onServer } from '../../../test/support/database/scratch-db.js';
import { ActivityNotes1764208000000 } from '../schema/migrations/1764208000000-activity-notes.js';
import { Initial1764000000000 } from '../schema/migrations/1764000000000-initial.js';
import { migrations } from '../schema/migrations/index.js';
import { Installation1796002100000 } from '../schema/migrations/1796002100000-installation.js';
import { ContactChoices1796870000000 } from '../schema/migrations/1796870000000-contact-choices.js';
import { MoreNameKeys1796899000000 } from '../schema/migrations/1796899000000-more-name-keys.js';
import { NameKeysOfChoices1796902000000 } from '../schema/migrations/1796902000000-name-keys-of-choices.js';
import { NameKeys1796871000000 } from '../schema/migrations/1796871000000-name-keys.js';
import { VisitTickets1796704000000 } from '../schema/migrations/1796704000000-visit-tickets.js';
import { OptionOrder1796002000000 } from '../schema/migrations/1796002000000-option-order.js';
import { ParsedPhones1796001000000 } from '../schema/migrations/1796001000000-parsed-phones.js';
import { UserNameKeys1796001100000 } from '../schema/migrations/1796001100000-user-name-keys.js';

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
});

/** Adds a table, and then fails if there is a row `half`: the second time because of that table. */
class Halfway1799000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE halves (HalfId integer)');
    await runner.query("INSERT INTO service_meta (Name, Value) VALUES ('half', '')");
  }

  async down(): Promise<void> {}
}

describe('a migration that fails', () => {
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
    await migrateWithBuild(migrations.slice(0, 12));
    await scratch.db.tx(() => scratch.db.execute(sql`ALTER TABLE agents DROP COLUMN Email`));
    const refused = migrateWithBuild(migrations);
    await expect(refused).rejects.toThrow(/lacks agents\.Email, which .+ Nothing was changed/);
    expect(await ran()).toBe(12);
    await scratch.db.tx(() => scratch.db.execute(sql`INSERT INTO migrations (timestamp, name) VALUES (1, 'Other1')`));
    await expect(migrateWithBuild(migrations)).rejects.toThrow('A build from before a release made the database');
  });

  it('upgrades a database whose next migration was interrupted', async () => {
    await migrateWithBuild(migrations.slice(0, 4));
    const runner = scratch.dataSource.createQueryRunner();
    if (!onServer) await runner.query('PRAGMA foreign_keys = OFF');
    await new ActivityNotes1764208000000().up(runner);
    await runner.release();
    expect(await migrateWithBuild(migrations)).toHaveLength(migrations.length - 4);
  });
});

describe('migration of activity notes', () => {
  let scratch: ScratchDb;
  beforeAll(async () => {
    scratch = await scratchDb({ empty: true });
  });
  afterAll(() => scratch.close());

  it('the migration keeps activities and due activities, and can run again', async () => {
    const dataSource: DataSource = scratch.dataSource;
    const runner = dataSource.createQueryRunner();
    // The adapter turns foreign keys off before migrations, too.
    if (!onServer) await runner.query('PRAGMA foreign_keys = OFF');
    await new Initial1764000000000().up(runner);
    const time = "'2026-05-01T12:00:00.0000000'";
    await runner.query("INSERT INTO event_types VALUES (1, 'Call', 'Service', 1)");
    await runner.query("INSERT INTO contacts (ContactId, Name) VALUES (1, 'Ada')");
    await runner.query(
      `INSERT INTO activities (ActivityId, ContactId, EventTypeId, StartDate) VALUES (1, 1, 1, ${time})`,
    );
    await runner.query(`INSERT INTO appointments (ActivityId, StartDate) VALUES (1, ${time})`);
    const migration = new ActivityNotes1764208000000();
    await migration.up(runner);
    await migration.up(runner);
    const due = await runner.query('SELECT ActivityId FROM due_activities');
    const activities = await runner.query('SELECT ActivityId, Outcome, Note, LoggedAt FROM activities');
    expect([due, activities]).toMatchObject([
      [{ ActivityId: 1 }],
      [{ ActivityId: 1, Outcome: '', Note: '', LoggedAt: null }],
    ]);
    expect(await runner.hasTable('appointments')).toBe(false);
    await runner.release();
  });
});

describe('migration of the order of options', () => {
  let scratch: ScratchDb;
  beforeAll(async () => {
    scratch = await scratchDb({ empty: true });
  });
  afterAll(() => scratch.close());

  it('options and appointments of 1.0.0 keep their order and their UIDs, and migrations can run again', async () => {
    const runner = scratch.dataSource.createQueryRunner();
    const rows = (statement: string): Promise<Record<string, unknown>[]> => runner.query(statement);
    // The adapter turns foreign keys off before migrations, too.
    await runner.query(onServer ? 'SET FOREIGN_KEY_CHECKS = 0' : 'PRAGMA foreign_keys = OFF');
    for (const Released of migrations.filter(({ name }) => !/1796\d+$/.test(name))) await new Released().up(runner);
    await runner.query("INSERT INTO surveys (SurveyId, Title, Active) VALUES (1, 'Service', 1)");
    for (const id of [1, 2])
      await runner.query(`INSERT INTO survey_questions (QuestionId, SurveyId, Text, Kind, Required, SortOrder)
      VALUES (${id}, 1, 'How?', 'Choice', 0, ${id})`);
    for (const [id, code] of [
      [1, 'often'],
      [1, 'never'],
      [1, 'Z'],
      [2, '2'],
      [2, '10'],
    ])
      await runner.query(`INSERT INTO survey_options (QuestionId, Code, Label) VALUES (${id}, '${code}', '${code}!')`);
    const time = "'2026-05-01T12:00:00.0000000'";
    await runner.query("INSERT INTO event_types VALUES (1, 'Call', 'Service', 1)");
    await runner.query("INSERT INTO contacts (ContactId, Name) VALUES (1, 'Ada')");
    await runner.query(`INSERT INTO appointments
    (AppointmentId, ContactId, AgentId, EventTypeId, StartDate, EndDate, Place, Note, Status)
    VALUES (41, 1, 1, 1, ${time}, ${time}, '', '', 'Planned')`);
    for (const migration of [new OptionOrder1796002000000(), new Installation1796002100000()]) {
      await migration.up(runner);
      await migration.up(runner);
    }
    const options = 'SELECT QuestionId, Code, Label, SortOrder FROM survey_options ORDER BY QuestionId, SortOrder';
    expect((await rows(options)).map((row) => Object.values(row).join(' '))).toEqual([
      '1 Z Z! 1',
      '1 never never! 2',
      '1 often often! 3',
      '2 10 10! 1',
      '2 2 2! 2',
    ]);
    const meta = await rows("SELECT Name, Value FROM service_meta WHERE Name LIKE '%1.0.0' OR Name = 'installation'");
    expect(Object.fromEntries(meta.map(({ Name, Value }) => [Name, Value]))).toEqual({
      'last appointment of 1.0.0': '41',
      installation: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const ofInstallation = async () =>
      (await rows("SELECT Value FROM service_meta WHERE Name = 'installation'"))[0].Value;
    const first = await ofInstallation();
    await new Installation1796002100000().down(runner);
    await new Installation1796002100000().up(runner);
    expect(await ofInstallation()).not.toBe(first);
    await new Installation1796002100000().down(runner);
    await new OptionOrder1796002000000().down(runner);
    expect(await rows('SELECT * FROM survey_options WHERE QuestionId = 2')).toHaveLength(2);
    await runner.release();
  });
});

describe('migration of telephone numbers', () => {
  let scratch: ScratchDb;
  let runner: QueryRunner;

  /** A database of version 1.0.0, whose migrations are the first twelve. */
  beforeAll(async () => {
    scratch = await scratchDb({ empty: true });
    runner = scratch.dataSource.createQueryRunner();
    if (!onServer) await runner.query('PRAGMA foreign_keys = OFF');
    for (const Migration of migrations.slice(0, 12)) await new Migration().up(runner);
  });
  afterAll(async () => {
    await runner.release();
    await scratch.close();
  });

  it('fills the columns of telephone numbers and the search terms of a database of version 1.0.0', async () => {
    const contacts = [
      [1, 'Ada', '(505) 555-0142 x12', null, ['=5055550142', '*ada', '505555014212']],
      [2, 'Bo', '020 7946 0018', '555-0146', ['=02079460018', '=5550146', '=bo@example.com']],
      [3, 'Cy', '+44 (0)20 7946 0018', '020 7946 0018', ['!=2079460018', '!=02079460018', '!=#1967-04-12 cy']],
      [4, 'Di', '', null, ['*di']],
      [5, 'Ed', '07911 123456', null, []],
    ] as const;
    for (const [id, name, phone, other, terms] of contacts) {
      await runner.query('INSERT INTO contacts (ContactId, Name, Phone, PhoneAlt) VALUES (?, ?, ?, ?)', [
        ...[id, name, phone, other],
      ]);
      for (const term of terms)
        await runner.query(
          'INSERT INTO contact_terms (Term, Name, ContactId, OwnerId, Shared) VALUES (?, ?, ?, 7, 0)',
          [...[term, name, id]],
        );
    }
    runner.data = { country: 'GB' };
    const migration = new ParsedPhones1796001000000();
    await migration.up(runner);
    await migration.up(runner);
    const columns = 'PhoneE164, PhoneExtension, PhoneAltE164, PhoneAltExtension';
    const stored: Record<string, string | null>[] = await runner.query(
      `SELECT ${columns} FROM contacts ORDER BY ContactId`,
    );
    const none = { PhoneE164: null, PhoneExtension: null, PhoneAltE164: null, PhoneAltExtension: null };
    const london = '+442079460018';
    expect(stored.map((row) => ({ ...row }))).toEqual([
      { ...none, PhoneExtension: '12' },
      { ...none, PhoneE164: london },
      { ...none, PhoneE164: london, PhoneAltE164: london },
      none,
      { ...none, PhoneE164: '+447911123456' },
    ]);
    const terms: { ContactId: number; Term: string; Name: string; OwnerId: number }[] = await runner.query(
      'SELECT ContactId, Term, Name, OwnerId FROM contact_terms',
    );
    const of = (id: number): string[] => terms.filter(({ ContactId }) => ContactId === id).map(({ Term }) => Term);
    expect(of(1).sort()).toEqual(['*ada', '505555014212', '=5055550142']);
    expect(of(2).sort()).toEqual([`=${london}`, '=5550146', '=bo@example.com'].sort());
    expect(of(3).sort()).toEqual(['!=#1967-04-12 cy', `!=${london}`]);
    expect([of(4), of(5)]).toEqual([['*di'], []]);
    expect(terms.every(({ OwnerId, Name }) => OwnerId === 7 && Name !== '')).toBe(true);
  });

  it('gives the users of version 1.0.0 keys without invisible characters, and keeps each key unique', async () => {
    const users = [
      ['Look@Example.com', 'look@example.com'],
      ['look@example.com\u200B', 'look@example.com\u200B'],
      ['straße', 'straße'],
      ['ann', 'ann'],
    ];
    for (const [at, [UserName, key]] of users.entries())
      await runner.query(
        `INSERT INTO users (UserId, UserName, UserNameKey, DisplayName, Disabled, RestrictToSingleSession, RequireMFA,
        MfaActive, MustChangePassword, ShortPassword, CreatedAt) VALUES (?, ?, ?, '', 0, 0, 0, 0, 0, 0, ?)`,
        [`${at}`.repeat(32), UserName, key, `2026-01-0${at + 1}T00:00:00.0000000`],
      );
    const migration = new UserNameKeys1796001100000();
    await migration.up(runner);
    await migration.up(runner);
    const keys: { UserNameKey: string }[] = await runner.query('SELECT UserNameKey FROM users ORDER BY CreatedAt');
    expect(keys.map(({ UserNameKey }) => UserNameKey)).toEqual([
      'look@example.com',
      `look@example.com ${'1'.repeat(32)}`,
      'strasse',
      'ann',
    ]);
  });
});

it('the migration of choices lists what the contacts have, each id with the text of most contacts', async () => {
  const scratch = await scratchDb({ empty: true });
  const runner = scratch.dataSource.createQueryRunner();
  const before = migrations.findIndex((Migration) => Migration === ContactChoices1796870000000);
  for (const Migration of migrations.slice(0, before)) await new Migration().up(runner);
  const contacts = [
    [1, 'Prospect', 0, 'None'],
    [1, 'Client ', null, 'Nurse'],
    [1, 'Client', 7, null],
    [2, '', 7, ' '],
    [null, 'Lead', -3, 'Driver'],
  ];
  for (const contact of contacts)
    await runner.query(
      'INSERT INTO contacts (ContactStatusId, ContactStatusDesc, JobID, JobName) VALUES (?, ?, ?, ?)',
      contact,
    );
  const migration = new ContactChoices1796870000000();
  await migration.up(runner);
  await migration.up(runner);
  const rowsOf = async (table: string): Promise<object[]> =>
    ((await runner.query(`SELECT * FROM ${table}`)) as object[]).map((row) => ({ ...row }));
  expect(await rowsOf('contact_statuses')).toEqual([{ ContactStatusId: 1, ContactStatusDesc: 'Client' }]);
  expect(await rowsOf('jobs')).toEqual([{ JobID: -3, JobName: 'Driver' }]);
  expect([await rowsOf('source_types'), await rowsOf('contact_categories')]).toEqual([[], []]);
  await runner.release();
  await scratch.close();
});

it('the migration of name keys writes the keys that the service writes', async () => {
  const scratch = await scratchDb({ empty: true });
  const runner = scratch.dataSource.createQueryRunner();
  const before = migrations.findIndex((Migration) => Migration === NameKeys1796871000000);
  for (const Migration of migrations.slice(0, before)) await new Migration().up(runner);
  const names = ['Ada', "O'Neil `x`", 'Álvarez', 'ＡＤＡ', 'Straße ﷺ', '', null, 'tab\tbed', '김민준'];
  for (const name of names) {
    await runner.query('INSERT INTO contacts (Name, LastName) VALUES (?, ?)', [name, name]);
    if (name) await runner.query('INSERT INTO jobs (JobName) VALUES (?)', [name]);
  }
  await runner.query("INSERT INTO contact_terms (Term, Name, ContactId, Shared) VALUES ('*a', 'Álvarez', 3, 0)");
  const migration = new NameKeys1796871000000();
  await migration.up(runner);
  await migration.up(runner);
  const keysOf = async (table: string, name: string, key: string): Promise<(string | null)[]> =>
    (
      (await runner.query(`SELECT ${name}Key AS Found FROM ${table} ORDER BY ${key}`)) as { Found: string | null }[]
    ).map(({ Found }) => Found);
  const keys = names.map((name) => (name === null ? null : nameKey(name)));
  expect(await keysOf('contacts', 'Name', 'ContactId')).toEqual(keys);
  expect(await keysOf('contacts', 'LastName', 'ContactId')).toEqual(keys);
  expect(await keysOf('jobs', 'JobName', 'JobID')).toEqual(keys.filter(Boolean));
  const [{ Name }] = (await runner.query('SELECT Name FROM contact_terms')) as { Name: string }[];
  expect(Name).toBe('alvarez');
  await migration.down(runner);
  const [{ Name: former }] = (await runner.query('SELECT Name FROM contact_terms')) as { Name: string }[];
  expect(former).toBe('Álvarez');
  await runner.release();
  await scratch.close();
});

it('the migration of further name keys writes the keys that the service writes', async () => {
  const scratch = await scratchDb({ empty: true });
  const runner = scratch.dataSource.createQueryRunner();
  await runner.query(onServer ? 'SET FOREIGN_KEY_CHECKS = 0' : 'PRAGMA foreign_keys = OFF');
  const before = migrations.findIndex((Migration) => Migration === MoreNameKeys1796899000000);
  for (const Migration of migrations.slice(0, before)) await new Migration().up(runner);
  const names = ["O'Neil", 'Álvarez', 'ＡＤＡ', 'Łaska', '김민준'];
  for (const [at, name] of names.entries()) {
    await runner.query('INSERT INTO locations (LocationId, Name, Active) VALUES (?, ?, 1)', [String(at), name]);
    for (const table of ['LifeCases', 'Annuities'])
      await runner.query(
        `INSERT INTO smartsheet_lines (ID, TableName, ClientName, PolicyNumber, TransactionId, type, AgentId)
        VALUES (?, ?, ?, '', '', '', 1)`,
        [at, table, name],
      );
  }
  const migration = new MoreNameKeys1796899000000();
  await migration.up(runner);
  await migration.up(runner);
  const keysOf = async (column: string, from: string): Promise<(string | null)[]> =>
    ((await runner.query(`SELECT ${column} AS Found FROM ${from}`)) as { Found: string | null }[]).map(
      ({ Found }) => Found,
    );
  const keys = names.map(nameKey);
  expect(await keysOf('NameKey', 'locations ORDER BY LocationId')).toEqual(keys);
  const lines = await keysOf('ClientNameKey', 'smartsheet_lines ORDER BY ID, TableName');
  expect(lines).toEqual(keys.flatMap((key) => [key, key]));
  await migration.down(runner);
  expect(await runner.hasColumn('locations', 'NameKey')).toBe(false);
  await runner.release();
  await scratch.close();
});

it('the migration of the names of choices writes the keys that the service writes', async () => {
  const scratch = await scratchDb({ empty: true });
  const runner = scratch.dataSource.createQueryRunner();
  const before = migrations.findIndex((Migration) => Migration === NameKeysOfChoices1796902000000);
  for (const Migration of migrations.slice(0, before)) await new Migration().up(runner);
  await runner.query("INSERT INTO contacts (ContactId, ContactGUID, Title, JobName) VALUES (1, 'c', 'Mère', 'Ａide')");
  const migration = new NameKeysOfChoices1796902000000();
  await migration.up(runner);
  await migration.up(runner);
  expect(await runner.query('SELECT TitleKey, JobNameKey, ContactStatusDescKey FROM contacts')).toEqual([
    { TitleKey: nameKey('Mère'), JobNameKey: nameKey('Ａide'), ContactStatusDescKey: null },
  ]);
  await migration.down(runner);
  expect(await runner.hasColumn('contacts', 'TitleKey')).toBe(false);
  await runner.release();
  await scratch.close();
});

it('the migration of tickets gives open visits the letter of their line and a number of their day', async () => {
  const scratch = await scratchDb({ empty: true });
  const runner = scratch.dataSource.createQueryRunner();
  if (!onServer) await runner.query('PRAGMA foreign_keys = OFF');
  const before = migrations.findIndex((Migration) => Migration === VisitTickets1796704000000);
  for (const Migration of migrations.slice(0, before)) await new Migration().up(runner);
  await runner.query("INSERT INTO locations (LocationId, Name, Active) VALUES ('north', 'North', 1)");
  for (const [Id, Name] of [
    ['a', 'Advice'],
    ['b', 'Also'],
  ])
    await runner.query(
      `INSERT INTO service_lines (Id, LocationId, Name, Description, ServiceDurationMinutes, Cost, UpperThreshold,
        LowerThreshold, Active, SendQuestionnaire, RequireUpload, UploadMessage)
      VALUES (?, 'north', ?, '', 0, 0, 0, 0, 1, 0, 0, '')`,
      [Id, Name],
    );
  await runner.query("INSERT INTO contacts (ContactId, ContactGUID, Name) VALUES (1, 'c', 'Ada')");
  for (const [Id, LineId, Status, minute] of [
    ['third', 'a', 0, 3],
    ['first', 'a', 2, 1],
    ['ended', 'a', 3, 2],
    ['other', 'b', 1, 2],
  ])
    await runner.query(
      `INSERT INTO checkins (Id, LineId, CustomerId, LocationId, SignInTime, AdjustedSignInTime, SendReminders, Status,
        TaskTime, Completed, QuestionnaireSubmitted, LineIds, BusinessDay)
      VALUES (?, ?, 'c', 'north', ?, ?, 0, ?, 0, 0, 0, '[]', '2026-05-01')`,
      [Id, LineId, ...Array.from({ length: 2 }, () => `2026-05-01T12:0${minute}:00.0000000`), Status],
    );
  const migration = new VisitTickets1796704000000();
  await migration.up(runner);
  await migration.up(runner);
  const visits: { Id: string; Ticket: string | null }[] = await runner.query('SELECT Id, Ticket FROM checkins');
  expect(Object.fromEntries(visits.map(({ Id, Ticket }) => [Id, Ticket]))).toEqual({
    ...{ first: 'A1', third: 'A2', ended: null, other: 'B1' },
  });
  await expect(runner.query("UPDATE checkins SET Ticket = 'A1' WHERE Id = 'third'")).rejects.toThrow();
  await migration.down(runner);
  expect(await runner.hasColumn('checkins', 'Ticket')).toBe(false);
  await runner.release();
  await scratch.close();
});
