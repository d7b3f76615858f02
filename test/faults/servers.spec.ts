import { spawn, type ChildProcess } from 'node:child_process';
import { endWithSuite, kill, mustHave } from './servers.js';

it('says what to install for the programs that are missing', () => {
  expect(() => mustHave({ node: 'nodejs', [__filename]: 'this-file' })).not.toThrow();
  expect(() => mustHave({ node: 'nodejs', 'no-such-proxy': 'haproxy', '/nowhere/wsrep.so': 'galera-4' })).toThrow(
    'Missing: no-such-proxy, /nowhere/wsrep.so. Install: apt-get install haproxy galera-4',
  );
});

it('ends what is started, with one listener, for as long as anything runs', async () => {
  const before = process.listenerCount('exit');
  const started = (): ChildProcess => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    endWithSuite(child);
    return child;
  };
  const children = [started(), started()];
  expect(process.listenerCount('exit')).toBe(before + 1);
  for (const child of children) await kill(child);
  expect(process.listenerCount('exit')).toBe(before);
});
