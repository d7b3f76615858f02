import { spawn, type ChildProcess } from 'node:child_process';
import { judge, type Entry, type Outcome } from './ledger.js';
import { compare } from './outgoing.js';
import { endWithSuite, kill, mustHave } from './servers.js';

describe('ledger', () => {
  const entry = (outcome: Outcome, effects: number, audits = effects): Entry => ({
    outcome,
    status: 0,
    effects,
    audits,
  });

  it.each([
    ['ok', 1],
    ['failed', 0],
    ['unknown', 0],
    ['unknown', 1],
  ] as const)('a write that is %s may be stored %d times', (outcome, effects) => {
    expect(judge([entry(outcome, effects)])).toEqual({ lost: [], doubled: [], broken: [] });
  });

  it.each([
    ['ok', 0, 0, 'lost'],
    ['ok', 2, 2, 'doubled'],
    ['unknown', 2, 2, 'doubled'],
    ['failed', 1, 1, 'broken'],
    ['ok', 1, 0, 'broken'],
    ['ok', 1, 2, 'broken'],
    ['unknown', 0, 1, 'broken'],
  ] as const)(
    'a write that is %s, stored %d times, %d times in the audit, is %s',
    (outcome, effects, audits, verdict) => {
      const nothing = { lost: [], doubled: [], broken: [] };
      expect(judge([entry(outcome, effects, audits)])).toEqual({
        ...nothing,
        [verdict]: [expect.stringContaining('write 0')],
      });
    },
  );
});

describe('outgoing calls', () => {
  it.each([
    ['arrived', ['one'], ['1'], {}],
    ['is missing', ['one', 'two'], ['1'], { lost: ['two'] }],
    ['is of no stored change', [], ['1'], { baseless: ['one'] }],
    ['arrived under two ids', ['one'], ['1', '2'], { doubled: ['one'] }],
    ['arrived again with the same id', ['one'], ['1', '1'], { again: 1 }],
  ])('names what %s', (_, expected, ids, found) => {
    const arrivals = ids.map((id) => ({ what: 'one', id }));
    expect(compare(expected, arrivals)).toEqual({ ...{ lost: [], baseless: [], doubled: [], again: 0 }, ...found });
  });
});

describe('servers', () => {
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
});
