import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/list-query.js';
import { quoted } from '../../../database/quoted.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { ListOptions, Rows } from '../../../record/lists/list-options.js';
import type { Contact } from '../contact.entity.js';
import { contacts, ContactsService, present } from '../contacts.service.js';
import { lookUpsOf, sameAs, type LookUp } from './search-terms.js';

/** As many of an index's rows are looked through and put in order; of more, most contacts have what is looked for. */
const mostSorted = 30_000;
const mostDuplicates = 10;

type Found = Omit<ListStatement<Contact>, 'columns' | 'always'>;

/** Finds contacts by what their names, addresses and telephone numbers begin with or hold. */
@Injectable()
export class ContactSearch {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * By Name: the contacts that the caller may see, all of them or those that a
   * search finds, or the deleted ones of these.
   */
  async list(
    caller: Principal,
    { Search, Deleted = false }: { Search?: string; Deleted?: boolean },
    options: ListOptions,
  ): Promise<Rows<Contact>> {
    if (Deleted && !caller.isAdministrator) return [];
    const statement =
      Search === undefined
        ? await this.among(caller, Deleted, [])
        : await this.found(caller, Deleted, termsIn(Search, Deleted));
    return this.contacts.show(caller, { ...contacts, ...statement }, { Search, Deleted }, options);
  }

  /** Contacts that the caller sees and that have an e-mail address or a telephone number of this one, at most ten. */
  async duplicates(caller: Principal, contact: Contact): Promise<number[]> {
    const same = sameAs(contact).map(({ from }) => from);
    if (same.length === 0) return [];
    const found = await this.db.all<{ ContactId: number }>(sql`SELECT DISTINCT t.ContactId AS ContactId
      FROM contact_terms t WHERE t.Term IN (${join(same)}) AND t.ContactId <> ${contact.ContactId}
      AND ${this.contacts.within(caller, 't')} ORDER BY t.ContactId LIMIT ${mostDuplicates}`);
    return found.map(({ ContactId }) => ContactId);
  }

  /**
   * From the word that fewest contacts have while these are few enough to be put in order, or where they stand in
   * order; else by name, which soon comes to a page of what so many have.
   */
  private async found(caller: Principal, isDeleted: boolean, words: readonly LookUp[]): Promise<Found> {
    const counts = await Promise.all(words.map((word) => this.count(word)));
    const fewest = counts.indexOf(Math.min(...counts));
    const others = words.filter((_, at) => at !== fewest);
    const isOrdered = words[fewest].to === undefined && caller.isAdministrator;
    if (counts[fewest] > mostSorted && !isOrdered) return this.among(caller, isDeleted, words);
    const first = words[fewest];
    return {
      from: sql`contact_terms t`,
      joins: { c: sql`JOIN contacts c ON c.ContactId = t.ContactId`, ...contacts.joins },
      where: join(
        [
          ...[rangeOf(first, 't'), sql`t.Shared < ${first.shared}`, this.contacts.within(caller, 't')],
          ...others.map((word) => has(word, sql`t.ContactId`)),
        ],
        ' AND ',
      ),
      order: [sql`t.Name`, sql`t.ContactId`],
      // The whole of the primary key: by less of it, each row of a page would be looked for among all of its term.
      key: [sql`t.ContactId`, sql`t.Term`, sql`t.Name`],
    };
  }

  private async among(caller: Principal, isDeleted: boolean, words: readonly LookUp[]): Promise<Found> {
    return {
      ...contacts,
      where: join(
        [isDeleted ? sql`c.Deleted = 1` : present, ...words.map((word) => has(word, sql`c.ContactId`))],
        ' AND ',
      ),
      anyOf: await this.contacts.visible(caller),
      order: [sql`c.Name`, sql`c.ContactId`],
    };
  }

  /** How many terms a word finds, as far as it matters. */
  private async count(word: LookUp): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM
      (SELECT 1 AS One FROM contact_terms t WHERE ${rangeOf(word, 't')} LIMIT ${mostSorted + 1}) counted`);
    return found!.Total;
  }
}

/** The condition that a row of terms, under that alias, is what is looked for. */
function rangeOf({ from, to }: LookUp, alias: string): Sql {
  const term = quoted('Term', alias);
  return to === undefined ? sql`${term} = ${from}` : sql`${term} >= ${from} AND ${term} < ${to}`;
}

/**
 * The condition that a contact has it. Asked for each one by itself: as EXISTS it could be read for all of them first.
 */
function has(word: LookUp, contactId: Sql): Sql {
  return sql`(SELECT 1 FROM contact_terms u WHERE u.ContactId = ${contactId} AND ${rangeOf(word, 'u')} LIMIT 1) = 1`;
}

function termsIn(search: string, Deleted: boolean): LookUp[] {
  const words = lookUpsOf(search, { Deleted });
  if (words.length === 0) throw new Invalid([fieldError('Invalid', 'Search', 'must hold a letter or a digit')]);
  return words;
}
