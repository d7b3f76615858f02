import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { Int32, Text } from '../../record/fields.js';
import { Unavailable } from '../../errors/errors.js';
import { Table } from '../schema/table.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { waitOf } from '../../../test/support/time/time-of.js';

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
    writeFileSync(path, `const db = new (require(${driver}))(${JSON.stringify(file)}, { timeout: 10000 });\n${script}`);
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
