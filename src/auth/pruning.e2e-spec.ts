import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../test/support/app/app.js';
import { store } from '../../test/support/data/rows.js';
import { SystemClock } from '../context/system-clock.js';
import { FieldCipher } from '../database/sealed/field-cipher.js';
import { Idempotency } from '../http/response/idempotency.js';
import { newGuid } from '../record/values/guid.js';
import { PruningService } from './pruning.service.js';

const day = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const ago = (days: number): string => app.get(SystemClock).at(-days * day);
const count = async (table: string): Promise<number> =>
  (await app.db.one<{ Count: number }>(sql`SELECT COUNT(*) AS Count FROM ${raw(table)}`))!.Count;

describe('pruning', () => {
  it('removes sign-in attempts after 31 days, in statements of limited size', async () => {
    const before = await count('sign_in_attempts');
    const attempts = [...Array<number>(1200).fill(32), 30];
    await store(
      app,
      'SignInAttempt',
      attempts.map((days, index) => ({ Account: String(index), Address: '::1', AttemptedAt: ago(days), Outcome: 'x' })),
    );
    await app.get(PruningService).prune();
    expect(await count('sign_in_attempts')).toBe(before + 1);
  });

  it('removes sessions a day after their end', async () => {
    await app.as('Agent');
    const UserId = await app.userOf('Agent');
    const before = await count('sessions');
    const session = (ended: number | null, expires: number) => ({
      ...{ SessionId: newGuid(), UserId, StartedAt: ago(30), ExpiresAt: ago(expires) },
      EndedAt: ended === null ? null : ago(ended),
    });
    await store(app, 'Session', [session(1.1, -5), session(0.9, -5), session(null, 1.1), session(null, 0.9)]);
    await app.get(PruningService).prune();
    expect(await count('sessions')).toBe(before + 2);
  });

  it('ignores an Idempotency-Key after 24 hours, and removes it', async () => {
    const claim = { UserId: await app.userOf('Agent'), RequestHash: `${app.get(FieldCipher).keyId}.x`, Answer: '' };
    await store(app, 'IdempotencyKey', [
      { ...claim, Key: 'old', CreatedAt: ago(1.1) },
      { ...claim, Key: 'kept', CreatedAt: ago(0.9) },
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
    await store(app, 'IdempotencyKey', [{ ...claim, Key: 'older', CreatedAt: ago(3) }]);
    const before = await count('idempotency_keys');
    await app.get(Idempotency).prune();
    expect(await count('idempotency_keys')).toBe(before - 1);
  });
});
