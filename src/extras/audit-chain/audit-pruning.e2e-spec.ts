import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { store } from '../../../test/support/data/rows.js';
import { SystemClock } from '../../context/system-clock.js';
import { AuditPruningService } from './audit-pruning.service.js';
import { AuditRemovalService } from './audit-removal.service.js';
import { AuditSealerService } from './audit-sealer.service.js';
import { AuditChain } from './chain.js';

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
    const left = await app.db.all<{ Operation: string }>(sql`SELECT Operation FROM audit WHERE Operation LIKE 'old%'`);
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

  it('counts rows that version 1.0.0 restored as present', async () => {
    const chain = app.get(AuditChain);
    const noted = async (Kind: 'removed' | 'restored'): Promise<void> => {
      await chain.append(await chain.last(), { Kind, FirstId: 900, LastId: 901, Entries: 0, Covers: '900-901' });
    };
    await noted('removed');
    expect([...(await chain.removed())]).toEqual(expect.arrayContaining([900, 901]));
    await noted('restored');
    expect([...(await chain.removed())]).not.toContain(900);
    expect((await verify()).code).toBe(0);
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
