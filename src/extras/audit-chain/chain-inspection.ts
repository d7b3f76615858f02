import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import type { Config } from '../../config/config.js';
import type { Db } from '../../database/db.js';
import { fail, ok, warn, type Finding } from '../../database/driver/finding.js';
import { AuditKeys } from './audit-keys.js';
import { AuditChain } from './chain.js';
import { Verification } from './verification.js';

/** A row of the audit that has no seal for this many milliseconds causes a warning. */
const patience = 300_000;

/** Verifies only the last seal of the audit, which is cheap. */
export async function inspectChain(db: Db, config: Config): Promise<Finding[]> {
  const clock = new SystemClock();
  const keys = new AuditKeys(config);
  const chain = new AuditChain(db, keys, clock);
  const last = await chain.last();
  const findings: Finding[] = [];
  if (last) {
    const [before] = await chain.between(last.Seq - 1, last.Seq - 1);
    const { problems } = await new Verification(db, chain, keys).only(last, before);
    findings.push(
      problems.length === 0
        ? ok(`The audit's last seal (${last.Seq}) is intact.`)
        : fail(`The audit's end: ${problems[0]}`, 'Run `agency audit verify`.'),
    );
  }
  const kept = await keys.learn(db);
  for (const keyId of await keys.former(db))
    if (!keys.has(keyId) || !kept.has(keyId))
      findings.push(
        warn(
          `Seals of the audit were made under the former key ${keyId}.`,
          keys.has(keyId) ? 'Run `agency reseal`.' : 'Set FIELD_KEYS_OLD to it, and run `agency reseal`.',
        ),
      );
  const waiting = await db.one<{ Waiting: number; Oldest: string | null }>(
    sql`SELECT COUNT(*) AS Waiting, MIN(a.At) AS Oldest FROM audit a WHERE a.AuditId > ${last?.HighId ?? 0}`,
  );
  const { Waiting = 0, Oldest } = waiting ?? {};
  findings.push(
    !Oldest || Oldest > clock.at(-patience)
      ? ok(`${Waiting} rows of the audit wait for their seal.`)
      : warn(
          `${Waiting} rows of the audit wait for their seal, the first since ${Oldest.slice(0, 19)}Z.`,
          'A running service seals them, and so does `agency audit verify`.',
        ),
  );
  return findings;
}
