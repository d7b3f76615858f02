import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../test/support/app.js';
import { agency, cliSettings } from '../../test/support/cli.js';
import { store } from '../../test/support/rows.js';
import { SystemClock } from '../context/system-clock.js';
import { AuditRemoval } from '../database/audit/audit-removal.service.js';
import { AuditSealer } from '../database/audit/audit-sealer.service.js';
import { FieldCipher } from '../database/sealed/field-cipher.js';
import { newGuid } from '../record/values/guid.js';
import { Pruning } from './pruning.service.js';

const day = 24 * 3_600_000;
const retained = { RETAIN_AUDIT: '100d', RETAIN_ATTEMPTS: '40d', RETAIN_SESSIONS: '10d', RETAIN_IDEMPOTENCY: '48h' };

let app: TestApp;
beforeAll(async () => void (app = await startApp(retained)));
afterAll(() => app.close());

const ago = (days: number): string => app.get(SystemClock).at(-days * day);
const count = async (table: string): Promise<number> =>
  (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM ${raw(table)}`))!.Count;
const verify = (...more: string[]) => agency(['audit', 'verify', ...more], cliSettings(app.database));

describe('what is kept for so long', () => {
  it('is attempts for RETAIN_ATTEMPTS, however many are older', async () => {
    const attempts = [...Array<number>(1200).fill(41), 39];
    await store(
      app,
      'SignInAttempt',
      attempts.map((days, index) => ({ Account: String(index), Address: '::1', AttemptedAt: ago(days), Outcome: 'x' })),
    );
    await app.get(Pruning).prune();
    expect(await count('sign_in_attempts')).toBe(1);
  });

  it('is sessions for RETAIN_SESSIONS after their end', async () => {
    await app.as('Agent');
    const UserId = await app.userOf('Agent');
    const before = await count('sessions');
    const session = (ended: number | null, expires: number) => ({
      ...{ SessionId: newGuid(), UserId, StartedAt: ago(30), ExpiresAt: ago(expires) },
      EndedAt: ended === null ? null : ago(ended),
    });
    await store(app, 'Session', [session(11, -5), session(9, -5), session(null, 11), session(null, 9)]);
    await app.get(Pruning).prune();
    expect(await count('sessions')).toBe(before + 2);
  });

  it('is the answer of an Idempotency-Key for RETAIN_IDEMPOTENCY', async () => {
    const claim = { UserId: await app.userOf('Agent'), RequestHash: `${app.get(FieldCipher).keyId}.x`, Answer: '' };
    await store(app, 'IdempotencyKey', [
      { ...claim, Key: 'old', CreatedAt: ago(2.1) },
      { ...claim, Key: 'kept', CreatedAt: ago(1.9) },
    ]);
    const send = async (key: string) =>
      (
        await app.http
          .post('/v1/webix/gantt/tasks')
          .set(await app.as('Agent'))
          .set('Idempotency-Key', key)
          .send({ text: 'x' })
      ).status;
    expect([await send('old'), await send('kept')]).toEqual([200, 422]);
  });

  it('is the audit for RETAIN_AUDIT, in whole seals, and the chain stays whole', async () => {
    const entries = (days: number, from: number) =>
      Array.from({ length: 600 }, (_, index) => ({ At: ago(days), Operation: `old ${from + index}`, Changes: '[]' }));
    await app.db.tx(() => app.db.execute(sql`DELETE FROM audit`));
    await app.db.tx(() => app.db.execute(sql`DELETE FROM audit_seals`));
    await store(app, 'AuditEntry', entries(101, 0));
    await app.get(AuditSealer).sealAll();
    const [noted] = (await agency(['audit', 'head'], cliSettings(app.database))).stdout.split('\n');
    await store(app, 'AuditEntry', [...entries(101, 600), { At: ago(99), Operation: 'young', Changes: '[]' }]);
    await app.get(AuditSealer).sealAll();

    // Stopped when the chain says so, and no row is gone yet.
    const removed = jest.spyOn(AuditRemoval.prototype, 'removeNoted').mockRejectedValueOnce(new Error('stopped'));
    await expect(app.get(Pruning).prune()).rejects.toThrow('stopped');
    expect((await verify()).code).toBe(0);
    await app.get(Pruning).prune();
    expect(removed).toHaveBeenCalledTimes(2);
    // The youngest seal holds a younger row: all of its rows stay.
    const left = await app.db.all<{ Operation: string }>(sql`SELECT Operation FROM audit WHERE Operation LIKE 'old%'`);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(500);
    const { code, stderr } = await verify('--head', noted);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/ \d{3,4} more were archived or pruned\.$/m),
    });
    await app.get(Pruning).prune();
    expect(await count(`audit WHERE Operation LIKE 'old%'`)).toBe(left.length);
  });

  it('is for ever where RETAIN_AUDIT is not set', async () => {
    const unset = await agency(['audit', 'prune'], cliSettings(app.database));
    expect(unset).toMatchObject({ code: 1, stderr: 'error: RETAIN_AUDIT is not set: the audit is kept for ever.\n' });
    const done = await agency(['audit', 'prune'], { ...cliSettings(app.database), RETAIN_AUDIT: '100d' });
    expect(done).toMatchObject({ code: 0, stderr: 'Removed 0 rows of the audit.\n' });
  });
});
