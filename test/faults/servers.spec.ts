import { spawn, type ChildProcess } from 'node:child_process';
import { endWithSuite, kill, mustHave } from './servers.js';

it('reports the Debian packages of missing programs', () => {
  expect(() => mustHave({ node: 'nodejs', [__filename]: 'this-file' })).not.toThrow();
  expect(() => mustHave({ node: 'nodejs', 'no-such-proxy': 'haproxy', '/nowhere/wsrep.so': 'galera-4' })).toThrow(
    'Missing: no-such-proxy, /nowhere/wsrep.so. Install: apt-get install haproxy galera-4',
  );
});

it('registers one exit listener for all servers, and removes it when the last server has stopped', async () => {
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
