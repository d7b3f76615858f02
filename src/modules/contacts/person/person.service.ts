import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { AuditEntry } from '../../../database/audit/audit.entity.js';
import { changesTo } from '../../../database/audit/change-log.js';
import { Db } from '../../../database/db.js';
import type { Row } from '../../../database/driver/dialect.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { quoted, quotedList } from '../../../database/sql/quoted.js';
import { columns, keyNames, storedFields } from '../../../database/schema/columns.js';
import { encryptionPlace, tableOf } from '../../../database/schema/table.js';
import { FieldCipher } from '../../../database/encryption/field-cipher.js';
import { Conflict, noSuch } from '../../../errors/errors.js';
import type { Class } from '../../../record/field-types.js';
import type { Guid } from '../../../record/fields.js';
import { newGuid } from '../../../record/values/guid.js';
import { jsonWriter } from '../../../record/writers/json.js';
import { maskedSsn } from '../../ssn/ssn.service.js';
import { AuditValuesService } from '../../audit/audit-values.service.js';
import { FilesService, shown as shownFile, type StoredFile } from '../../files/files.service.js';
import { Contact } from '../contact.entity.js';
import { ContactErasure } from './contact-erasure.entity.js';
import { ContactsService } from '../contacts.service.js';
import { keyOf, ofPerson, PersonTables, type PersonTable } from './person-tables.js';

/** The rows of one table that are about a person. */
interface PersonRows {
  readonly entity: Class;
  readonly rows: readonly Row[];
}

/** An erasure in one table. `kept` describes the data that remains; undefined means that the rows were removed. */
export interface Erased {
  readonly table: string;
  readonly rows: number;
  readonly kept?: string;
}

/** Maximum number of values in one SQL condition with IN. */
const mostValues = 400;

