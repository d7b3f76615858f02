import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { currentCall } from '../../../context/call-context.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { AuditEntry } from '../../../database/audit/audit.entity.js';
import { changesOf, changesTo } from '../../../database/audit/change-log.js';
import { Db } from '../../../database/db.js';
import type { Row } from '../../../database/driver/dialect.js';
import { FieldCipher } from '../../../database/encryption/field-cipher.js';
import { columns, keyNames, storedFields } from '../../../database/schema/columns.js';
import { encryptionPlace, tableOf } from '../../../database/schema/table.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { anyKey } from '../../../database/sql/conditions.js';
import { quoted, quotedList } from '../../../database/sql/quoted.js';
import type { Class } from '../../../record/field-types.js';
import type { Int64 } from '../../../record/fields.js';
import { RowSource } from '../../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../../record/metadata.js';
import { jsonWriter } from '../../../record/writers/json.js';
import { AuditValuesService } from '../../audit/audit-values.service.js';
import { AttachedFile } from '../../files/files.records.js';
import { shown as shownFile, type StoredFile } from '../../files/files.service.js';
import { maskedSsn } from '../../ssn/ssn.service.js';
import { Contact } from '../contact.entity.js';
import { ContactsService } from '../contacts.service.js';
import { CopiedPersonsService } from './copied-persons.service.js';
import { setOf } from './person-tables.js';
import { idOf, PersonRowsService, type PersonRows } from './person-rows.service.js';
import type { PersonValue } from './person.records.js';

/** A list of the export of a person. Its rows are read while the client reads. */
interface PersonSet {
  readonly name: string;
  /** The record of the rows. */
  readonly entity: Class;
  readonly count: number;
  readonly batches: () => AsyncIterable<readonly Row[]>;
}

/** What an export of a person has, and where it was found. Only keys of rows are in memory. */
export interface PersonExport {
  readonly sets: readonly PersonSet[];
  readonly files: readonly StoredFile[];
}

/** Rows of a set that one statement reads. */
const rowsAtOnce = 50;
const valuesAtOnce = 200;
/** Audit entries that one statement reads: few, because an entry of an import has 64 KB. */
const entriesAtOnce = 10;

/** Exports the stored values about a person. Reads them in parts, so that memory does not grow with their number. */
@Injectable()
export class PersonExportService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly contacts: ContactsService,
    private readonly auditValues: AuditValuesService,
    private readonly rows: PersonRowsService,
    private readonly copies: CopiedPersonsService,
  ) {}

  /**
   * Finds all data about a contact, in one list of rows for each set: the tables, in which each comes after those
   * through which its rows are found, then the rows that name the contact as text, the files and the audit. With
   * `withSsn`, SSNs have all digits, and the audit records this first. Throws NotFound, and Conflict for a contact that
   * was merged into another one.
   */
  async of(contactId: number, { withSsn }: { withSsn: boolean }): Promise<PersonExport> {
    const found = await this.rows.find(contactId);
    const held = [...found, ...(await this.rows.named(found))];
    const files = await this.rows.filesOf(found);
    const auditIds = await this.rows.auditIds(held);
    const copies = await this.copies.find(found);
    if (withSsn) await this.auditReads([...found[0].rows.values()], contactId);
    const sets = held.map(({ entity, rows }): PersonSet => ({
      name: setOf(entity),
      entity,
      count: rows.size,
      batches: () => this.read({ entity, rows }, withSsn),
    }));
    return {
      sets: [
        ...sets,
        { name: 'files', entity: AttachedFile, count: files.length, batches: () => fileRows(files) },
        ...copies.map(({ set, entity, rows }): PersonSet => ({
          ...{ name: set, entity, count: rows.length },
          batches: () => inOneBatch(rows),
        })),
        { name: 'audit', entity: AuditEntry, count: auditIds.length, batches: () => this.auditOf(auditIds, held) },
      ],
      files,
    };
  }

  /** The sets as one JSON object: a list of rows for each set. */
  async *document({ sets }: PersonExport): AsyncGenerator<string, void> {
    for (const [at, { name, entity, batches }] of sets.entries()) {
      yield `${at === 0 ? '{' : ',\n'}${JSON.stringify(name)}:[`;
      const write = jsonWriter(entity, shownFields(entity));
      let before = '\n';
      for await (const row of inTurns(batches())) {
        yield before + write(row);
        before = ',\n';
      }
      yield ']';
    }
    yield '}\n';
  }

  /** Each value of the export in a row of its own. */
  values(held: PersonExport): RowSource<PersonValue> {
    return RowSource.made(() => inBatches(this.records(held)));
  }

  /** The values of one record after the other. */
  async *records({ sets }: PersonExport): AsyncGenerator<readonly PersonValue[], void> {
    for (const { name, entity, batches } of sets)
      for await (const row of inTurns(batches())) yield [...valuesOf(name, entity, row)];
  }

  /** Records that a command exported the data of a contact. Over HTTP, the response is recorded when it has ended. */
  async exported(contactId: number, { sets }: PersonExport): Promise<void> {
    const Count = sets.reduce((sum, { count }) => sum + count, 0);
    await this.db.tx(async () => this.db.audited({ ...exportOf(contactId), Action: 'Export', Count }));
  }

  private async *read({ entity, rows }: PersonRows, withSsn: boolean): AsyncGenerator<readonly Row[]> {
    const names = keyNames(entity);
    const key = names.map((name) => quoted(name, 't'));
    for (const part of chunksOf(rows.values(), rowsAtOnce)) {
      const isOne = anyKey(
        key,
        part.map((row) => names.map((name) => row[name])),
      );
      const found = await this.db.all<Row>(sql`SELECT ${columns(entity, 't')} FROM ${raw(tableOf(entity).name)} t
        WHERE ${isOne} ORDER BY ${quotedList(names, 't')}`);
      for (const row of entity === Contact ? found : []) {
        this.open(row, withSsn);
        Object.assign(row, await this.contacts.choiceTexts(row.ContactId as number));
      }
      yield found.map((row) => this.db.shown<object>(entity, row) as Row);
    }
  }

  /** The audit entries, reduced to their changes of the rows. */
  private async *auditOf(auditIds: readonly Int64[], held: readonly PersonRows[]): AsyncGenerator<readonly Row[]> {
    const owned = new Map(held.map(({ entity, rows }) => [tableOf(entity).record, rows]));
    const isOwn = (record: string, id: string): boolean => owned.get(record)?.has(id) === true;
    for (const part of chunksOf(auditIds, entriesAtOnce)) {
      const entries = await this.db.all<AuditEntry>(sql`SELECT ${columns(AuditEntry, 'a')} FROM audit a
        WHERE a.AuditId IN (${join(part.map(BigInt))}) ORDER BY a.AuditId`);
      const own: AuditEntry[] = [];
      for (const entry of entries) {
        if (isTurnOver()) await nextTurn();
        own.push(partOf(entry, isOwn));
      }
      yield (await this.auditValues.reveal(own)).map((entry) => ({ ...entry }));
    }
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

  /** Decrypts or masks the SSN in a row of a contact. */
  private open(row: Row, withSsn: boolean): void {
    const { ContactId, SSN } = row as Partial<Contact>;
    if (!SSN) return;
    const ssn = this.cipher.open(SSN, encryptionPlace(Contact, 'SSN', ContactId!));
    row.SSN = ssn === undefined || withSsn ? (ssn ?? null) : maskedSsn(ssn);
  }
}

