import sql from 'sql-template-tag';
import { runCall } from '../../context/call-context.js';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';

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
    expect(scratch.db.load()).toMatchObject({ streams: 0 });
    expect(await scratch.db.one(sql`SELECT 1 AS One`)).toEqual({ One: 1 });
  });

  it('starts no list on SQLite for a disconnected client', async () => {
    const leaving = new AbortController();
    leaving.abort();
    const call = { userId: null, operationName: '', requestId: '', leaving };
    await runCall(call, async () => {
      await expect(scratch.db.rows(endless)[Symbol.asyncIterator]().next()).rejects.toThrow(/^The client disconnected/);
      await expect(scratch.db.all(endless)).rejects.toThrow(/^The client disconnected/);
    });
  });
});