@Injectable()
export class PersonService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly cipher: FieldCipher,
    private readonly contacts: ContactsService,
    private readonly auditValues: AuditValuesService,
    private readonly files: FilesService,
    private readonly tables: PersonTables,
  ) {}

  /**
   * Streams all data about a contact as one JSON object. It has a list of rows for each table, named like the record
   * set or else like the table with hyphens, and the lists of files and audit entries. With `withSsn`, it shows all
   * digits of the SSN, and an audit row is written before the first part. Throws NotFound.
   */
  async *export(contactId: number, { withSsn }: { withSsn: boolean }): AsyncGenerator<string, void> {
    const held = await this.rowsByTable(contactId, (query) => this.db.all<Row>(query));
    if (withSsn)
      await this.db.tx(async () =>
        this.db.audited({ Record: tableOf(Contact).record, Id: String(contactId), Action: 'ReadSSN', After: {} }),
      );
    for (const [at, { entity, rows }] of held.entries()) {
      const { name, set = name.replaceAll('_', '-') } = tableOf(entity);
      if (entity === Contact)
        for (const row of rows) {
          this.open(row, withSsn);
          Object.assign(row, await this.contacts.choiceTexts(row.ContactId as number));
        }
      const shown = rows.map((row) => this.db.shown<object>(entity, row));
      yield `${at === 0 ? '{' : ',\n'}${JSON.stringify(set)}:${listOf(entity, shown)}`;
    }
    const files = (await this.filesOf(held)).map((file) => `\n${JSON.stringify(shownFile(file))}`);
    yield `,\n"files":[${files.join(',')}]`;
    yield `,\n"audit":${listOf(AuditEntry, await this.auditOf(held))}}\n`;
  }

  /**
   * Clears the contact's personal columns in all tables, and deletes rows that are no longer needed. A second call
   * changes nothing. Throws NotFound, and Conflict if the contact is locked by an agent or has an open visit.
   */
  async erase(contactId: number): Promise<Erased[]> {
    const contact = await this.db.lockRow(Contact, { ContactId: contactId });
    if (!contact) throw noSuch('contact', contactId);
    await this.mustBeAtRest(contact);
    const held = await this.rowsByTable(contactId, (query) => this.db.lock<Row>(query));
    await this.noteErasure(held[0].rows as Pick<Contact, 'ContactId' | 'ContactGUID'>[]);
    await this.auditValues.forget(held.flatMap((each) => this.ownersOf(each)));
    const erased: Erased[] = [];
    for (const { entity, rows } of held.reverse()) erased.push(await this.eraseRows(entity, rows));
    const attachments = held.flatMap(attachmentsOf);
    erased.push({ table: 'files', rows: await this.files.release(attachments) });
    const DeletedDateTimeUtc = contact.DeletedDateTimeUtc ?? this.clock.now();
    await this.db.update(Contact, { ContactId: contactId }, { DeletedDateTimeUtc });
    this.db.audited({ Record: tableOf(Contact).record, Id: String(contactId), Action: 'Erase' });
    return erased;
  }

  /**
   * Adds contacts to the list of erasures, by which imports and backups recognise them. Returns those that were not on
   * it yet.
   */
  async listErased<E extends Partial<ContactErasure>>(erasures: readonly E[]): Promise<E[]> {
    const guids = erasures.map(({ ContactGUID }) => ContactGUID!);
    const known = await this.db.lock<ContactErasure>(sql`SELECT e.ContactGUID AS ContactGUID FROM contact_erasures e
      WHERE e.ContactGUID IN (${join(guids)})`);
    const listed = new Set(known.map(({ ContactGUID }) => ContactGUID));
    const added = erasures.filter(({ ContactGUID }) => !listed.has(ContactGUID!));
    await this.db.insertMissing(ContactErasure, added);
    return added;
  }

  private async noteErasure(contacts: readonly Pick<Contact, 'ContactId' | 'ContactGUID'>[]): Promise<void> {
    for (const contact of contacts.filter(({ ContactGUID }) => ContactGUID === null)) {
      contact.ContactGUID = newGuid();
      await this.db.update(Contact, { ContactId: contact.ContactId }, { ContactGUID: contact.ContactGUID });
    }
    const ErasedAt = this.clock.now();
    await this.listErased(contacts.map(({ ContactGUID }) => ({ ContactGUID: ContactGUID!, ErasedAt })));
  }

  /** The files of the contact, so that an export can include their contents. Throws NotFound. */
  async attachments(contactId: number): Promise<StoredFile[]> {
    return this.filesOf(await this.rowsByTable(contactId, (query) => this.db.all<Row>(query)));
  }

  private async filesOf(held: readonly PersonRows[]): Promise<StoredFile[]> {
    return this.files.all([...new Set(held.flatMap(attachmentsOf))].sort());
  }

  private async mustBeAtRest({ ContactId, ContactGUID, ...contact }: Contact): Promise<void> {
    if (this.contacts.isHeld(contact, this.clock.now()))
      throw new Conflict(
        `Contact ${ContactId} is locked by agent ${contact.LockedByAgentId}: unlock it first ` +
          `(POST /v1/Contacts/${ContactId}/Unlock).`,
      );
    const visits = sql`SELECT v.Id FROM checkins v WHERE v.CustomerId = ${ContactGUID} AND v.OpenKey IS NOT NULL`;
    const open = await this.db.one<{ Id: Guid }>(visits);
    if (open)
      throw new Conflict(
        `Contact ${ContactId} has an open visit: complete it first, or cancel it ` +
          `(DELETE /v1/CustomerCheckins/${open.Id}).`,
      );
  }

  private async eraseRows(entity: Class, rows: readonly Row[]): Promise<Erased> {
    const stated = ofPerson(entity);
    const counted = { table: tableOf(entity).name, rows: rows.length };
    const keys = rows as readonly object[];
    if (stated === 'remove') {
      await this.db.removeAll(entity, keys.map(keyOf(entity)));
      return counted;
    }
    const personal = storedFields(entity).filter(({ options }) => options.personal);
    const unset = Object.fromEntries(personal.map(({ name }) => [name, null]));
    await this.db.updateAll(entity, keys.map(keyOf(entity)), { ...unset, ...stated.becomes });
    return { ...counted, kept: stated.keep };
  }

  /**
   * The rows about the person, grouped by table; each table comes after the tables through which its rows are found.
   * `read` runs the query of the rows. Throws NotFound, and Conflict like `mergedInto`.
   */
  private async rowsByTable(contactId: number, read: (query: Sql) => Promise<Row[]>): Promise<PersonRows[]> {
    const contactIds = await this.mergedInto(contactId);
    const found = new Map<Class, Row[]>();
    for (const table of this.tables.all) {
      // Collect the rows by key, because a row can refer to the person through several columns.
      const rows = new Map<string, Row>();
      for (const condition of conditionsOf(table, contactIds, found))
        for (const row of await read(rowsOf(table, condition))) rows.set(idsOf(table.entity, [row])[0], row);
      if (table.entity === Contact && rows.size === 0) throw noSuch('contact', contactId);
      found.set(table.entity, [...rows.values()]);
    }
    return [...found].map(([entity, rows]) => ({ entity, rows }));
  }

  /**
   * The ContactIds of the contact and of all contacts that were merged into it, directly or through others. Throws
   * Conflict if the contact itself was merged into another one.
   */
  private async mergedInto(contactId: number): Promise<number[]> {
    const into = await this.db.one<{ ContactId: number }>(sql`SELECT m.ContactId AS ContactId FROM contact_merges m
      JOIN contacts c ON c.ContactId = m.MergedContactId AND c.Deleted = 1 WHERE c.ContactId = ${contactId}`);
    if (into)
      throw new Conflict(`Contact ${contactId} was merged into contact ${into.ContactId}: name that contact instead.`);
    const ids = [contactId];
    for (const id of ids) {
      const merged = await this.db.all<{ ContactId: number }>(sql`SELECT m.MergedContactId AS ContactId
        FROM contact_merges m WHERE m.ContactId = ${id} ORDER BY m.MergeId`);
      ids.push(...merged.flatMap(({ ContactId }) => (ids.includes(ContactId) ? [] : [ContactId])));
    }
    return ids;
  }

  /** The audit entries about the rows, reduced to the changes of these rows, and sorted by AuditId. */
  private async auditOf(held: readonly PersonRows[]): Promise<AuditEntry[]> {
    const found = new Map<string, AuditEntry>();
    const owned = new Map<string, Set<string>>();
    for (const { entity, rows } of held) {
      const ids = idsOf(entity, rows);
      const { record } = tableOf(entity);
      owned.set(record, new Set(ids));
      for (const part of chunksOf(ids, mostValues)) {
        const [first, others] = ['a', 'r'].map(
          (alias) => sql`${raw(alias)}.Record = ${record} AND ${raw(alias)}.RecordId IN (${join(part)})`,
        );
        const entries = await this.db.all<AuditEntry>(sql`SELECT ${columns(AuditEntry, 'a')} FROM audit a WHERE ${first}
          UNION SELECT ${columns(AuditEntry, 'a')} FROM audit_records r JOIN audit a ON a.AuditId = r.AuditId
          WHERE ${others}`);
        for (const entry of entries) found.set(String(entry.AuditId), entry);
      }
    }
    const isOwn = (record: string, id: string): boolean => owned.get(record)?.has(id) === true;
    const entries = await this.auditValues.reveal([...found.values()].map((entry) => partOf(entry, isOwn)));
    return entries.sort((one, other) => Number(one.AuditId) - Number(other.AuditId));
  }

  /** AuditValuesService stores the personal values of these rows, and of rows that referred to them, by these keys. */
  private ownersOf({ entity, rows }: PersonRows): string[] {
    const { record } = tableOf(entity);
    const linked = this.tables.all.flatMap(({ links }) => links.filter(({ of }) => of === entity));
    const fields = [...new Set(linked.map(({ field }) => field))];
    return [
      ...idsOf(entity, rows).map((id) => `${record}:${id}`),
      ...fields.flatMap((field) => rows.map((row) => `${record}.${field}:${row[field] as string | number}`)),
    ];
  }

  /** Decrypts or masks the SSN in a row of a contact. */
  private open(row: Row, withSsn: boolean): void {
    const { ContactId, SSN } = row as Partial<Contact>;
    if (!SSN) return;
    const ssn = this.cipher.open(SSN, encryptionPlace(Contact, 'SSN', ContactId!));
    row.SSN = ssn === undefined || withSsn ? (ssn ?? null) : maskedSsn(ssn);
  }
}

