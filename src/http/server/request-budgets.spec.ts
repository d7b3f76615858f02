import type { Config } from '../../config/config.js';
import { NotFound, TooManyRequests } from '../../errors/errors.js';
import type { RequestLog } from '../../observability/request-log.js';
import { RequestBudgets } from './request-budgets.js';

describe('tries to arrive with a code or a number', () => {
  let budgets: RequestBudgets;
  beforeEach(() => {
    const limits = { requestsPerUser: 0, requestsPerAddress: 0, formsPerAddress: 0 };
    budgets = new RequestBudgets(limits as Config, {} as RequestLog);
  });

  const attempt = (work: () => Promise<void>): Promise<void> =>
    budgets.ofArrivals('198.51.100.7', (error) => error instanceof NotFound, work);
  const unknown = (): Promise<void> => Promise.reject(new NotFound('There is no such booking.'));
  const refusals = async (tries: Promise<void>[]): Promise<number> => {
    const results = await Promise.allSettled(tries);
    return results.filter((each) => each.status === 'rejected' && each.reason instanceof TooManyRequests).length;
  };

  it('at most ten of many tries at once get an answer', async () => {
    expect(await refusals(Array.from({ length: 100 }, () => attempt(unknown)))).toBe(90);
    await expect(attempt(() => Promise.resolve())).rejects.toThrow(TooManyRequests);
  });

  it('a try that finds a booking, or fails for another reason, does not count', async () => {
    for (let tries = 0; tries < 30; tries++) await attempt(() => Promise.resolve());
    const broken = new Error('The database does not answer.');
    for (let tries = 0; tries < 30; tries++)
      await expect(attempt(() => Promise.reject(broken))).rejects.toThrow(broken);
    expect(await refusals(Array.from({ length: 12 }, () => attempt(unknown)))).toBe(2);
  });
});
