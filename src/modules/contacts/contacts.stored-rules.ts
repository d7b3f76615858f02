import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { QueriedRule } from '../../database/inspection/stored-rule.js';
import { quoted } from '../../database/sql/quoted.js';
import { untrimmed } from '../../database/sql/conditions.js';
import { ContactChanges } from './contact-changes.service.js';
import { Contact } from './contact.entity.js';
import { present } from './contacts.service.js';
import { ContactIndex } from './search/contact-index.service.js';
import { births } from './search/search-terms.js';

const names = ['Name', 'FirstName', 'LastName', 'BusinessName', 'DBA'] as const;

/** Rule: every contact has a name, and its names have no white space around them. */
@Injectable()
export class ContactNames extends QueriedRule {
  readonly name = 'contact-names';
  readonly broken = 'Contacts with a name that is missing, blank or has white space around it';
  readonly key = 'ContactId';
  override readonly todo = 'Name the contacts that have no name: PUT /v1/Contacts/<ContactId> {"Name":"…"}.';

  protected readonly query = contactsWith(
    join([sql`COALESCE(c.Name, '') = ''`, ...names.map((name) => untrimmed(quoted(name, 'c')))], ' OR '),
  );

  constructor(
    db: Db,
    private readonly changes: ContactChanges,
  ) {
    super(db);
  }

  override async mend(contactIds: readonly number[]): Promise<number> {
    const contacts = await this.db.lock<Contact>(sql`SELECT ${columns(Contact, 'c')} FROM contacts c
      WHERE c.ContactId IN (${join(contactIds)}) ORDER BY c.ContactId`);
    const named = contacts.flatMap((contact) => {
      const changes = mendedNames(contact);
      const after = { ...contact, ...changes };
      return names.some((name) => after[name] && name !== 'DBA') ? [changes] : [];
    });
    if (named.length > 0) await this.changes.save(named);
    return named.length;
  }
}

/** The trimmed names that must be saved. An empty Name is derived again from the other names. */
function mendedNames(contact: Contact): Partial<Contact> {
  const trimmed = names.flatMap((name): [string, string][] => {
    const text = contact[name] ?? '';
    return text.trim() === text && (name !== 'Name' || text !== '') ? [] : [[name, text.trim()]];
  });
  return { ContactId: contact.ContactId, ...Object.fromEntries(trimmed) };
}

/** Rule: Name contains both FirstName and LastName, or neither of them. */
@Injectable()
export class ContactNamesApart extends QueriedRule {
  readonly name = 'contact-names-apart';
  readonly broken = 'Contacts whose Name lacks their FirstName or their LastName';
  readonly key = 'ContactId';
  override readonly todo =
    'Unless the Name was set on purpose, derive it again from FirstName and LastName: ' +
    'PUT /v1/Contacts/<ContactId> {"Name":""}.';
  protected readonly query = contactsWith(sql`c.FirstName <> '' AND c.LastName <> '' AND c.Name <> ''
    AND (INSTR(c.Name, TRIM(c.FirstName)) > 0) <> (INSTR(c.Name, TRIM(c.LastName)) > 0)`);
}

/** Rule: a contact with name and birth date has a search term of both. Old versions of the service wrote none. */
@Injectable()
export class ContactBirthTerms extends QueriedRule {
  readonly name = 'contact-birth-terms';
  readonly broken = 'Contacts without the search term of name and birth date';
  readonly key = 'ContactId';

  protected readonly query =
    contactsWith(sql`c.DateOfBirth IS NOT NULL AND c.Name <> '' AND NOT EXISTS (SELECT 1 FROM contact_terms t
      WHERE t.ContactId = c.ContactId AND t.Term >= ${births.from} AND t.Term < ${births.to})`);

  constructor(
    db: Db,
    private readonly index: ContactIndex,
  ) {
    super(db);
  }

  override async mend(contactIds: readonly number[]): Promise<number> {
    await this.index.update(contactIds);
    return contactIds.length;
  }
}

function contactsWith(broken: Sql): Sql {
  return sql`SELECT c.ContactId AS ContactId FROM contacts c WHERE ${present} AND (${broken})`;
}
