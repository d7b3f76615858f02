import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { Db } from '../../database/db.js';
import type { Row } from '../../database/driver/dialect.js';
import { chunksOf } from '../../database/sql/chunks.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { encryptionPlace } from '../../database/schema/table.js';
import { AuditEntry, AuditValue } from '../../database/audit/audit.entity.js';
import { changesOf, digestOf } from '../../database/audit/change-log.js';

type Entry = Pick<AuditEntry, 'AuditId' | 'Changes'>;

/** Maximum number of digests or owners in one SQL statement. */
const mostNamed = 400;
/** Number of values that one SQL statement reads. */
const page = 500;
/** Number of characters of Changes that are read together, with one statement for their values. */
const groupLength = 262_144;

/** The personal values of audit entries. They are stored in a separate table, so that an erasure can delete them. */
@Injectable()
export class AuditValuesService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /**
   * Returns the entries, with the stored personal values in their Changes. The values of an erased person remain `***`.
   */
  async reveal<E extends Entry>(entries: readonly E[]): Promise<E[]> {
    const revealed: E[] = [];
    for (const group of groupsOf(entries)) {
      const digests: string[] = [];
      for (const entry of group) {
        if (isTurnOver()) await nextTurn();
        if (hasValues(entry)) digests.push(...changesOf(entry).flatMap(({ Digest }) => Digest ?? []));
      }
      const texts = await this.texts(digests);
      for (const entry of group) {
        if (isTurnOver()) await nextTurn();
        revealed.push(hasValues(entry) ? { ...entry, Changes: withValues(entry, texts) } : entry);
      }
    }
    return revealed;
  }

  /**
   * Deletes the personal values of the owners `owners`, and keeps the current transaction from storing new personal
   * values.
   */
  async forget(owners: readonly string[]): Promise<void> {
    const { changes } = this.db;
    changes.forgetValues();
    for (const part of chunksOf(changes.written, mostNamed))
      await this.db.execute(sql`DELETE FROM audit_values WHERE AuditId IN (${join(part)})`);
    for (const part of chunksOf(owners, mostNamed))
      await this.db.execute(sql`DELETE FROM audit_values WHERE Owner IN (${join(part)})`);
  }

  /** Returns a message for each stored value that was altered, or whose digest is missing from its audit entry. */
  async problems(): Promise<string[]> {
    const problems: string[] = [];
    let after = '';
    for (;;) {
      const rows = await this.db.all<Omit<AuditValue, 'Owner'> & { Named: number }>(
        sql`SELECT v.Digest, v.AuditId, v.Sealed, COALESCE(INSTR(a.Changes, v.Digest), 1) AS Named
          FROM audit_values v LEFT JOIN audit a ON a.AuditId = v.AuditId
          WHERE v.Digest > ${after} ORDER BY v.Digest LIMIT ${page}`,
      );
      for (const row of rows)
        if (row.Named === 0 || this.opened(row) === undefined)
          problems.push(
            `A personal value of row ${row.AuditId} was altered, or FIELD_KEY and FIELD_KEYS_OLD lack its key.`,
          );
      if (rows.length < page) return problems;
      after = rows[rows.length - 1].Digest;
    }
  }

  /** The stored values, by their digests. */
  private async texts(digests: readonly string[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (const part of chunksOf(digests, mostNamed)) {
      const rows = await this.db.all<Pick<AuditValue, 'Digest' | 'Sealed'>>(
        sql`SELECT v.Digest, v.Sealed FROM audit_values v WHERE v.Digest IN (${join(part)})`,
      );
      for (const row of rows) {
        if (isTurnOver()) await nextTurn();
        const text = this.opened(row);
        if (text !== undefined) texts.set(row.Digest, text);
      }
    }
    return texts;
  }

  private opened({ Digest, Sealed }: Pick<AuditValue, 'Digest' | 'Sealed'>): string | undefined {
    const text = this.cipher.open(Sealed, encryptionPlace(AuditValue, 'Sealed', Digest));
    return text !== undefined && digestOf(text) === Digest ? text : undefined;
  }
}

function* groupsOf<E extends Entry>(entries: readonly E[]): Generator<E[]> {
  let group: E[] = [];
  let length = 0;
  for (const entry of entries) {
    group.push(entry);
    if ((length += entry.Changes.length) < groupLength) continue;
    yield group;
    [group, length] = [[], 0];
  }
  yield group;
}

function hasValues({ Changes }: Entry): boolean {
  return Changes.includes('"Digest":"');
}

function withValues(entry: Entry, texts: ReadonlyMap<string, string>): string {
  const list = changesOf(entry).map(({ Digest, ...change }) => {
    const text = Digest === undefined ? undefined : texts.get(Digest);
    if (text === undefined) return change;
    const { Before, After } = JSON.parse(text) as { Before?: Row; After?: Row };
    if (change.Before) Object.assign(change.Before, Before);
    if (change.After) Object.assign(change.After, After);
    return change;
  });
  return JSON.stringify(list);
}
