import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { runCall } from '../../context/call-context.js';
import { Int32, Text } from '../../record/fields.js';
import type { Db } from '../db.js';
import { Table } from '../schema/table.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';

@Table('letters')
class Letter {
  @Int32({ key: 'generated' }) LetterId!: number;
  @Text(500) Body!: string;
}

const many = 20_000;
/** A deadline in milliseconds that even a busy machine can meet. */
const deadline = 3000;
let scratch: ScratchDb;
let db: Db;
beforeAll(async () => {
  scratch = await scratchDb({
    tables: [Letter],
    settings: { DATABASE_POOL: '4', REQUEST_DEADLINE: String(deadline / 1000) },
  });
  ({ db } = scratch);
  await db.tx(() =>
    db.insertAll(
      Letter,
      Array.from({ length: many }, (_, index) => ({ Body: `${index} `.repeat(50) })),
    ),
  );
});
afterAll(() => scratch.close());

const letters = sql`SELECT l.LetterId, l.Body FROM letters l ORDER BY l.LetterId`;
const wide = sql`SELECT l.LetterId, l.Body FROM letters l
  CROSS JOIN (SELECT 1 AS One UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5) five`;

describe('rows', () => {
  it('streams all rows in order while other calls run', async () => {
    let turns = 0;
    const turn = (): void => {
      turns++;
      others = setImmediate(turn);
    };
    let others = setImmediate(turn);
    const ids: number[] = [];
    for await (const { LetterId } of db.rows<Letter>(letters)) ids.push(LetterId);
    clearImmediate(others);
    expect(ids).toEqual(Array.from({ length: many }, (_, index) => index + 1));
    expect(turns).toBeGreaterThan(3);
  });

  it('keeps the memory flat while a slow reader reads a stream', async () => {
    const before = process.memoryUsage().rss;
    let most = 0;
    let count = 0;
    for await (const row of db.rows<Letter>(wide)) {
      if (!row.Body) throw new Error('no body');
      if (++count % 5000 === 0) {
        await sleep(20);
        most = Math.max(most, process.memoryUsage().rss);
      }
    }
    expect(count).toBe(5 * many);
    expect((most - before) / 2 ** 20).toBeLessThan(120);
  });

  it('releases the connection of a stream when the reader leaves', async () => {
    for (let round = 0; round < 12; round++) {
      for await (const row of db.rows<Letter>(wide)) if (row.LetterId > 0) break;
    }
    const iterator = db.rows<Letter>(wide)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.return();
    expect(await db.one(sql`SELECT COUNT(*) AS N FROM letters l`)).toEqual({ N: many });
    await expect(
      (async () => {
        for await (const row of db.rows<Letter>(letters)) throw new Error(`stop at ${row.LetterId}`);
      })(),
    ).rejects.toThrow('stop at 1');
    expect((await db.all(sql`SELECT l.LetterId FROM letters l LIMIT 3`)).length).toBe(3);
  });

  it('waits for a slow reader of a stream for longer than the deadline of the database', async () => {
    let count = 0;
    for await (const row of db.rows<Letter>(wide))
      if (++count === 10) await sleep(row.LetterId > 0 ? 1.2 * deadline : 0);
    expect(count).toBe(5 * many);
  });

  it('leaves connections for other calls while readers of streams are slow', async () => {
    const slow = Array.from({ length: 2 }, () => db.rows<Letter>(wide)[Symbol.asyncIterator]());
    await Promise.all(slow.map((iterator) => iterator.next()));
    await db.tx(() => db.update(Letter, { LetterId: 1 }, { Body: 'changed' }));
    expect(await db.one(sql`SELECT l.Body FROM letters l WHERE l.LetterId = 1`)).toEqual({ Body: 'changed' });
    for (const iterator of slow) await iterator.return();
  });

  it('reads short lists without a slot, and names the limit that a long list has reached', async () => {
    const slow = Array.from({ length: 2 }, () => db.rows<Letter>(wide)[Symbol.asyncIterator]());
    await Promise.all(slow.map((iterator) => iterator.next()));
    const count = async (rows: AsyncIterable<Letter>): Promise<number> => {
      let counted = 0;
      for await (const { LetterId } of rows) counted += Number(LetterId > 0);
      return counted;
    };
    const first = (rows: number) => sql`SELECT l.LetterId, l.Body FROM letters l WHERE l.LetterId <= ${rows}`;
    expect(await count(db.rows<Letter>(first(200)))).toBe(200);
    await expect(count(db.rows<Letter>(first(201)))).rejects.toThrow(/reading 2 long lists/);
    // A long list waits for its slot before its query is sent. The database would reject this query, so no error shows
    // that it was not sent.
    const refused = sql`SELECT x.Nothing FROM letters x`;
    await expect(count(db.rows<Letter>(refused, true))).rejects.toThrow(/reading 2 long lists/);
    await expect(count(db.rows<Letter>(refused))).rejects.toThrow('The database refused a statement');
    for (const iterator of slow) await iterator.return();
    for (const asksForMany of [false, true]) {
      expect(await count(db.rows<Letter>(first(201), asksForMany))).toBe(201);
      expect(await count(db.rows<Letter>(first(3), asksForMany))).toBe(3);
    }
    expect(db.load().streams).toBe(0);
  });

  it('limits the long lists of each user to four', async () => {
    const other = await scratchDb({
      tables: [Letter],
      settings: { DATABASE_POOL: '12', REQUEST_DEADLINE: String(deadline / 1000) },
    });
    const Body = 'x'.repeat(400);
    await other.db.tx(() =>
      other.db.insertAll(
        Letter,
        Array.from({ length: 5000 }, () => ({ Body })),
      ),
    );
    const as = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
      runCall({ userId, operationName: 'list', requestId: '' }, work);
    const open = Array.from({ length: 5 }, () => other.db.rows<Letter>(letters)[Symbol.asyncIterator]());
    const [a, b, c, d, fifth] = open;
    await as('somebody', () => Promise.all([a, b, c, d].map((iterator) => iterator.next())));
    await expect(as('somebody', () => fifth.next())).rejects.toMatchObject({
      status: 429,
      message: expect.stringMatching(/^You already have 4 long lists open/) as string,
    });
    const others = other.db.rows<Letter>(letters)[Symbol.asyncIterator]();
    expect((await as('another', () => others.next())).done).toBe(false);
    for (const iterator of [...open, others]) await iterator.return();
    await other.close();
  });

  it('reports the error of a wrong query', async () => {
    const broken = async () => {
      for await (const row of db.rows(sql`SELECT x.Nothing FROM letters x`)) throw new Error(String(row));
    };
    await expect(broken()).rejects.toThrow('The database refused a statement');
    await expect(broken()).rejects.toThrow('The database refused a statement');
    await expect(broken()).rejects.toThrow('The database refused a statement');
    expect(await db.one(sql`SELECT COUNT(*) AS N FROM letters l`)).toEqual({ N: many });
  });

  it('reads the writes of its own transaction', async () => {
    await db.tx(async () => {
      await db.update(Letter, { LetterId: 2 }, { Body: 'mine' });
      for await (const row of db.rows<Letter>(
        sql`SELECT l.LetterId, l.Body FROM letters l WHERE l.LetterId < 4 ORDER BY l.LetterId`,
      )) {
        if (row.LetterId === 2) expect(row.Body).toBe('mine');
        await db.update(Letter, { LetterId: row.LetterId }, { Body: `seen ${row.LetterId}` });
      }
    });
    expect(await db.one(sql`SELECT l.Body FROM letters l WHERE l.LetterId = 3`)).toEqual({ Body: 'seen 3' });
  });
});
