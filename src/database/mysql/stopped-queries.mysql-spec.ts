import { get, type ClientRequest } from 'node:http';
import sql from 'sql-template-tag';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { runCall } from '../../context/call-context.js';
import { until } from '../../../test/support/time/until.js';
import { Db } from '../db.js';
import { DatabaseUpkeep } from '../database-upkeep.js';
import { ServiceMeta } from '../schema/service-meta.entity.js';

/** Maximum of connections of one instance. */
const pool = 6;
/** Maximum of connections of one user. */
const share = 2;

/**
 * A count that takes the server hours, and sends nothing meanwhile, so that the server does not notice a closed
 * connection.
 */
const hours = 'FROM seq_1_to_10000000 a, seq_1_to_10000000 b WHERE a.seq + b.seq < 0';

describe('a query without a reader', () => {
  let hasty: TestApp;
  let patient: TestApp;
  let other: Connection;

  beforeAll(async () => {
    const settings = { DATABASE_POOL: String(pool), SLOW_QUERY: '1h' };
    hasty = await startApp({ ...settings, REQUEST_DEADLINE: '5' });
    patient = await startApp({ ...settings, REQUEST_DEADLINE: '60' });
    other = await createConnection(new URL('/', patient.database).toString());
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await other.end();
    await hasty.close();
    await patient.close();
  });

  const schemaOf = ({ database }: TestApp): string => new URL(database).pathname.slice(1);

  /** Counts all connections of the instance, and those that run a statement. */
  async function connections(app: TestApp): Promise<{ all: number; running: number }> {
    const [[found]] = await other.query<RowDataPacket[]>(
      `SELECT COUNT(*) AS \`all\`, COALESCE(SUM(p.COMMAND <> 'Sleep'), 0) AS running
       FROM information_schema.PROCESSLIST p WHERE p.DB = ?`,
      [schemaOf(app)],
    );
    return { all: Number(found.all), running: Number(found.running) };
  }

  async function nothingRuns(app: TestApp): Promise<void> {
    let found = { all: 0, running: Infinity };
    await until(
      async () => {
        found = await connections(app);
        return found.running === 0;
      },
      () => `${found.running} statements run`,
      10_000,
    );
    expect(found.all).toBeLessThanOrEqual(pool);
  }

  /** Makes the list of event types run the query `slow`. */
  function listIs(slow: string, { db }: TestApp): void {
    const read = db.rows.bind(db);
    jest
      .spyOn(db, 'rows')
      .mockImplementation((query, ...more) => read(query.sql.includes('event_types') ? sql([slow]) : query, ...more));
  }

  it('stops a query in the database at the deadline, reports why, and closes the connection', async () => {
    const headers = await hasty.as('Administrator');
    listIs('SELECT SLEEP(3600) AS EventTypeId', hasty);
    const all = await Promise.all(Array.from({ length: 20 }, () => hasty.http.get('/v1/EventType').set(headers)));
    // The service answers 429 to the calls beyond the limit of one user, and starts no query for them.
    const answers = all.filter(({ status }) => status !== 429);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: share }, () => 503));
    const messages = new Set(answers.map(({ body }) => body.ResponseStatus.Message as string));
    expect(messages).toContain('The query took too long. Narrow it with a filter, a shorter range or a smaller take.');
    expect([...messages].join()).not.toMatch(/does not respond/);
    expect(answers[0].body.ResponseStatus.ErrorCode).toBe('ServiceUnavailable');
    expect(answers[0].headers['retry-after']).toBe('10');
    await nothingRuns(hasty);
    jest.restoreAllMocks();
    await hasty.http.get('/v1/EventType').set(headers).expect(200);
  });

  it('stops a query in the database when the client leaves, long before the deadline', async () => {
    const headers = await patient.as('Administrator');
    listIs(`SELECT COUNT(*) AS EventTypeId ${hours}`, patient);
    const calls: ClientRequest[] = [];
    for (let round = 0; round < 3; round++) {
      const from = calls.length;
      for (let call = 0; call < 10; call++)
        calls.push(get(`${patient.url}/v1/EventType`, { headers }).on('error', () => undefined));
      await until(
        async () => (await connections(patient)).running === share,
        () => 'no query runs',
      );
      for (const call of calls.slice(from)) call.destroy();
      await nothingRuns(patient);
    }
    jest.restoreAllMocks();
    await patient.http.get('/v1/EventType').set(headers).expect(200);
  });

  it('leaves connections to other users, however many queries one user sends', async () => {
    const [one, another] = [await patient.as('Administrator'), await patient.as('Agent')];
    listIs(`SELECT COUNT(*) AS EventTypeId ${hours}`, patient);
    const calls = Array.from({ length: 3 * pool }, () =>
      get(`${patient.url}/v1/EventType`, { headers: one }).on('error', () => undefined),
    );
    await until(
      async () =>
        (await connections(patient)).running === share &&
        patient.get(DatabaseUpkeep).load().waiting === 3 * pool - share,
      () => `${patient.get(DatabaseUpkeep).load().waiting} calls wait`,
    );
    await patient.http.get('/v1/Agents').set(another).expect(200);
    expect(await connections(patient)).toMatchObject({ running: share });
    for (const call of calls) call.destroy();
    await nothingRuns(patient);
    expect(patient.get(DatabaseUpkeep).load().waiting).toBe(0);
  });

  it('leaves connections to other users if one user sends many writes, and names the limit in the error', async () => {
    const { db } = hasty;
    const names = Array.from({ length: pool }, (_, index) => `late ${index}`);
    await db.tx(() =>
      db.insertAll(
        ServiceMeta,
        names.map((Name) => ({ Name, Value: 'x' })),
      ),
    );
    const as = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
      runCall({ userId, operationName: 'change', requestId: '' }, work);
    const sleep = async (name: string): Promise<string> => {
      await db.execute(sql`UPDATE service_meta SET Value = SLEEP(60) WHERE Name = ${name}`);
      return 'done';
    };
    const writes = names.map((name) => as('one', () => db.tx(() => sleep(name))).catch(String));
    await until(
      () => hasty.get(DatabaseUpkeep).load().waiting === pool - share,
      () => `${hasty.get(DatabaseUpkeep).load().waiting} calls wait`,
    );
    await as('another', () => db.tx(() => db.execute(sql`DELETE FROM service_meta WHERE Name = 'none'`)));
    const failures = await Promise.all(writes);
    const own = failures.filter((failure) => failure.includes(`You already have ${share} calls that use the database`));
    expect(own).toHaveLength(pool - share);
    expect(failures.filter((failure) => !own.includes(failure)).join()).not.toMatch(/does not respond|All connections/);
    await nothingRuns(hasty);
  });

  const rows = (db: Db, text: string): AsyncIterable<{ N: number }> => db.rows(sql([text]));

  /** A query that sends a thousand rows, and then nothing. */
  const stalling = `SELECT s.seq AS N, REPEAT('x', 1000) AS Pad FROM seq_1_to_1000 s
    UNION ALL SELECT COUNT(*), '' ${hours}`;

  it('stops a query in the database when the reader leaves a stream before its end', async () => {
    for (let stream = 0; stream < 8; stream++) for await (const { N } of rows(patient.db, stalling)) if (N > 300) break;
    await nothingRuns(patient);
  });

  it('stops a query in the database when the first row of a stream, or the next rows, take too long', async () => {
    const late = /^The query took too long/;
    await expect(rows(hasty.db, `SELECT COUNT(*) AS N ${hours}`)[Symbol.asyncIterator]().next()).rejects.toThrow(late);
    const walk = async (): Promise<void> => {
      for await (const { N } of rows(hasty.db, stalling)) expect(N).toBeLessThan(2000);
    };
    await expect(walk()).rejects.toThrow(late);
    await nothingRuns(hasty);
  });

  it('rolls a transaction back when a write in it is stopped at the deadline', async () => {
    const { db } = hasty;
    const write = (): Promise<unknown> =>
      db.tx(async () => {
        await db.execute(sql`INSERT INTO service_meta (Name, Value) VALUES ('late', 'x')`);
        await db.execute(sql`UPDATE service_meta SET Value = SLEEP(60) WHERE Name = 'late'`);
      });
    await expect(write()).rejects.toThrow('The change took too long, and nothing was changed.');
    await nothingRuns(hasty);
    expect(await db.one(sql`SELECT m.Name FROM service_meta m WHERE m.Name = 'late'`)).toBeUndefined();
  });
});
