import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words that MySQL 8 reserves and MariaDB does not: only MySQL refuses them as the name of a result's column. */
const reserved =
  'cube cume_dist dense_rank empty except first_value function generated get grouping groups intersect ' +
  'io_after_gtids io_before_gtids json_table lag last_value lateral lead library manual master_bind ' +
  'nth_value ntile of optimizer_costs parallel percent_rank qualify rank recursive row_number stored ' +
  'system tablesample virtual window';

it('names no column of a result by a word that MySQL reserves', () => {
  const src = join(__dirname, '../..');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!spec)\.ts$/.test(name));
  const word = new RegExp(`\\bAS (${reserved.replaceAll(' ', '|')})\\b`, 'gi');
  const found = files.flatMap((name) => {
    const names = readFileSync(join(src, name), 'utf8').match(word) ?? [];
    return names.map((alias) => `${name}: ${alias}`);
  });
  expect(files.length).toBeGreaterThan(100);
  // `as const` of TypeScript and the like are lower-case.
  expect(found.filter((alias) => alias.includes(': AS '))).toEqual([]);
});
