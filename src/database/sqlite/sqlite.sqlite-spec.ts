import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { Int32, Text } from '../../record/fields.js';
import { Unavailable } from '../../errors/errors.js';
import { Table } from '../schema/table.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { waitOf } from '../../../test/support/time/time-of.js';
import { runCall } from '../../context/call-context.js';
import { driverErrorOf } from '../driver/failure.js';
import { isInUse } from './sqlite-database.js';
import { classifySqlite } from './sqlite-errors.js';
import { StreamSlots } from '../transactions/stream-slots.js';
import { migrations } from '../schema/migrations/index.js';

describe('processes', () => {
  @Table('tallies')
  class Tally {
    @Int32({ key: true }) TallyId!: number;
    @Int32() Value!: number;
    @Text(100) Note!: string;
  }

  describe('two processes on one file', () => {
    let scratch: ScratchDb;
    let file: string;
    const children: ChildProcess[] = [];

    beforeAll(async () => {
      scratch = await scratchDb({ tables: [Tally] });
      const { database } = scratch.config;
      if (database.kind !== 'sqlite') throw new Error('no file');
      ({ file } = database);
    });
    afterAll(async () => {
      for (const child of children) child.kill('SIGKILL');
      await scratch.close();
    });

    /** Starts another process, whose script has the open file as `db`. */
    function other(script: string): ChildProcess {
      const path = join(`${file}.${children.length}.cjs`);
      const driver = JSON.stringify(require.resolve('better-sqlite3'));
      writeFileSync(
        path,
        `const db = new (require(${driver}))(${JSON.stringify(file)}, { timeout: 10000 });\n${script}`,
      );
      const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      return child;
    }

    const tally = (TallyId: number) =>
      scratch.db.one(sql`SELECT t.Value, t.Note FROM tallies t WHERE t.TallyId = ${TallyId}`);

    it('two processes on one SQLite file lose no write', async () => {
      const { db } = scratch;
      await db.tx(() => db.insert(Tally, { TallyId: 1 }));
      const child = other(`
      const add = db.prepare('UPDATE tallies SET Value = Value + 1 WHERE TallyId = 1');
      for (let i = 0; i < 200; i++) db.transaction(() => add.run()).immediate();`);
      const ended = once(child, 'exit');
      const mine = Array.from({ length: 100 }, () =>
        db.tx(async () => {
          const [{ Value }] = await db.lock<Tally>(sql`SELECT t.Value FROM tallies t WHERE t.TallyId = 1`);
          await sleep(1);
          await db.update(Tally, { TallyId: 1 }, { Value: Value + 1 });
        }),
      );
      await Promise.all(mine);
      expect(await ended).toEqual([0, null]);
      expect(await tally(1)).toMatchObject({ Value: 300 });
    });

    it('after a long transaction, the log is copied into the file in a later turn than the COMMIT', async () => {
      const reader = new Database(file, { readonly: true });
      const notes = reader.prepare("SELECT COUNT(*) FROM tallies WHERE Note <> ''").pluck();
      const before = statSync(file).size;
      let apart = false;
      let next = setImmediate(function watch() {
        if (Number(notes.get()) > 10_000 && statSync(file).size === before) apart = true;
        next = setImmediate(watch);
      });
      const rows = Array.from({ length: 15_000 }, (_, at) => ({ TallyId: at + 10, Note: 'a note '.repeat(14) }));
      await scratch.db.tx(() => scratch.db.insertAll(Tally, rows));
      clearImmediate(next);
      reader.close();
      expect(apart).toBe(true);
      expect(statSync(file).size).toBeGreaterThan(before);
    });

    it('waits a limited time for the lock of another process, without blocking the event loop', async () => {
      const db = await scratch.another({ REQUEST_DEADLINE: '2' });
      await db.tx(() => db.insert(Tally, { TallyId: 2, Note: 'first' }));
      const child = other(`db.exec('BEGIN IMMEDIATE'); console.log('held'); setInterval(() => undefined, 1000);`);
      if (child.stdout) await once(child.stdout, 'data');
      const write = () => db.tx(() => db.update(Tally, { TallyId: 2 }, { Note: 'mine' }));
      let turns = 0;
      const beat = setInterval(() => turns++, 10);
      expect(await waitOf(() => expect(write()).rejects.toBeInstanceOf(Unavailable))).toBeLessThan(2000);
      clearInterval(beat);
      // A wait inside SQLite blocks the event loop.
      expect(turns).toBeGreaterThan(10);
      expect(await tally(2)).toMatchObject({ Note: 'first' });
      child.kill('SIGKILL');
      await once(child, 'exit');
      await write();
      expect(await tally(2)).toMatchObject({ Note: 'mine' });
    });
  });
});

