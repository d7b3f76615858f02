import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Schema } from '../../database/schema/schema.js';
import { tableOf } from '../../database/schema/table.js';
import { quoted } from '../../database/sql/quoted.js';
import type { RecordSet } from '../../sets/record-set.js';

type Row = Readonly<Record<string, unknown>>;

/** Finds the records that refer to others. */
@Injectable()
export class UsesService {
  constructor(
    private readonly db: Db,
    private readonly schema: Schema,
  ) {}

  /**
   * What refers to each of the records, in their order: `activities (2), appointments (1)`, or '' for nothing. The
   * parts of a record, which its set writes with it, do not count.
   */
  async of(set: RecordSet, records: readonly Row[]): Promise<string[]> {
    const found = records.map((): string[] => []);
    if (records.length === 0) return [];
    const { record, entity = record, parts = [] } = set;
    for (const child of this.schema.entities) {
      const { name, set: setName = name.replaceAll('_', '-'), audited, ofPerson } = tableOf(child);
      // A table without an audit has rows that the service itself makes, unless they are about a person.
      if (parts.includes(child) || (!audited && ofPerson === undefined)) continue;
      for (const { column, field, where = {} } of this.schema.linksOf(child).filter(({ of }) => of === entity)) {
        const values = records.map((row) => row[field]);
        const stated = [...new Set(values)].filter((value) => value !== null && value !== undefined);
        if (stated.length === 0) continue;
        const more = Object.entries(where).map(([other, text]) => sql` AND ${quoted(other, 't')} = ${text}`);
        const rows = await this.db.all<{ Value: unknown; Uses: number }>(sql`SELECT ${quoted(column, 't')} AS Value,
          COUNT(*) AS Uses FROM ${raw(name)} t
          WHERE ${quoted(column, 't')} IN (${join(stated)})${join([...more, sql``], '')}
          GROUP BY ${quoted(column, 't')}`);
        const uses = new Map(rows.map(({ Value, Uses }) => [String(Value), Uses]));
        for (const [at, value] of values.entries()) {
          const count = uses.get(String(value));
          if (count !== undefined) found[at].push(`${setName} (${count})`);
        }
      }
    }
    const delivered = await this.delivered(
      tableOf(entity).record,
      records.map((row) => set.key.map((name) => String(row[name])).join(',')),
    );
    return found.map((uses, at) => [...new Set(uses), ...(delivered.has(at) ? ['webhook-deliveries'] : [])].join(', '));
  }

  /** The positions of records whose events, beyond that they were created, went to webhooks. */
  private async delivered(record: string, ids: readonly string[]): Promise<ReadonlySet<number>> {
    const subjects = ids.map((id) => `${record}:${id}`);
    const rows = await this.db.all<{ Subject: string }>(sql`SELECT DISTINCT d.Subject AS Subject
      FROM webhook_deliveries d WHERE d.Subject IN (${join(subjects)}) AND d.Type NOT LIKE '%.created'`);
    const found = new Set(rows.map(({ Subject }) => Subject));
    return new Set(subjects.flatMap((subject, at) => (found.has(subject) ? [at] : [])));
  }
}
