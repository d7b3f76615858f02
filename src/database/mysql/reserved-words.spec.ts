import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words that MySQL 8 reserves and MariaDB does not. Only MySQL refuses them as the name of a column in a result. */
const reserved =
  'cube cume_dist dense_rank empty except first_value function generated get grouping groups intersect ' +
  'io_after_gtids io_before_gtids json_table lag last_value lateral lead library manual master_bind ' +
  'nth_value ntile of optimizer_costs parallel percent_rank qualify rank recursive row_number stored ' +
  'system tablesample virtual window';

it('gives no column of a result a name that MySQL reserves', () => {
  const src = join(__dirname, '../..');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!spec)\.ts$/.test(name));
  const word = new RegExp(`\\bAS (${reserved.replaceAll(' ', '|')})\\b`, 'gi');
  const found = files.flatMap((name) => {
    const names = readFileSync(join(src, name), 'utf8').match(word) ?? [];
    return names.map((alias) => `${name}: ${alias}`);
  });
  expect(files.length).toBeGreaterThan(100);
  // This skips lower-case words, such as `as const` of TypeScript.
  expect(found.filter((alias) => alias.includes(': AS '))).toEqual([]);
});
