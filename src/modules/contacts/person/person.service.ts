import { Injectable, Logger } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { currentCall } from '../../../context/call-context.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { AuditEntry } from '../../../database/audit/audit.entity.js';
import { changesOf, changesTo } from '../../../database/audit/change-log.js';
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
import type { RowSource } from '../../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../../record/metadata.js';
import { jsonWriter } from '../../../record/writers/json.js';
import { maskedSsn } from '../../ssn/ssn.service.js';
import { AuditValuesService } from '../../audit/audit-values.service.js';
import { AttachedFile } from '../../files/files.records.js';
import { FilesService, shown as shownFile, type StoredFile } from '../../files/files.service.js';
import { Contact } from '../contact.entity.js';
import { ContactErasure } from './contact-erasure.entity.js';
import { ContactsService } from '../contacts.service.js';
import type { ErasedRecords, PersonValue } from './person.records.js';
import { keyOf, ofPerson, PersonTables, type PersonTable } from './person-tables.js';

/** The rows of one table that are about a person. */
interface PersonRows {
  readonly entity: Class;
  readonly rows: readonly Row[];
}

/** A list of the export of a person. `entity` is the record of its rows. */
export interface PersonSet extends PersonRows {
  readonly name: string;
}

/** Maximum number of values in one SQL condition with IN. */
const mostValues = 400;

@Injectable()
export class PersonService {
  private readonly log = new Logger('person');

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
   * All data about a contact, in one list of rows for each set: the tables, in which each comes after those through
   * which its rows are found, then the rows that name the contact as text, the files and the audit. With `withSsn`,
   * SSNs have all digits, and the audit records this first. Throws NotFound, and Conflict like `mergedInto`.
   */
  async about(contactId: number, { withSsn }: { withSsn: boolean }): Promise<PersonSet[]> {
    const held = await this.rowsByTable(contactId, (query) => this.db.rows<Row>(query));
    const named = await this.namedRows(held);
    const files = await this.filesOf(held);
    const audit = await this.auditOf([...held, ...named]);
    if (withSsn) await this.auditReads(held[0].rows, contactId);
    for (const row of held[0].rows) {
      this.open(row, withSsn);
      Object.assign(row, await this.contacts.choiceTexts(row.ContactId as number));
    }
    const sets: PersonSet[] = [];
    for (const { entity, rows } of [...held, ...named])
      sets.push({
        name: setOf(entity),
        entity,
        rows: await inTurns(rows, (row) => this.db.shown<object>(entity, row) as Row),
      });
    return [
      ...sets,
      { name: 'files', entity: AttachedFile, rows: files.map((file) => shownFile(file) as unknown as Row) },
      { name: 'audit', entity: AuditEntry, rows: audit as unknown as Row[] },
    ];
  }

  /** The sets as one JSON object: a list of rows for each set. */
  *document(sets: readonly PersonSet[]): Generator<string, void> {
    for (const [at, { name, entity, rows }] of sets.entries())
      yield `${at === 0 ? '{' : ',\n'}${JSON.stringify(name)}:${listOf(entity, rows)}`;
    yield '}\n';
  }

  /** Each value of `about` in a row of its own. */
  async values(contactId: number, options: { withSsn: boolean }): Promise<PersonValue[]> {
    const values: PersonValue[] = [];
    for (const value of valuesOf(await this.about(contactId, options))) {
      values.push(value);
      if (isTurnOver()) await nextTurn();
    }
    return values;
  }

  /** Records that a command exported the data of a contact. Over HTTP, the response is recorded when it has ended. */
  async exported(contactId: number, sets: readonly PersonSet[]): Promise<void> {
    const Count = sets.reduce((sum, { rows }) => sum + rows.length, 0);
    await this.db.tx(async () => this.db.audited({ ...exportOf(contactId), Action: 'Export', Count }));
  }

  /** What `erase` would do. Throws as it does. */
  async wouldErase(contactId: number): Promise<ErasedRecords[]> {
    const contact = await this.db.read(Contact, { ContactId: contactId });
    if (!contact) throw noSuch('contact', contactId);
    await this.mustBeAtRest(contact);
    const held = await this.rowsByTable(contactId, (query) => this.db.rows<Row>(query));
    const unchanged = await this.unchanged(held);
    const files = (await this.filesOf(held)).length;
    return [
      ...held.reverse().map(({ entity, rows }) => erasedOf(entity, rows.length)),
      removed('files', files),
      ...unchanged,
    ];
  }

