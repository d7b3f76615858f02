import { Semaphore } from 'async-mutex';
import { acquireWithin } from './acquire-within.js';

const failure = (): Error => new Error('none is free');

describe('acquireWithin', () => {
  it('fails after the time, and gives back the unit that comes later', async () => {
    const semaphore = new Semaphore(1);
    const release = await acquireWithin(semaphore, 1, failure);
    await expect(acquireWithin(semaphore, 1, failure)).rejects.toThrow('none is free');
    release();
    (await acquireWithin(semaphore, 60_000, failure))();
    expect(semaphore.getValue()).toBe(1);
  });

  it('waits for a unit, in the order of the calls', async () => {
    const semaphore = new Semaphore(1);
    const release = await acquireWithin(semaphore, 1, failure);
    const order: string[] = [];
    const next = ['first', 'second'].map(async (name) => {
      const free = await acquireWithin(semaphore, 60_000, failure);
      order.push(name);
      free();
    });
    release();
    await Promise.all(next);
    expect(order).toEqual(['first', 'second']);
  });
});