async function* inOneBatch(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield Promise.resolve(rows);
}

/** The entry with only its changes of some records, the first of which it names. */
function partOf(entry: AuditEntry, isOne: (record: string, id: string) => boolean): AuditEntry {
  const changes = changesTo(entry, isOne);
  const [{ Record, Id }] = changes;
  return { ...entry, Record, RecordId: Id, Changes: JSON.stringify(changes) };
}

/** The fields of an export: all but secrets. The SSN, which must be decrypted or masked already, is one of them. */
function shownFields(entity: Class): readonly Field[] {
  const fields = entity === AttachedFile ? fieldsOf(entity) : storedFields(entity);
  return fields.filter(({ options }) => !options.secret || (entity === Contact && options.encrypted));
}

/** Each set value of a row, with the key of the row. */
function* valuesOf(name: string, entity: Class, row: Row): Generator<PersonValue, void> {
  const Key = entity === AttachedFile ? String(row.AttachmentId) : idOf(entity, row);
  for (const field of shownFields(entity)) {
    if (entity === AuditEntry && field.name === 'Changes') continue;
    for (const [Field, Value] of textsOf(field.name, jsonOf(field, row[field.name])))
      yield { Set: name, Key, Field, Value };
  }
  if (entity !== AuditEntry) return;
  for (const { Record, Id, Action, ...values } of changesOf({ Changes: row.Changes as string }))
    for (const side of ['Before', 'After'] as const)
      for (const [Field, Value] of textsOf(`${Record} ${Id}, ${Action}, ${side}`, values[side] ?? {}))
        yield { Set: name, Key, Field, Value };
}

async function* fileRows(files: readonly StoredFile[]): AsyncGenerator<readonly Row[]> {
  for (const part of chunksOf(files, rowsAtOnce)) yield part.map((file) => ({ ...shownFile(file) }));
}

/** The values in larger batches, because the columns of a workbook fit the values of the first batch. */
async function* inBatches(records: AsyncIterable<readonly PersonValue[]>): AsyncGenerator<PersonValue[], void> {
  let batch: PersonValue[] = [];
  for await (const values of records) {
    batch.push(...values);
    if (batch.length < valuesAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The rows of the batches. Gives other calls their turns. */
async function* inTurns(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row, void> {
  for await (const rows of batches)
    for (const row of rows) {
      if (isTurnOver()) await nextTurn();
      yield row;
    }
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
