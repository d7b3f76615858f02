import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The SQL blocks of docs/operations.md as lists of statements, for the database `name` and the users named after it:
 * the first makes the users `<name>` and `<name>_owner`, the second returns the statements that grant `<name>` its
 * rights on each table.
 */
export function documentedRights(name: string): string[][] {
  const text = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
  return [...text.matchAll(/^```sql\n(.+?)^```/gms)].map(([, block]) =>
    block
      .replaceAll('…', 'secret')
      .replaceAll('CREATE DATABASE agency', `ALTER DATABASE ${name}`)
      .replace(/\bagency(_owner)?\b/g, `${name}$1`)
      .split(/;\n/)
      .filter((statement) => statement.trim() !== ''),
  );
}
