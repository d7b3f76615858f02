import sql from 'sql-template-tag';
import { anyKey } from './conditions.js';

describe('anyKey', () => {
  it('anyKey uses an IN list for the column with the most different values', () => {
    const { sql: text, values } = anyKey(
      [sql`a`, sql`b`],
      [
        [1, 'x'],
        [2, 'x'],
        [3, 'y'],
      ],
    );
    expect(text).toBe('((a IN (?,?) AND b = ?) OR (a IN (?) AND b = ?))');
    expect(values).toEqual([1, 2, 'x', 3, 'y']);
  });

  it('anyKey uses a single IN list for keys of one column', () => {
    expect(anyKey([sql`a`], [[1], [2]]).sql).toBe('((a IN (?,?)))');
  });
});
