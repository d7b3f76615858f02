import type { DataSource } from 'typeorm';
import { fail, ok, type Finding } from '../driver/finding.js';

export async function inspectSqlite(dataSource: DataSource): Promise<Finding[]> {
  const pragma = async (name: string): Promise<unknown> => {
    const rows: Record<string, unknown>[] = await dataSource.query(`PRAGMA ${name}`);
    return Object.values(rows[0])[0];
  };
  const wanted = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, encoding: 'UTF-8' };
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const found = await pragma(name);
    findings.push(
      found === value
        ? ok(`SQLite: ${name} is ${value}.`)
        : fail(`SQLite: ${name} is ${String(found)}, not ${value}.`, 'Put the file on a local disk that allows it.'),
    );
  }
  const checked = await pragma('quick_check(1)');
  findings.push(
    checked === 'ok'
      ? ok('SQLite: the file is not damaged.')
      : fail(`SQLite: ${String(checked)}.`, 'Restore a backup: `agency restore`.'),
  );
  return findings;
}
