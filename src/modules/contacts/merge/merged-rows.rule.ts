import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { columns } from '../../../database/schema/columns.js';
import { Schema, type Link } from '../../../database/schema/schema.js';
import { tableOf } from '../../../database/schema/table.js';
import { quoted } from '../../../database/sql/quoted.js';
import { fieldOf } from '../../../record/metadata.js';
import { valueWriter } from '../../../record/writers/json.js';
import { ImportRule, type ImportedRow, type MergedKey, type RuledRow } from '../../../sets/import-rule.js';
import type { RecordSet } from '../../../sets/record-set.js';
import { changeableFields } from '../contact-changes.service.js';
import { Contact } from '../contact.entity.js';
import { ContactsService } from '../contacts.service.js';

/** A merged contact, and the value with which a row must refer to the remaining contact. */
interface Merged extends MergedKey {
  readonly value: unknown;
}

/**
 * Gives imported rows that name a merged contact to the contact that remains. Of a merged contact's own row, only the
 * values that differ from the stored ones are given: they are corrections. The others are the values from before the
 * merge, which must not replace those of the remaining contact.
 */
@Injectable()
export class MergedRowsRule extends ImportRule {
  constructor(
    private readonly db: Db,
    private readonly schema: Schema,
    private readonly contacts: ContactsService,
  ) {
    super();
  }

  async apply(set: RecordSet, rows: readonly ImportedRow[]): Promise<readonly RuledRow[]> {
    const entity = this.schema.entities.find((each) => each === set.record);
    if (!entity || tableOf(entity).staysWithContact || !(await this.db.exists(sql`contact_merges`)))
      return rows.map((row) => ({ row }));
    if (entity === Contact) return this.ofContacts(rows);
    let ruled: RuledRow[] = rows.map((row) => ({ row }));
    for (const link of this.schema.linksOf(entity).filter(({ of }) => of === Contact)) {
      const named = ruled.map(({ row }) => (row && isOf(link, row) ? row[link.column] : undefined));
      const merged = await this.merged(link.field, named);
      ruled = ruled.map((each, at) => {
        const found = merged.get(String(named[at]));
        if (!found) return each;
        return { row: { ...each.row, [link.column]: found.value }, merged: { from: found.from, to: found.to } };
      });
    }
    return ruled;
  }

  private async ofContacts(rows: readonly ImportedRow[]): Promise<RuledRow[]> {
    const merged = await this.merged(
      'ContactId',
      rows.map(({ ContactId }) => ContactId),
    );
    if (merged.size === 0) return rows.map((row) => ({ row }));
    const ids = [...merged.values()].map(({ from }) => from);
    const stored = await this.db.all<ImportedRow>(sql`SELECT ${columns(Contact, 'c')} FROM contacts c
      WHERE c.ContactId IN (${join(ids)})`);
    const byId = new Map(stored.map((row) => [row.ContactId, row]));
    return rows.map((row) => {
      const found = merged.get(String(row.ContactId));
      if (!found) return { row };
      const before = byId.get(row.ContactId)!;
      const changed = changeableFields.filter((name) => row[name] !== undefined && !isEqual(name, row, before));
      if (changed.length === 0) return { merged: { from: found.from, to: found.to } };
      const sent = Object.fromEntries(changed.map((name) => [name, row[name]]));
      return { row: { ...sent, ContactId: found.to }, merged: { from: found.from, to: found.to } };
    });
  }

  /** The merged contacts among those whose `field` (ContactId or ContactGUID) has one of the values, by that value. */
  private async merged(field: string, values: readonly unknown[]): Promise<ReadonlyMap<string, Merged>> {
    const named = [...new Set(values.filter((value) => value !== undefined && value !== null))];
    if (named.length === 0) return new Map();
    const key = quoted(field, 'c');
    const found = await this.db.all<{ ContactId: number; Value: string | number }>(sql`SELECT c.ContactId AS ContactId,
      ${key} AS Value FROM contacts c WHERE ${key} IN (${join(named)}) AND c.Deleted = 1
      AND EXISTS (SELECT 1 FROM contact_merges m WHERE m.MergedContactId = c.ContactId)`);
    const merged = new Map<string, Merged>();
    for (const { ContactId: from, Value } of found) {
      const to = await this.contacts.remainingOf(from);
      const contact = await this.db.one<{ Value: unknown }>(sql`SELECT ${key} AS Value FROM contacts c
        WHERE c.ContactId = ${to}`);
      merged.set(String(Value), { from, to, value: contact!.Value });
    }
    return merged;
  }
}

function isOf({ where = {} }: Link, row: ImportedRow): boolean {
  return Object.entries(where).every(([name, value]) => row[name] === value);
}

/** Whether both rows have the same value. An empty text equals an unset value. */
function isEqual(name: keyof Contact, one: ImportedRow, two: ImportedRow): boolean {
  const write = valueWriter(fieldOf(Contact, name)!);
  const [first, second] = [one, two].map((row) => write(row[name] === '' ? null : row[name]));
  return first === second;
}