  /**
   * Clears the contact's personal columns in all tables, and deletes rows that are no longer needed. A second call
   * changes nothing. Throws NotFound, and Conflict if the contact is locked by an agent or has an open visit.
   */
  async erase(contactId: number): Promise<ErasedRecords[]> {
    const contact = await this.db.lockRow(Contact, { ContactId: contactId });
    if (!contact) throw noSuch('contact', contactId);
    await this.mustBeAtRest(contact);
    const held = await this.rowsByTable(contactId, (query) => this.db.lock<Row>(query));
    const unchanged = await this.unchanged(held);
    await this.noteErasure(held[0].rows as Pick<Contact, 'ContactId' | 'ContactGUID'>[]);
    await this.auditValues.forget(held.flatMap((each) => this.ownersOf(each)));
    for (const { entity, rows } of held.reverse()) await this.eraseRows(entity, rows);
    const files = await this.files.release(held.flatMap(attachmentsOf));
    const DeletedDateTimeUtc = contact.DeletedDateTimeUtc ?? this.clock.now();
    await this.db.update(Contact, { ContactId: contactId }, { DeletedDateTimeUtc });
    this.db.audited({ Record: tableOf(Contact).record, Id: String(contactId), Action: 'Erase' });
    return [...held.map(({ entity, rows }) => erasedOf(entity, rows.length)), removed('files', files), ...unchanged];
  }

