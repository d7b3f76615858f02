import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import { columns } from '../../../database/schema/columns.js';
import { Schema, type Link } from '../../../database/schema/schema.js';
import { tableOf } from '../../../database/schema/table.js';
import { quoted } from '../../../database/sql/quoted.js';
import type { Class } from '../../../record/field-types.js';
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

  /**
   * Locks the contacts that the rows name, and those that remain of merged ones. A merge and an erasure lock them too,
   * in the same order: contacts by ContactId, and then the rows that refer to them. So either the merge waits for the
   * import and then moves all its rows, or the import waits for the merge and then gives all its rows to the remaining
   * contact. The next batch of rows locks other contacts, so a deadlock is possible: it repeats one of the two calls.
   *
   * An import of contacts writes them, so it takes the lock of a write at once. With shared locks, two imports of the
   * same contacts would wait for each other.
   */
  override async hold(set: RecordSet, rows: readonly ImportedRow[]): Promise<void> {
    const entity = this.entityOf(set);
    if (!entity) return;
    const held = new Set<number>();
    for (let ids = await this.named(entity, rows); ids.length > 0;) {
      // DeletedBy is in no index. If an index had all columns, MariaDB would lock only the entries of that index.
      const query = sql`SELECT c.DeletedBy AS DeletedBy FROM contacts c
        WHERE c.ContactId IN (${join(ids)}) ORDER BY c.ContactId`;
      await (entity === Contact ? this.db.lock(query) : this.db.hold(query));
      if (!(await this.db.exists(sql`contact_merges`))) return;
      for (const id of ids) held.add(id);
      const remaining = [...(await this.merged('ContactId', ids)).values()].map(({ to }) => to);
      ids = [...new Set(remaining)].filter((id) => !held.has(id));
    }
  }

  async apply(set: RecordSet, rows: readonly ImportedRow[]): Promise<readonly RuledRow[]> {
    const entity = this.entityOf(set);
    if (!entity || !(await this.db.exists(sql`contact_merges`))) return rows.map((row) => ({ row }));
    if (entity === Contact) return this.ofContacts(rows);
    let redirected: RuledRow[] = rows.map((row) => ({ row }));
    for (const link of this.linksOf(entity)) {
      const named = redirected.map(({ row }) => row && valueOf(link, row));
      const merged = await this.merged(link.field, named);
      redirected = redirected.map((each, at) => {
        const found = merged.get(String(named[at]));
        if (!found) return each;
        return { row: { ...each.row, [link.column]: found.value }, merged: { from: found.from, to: found.to } };
      });
    }
    return redirected;
  }

  /** The table of a set, if a merge redirects its rows or merges them. */
  private entityOf({ record }: RecordSet): Class | undefined {
    return this.schema.entities.find((each) => each === record && !tableOf(each).staysWithContact);
  }

  private linksOf(entity: Class): Link[] {
    return this.schema.linksOf(entity).filter(({ of }) => of === Contact);
  }

  /** The ContactIds of the contacts that the rows name. */
  private async named(entity: Class, rows: readonly ImportedRow[]): Promise<number[]> {
    if (entity === Contact) return distinct<number>(rows.map(({ ContactId }) => ContactId));
    const ids = new Set<number>();
    for (const link of this.linksOf(entity)) {
      const values = distinct(rows.map((row) => valueOf(link, row)));
      if (values.length === 0) continue;
      const found = await this.db.all<Pick<Contact, 'ContactId'>>(sql`SELECT c.ContactId AS ContactId FROM contacts c
        WHERE ${quoted(link.field, 'c')} IN (${join(values)})`);
      for (const { ContactId } of found) ids.add(ContactId);
    }
    return [...ids];
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
    const named = distinct(values);
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

/** The value with which a row refers to a contact; undefined if it does not by this link. */
function valueOf({ column, where = {} }: Link, row: ImportedRow): unknown {
  return Object.entries(where).every(([name, value]) => row[name] === value) ? row[column] : undefined;
}

function distinct<T>(values: readonly unknown[]): T[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== null))] as T[];
}

/** Whether both rows have the same value. An empty text equals an unset value. */
function isEqual(name: keyof Contact, one: ImportedRow, two: ImportedRow): boolean {
  const write = valueWriter(fieldOf(Contact, name)!);
  const [first, second] = [one, two].map((row) => write(row[name] === '' ? null : row[name]));
  return first === second;
}
