import { mustHave } from './servers.js';

it('says what to install for the programs that are missing', () => {
  expect(() => mustHave({ node: 'nodejs', [__filename]: 'this-file' })).not.toThrow();
  expect(() => mustHave({ node: 'nodejs', 'no-such-proxy': 'haproxy', '/nowhere/wsrep.so': 'galera-4' })).toThrow(
    'Missing: no-such-proxy, /nowhere/wsrep.so. Install: apt-get install haproxy galera-4',
  );
});