  /** Like `erase`, for a call: after the commit it removes what the files of the database still have of the person. */
  async eraseForGood(contactId: number): Promise<ErasedRecords[]> {
    const erased = await this.erase(contactId);
    this.db.afterCommit(async () => {
      if (!(await this.db.purge()))
        this.log.warn(`The database file still has data of contact ${contactId}: a client reads an older state.`);
    });
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
    return this.filesOf(await this.rowsByTable(contactId, (query) => this.db.rows<Row>(query)));
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

  private async eraseRows(entity: Class, rows: readonly Row[]): Promise<void> {
    const stated = ofPerson(entity);
    const keysOf = (some: readonly object[]): object[] => some.map(keyOf(entity));
    if (stated === 'remove') {
      await this.db.removeAll(entity, keysOf(rows));
      return;
    }
    const personal = storedFields(entity).filter(({ options }) => options.personal);
    const unset = Object.fromEntries(personal.map(({ name }) => [name, null]));
    await this.db.updateAll(entity, keysOf(rows), { ...unset, ...stated.becomes });
    for (const { field, from, to } of stated.ends ?? [])
      await this.db.updateAll(entity, keysOf(rows.filter((row) => row[field] === from)), { [field]: to });
  }

  /** What an erasure leaves unchanged. */
  private async unchanged(held: readonly PersonRows[]): Promise<ErasedRecords[]> {
    const named = (await this.namedRows(held)).map(({ entity, rows }) => ({
      ...{ Set: setOf(entity), Records: rows.length, Outcome: 'Unchanged' as const },
      Reason:
        'the name of the client is text that refers to no contact, and may be that of another person: ' +
        'change these records if they are of this one',
    }));
    const Records = (await this.entriesOf(held)).entries.length;
    const Reason = 'who changed which fields when, without personal values';
    return [...named, { Set: 'audit', Records, Outcome: 'Kept', Reason }];
  }

  /** The rows that have a name of the contact as text, in tables that refer to no contact. */
  private async namedRows(held: readonly PersonRows[]): Promise<PersonRows[]> {
    const names = namesOf(held[0].rows);
    const found: PersonRows[] = [];
    for (const { entity, fields } of names.length > 0 ? this.tables.naming : []) {
      const isNamed = fields.map((field) => sql`${quoted(field, 't')} IN (${join(names)})`);
      found.push({ entity, rows: await this.db.all<Row>(rowsOf(entity, join(isNamed, ' OR '))) });
    }
    return found;
  }

  /**
   * The rows about the person, grouped by table; each table comes after the tables through which its rows are found.
   * `read` runs the query of the rows. Throws NotFound, and Conflict like `mergedInto`.
   */
  private async rowsByTable(
    contactId: number,
    read: (query: Sql) => RowSource<Row> | Promise<Row[]>,
  ): Promise<PersonRows[]> {
    const contactIds = await this.mergedInto(contactId);
    const found = new Map<Class, Row[]>();
    for (const table of this.tables.all) {
      // Collect the rows by key, because a row can refer to the person through several columns.
      const rows = new Map<string, Row>();
      for (const condition of conditionsOf(table, contactIds, found))
        for await (const row of await read(rowsOf(table.entity, condition))) {
          rows.set(idsOf(table.entity, [row])[0], row);
          if (isTurnOver()) await nextTurn();
        }
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
    const { entries, owned } = await this.entriesOf(held);
    const isOwn = (record: string, id: string): boolean => owned.get(record)?.has(id) === true;
    const shown = await this.auditValues.reveal(await inTurns(entries, (entry) => partOf(entry, isOwn)));
    return shown.sort((one, other) => Number(one.AuditId) - Number(other.AuditId));
  }

  /** The audit entries about the rows, and the keys of these rows by the kind of record. */
  private async entriesOf(held: readonly PersonRows[]) {
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
    return { entries: [...found.values()], owned };
  }

  /** The audit finds the read by each contact that has a number. */
  private async auditReads(contacts: readonly Partial<Contact>[], contactId: number): Promise<void> {
    const call = currentCall();
    if (call) call.showsSecret = true;
    const ids = contacts
      .filter(({ SSN, ContactId }) => SSN || ContactId === contactId)
      .map(({ ContactId }) => ContactId);
    await this.db.tx(async () =>
      ids.forEach((id) =>
        this.db.audited({ Record: tableOf(Contact).record, Id: String(id), Action: 'ReadSSN', After: {} }),
      ),
    );
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

function rowsOf(entity: Class, condition: Sql): Sql {
  const key = quotedList(keyNames(entity), 't');
  return sql`SELECT ${columns(entity, 't')} FROM ${raw(tableOf(entity).name)} t WHERE ${condition} ORDER BY ${key}`;
}

/** A JSON list with one row per line. */
function listOf(entity: Class, rows: readonly Row[]): string {
  const write = jsonWriter(entity, shownFields(entity));
  return `[${rows.map((row) => `\n${write(row)}`).join(',')}]`;
}

/** The fields of an export: all but secrets. The SSN, which must be decrypted or masked already, is one of them. */
function shownFields(entity: Class): readonly Field[] {
  const fields = entity === AttachedFile ? fieldsOf(entity) : storedFields(entity);
  return fields.filter(({ options }) => !options.secret || (entity === Contact && options.encrypted));
}

/** Each set value of the rows, with the key of its row. */
export function* valuesOf(sets: readonly PersonSet[]): Generator<PersonValue, void> {
  for (const { name, entity, rows } of sets) {
    const fields = shownFields(entity);
    for (const row of rows) {
      const Key = entity === AttachedFile ? String(row.AttachmentId) : idsOf(entity, [row])[0];
      for (const field of fields) {
        if (entity === AuditEntry && field.name === 'Changes') continue;
        for (const [Field, Value] of textsOf(field.name, jsonOf(field, row[field.name])))
          yield { Set: name, Key, Field, Value };
      }
      if (entity === AuditEntry)
        for (const { Record, Id = '', Action, ...values } of changesOf(row as unknown as AuditEntry))
          for (const side of ['Before', 'After'] as const)
            for (const [Field, Value] of textsOf(`${Record} ${Id}, ${Action}, ${side}`, values[side] ?? {}))
              yield { Set: name, Key, Field, Value };
    }
  }
}

/** Like `map`, but other calls get their turns meanwhile: a person may have many rows. */
async function inTurns<T, R>(items: readonly T[], convert: (item: T) => R): Promise<R[]> {
  const converted: R[] = [];
  for (const item of items) {
    converted.push(convert(item));
    if (isTurnOver()) await nextTurn();
  }
  return converted;
}

/** The value of a field as JSON.parse returns it, except that a number stays the text of its JSON. */
function jsonOf({ type }: Field, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const json = type.json(value);
  return /^["[{]/.test(json) ? JSON.parse(json) : json;
}

/** The texts of a value by the names of their fields: one for each item of a list, and for each field of an object. */
function* textsOf(name: string, value: unknown): Generator<[string, string]> {
  if (value === null || value === undefined || value === '') return;
  if (Array.isArray(value)) for (const item of value) yield* textsOf(name, item);
  else if (typeof value === 'object')
    for (const [part, inner] of Object.entries(value)) yield* textsOf(`${name}: ${part}`, inner);
  else yield [name, typeof value === 'string' ? value : JSON.stringify(value)];
}

/** The record of the audit about an export of the data of a contact. */
export function exportOf(contactId: number): { Record: string; Id: string } {
  return { Record: tableOf(Contact).record, Id: String(contactId) };
}

/** The names of the contacts, as other systems write them. */
function namesOf(contacts: readonly Row[]): string[] {
  const names = contacts.flatMap((row) => {
    const { Name, FirstName, LastName, BusinessName } = row as Partial<Contact>;
    const both =
      FirstName && LastName
        ? [`${FirstName} ${LastName}`, `${LastName} ${FirstName}`, `${LastName}, ${FirstName}`]
        : [];
    return [Name, BusinessName, ...both].flatMap((name) => name || []);
  });
  return [...new Set(names.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]))];
}

function setOf(entity: Class): string {
  const { name, set = name.replaceAll('_', '-') } = tableOf(entity);
  return set;
}

function removed(Set: string, Records: number): ErasedRecords {
  return { Set, Records, Outcome: 'Removed', Reason: '' };
}

/** What an erasure does with the rows of a table. */
function erasedOf(entity: Class, Records: number): ErasedRecords {
  const stated = ofPerson(entity);
  if (stated === 'remove') return removed(setOf(entity), Records);
  return { Set: setOf(entity), Records, Outcome: 'Kept', Reason: stated.keep };
}

/** The ids of the files to which the rows refer. */
function attachmentsOf({ rows }: PersonRows): Guid[] {
  return rows.flatMap(({ AttachmentId }) => (AttachmentId as Guid | null | undefined) ?? []);
}

function idsOf(entity: Class, rows: readonly Row[]): string[] {
  return rows.map((row) => Object.values(keyOf(entity)(row)).join(','));
}
