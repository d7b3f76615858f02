import { accountRule, addressRule, waitAfter } from './throttle.rules.js';

describe('throttle rules', () => {
  it('doubles the wait from 1 s at the fifth failure to 15 min', () => {
    const seconds = Array.from({ length: 18 }, (_, failures) => waitAfter(failures) / 1000);
    expect(seconds).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    expect(waitAfter(100_000)).toBe(900_000);
  });

  it('allows 50 failures in 15 min from an address and 100 in an hour for an account', () => {
    expect([addressRule, accountRule]).toEqual([
      { failures: 50, window: 900_000 },
      { failures: 100, window: 3_600_000 },
    ]);
  });
});
