import { setImmediate } from 'node:timers';
import { runCall } from './call-context.js';
import { isTurnOver, nextTurn } from './turns.js';

describe('turns of the event loop', () => {
  it('go to one call each, and to the users in turn', async () => {
    const order: string[] = [];
    const turns = new Set<number>();
    let turn = 0;
    const count = (): void => {
      turn++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const work = (userId: string): Promise<void> =>
      runCall({ userId, operationName: 'list', requestId: '' }, async () => {
        await nextTurn();
        order.push(userId);
        turns.add(turn);
      });
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(work));
    clearImmediate(counting);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
    expect(turns.size).toBe(7);
  });

  it('are over for all calls once the work of one has taken long', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1000);
    await nextTurn();
    expect(isTurnOver()).toBe(false);
    clock.mockReturnValue(1020);
    expect(isTurnOver()).toBe(true);
    await nextTurn();
    expect(isTurnOver()).toBe(false);
    clock.mockRestore();
  });
});
