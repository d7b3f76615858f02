import sql, { type Sql, raw } from 'sql-template-tag';
import fc from 'fast-check';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { until } from '../../../test/support/time/until.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { AuditEntry } from '../../database/audit/audit.entity.js';
import { ServiceMeta } from '../../database/schema/service-meta.entity.js';
import { Contact } from '../../modules/contacts/contact.entity.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { AuditSealerService, longTransaction } from './audit-sealer.service.js';
import { AuditChain } from './chain.js';
import { store } from '../../../test/support/data/rows.js';
import { AuditPruningService } from './audit-pruning.service.js';
import { AuditRemovalService } from './audit-removal.service.js';
import { fromRanges, seqsOf, toRanges } from './id-ranges.js';

describe('audit chain', () => {
  const row = (index: number, more: Partial<AuditEntry> = {}): Partial<AuditEntry> => ({
    At: `2026-03-01T00:00:${String(index % 60).padStart(2, '0')}.0000000`,
    Operation: 'tested',
    Record: 'Thing',
    RecordId: String(index),
    RequestId: `request-${index}`,
    Changes: `[{"Record":"Thing","Id":"${index}","After":{"Name":"Ünï ${index} 🎈"}}]`,
    ...more,
  });
  const rows = (count: number, from = 0): Partial<AuditEntry>[] =>
    Array.from({ length: count }, (_, index) => row(from + index));
  const add = (db: Db, entries: readonly Partial<AuditEntry>[]) => db.tx(() => db.insertAll(AuditEntry, entries));
  const run = (db: Db, statement: Sql) => db.tx(() => db.execute(statement));
  const count = async (db: Db, of: Sql): Promise<number> =>
    (await db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM ${of}`))!.Count;
  const hours = (number: number): void => {
    const now = Date.now() + number * 3_600_000;
    jest.spyOn(SystemClock.prototype, 'now').mockImplementation(() => now);
  };

  let app: TestApp;
  let settings: Record<string, string>;
  beforeEach(async () => {
    app = await startApp();
    settings = cliSettings(app.database);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const verify = (...more: string[]): Promise<Outcome> => agency(['audit', 'verify', ...more], settings);
  const head = async (): Promise<string> => (await agency(['audit', 'head'], settings)).stdout.trim();

  const sealed = async (): Promise<number> =>
    Number((await app.db.one<{ Sealed: string }>(sql`SELECT SUM(Entries) AS Sealed FROM audit_seals`))?.Sealed);

  /** Runs the statement, and returns the result of a verification hours later, when no row can be late any more. */
  async function after(change: Sql): Promise<string> {
    await app.get(AuditSealerService).sealAll();
    await run(app.db, change);
    hours(1);
    const { code, stderr } = await verify();
    expect(code).toBe(1);
    return stderr;
  }

  describe('the audit chain', () => {
    it('counts audit rows without a seal in the metrics while sealing fails', async () => {
      const unsealed = async (): Promise<number> => {
        await app.get(AuditSealerService).sealRound();
        const { text } = await app.http.get('/metrics').expect(200);
        return Number(/^audit_rows_without_seal (\d+)$/m.exec(text)![1]);
      };
      const append = jest.spyOn(AuditChain.prototype, 'append').mockResolvedValue(undefined);
      await add(app.db, rows(3));
      const before = await unsealed();
      expect(before).toBeGreaterThanOrEqual(3);
      await add(app.db, rows(4, 3));
      expect(await unsealed()).toBe(before + 4);
      append.mockRestore();
      await until(async () => (await unsealed()) === 0);
    });

    it('seals every audit row that two instances write at the same time', async () => {
      const other = await startApp({ DATABASE_URL: app.database });
      const writing = [app, other].map(async ({ db }, writer) => {
        for (let index = 0; index < 60; index++) await add(db, [row(writer * 1000 + index)]);
      });
      const sealing = [app, other].map(async (one) => {
        for (let round = 0; round < 12; round++) await one.get(AuditSealerService).sealAll();
      });
      await Promise.all([...writing, ...sealing]);
      await other.close();
      const { code, stderr } = await verify();
      const stored = await count(app.db, sql`audit`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(`^${stored} rows match \\d+ seals`) });
      expect(await sealed()).toBe(stored);
    });

    it('seals the audit in a job, on one instance at a time, and when an instance stops', async () => {
      await add(app.db, rows(3));
      await until(async () => (await count(app.db, sql`audit_seals`)) > 0);
      const other = await startApp({ DATABASE_URL: app.database });
      await add(other.db, rows(2, 3));
      await other.close();
      const sealed = await app.db.one<{ HighId: number }>(sql`SELECT MAX(HighId) AS HighId FROM audit_seals`);
      expect(sealed?.HighId).toBe((await app.db.one<{ Id: number }>(sql`SELECT MAX(AuditId) AS Id FROM audit`))?.Id);
    });

    it('does not seal the audit on an instance while another instance seals it', async () => {
      await add(app.db, [row(0)]);
      await until(async () => (await count(app.db, sql`audit_seals`)) > 0);
      const other = await startApp({ DATABASE_URL: app.database });
      const append = jest.spyOn(AuditChain.prototype, 'append');
      let index = 0;
      await until(async () => {
        await add(other.db, [row(++index)]);
        return append.mock.calls.length > 2;
      });
      expect(new Set(append.mock.contexts)).toEqual(new Set([app.get(AuditChain)]));
      await other.close();
    });

    it('seals an audit without seals step by step', async () => {
      await app.get(JobsService).onModuleDestroy();
      await add(app.db, rows(2600));
      await app.get(AuditSealerService).onApplicationShutdown();
      expect(await sealed()).toBe(2000);
      expect(await count(app.db, sql`audit_seals`)).toBe(4);
      expect((await verify()).stderr).toMatch(/^26\d\d rows match 6 seals\. 6\d\d of them had no seal before\.$/m);
      expect((await verify()).stderr).toMatch(/seals\.$/m);
      // An audit that has lost all its seals is sealed in the same way.
      await run(app.db, sql`DELETE FROM audit_seals`);
      expect((await verify()).stderr).toMatch(/seals\. 26\d\d of them had no seal before\.$/m);
    });

    it('seals audit rows that are committed after rows with higher keys were sealed', async () => {
      await add(app.db, [row(1, { AuditId: 1000 }), row(2, { AuditId: 1003 })]);
      await app.get(AuditSealerService).sealAll();
      await add(app.db, [row(3, { AuditId: 900 }), row(4, { AuditId: 1001 })]);
      expect((await verify()).code).toBe(0);
      hours(1);
      expect(await after(sql`DELETE FROM audit WHERE AuditId = 1001`)).toMatch(/^Row 1001 of seal \d+ is missing/);
    });

    it('seals the rows of a transaction that was open longer than the search for late rows looks back', async () => {
      await app.get(JobsService).onModuleDestroy();
      await add(app.db, [row(1, { AuditId: 1000 })]);
      await app.get(AuditSealerService).sealAll();
      hours(1);
      const Name = `${longTransaction}899`;
      await app.db.tx(async () => {
        await app.db.insertAll(AuditEntry, [row(2, { AuditId: 899 }), row(3, { AuditId: 900 })]);
        await app.db.insertAll(ServiceMeta, [{ Name, Value: '' }]);
      });
      expect((await verify()).code).toBe(0);
      expect(await app.db.read(ServiceMeta, { Name })).toBeUndefined();
      expect(await after(sql`DELETE FROM audit WHERE AuditId = 900`)).toMatch(/^Row 900 of seal \d+ is missing/);
    });

    it('a transaction of more than a minute leaves its mark if it wrote several entries', async () => {
      await app.get(JobsService).onModuleDestroy();
      const write = (seconds: number, texts: readonly string[]) =>
        app.db.tx(() => {
          for (const Text of texts)
            app.db.audited({ Record: 'Thing', Id: String(seconds), Action: 'Update', After: { Text } });
          const now = Date.now() + seconds * 1000;
          jest.spyOn(Date, 'now').mockReturnValue(now);
          return Promise.resolve();
        });
      const [short, long] = [['x'], ['x'.repeat(70_000), 'x']];
      for (const [seconds, texts] of [[59, long] as const, [61, short] as const, [62, long] as const]) {
        await write(seconds, texts);
        jest.restoreAllMocks();
      }
      const [{ AuditId }] = await app.db.all<Pick<AuditEntry, 'AuditId'>>(
        sql`SELECT MIN(a.AuditId) AS AuditId FROM audit a WHERE a.Record = 'Thing' AND a.RecordId = '62'`,
      );
      const marks = sql`SELECT m.Name FROM service_meta m WHERE m.Name LIKE ${`${longTransaction}%`}`;
      expect(await app.db.all(marks)).toEqual([{ Name: `${longTransaction}${AuditId}` }]);
    });

    it('names an audit row of which any column was altered', async () => {
      await add(app.db, [row(7, { AuditId: 500, UserId: 'a'.repeat(32) })]);
      for (const altered of [
        ...[sql`At = '2026-03-02T00:00:00.0000000'`, sql`UserId = ${'b'.repeat(32)}`, sql`Operation = 'x'`],
        ...[sql`Record = 'x'`, sql`RecordId = 'x'`, sql`RequestId = 'x'`, sql`Changes = '[]'`],
      ]) {
        const stored = await app.db.one<AuditEntry>(sql`SELECT * FROM audit WHERE AuditId = 500`);
        expect(await after(sql`UPDATE audit SET ${altered} WHERE AuditId = 500`)).toMatch(
          /^Row 500 was altered: it does not match seal \d+\.\nerror: /,
        );
        await run(app.db, sql`DELETE FROM audit WHERE AuditId = 500`);
        await add(app.db, [stored!]);
      }
      expect((await verify()).code).toBe(0);
    });

    it('names audit rows that are missing, were added, or swapped', async () => {
      await add(
        app.db,
        [1, 2, 4].map((index) => row(index, { AuditId: 500 + index })),
      );
      const [first, second] = [502, 501];
      expect(await after(sql`UPDATE audit SET AuditId = 503 WHERE AuditId = ${first}`)).toMatch(
        /^Row 502 of seal \d+ is missing\.\nRow 503 was added: it has no seal\.\n/,
      );
      await run(app.db, sql`UPDATE audit SET AuditId = ${first} WHERE AuditId = 503`);
      expect((await verify()).code).toBe(0);
      for (const [from, to] of [
        [first, 900],
        [second, first],
        [900, second],
      ])
        await run(app.db, sql`UPDATE audit SET AuditId = ${to} WHERE AuditId = ${from}`);
      expect(await after(sql`UPDATE audit SET Operation = 'tested' WHERE AuditId = 501`)).toMatch(
        /^Row 501 was altered.*\nRow 502 was altered/,
      );
    });

    it('names an added audit row with a lower AuditId than all others', async () => {
      await add(app.db, [row(1, { AuditId: -5 })]);
      expect(await after(sql`UPDATE audit SET Operation = Operation`)).toMatch(/^Row -5 was added: it has no seal\./);
    });

    it('seals audit rows with AuditIds beyond the safe integers of JavaScript', async () => {
      await app.get(AuditSealerService).sealAll();
      await add(app.db, [row(1, { AuditId: '9007199254740991' })]);
      await app.get(AuditSealerService).sealAll();
      for (const added of [1, 1, 3]) {
        await add(app.db, rows(added));
        await app.get(AuditSealerService).sealAll();
      }
      expect(await sealed()).toBe(await count(app.db, sql`audit`));
      const last = await app.get(AuditChain).last();
      expect(last).toMatchObject({ HighId: '9007199254740996', Covers: '9007199254740994-9007199254740996' });
      expect(await verify()).toMatchObject({ code: 0 });
      expect(await after(sql`DELETE FROM audit WHERE AuditId = ${9007199254740993n}`)).toMatch(
        /^Row 9007199254740993 of seal \d+ is missing\./,
      );
    });

    it('names seals that were altered, removed or cut off', async () => {
      for (let index = 0; index < 4; index++) {
        await add(app.db, [row(index)]);
        await app.get(AuditSealerService).sealAll();
      }
      const noted = await head();
      const last = Number(noted.split(':')[0]);
      expect((await verify('--head', noted)).code).toBe(0);
      const seal = await app.db.one<{ Covers: string }>(sql`SELECT Covers FROM audit_seals WHERE Seq = 2`);
      expect(await after(sql`UPDATE audit_seals SET Covers = '1-3' WHERE Seq = 2`)).toMatch(/^Seal 2 was altered\./);
      await run(app.db, sql`UPDATE audit_seals SET Covers = ${seal!.Covers} WHERE Seq = 2`);
      expect((await verify()).code).toBe(0);

      // The rows of a deleted last seal get a new seal. Only a noted head detects the deletion.
      await run(app.db, sql`DELETE FROM audit_seals WHERE Seq = ${last}`);
      expect((await verify()).code).toBe(0);
      expect((await verify('--head', noted)).stderr).toMatch(`Seal ${last} differs from the head that you noted.`);
      // Delete the row first: the job of the service would give it a new seal.
      await run(app.db, sql`DELETE FROM audit WHERE RecordId = '3' AND Operation = 'tested'`);
      await run(app.db, sql`DELETE FROM audit_seals WHERE Seq = ${last}`);
      expect((await verify('--head', noted)).stderr).toMatch(
        `The chain of seals ends with seal ${last - 1}, before the head`,
      );

      expect(await after(sql`DELETE FROM audit_seals WHERE Seq = 2`)).toMatch(/^Seal 2 is missing\./);
      expect((await verify('--head', 'x')).code).toBe(2);
    });

    it('names the row of a personal value that was altered', async () => {
      await app.db.tx(() => app.db.insert(Contact, { FirstName: 'Ada' }));
      expect(await verify()).toMatchObject({ code: 0 });
      await run(app.db, sql`UPDATE audit_values SET Sealed = 'altered'`);
      expect(await verify()).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^A personal value of row \d+ was altered/m),
      });
    });

    it('verifies the chain of the audit only with its key, and continues it under a new key', async () => {
      await add(app.db, rows(2));
      const before = await head();
      const rotated = { ...settings, FIELD_KEY: 'ab'.repeat(32) };
      const both = { ...rotated, FIELD_KEYS_OLD: settings.FIELD_KEY };
      await app.get(JobsService).onModuleDestroy();
      await agency(['user', 'create', 'a@example.test', '--roles', 'Agent'], both);
      expect(await agency(['audit', 'verify', '--head', before], both)).toMatchObject({ code: 0 });
      const refused = await agency(['audit', 'verify'], rotated);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('the database is encrypted with the key'),
      });
      // Remove the check value of FIELD_KEY, so that only the seals show that the key is wrong.
      await run(app.db, sql`DELETE FROM service_meta WHERE Name = 'field-key'`);
      const unknown = await agency(['audit', 'verify'], rotated);
      expect(unknown.stderr).toMatch(/^Seal 1 was made with the key \w{8}, which neither FIELD_KEY nor/);
      expect(unknown.code).toBe(1);
      expect((await agency(['doctor'], rotated)).stdout).toMatch(
        /^warn {2}Seals .* former key.*\n.*Set FIELD_KEYS_OLD/m,
      );
      expect((await agency(['doctor'], both)).stdout).toMatch(/^warn {2}Seals .* former key.*\n.*Run `agency reseal`/m);
      expect((await agency(['reseal'], both)).code).toBe(0);
      expect(await agency(['audit', 'verify', '--head', before], rotated)).toMatchObject({ code: 0 });
      expect((await agency(['doctor'], rotated)).stdout).not.toContain('Seals of the audit');
      const again = { ...settings, FIELD_KEY: 'ef'.repeat(32), FIELD_KEYS_OLD: rotated.FIELD_KEY };
      await agency(['user', 'create', 'b@example.test', '--roles', 'Agent'], again);
      expect((await agency(['reseal'], again)).code).toBe(0);
      expect(await agency(['audit', 'verify'], { ...again, FIELD_KEYS_OLD: '' })).toMatchObject({ code: 0 });
      const wrong = { ...settings, FIELD_KEY: 'cd'.repeat(32), FIELD_KEYS_OLD: '' };
      expect((await agency(['audit', 'verify'], wrong)).code).toBe(1);
    });

    it('`agency doctor` verifies the last seal of the audit', async () => {
      await add(app.db, rows(2));
      await app.get(AuditSealerService).sealAll();
      const doctor = async (): Promise<string> => (await agency(['doctor'], settings)).stdout;
      expect(await doctor()).toMatch(
        /^ok {4}The audit's last seal \(\d+\) is intact\.\nok {4}0 rows of the audit wait/m,
      );
      await app.get(JobsService).onModuleDestroy();
      await add(app.db, [row(3)]);
      expect(await doctor()).toMatch(/^warn {2}1 rows of the audit wait for their seal, the first since 2026-03-01/m);
      await app.get(AuditSealerService).sealAll();
      await run(app.db, sql`DELETE FROM audit WHERE RecordId = '3' AND Operation = 'tested'`);
      expect(await doctor()).toMatch(/^fail {2}The audit's end: Row \d+ of seal \d+ is missing/m);
    });
  });
});

describe('audit pruning', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp({ RETAIN_AUDIT: '100d' })));
  afterAll(() => app.close());

  const ago = (days: number): string => app.get(SystemClock).at(-days * 24 * 3_600_000);
  const count = async (table: string): Promise<number> =>
    (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM ${raw(table)}`))!.Count;
  const verify = (...more: string[]) => agency(['audit', 'verify', ...more], cliSettings(app.database));

  describe('audit pruning', () => {
    it('removes rows of whole seals that are older than RETAIN_AUDIT, and keeps the chain valid', async () => {
      const entries = (days: number, from: number) =>
        Array.from({ length: 600 }, (_, index) => ({ At: ago(days), Operation: `old ${from + index}`, Changes: '[]' }));
      await app.db.tx(() => app.db.execute(sql`DELETE FROM audit`));
      await app.db.tx(() => app.db.execute(sql`DELETE FROM audit_seals`));
      await store(app, 'AuditEntry', entries(101, 0));
      await app.get(AuditSealerService).sealAll();
      const [noted] = (await agency(['audit', 'head'], cliSettings(app.database))).stdout.split('\n');
      await store(app, 'AuditEntry', [...entries(101, 600), { At: ago(99), Operation: 'young', Changes: '[]' }]);
      await app.get(AuditSealerService).sealAll();

      // The run fails after the chain has recorded the rows, and before a row is removed.
      const removed = jest
        .spyOn(AuditRemovalService.prototype, 'removeNoted')
        .mockRejectedValueOnce(new Error('stopped'));
      await expect(app.get(AuditPruningService).prune()).rejects.toThrow('stopped');
      expect((await verify()).code).toBe(0);
      await app.get(AuditPruningService).prune();
      expect(removed).toHaveBeenCalledTimes(2);
      // The newest seal holds a younger row, so all of its rows remain.
      const left = await app.db.all<{ Operation: string }>(
        sql`SELECT Operation FROM audit WHERE Operation LIKE 'old%'`,
      );
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(500);
      const { code, stderr } = await verify('--head', noted);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/ \d{3,4} more were pruned\.$/m),
      });
      await app.get(AuditPruningService).prune();
      expect(await count(`audit WHERE Operation LIKE 'old%'`)).toBe(left.length);
    });

    it('removes no rows of the audit if RETAIN_AUDIT is unset', async () => {
      const unset = await agency(['audit', 'prune'], cliSettings(app.database));
      expect(unset).toMatchObject({
        code: 1,
        stderr: 'error: Set RETAIN_AUDIT to the age from which audit rows are removed, for example 3660d.\n',
      });
      const done = await agency(['audit', 'prune'], { ...cliSettings(app.database), RETAIN_AUDIT: '100d' });
      expect(done).toMatchObject({ code: 0, stderr: 'Removed 0 rows of the audit.\n' });
    });
  });
});

describe('ranges of ids', () => {
  it('writes numbers with equal steps as ranges', () => {
    expect(toRanges([])).toBe('');
    expect(toRanges([5])).toBe('5');
    expect(toRanges([1, 2, 3, 4, 9, 12, 15, 20, 21])).toBe('1-4,9-15/3,20,21');
  });

  it('parses every list of numbers that it writes', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 500 })).map((list) => list.sort((a, b) => a - b));
    fc.assert(fc.property(ids, (list) => expect(seqsOf(toRanges(list))).toEqual(list)));
  });

  it('keeps numbers beyond 2^53 exact', () => {
    const ids = [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 5n];
    expect(toRanges(ids)).toBe('9007199254740991-9007199254740993,9007199254740997');
    expect(fromRanges(toRanges(ids))).toEqual(ids);
  });
});
