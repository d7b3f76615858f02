import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { AuditEntry } from '../../../database/audit/audit.entity.js';
import { Db } from '../../../database/db.js';
import type { Row } from '../../../database/dialect.js';
import { quoted, quotedList } from '../../../database/quoted.js';
import { columns, storedFields } from '../../../database/schema/columns.js';
import { tableOf } from '../../../database/schema/table.js';
import { FieldCipher } from '../../../database/sealed/field-cipher.js';
import { Conflict } from '../../../errors/errors.js';
import type { Class } from '../../../record/field-types.js';
import type { Guid } from '../../../record/fields.js';
import { jsonWriter } from '../../../record/writers/json.js';
import { maskedSsn } from '../../agents/ssn.service.js';
import { Contact } from '../contact.entity.js';
import { ContactsService, ofContact, unknown } from '../contacts.service.js';
import { ofPerson, personTables, type PersonTable } from './person-tables.js';

/** A table's rows of a person, by their keys. */
interface Held {
  readonly entity: Class;
  readonly rows: readonly Row[];
}

/** What became of a table's rows; kept: what they still tell, undefined where they are removed. */
export interface Erased {
  readonly table: string;
  readonly rows: number;
  readonly kept?: string;
}

/** Values that one condition names. */
const mostValues = 400;

/** All that is held about one contact, wherever: to hand out, and to erase. */
@Injectable()
export class PersonService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly cipher: FieldCipher,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * One JSON object as text, in parts: the rows by record set, or table where it is none, and the audit of them.
   * withSsn: the number in full, which the audit is told before the first part. Throws NotFound.
   */
  async *export(contactId: number, { withSsn }: { withSsn: boolean }): AsyncGenerator<string, void> {
    const held = await this.held(contactId, (query) => this.db.all<Row>(query));
    if (withSsn)
      await this.db.tx(async () =>
        this.db.audited({ Record: Contact.name, Id: String(contactId), Action: 'ReadSSN', After: {} }),
      );
    for (const [at, { entity, rows }] of held.entries()) {
      const { name, set = name } = tableOf(entity);
      if (entity === Contact) for (const row of rows) this.open(row as unknown as Contact, withSsn);
      yield `${at === 0 ? '{' : ',\n'}${JSON.stringify(set)}:${listOf(entity, rows)}`;
    }
    yield `,\n"audit":${listOf(AuditEntry, await this.auditOf(held))}}\n`;
  }

  /**
   * Takes from all rows what tells who the person is, and removes those that nobody needs then; the last one is the
   * contact. Again, it finds nothing to do. Throws NotFound, and Conflict while somebody works with the contact.
   */
  async erase(contactId: number): Promise<Erased[]> {
    const contact = await this.db.lockRow(Contact, { ContactId: contactId });
    if (!contact) throw unknown(contactId);
    await this.mustBeAtRest(contact);
    const held = await this.held(contactId, (query) => this.db.lock<Row>(query));
    const erased: Erased[] = [];
    for (const { entity, rows } of held.reverse()) erased.push(await this.eraseRows(entity, rows));
    const DeletedDateTimeUtc = contact.DeletedDateTimeUtc ?? this.clock.now();
    await this.db.update(Contact, { ContactId: contactId }, { DeletedDateTimeUtc });
    this.db.audited({ Record: Contact.name, Id: String(contactId), Action: 'Erase' });
    return erased;
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

  /** The person's rows by table, each after those that it refers to. Throws NotFound. */
  private async held(contactId: number, read: (query: Sql) => Promise<Row[]>): Promise<Held[]> {
    const found = new Map<Class, Row[]>();
    for (const table of personTables()) {
      const rows: Row[] = [];
      for (const condition of conditionsOf(table, contactId, found))
        rows.push(...(await read(rowsOf(table, condition))));
      if (table.entity === Contact && rows.length === 0) throw unknown(contactId);
      found.set(table.entity, rows);
    }
    return [...found].map(([entity, rows]) => ({ entity, rows }));
  }

  /** The audit of the rows, by the record that it names; in the order in which it was written. */
  private async auditOf(held: readonly Held[]): Promise<Row[]> {
    const entries: Row[] = [];
    for (const { entity, rows } of held) {
      const ids = rows.map((row) => Object.values(keyOf(entity)(row)).join(','));
      for (const part of partsOf(ids))
        entries.push(
          ...(await this.db.all<Row>(sql`SELECT ${columns(AuditEntry, 'a')} FROM audit a
            WHERE a.Record = ${entity.name} AND a.RecordId IN (${join(part)})`)),
        );
    }
    return entries.sort((one, other) => Number(one.AuditId) - Number(other.AuditId));
  }

  private open(contact: Contact, withSsn: boolean): void {
    if (!contact.SSN) return;
    const ssn = this.cipher.open(contact.SSN, ofContact.placeOf(contact));
    contact.SSN = ssn === undefined || withSsn ? (ssn ?? null) : maskedSsn(ssn);
  }
}

/** The conditions, each of them short, that rows of the table, `t`, are the person's. */
function* conditionsOf({ links }: PersonTable, contactId: number, found: ReadonlyMap<Class, Row[]>): Generator<Sql> {
  if (links.length === 0) yield sql`t.ContactId = ${contactId}`;
  for (const { column, of, field, where = {} } of links) {
    const values = found.get(of)!.flatMap((row) => (row[field] as string | number | null) ?? []);
    const more = Object.entries(where).map(([name, value]) => sql` AND ${quoted(name, 't')} = ${value}`);
    for (const part of partsOf(values))
      yield sql`${quoted(column, 't')} IN (${join(part)})${join([...more, sql``], '')}`;
  }
}

function rowsOf({ entity }: PersonTable, condition: Sql): Sql {
  const key = quotedList(keyNames(entity), 't');
  return sql`SELECT ${columns(entity, 't')} FROM ${raw(tableOf(entity).name)} t WHERE ${condition} ORDER BY ${key}`;
}

function keyNames(entity: Class): string[] {
  return storedFields(entity)
    .filter(({ options }) => options.key)
    .map(({ name }) => name);
}

function keyOf(entity: Class): (row: object) => Row {
  const names = keyNames(entity);
  return (row) => Object.fromEntries(names.map((name) => [name, (row as Row)[name]]));
}

/** Rows as a JSON list, a row a line; encrypted values and secrets are left out, but for what was opened. */
function listOf(entity: Class, rows: readonly Row[]): string {
  const shown = storedFields(entity).filter(({ options }) => options.sealed ?? !options.secret);
  const write = jsonWriter(entity, shown);
  return `[${rows.map((row) => `\n${write(row)}`).join(',')}]`;
}

function* partsOf<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += mostValues) yield values.slice(from, from + mostValues);
}
