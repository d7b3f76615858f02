import sql from 'sql-template-tag';
import { Int32, Text } from '../../record/fields.js';
import type { ImportedSet } from '../../sets/record-set.js';
import { LineLog } from './line-log.js';

class Noted {
  @Int32({ key: true }) Id!: number;
  @Text(100_000) Note!: string;
}

const set = {
  ...{ name: 'contacts', record: Noted, key: ['Id'], rows: sql`SELECT 1` },
  save: async () => ({ inserted: 0, updated: 0 }),
} satisfies ImportedSet;
const logOf = (isDryRun: boolean) =>
  new LineLog(
    set,
    {
      ...{ rows: [], errors: new Map(), doubts: new Map(), versions: new Map(), asks: new Map() },
      ...{ leftOut: new Map(), titles: new Map(), cellOf: () => '' },
      ...{ dates: undefined, decimal: undefined },
    },
    {
      ...{ isDryRun, takes: () => false },
      admit: async (rows) => rows.map(() => []),
      judge: async (rows) => rows.map(() => []),
      open: () => '',
      endedShares: async () => new Map(),
    },
  );
/** A changed line of 64 Ki characters. */
const changed = (line: number) => {
  const [before, after] = ['a', 'b'].map((letter) => ({ Id: line, Note: letter.repeat(32_768) }));
  return { line, row: after, before, after };
};
/** The number of such lines that have 32 Mi characters. */
const most = 512;
const lines = Array.from({ length: most }, (_, at) => changed(at + 2));

it('limits the characters that a preview lists, and counts on', () => {
  const log = logOf(true);
  log.begin(0);
  log.saved(lines);
  expect(log.result()).toMatchObject({ isShortened: false, counts: { Updated: most } });
  log.saved([changed(most + 2)]);
  log.problem({ line: most + 3, errors: [{ ErrorCode: 'Invalid', FieldName: 'Note', Message: 'Note is wrong.' }] });
  const { rows, counts, isShortened } = log.result();
  expect(rows).toHaveLength(most);
  expect(counts).toMatchObject({ Updated: most + 1, Invalid: 1 });
  expect(isShortened).toBe(true);
});

it('forgets the lines of a transaction that is repeated', () => {
  const log = logOf(true);
  log.begin(0);
  log.saved(lines.slice(0, most / 2));
  for (let attempt = 0; attempt < 3; attempt++) {
    log.begin(most / 2 + 2);
    log.saved(lines.slice(most / 2));
  }
  expect(log.result()).toMatchObject({ isShortened: false, counts: { Updated: most } });
  expect(log.result().rows).toHaveLength(most);
});

it('refuses a run that makes more changes than an undo could take back', () => {
  const log = logOf(false);
  log.begin(0);
  expect(() => log.saved([...lines, changed(most + 2)])).toThrow('divide the file');
});
