import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { loadConfig } from '../../config/config.js';
import { Unavailable } from '../../errors/errors.js';
import { Int32, Text } from '../../record/fields.js';
import { openDatabase } from '../start/connect.js';
import type { Db } from '../db.js';
import { Table } from '../schema/table.js';
import { Line } from '../../../test/support/servers/line.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { waitOf } from '../../../test/support/time/time-of.js';

@Table('notes')
class Note {
  @Int32({ key: 'generated' }) NoteId!: number;
  @Text(500) Body!: string;
}

/** A deadline in milliseconds that even a busy machine can meet. */
const deadline = 3000;

describe('a server that does not respond', () => {
  let scratch: ScratchDb;
  let line: Line;
  let db: Db;

  beforeAll(async () => {
    scratch = await scratchDb({ tables: [Note] });
    const { database } = scratch.config;
    if (database.kind !== 'mysql') throw new Error('no server');
    line = await Line.to(database);
    const config = loadConfig({
      DATABASE_URL: `mysql://${database.user}:${database.password}@127.0.0.1:${line.port}/${database.database}`,
      REQUEST_DEADLINE: String(deadline / 1000),
      DATABASE_POOL: '4',
      JWT_SECRET: 'test secret of more than 32 bytes, for tests',
      FIELD_KEY: 'ab'.repeat(32),
    });
    ({ db } = await openDatabase(config, scratch.entities));
    await db.tx(() =>
      db.insertAll(
        Note,
        Array.from({ length: 20_000 }, (_, index) => ({ Body: `${index}`.repeat(50) })),
      ),
    );
  });
  afterAll(async () => {
    await db.close();
    await scratch.close();
  });

  async function failsInTime(work: () => Promise<unknown>): Promise<void> {
    const wait = await waitOf(() => expect(work()).rejects.toBeInstanceOf(Unavailable));
    // Accept twice the deadline, because a busy machine starts the work late. A call that hangs fails the test.
    expect(wait).toBeLessThan(2 * deadline);
  }

  const read = (): Promise<unknown> => db.one(sql`SELECT COUNT(*) AS N FROM notes n`);
  const write = (): Promise<unknown> => db.tx(() => db.insert(Note, { Body: 'w' }));
  const walk = async (step = async (): Promise<unknown> => undefined): Promise<number> => {
    let count = 0;
    for await (const note of db.rows<Note>(sql`SELECT n.NoteId, n.Body FROM notes n`))
      if (note.NoteId > 0 && ++count === 1) await step();
    return count;
  };
  const recovered = async (): Promise<void> => {
    for (let attempt = 0; attempt < 8; attempt++) {
      await expect(read()).resolves.toBeDefined();
      await expect(write()).resolves.toBeDefined();
    }
    expect(await walk()).toBeGreaterThanOrEqual(20_000);
  };

  it('fails every kind of call with Unavailable in time while the server is frozen, and recovers', async () => {
    line.fallSilent();
    await Promise.all([...Array.from({ length: 12 }, () => failsInTime(read)), failsInTime(write), failsInTime(walk)]);
    await failsInTime(read);
    line.silent = false;
    await recovered();
  });

  it('breaks off an open stream when the server stops', async () => {
    await failsInTime(() =>
      walk(async () => {
        line.fallSilent();
      }),
    );
    line.silent = false;
    await recovered();
    await expect(walk(async () => line.cut())).rejects.toBeInstanceOf(Unavailable);
    await recovered();
  });

  it('repeats reads and uncommitted transactions when the server restarts', async () => {
    await Promise.all([read(), read(), read(), write()]);
    line.cut();
    await recovered();
    let attempts = 0;
    await db.tx(async () => {
      await db.insert(Note, { Body: 'once' });
      if (++attempts === 1) line.cut();
      await sleep(20);
      await db.insert(Note, { Body: 'twice' });
    });
    expect(attempts).toBe(2);
    expect(await db.all(sql`SELECT n.Body FROM notes n WHERE n.Body IN ('once', 'twice')`)).toHaveLength(2);
  });

  it('reports an unknown outcome only if the server stops at COMMIT, and rolls back otherwise', async () => {
    let attempts = 0;
    const insert = (): Promise<unknown> => db.execute(sql`INSERT INTO notes (Body) VALUES ('lost')`);
    const outcome = (work: () => Promise<unknown>): Promise<unknown> =>
      db.tx(work).catch((error: unknown) => (error as Unavailable).meta.Outcome);
    const unconfirmed = await outcome(async () => {
      attempts++;
      await insert();
      line.fallSilent();
    });
    expect(unconfirmed).toBe('Unknown');
    expect(attempts).toBe(1);
    line.silent = false;
    line.cut();
    await recovered();
    const undone = await outcome(async () => {
      line.fallSilent();
      await insert();
    });
    expect(undone).toBeUndefined();
    line.silent = false;
    line.cut();
    await recovered();
    expect(await db.all(sql`SELECT n.Body FROM notes n WHERE n.Body = 'lost'`)).toEqual([]);
  });

  it('fails a call that waits too long for another transaction’s lock', async () => {
    const { db: holder } = scratch;
    const lock = sql`SELECT n.Body FROM notes n WHERE n.NoteId = 1`;
    await holder.tx(async () => {
      await holder.lock(lock);
      await expect(db.tx(() => db.lock(lock))).rejects.toBeInstanceOf(Unavailable);
    });
    await db.tx(() => db.lock(lock));
  });

  it('fails every call in time while the server accepts no connections', async () => {
    await line.close();
    await failsInTime(read);
    await failsInTime(write);
    await failsInTime(walk);
  });
});