describe('stopped lists', () => {
  /**
   * A query that returns a row about every 20 ms, for hours. Even a fast machine cannot read a short list of its rows
   * before the deadline.
   */
  const endless = sql`WITH RECURSIVE c(N) AS (SELECT 1 UNION ALL SELECT N + 1 FROM c)
  SELECT c.N AS N FROM c WHERE c.N % 200000 = 0`;

  describe('a list on SQLite', () => {
    let scratch: ScratchDb;
    beforeAll(async () => {
      scratch = await scratchDb({ settings: { REQUEST_DEADLINE: '0.5' } });
    });
    afterAll(() => scratch.close());

    it('stops a list on SQLite between two rows at the deadline', async () => {
      await expect(scratch.db.rows(endless)[Symbol.asyncIterator]().next()).rejects.toThrow(/^The query took too long/);
      expect(scratch.get(StreamSlots).inUse).toBe(0);
      expect(await scratch.db.one(sql`SELECT 1 AS One`)).toEqual({ One: 1 });
    });

    it('closes the connection of a list that is still read, whose next rows are an error', async () => {
      const closing = await scratchDb();
      const { database } = closing.config;
      if (database.kind !== 'sqlite') throw new Error('no file');
      const long = sql`WITH RECURSIVE c(N) AS (SELECT 1 UNION ALL SELECT N + 1 FROM c WHERE N < 1000)
        SELECT c.N AS N FROM c`;
      const { first, rest } = await closing.db.rows(long).open();
      expect(first).toHaveLength(201);
      await closing.db.close();
      expect(isInUse(database.file)).toBe(false);
      await expect(rest!.next()).rejects.toBeInstanceOf(Unavailable);
      expect(closing.get(StreamSlots).inUse).toBe(0);
      await closing.close();
    });

    it('starts no list on SQLite for a disconnected client', async () => {
      const disconnect = new AbortController();
      disconnect.abort();
      const call = { userId: null, operationName: '', requestId: '', disconnect };
      await runCall(call, async () => {
        await expect(scratch.db.rows(endless)[Symbol.asyncIterator]().next()).rejects.toThrow(
          /^The client disconnected/,
        );
        await expect(scratch.db.all(endless)).rejects.toThrow(/^The client disconnected/);
      });
    });
  });
});

describe('errors of SQLite', () => {
  it.each([
    ['SQLITE_BUSY', 'contention'],
    ['SQLITE_BUSY_SNAPSHOT', 'contention'],
    ['SQLITE_LOCKED_SHAREDCACHE', 'contention'],
    ['SQLITE_CANTOPEN', 'unavailable'],
    ['SQLITE_NOMEM', 'unavailable'],
    ['SQLITE_INTERRUPT', 'unavailable'],
    ['SQLITE_ABORT_ROLLBACK', 'unavailable'],
    ['SQLITE_CORRUPT_VTAB', 'damaged'],
    ['SQLITE_NOTADB', 'damaged'],
    ['SQLITE_CONSTRAINT_TRIGGER', 'stillReferenced'],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'reference'],
    ['SQLITE_ERROR', 'other'],
    ['SQLITE_MISUSE', 'other'],
  ])('classifies %s as %s', (code, kind) => {
    expect(classifySqlite({ code, message: '' })).toEqual({ kind });
  });

  it('classifies a failed COMMIT whose outcome is unknown as undecided', () => {
    expect(classifySqlite({ code: 'SQLITE_IOERR_FSYNC', message: '' })).toEqual({
      kind: 'unavailable',
      undecided: true,
    });
  });

  it.each([
    ['SQLITE_FULL', 'full'],
    ['SQLITE_READONLY_DBMOVED', 'readOnly'],
  ])('classifies %s as a database that rejects writes: %s', (code, because) => {
    expect(classifySqlite({ code, message: '' })).toEqual({ kind: 'unwritable', because });
  });

  it('classifies a statement on a closed or busy connection as unavailable', () => {
    const failureOf = (step: () => unknown) => {
      try {
        step();
      } catch (error) {
        return classifySqlite(driverErrorOf(error)!);
      }
      return undefined;
    };
    const database = new Database(':memory:');
    const rows = database.prepare('SELECT 1 UNION SELECT 2').iterate();
    rows.next();
    expect(failureOf(() => database.exec('CREATE TABLE t (x)'))).toEqual({ kind: 'unavailable' });
    rows.return?.();
    database.close();
    expect(failureOf(() => database.prepare('SELECT 1'))).toEqual({ kind: 'unavailable' });
  });
});

describe('migrations', () => {
  it('each migration has the number of the one before it plus 1', () => {
    expect(migrations.map(({ name }) => Number(name.slice(-13)))).toEqual(
      migrations.map((_, index) => 1_764_000_000_000 + index),
    );
  });

  /**
   * The SHA-256 of the SQLite schema after each released migration. When you release a new migration, run this suite,
   * and add the received hash here.
   */
  const released: Readonly<Record<string, string>> = {};

  it.each(migrations.map(({ name }, index) => [name, index] as const))(
    'the released migration %s still creates the same schema',
    async (name, index) => {
      const source = new DataSource({
        type: 'better-sqlite3',
        database: ':memory:',
        migrations: migrations.slice(0, index + 1),
      });
      await source.initialize();
      await source.runMigrations();
      const parts = await source.query<{ sql: string | null }[]>('SELECT sql FROM sqlite_master ORDER BY type, name');
      await source.destroy();
      const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
      expect(parts.length).toBeGreaterThan(0);
      expect(hash).toBe(released[name] ?? hash);
    },
  );
});
