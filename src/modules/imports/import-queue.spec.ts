import { setImmediate } from 'node:timers/promises';
import { ImportQueueService } from './import-queue.service.js';

/** Lets each import add its name to `begun` when it has its turn, and wait until `end` is called. */
function queued() {
  const queue = new ImportQueueService();
  const begun: string[] = [];
  const running: (() => void)[] = [];
  const add = (userId: string, name: string): Promise<void> =>
    queue.enter(userId, () =>
      queue.alone(userId, () => {
        begun.push(name);
        return new Promise((resolve) => running.push(resolve));
      }),
    );
  const end = async (): Promise<void> => {
    running.shift()?.();
    await setImmediate();
  };
  return { queue, add, begun, end };
}

it('runs one import at a time, and lets the users take turns', async () => {
  const { add, begun, end } = queued();
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name[0], name));
  await setImmediate();
  expect(begun).toEqual(['a1']);
  await end();
  expect(begun).toEqual(['a1', 'b1']);
  all.push(add('d', 'd1'));
  for (let at = 0; at < all.length; at++) await end();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'd1', 'b2', 'a3']);
  await Promise.all(all);
});

it('gives the turn to the next import after one that failed', async () => {
  const queue = new ImportQueueService();
  const failing = queue.enter('a', () => queue.alone('a', () => Promise.reject(new Error('bad file'))));
  const next = queue.enter('a', () => queue.alone('a', () => Promise.resolve('done')));
  await expect(failing).rejects.toThrow('bad file');
  await expect(next).resolves.toBe('done');
});

it('refuses the ninth import of a user and the twenty-first of all, until one has ended', async () => {
  const { add, end } = queued();
  const running = 'aaaaaaaabbbbbbbbcccc'.split('').map((user) => add(user, user));
  await expect(add('a', 'a9')).rejects.toThrow(/^8 of your imports are running/);
  await expect(add('d', 'd1')).rejects.toThrow(/^20 imports are running/);
  await setImmediate();
  await end();
  running.push(add('d', 'd1'));
  for (let at = 0; at < running.length; at++) await end();
  await Promise.all(running);
});

it('counts an import among those of all users only when its file has been received', async () => {
  const { queue, add, end } = queued();
  const received: (() => void)[] = [];
  const receiving = 'aaaaaaaabbbbbbbbcccccccc'
    .split('')
    .map((user) => queue.enter(user, () => new Promise<void>((resolve) => received.push(resolve))));
  await expect(add('a', 'a9')).rejects.toThrow(/^8 of your imports are running/);
  const next = add('d', 'd1');
  await setImmediate();
  await end();
  await next;
  received.forEach((finish) => finish());
  await Promise.all(receiving);
});
