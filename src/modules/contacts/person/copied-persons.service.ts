import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sql, { join } from 'sql-template-tag';
import { contributed } from '../../../context/contributed.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { PersonalCopies, type FoundCopies, type ReadFiles } from '../../../database/personal-copies.js';
import { tableOf } from '../../../database/schema/table.js';
import type { Contact, ContactNumbers } from '../contact.entity.js';
import type { PersonRows } from './person-rows.service.js';

type Reached = Pick<Contact, 'FirstName' | 'LastName' | 'Name' | 'BusinessName' | 'EmailWork' | 'EmailPersonal'> &
  Pick<Contact, 'Phone' | 'PhoneAlt'> &
  ContactNumbers;

/** Finds the copies of a person's data that the rows of the person do not lead to. */
@Injectable()
export class CopiedPersonsService {
  constructor(
    private readonly db: Db,
    private readonly discovery: DiscoveryService,
  ) {}

  /**
   * The kinds of copies of which there are any. `held` has the rows about the person; the contacts come first. `read`
   * is what an earlier search has read.
   */
  async find(held: readonly PersonRows[], read: ReadFiles = new Map()): Promise<FoundCopies[]> {
    const keys = [...held[0].rows.values()].map(({ ContactId }) => ContactId as number);
    const contacts = await this.db.all<Reached>(sql`SELECT c.FirstName AS FirstName, c.LastName AS LastName,
      c.Name AS Name, c.BusinessName AS BusinessName, c.EmailWork AS EmailWork, c.EmailPersonal AS EmailPersonal,
      c.Phone AS Phone, c.PhoneAlt AS PhoneAlt, c.PhoneE164 AS PhoneE164, c.PhoneAltE164 AS PhoneAltE164
      FROM contacts c WHERE c.ContactId IN (${join(keys)})`);
    const texts = (...names: (keyof Reached)[]): Set<string> =>
      new Set(contacts.flatMap((contact) => names.flatMap((name) => contact[name] || [])));
    const ids = new Map<string, Set<string>>();
    for (const { entity, rows } of held)
      for (const row of rows.values()) {
        if (isTurnOver()) await nextTurn();
        for (const [field, value] of Object.entries(row as Record<string, string | number | null>)) {
          const name = `${tableOf(entity).record}.${field}`;
          if (value !== null) ids.set(name, (ids.get(name) ?? new Set()).add(String(value)));
        }
      }
    const person = {
      emails: new Set([...texts('EmailWork', 'EmailPersonal')].map((email) => email.toLowerCase())),
      phones: texts('Phone', 'PhoneAlt', 'PhoneE164', 'PhoneAltE164'),
      names: contacts.flatMap(({ FirstName, LastName, Name, BusinessName }) =>
        [Name, BusinessName].map((full) => ({ first: FirstName ?? '', last: LastName ?? '', full: full ?? '' })),
      ),
      ...{ ids, read },
    };
    const found: FoundCopies[] = [];
    for (const copies of contributed(this.discovery, PersonalCopies)) found.push(await copies.find(person));
    return found.filter(({ rows }) => rows.length > 0);
  }
}