/** The entry with only its changes of some records, the first of which it names. */
function partOf(entry: AuditEntry, isOne: (record: string, id: string) => boolean): AuditEntry {
  const changes = changesTo(entry, isOne);
  const [{ Record, Id, Ids }] = changes;
  return { ...entry, Record, RecordId: Id ?? Ids![0], Changes: JSON.stringify(changes) };
}

/**
 * The conditions, each of which selects some of the person's rows in a table with the alias `t`. The table of contacts
 * has one condition; another table has one for each link, or several if its values exceed `mostValues`, the limit of
 * one IN list.
 */
function* conditionsOf(
  { links }: PersonTable,
  contactIds: readonly number[],
  found: ReadonlyMap<Class, Row[]>,
): Generator<Sql> {
  if (links.length === 0) yield sql`t.ContactId IN (${join([...contactIds])})`;
  for (const { column, of, field, where = {} } of links) {
    const values = found.get(of)!.flatMap((row) => (row[field] as string | number | null) ?? []);
    const more = Object.entries(where).map(([name, value]) => sql` AND ${quoted(name, 't')} = ${value}`);
    for (const part of chunksOf(values, mostValues))
      yield sql`${quoted(column, 't')} IN (${join(part)})${join([...more, sql``], '')}`;
  }
}

function rowsOf({ entity }: PersonTable, condition: Sql): Sql {
  const key = quotedList(keyNames(entity), 't');
  return sql`SELECT ${columns(entity, 't')} FROM ${raw(tableOf(entity).name)} t WHERE ${condition} ORDER BY ${key}`;
}

/** A JSON list with one row per line, without secret fields. The SSN must already be decrypted or masked. */
function listOf(entity: Class, rows: readonly object[]): string {
  const shown = storedFields(entity).filter(
    ({ options }) => !options.secret || (entity === Contact && options.encrypted),
  );
  const write = jsonWriter(entity, shown);
  return `[${rows.map((row) => `\n${write(row as Row)}`).join(',')}]`;
}

/** The ids of the files to which the rows refer. */
function attachmentsOf({ rows }: PersonRows): Guid[] {
  return rows.flatMap(({ AttachmentId }) => (AttachmentId as Guid | null | undefined) ?? []);
}

function idsOf(entity: Class, rows: readonly Row[]): string[] {
  return rows.map((row) => Object.values(keyOf(entity)(row)).join(','));
}
