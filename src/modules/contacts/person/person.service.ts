import { Injectable, Logger } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { DatabaseUpkeep } from '../../../database/database-upkeep.js';
import { Db } from '../../../database/db.js';
import { Erasures } from '../../../database/erasures.js';
import type { Row } from '../../../database/driver/dialect.js';
import { storedFields } from '../../../database/schema/columns.js';
import { tableOf } from '../../../database/schema/table.js';
import { Conflict, noSuch } from '../../../errors/errors.js';
import type { RunOnce } from '../../../http/endpoint/request-context.js';
import type { Class } from '../../../record/field-types.js';
import type { Guid } from '../../../record/fields.js';
import { newGuid } from '../../../record/values/guid.js';
import { AuditValuesService } from '../../audit/audit-values.service.js';
import { FilesService } from '../../files/files.service.js';
import { Contact } from '../contact.entity.js';
import type { FoundCopies, ReadFiles } from '../../../database/personal-copies.js';
import { CopiedPersonsService } from './copied-persons.service.js';
import { ContactErasure } from './contact-erasure.entity.js';
import { ContactsService } from '../contacts.service.js';
import { attachmentsOf, PersonRowsService, type PersonRows } from './person-rows.service.js';
import { keyOf, ofPerson, PersonTables, setOf } from './person-tables.js';
import type { ErasedRecords } from './person.records.js';

/** Erases the stored values about a person. */
@Injectable()
export class PersonService {
  private readonly log = new Logger('person');

  constructor(
    private readonly db: Db,
    private readonly upkeep: DatabaseUpkeep,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly auditValues: AuditValuesService,
    private readonly files: FilesService,
    private readonly rows: PersonRowsService,
    private readonly tables: PersonTables,
    private readonly copies: CopiedPersonsService,
    private readonly erasures: Erasures,
  ) {}

  /** What `erase` would do. Throws as it does. */
  async wouldErase(contactId: number): Promise<ErasedRecords[]> {
    const contact = await this.db.read(Contact, { ContactId: contactId });
    if (!contact) throw noSuch('contact', contactId);
    await this.mustBeAtRest(contact);
    const held = await this.rows.find(contactId);
    const unchanged = await this.unchanged(held);
    const copied = (await this.copies.find(held)).map(copiesOf);
    const files = (await this.rows.filesOf(held)).length;
    return [
      ...held.reverse().map(({ entity, rows }) => erasedOf(entity, rows.size)),
      removed('files', files),
      ...copied,
      ...unchanged,
    ];
  }

  /**
   * Clears the contact's personal columns in all tables, and deletes rows that are no longer needed. A second call
   * changes nothing. Throws NotFound, and Conflict if the contact is locked by an agent or has an open visit.
   */
  async erase(contactId: number, read?: ReadFiles): Promise<ErasedRecords[]> {
    await this.erasures.begin();
    const contact = await this.db.lockRow(Contact, { ContactId: contactId });
    if (!contact) throw noSuch('contact', contactId);
    await this.mustBeAtRest(contact);
    const held = await this.rows.find(contactId, (query) => this.db.lock<Row>(query));
    const unchanged = await this.unchanged(held);
    const copies = await this.copies.find(held, read);
    for (const each of copies) await each.erase();
    await this.noteErasure([...held[0].rows.values()] as Pick<Contact, 'ContactId' | 'ContactGUID'>[]);
    await this.auditValues.forget(held.flatMap((each) => this.ownersOf(each)));
    for (const { entity, rows } of held.reverse()) await this.eraseRows(entity, [...rows.values()]);
    const files = await this.files.release(held.flatMap(attachmentsOf));
    const DeletedDateTimeUtc = contact.DeletedDateTimeUtc ?? this.clock.now();
    await this.contacts.write([contact], { DeletedDateTimeUtc });
    this.db.audited({ Record: tableOf(Contact).record, Id: String(contactId), Action: 'Erase' });
    return [
      ...held.map(({ entity, rows }) => erasedOf(entity, rows.size)),
      removed('files', files),
      ...copies.map(copiesOf),
      ...unchanged,
    ];
  }

  /**
   * Like `erase`, for a call, in the transaction of `once`. Reads the files of imports before the transaction, so that
   * others write meanwhile. After the commit it removes what the files of the database still have of the person.
   */
  async eraseForGood(contactId: number, once: RunOnce): Promise<object> {
    const read: ReadFiles = new Map();
    await this.copies.find(await this.rows.find(contactId), read);
    return once(async () => {
      const Erased = await this.erase(contactId, read);
      this.db.afterCommit(async () => {
        if (!(await this.upkeep.purge()))
          this.log.warn(`The database file still has data of contact ${contactId}: a client reads an older state.`);
      });
      return { Erased };
    });
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
      const ContactGUID = newGuid();
      await this.contacts.write([contact], { ContactGUID });
      contact.ContactGUID = ContactGUID;
    }
    const ErasedAt = this.clock.now();
    await this.listErased(contacts.map(({ ContactGUID }) => ({ ContactGUID: ContactGUID!, ErasedAt })));
  }

  private async mustBeAtRest({ ContactId, ContactGUID, ...contact }: Contact): Promise<void> {
    if ((await this.contacts.heldAmong([contact], this.clock.now())).size > 0)
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
    const named = (await this.rows.named(held)).map(({ entity, rows }) => ({
      ...{ Set: setOf(entity), Records: rows.size, Outcome: 'Unchanged' as const },
      Reason:
        'the name of the client is text that refers to no contact, and may be that of another person: ' +
        'change these records if they are of this one',
    }));
    const Records = (await this.rows.auditIds(held)).length;
    const Reason = 'who changed which fields when, without personal values';
    return [...named, { Set: 'audit', Records, Outcome: 'Kept', Reason }];
  }

  /** AuditValuesService stores the personal values of these rows, and of rows that referred to them, by these keys. */
  private ownersOf({ entity, rows }: PersonRows): string[] {
    const { record } = tableOf(entity);
    return [
      ...[...rows.keys()].map((id) => `${record}:${id}`),
      ...this.tables
        .linkedFields(entity)
        .flatMap((field) => [...rows.values()].map((row) => `${record}.${field}:${row[field] as string | number}`)),
    ];
  }
}

/** What an erasure does with copies of the person's data. */
function copiesOf({ set, rows, keeps }: FoundCopies): ErasedRecords {
  return { Set: set, Records: rows.length, Outcome: 'Kept', Reason: keeps };
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
