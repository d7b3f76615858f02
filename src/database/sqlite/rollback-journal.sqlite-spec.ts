import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import type { Db } from '../db.js';
import { openDatabase } from '../start/connect.js';
import { Int32, Text } from '../../record/fields.js';
import { Table } from '../schema/table.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import sql from 'sql-template-tag';

@Table('crates')
class Crate {
  @Int32({ key: true }) CrateId!: number;
  @Text(500) Label!: string;
}

/** More rows than fit SQLite's page cache, so that SQLite writes to the file before COMMIT. */
const many = 40_000;
const crates = (from: number): Partial<Crate>[] =>
  Array.from({ length: many }, (_, at) => ({ CrateId: from + at, Label: 'c'.repeat(490) }));

describe('a command that writes one large transaction', () => {
  let scratch: ScratchDb;
  let file: string;
  const opened: Db[] = [];
  beforeEach(async () => {
    scratch = await scratchDb({ tables: [Crate] });
    const { database } = scratch.config;
    if (database.kind !== 'sqlite') throw new Error('no file');
    ({ file } = database);
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
    await scratch.close();
  });

  const open = async (fillsDatabase: boolean): Promise<Db> => {
    const { db } = await openDatabase({ ...scratch.config, fillsDatabase }, scratch.entities);
    opened.push(db);
    return db;
  };
  const journalOf = (db: Db): Promise<unknown> =>
    db.tx(async () => (await db.one<{ journal_mode: string }>(sql`PRAGMA journal_mode`))?.journal_mode);

  it('uses a rollback journal, and the next process switches the file back to WAL', async () => {
    await scratch.db.close();
    const db = await open(true);
    expect(await journalOf(db)).toBe('delete');
    const synchronous = await db.tx(() => db.one(sql`PRAGMA synchronous`));
    expect(synchronous).toEqual({ synchronous: 3 });
    const during = await db.tx(async () => {
      await db.upsertAll(Crate, crates(1));
      return { wal: existsSync(`${file}-wal`), journal: existsSync(`${file}-journal`) };
    });
    expect(during).toEqual({ wal: false, journal: true });
    await opened.pop()!.close();
    const next = await open(false);
    expect(await journalOf(next)).toBe('wal');
    expect(await next.one(sql`SELECT COUNT(*) AS N FROM crates`)).toEqual({ N: many });
  });

  it('rolls a transaction back if it fails after SQLite has written a part of it to the file', async () => {
    await scratch.db.close();
    const db = await open(true);
    await db.tx(() => db.insert(Crate, { CrateId: many + 1, Label: 'kept' }));
    const failing = db.tx(async () => {
      await db.upsertAll(Crate, crates(1));
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await db.all(sql`SELECT CrateId, Label FROM crates`)).toEqual([{ CrateId: many + 1, Label: 'kept' }]);
  });

  it('rolls a transaction back if its process is killed before COMMIT', async () => {
    await scratch.db.close();
    await (await open(true)).close();
    opened.pop();
    const script = `${file}.killed.cjs`;
    writeFileSync(
      script,
      `const db = new (require(${JSON.stringify(require.resolve('better-sqlite3'))}))(${JSON.stringify(file)});
      db.exec('BEGIN IMMEDIATE');
      const add = db.prepare('INSERT INTO crates VALUES (?, ?)');
      for (let id = 1; id <= ${many}; id++) add.run(id, 'c'.repeat(490));
      process.kill(process.pid, 'SIGKILL');`,
    );
    expect(spawnSync(process.execPath, [script]).signal).toBe('SIGKILL');
    expect(existsSync(`${file}-journal`)).toBe(true);
    const db = await open(false);
    expect(await db.one(sql`SELECT COUNT(*) AS N FROM crates`)).toEqual({ N: 0 });
  });

  it('keeps WAL while another process has the file open', async () => {
    await scratch.db.one(sql`SELECT 1 AS One FROM crates`);
    const db = await open(true);
    expect(await journalOf(db)).toBe('wal');
    await db.tx(() => db.upsertAll(Crate, crates(1)));
    expect(await scratch.db.one(sql`SELECT COUNT(*) AS N FROM crates`)).toEqual({ N: many });
  });
});
