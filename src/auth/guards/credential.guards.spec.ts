import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { getHeapSpaceStatistics } from 'node:v8';
import { BearerGuard } from './credential.guards.js';

/** Numbers that the request of each call refers to, 8 bytes each. */
const numbers = 1000;
const calls = 10_000;

/** The bytes in use in the space of objects that V8 keeps until it collects the whole heap. */
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;

describe('the guard of a credential', () => {
  it('does not keep the request until V8 collects the whole heap', async () => {
    const strategy = {
      authenticate(this: { success: (user: object) => void }) {
        this.success({ UserId: 'a user' });
      },
    };
    const guard = new BearerGuard(strategy as never);
    const before = oldBytes();
    for (let call = 0; call < calls; call++) {
      const request = { sent: new Array<number>(numbers).fill(call + 0.5) };
      await guard.canActivate(new ExecutionContextHost([request, {}]));
    }
    // V8 also keeps some of what Jest has loaded just before.
    expect(oldBytes() - before).toBeLessThan((calls * numbers * 8) / 2);
  });
});
