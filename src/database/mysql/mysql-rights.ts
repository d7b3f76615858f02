import type { Need, Right, Run } from '../driver/adapter.js';
import { driverErrorOf } from '../driver/failure.js';

/**
 * Returns the GRANT statements for the rights that the user of the connection lacks. EXPLAIN needs the rights of the
 * statement that it explains, and changes nothing. Unlike SHOW GRANTS, it also counts rights that come from a role.
 */
export async function missingGrants(run: Run, needs: readonly Need[]): Promise<string[]> {
  const found: string[] = [];
  let place: Place | undefined;
  for (const need of needs) {
    const missing = await missingRights(run, need);
    if (missing.length === 0) continue;
    place ??= await placeOf(run);
    found.push(`GRANT ${missing.join(', ')} ON ${place.database}.${quoted(need.table)} TO ${place.user};`);
  }
  return found;
}

async function missingRights(run: Run, { table, column, rights }: Need): Promise<Right[]> {
  const name = quoted(table);
  const statements: Record<Right, string> = {
    SELECT: `SELECT 1 FROM ${name} WHERE FALSE`,
    INSERT: `INSERT INTO ${name} (${quoted(column)}) VALUES (NULL)`,
    UPDATE: `UPDATE ${name} SET ${quoted(column)} = NULL WHERE FALSE`,
    DELETE: `DELETE FROM ${name} WHERE FALSE`,
  };
  const missing: Right[] = [];
  for (const right of rights) if (await isDenied(run, statements[right])) missing.push(right);
  return missing;
}

async function isDenied(run: Run, statement: string): Promise<boolean> {
  try {
    await run(`EXPLAIN ${statement}`);
    return false;
  } catch (error) {
    const { code } = driverErrorOf(error) ?? {};
    if (code === 'ER_TABLEACCESS_DENIED_ERROR' || code === 'ER_COLUMNACCESS_DENIED_ERROR') return true;
    // The server checks rights first. It may then reject NULL as a value of the column.
    if (code === 'ER_BAD_NULL_ERROR' || code === 'ER_NO_DEFAULT_FOR_FIELD') return false;
    throw error;
  }
}

interface Place {
  readonly database: string;
  readonly user: string;
}

async function placeOf(run: Run): Promise<Place> {
  const [{ Name, Account }] = (await run('SELECT DATABASE() AS Name, CURRENT_USER() AS Account')) as {
    Name: string;
    Account: string;
  }[];
  const at = Account.lastIndexOf('@');
  return { database: quoted(Name), user: `${text(Account.slice(0, at))}@${text(Account.slice(at + 1))}` };
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
