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
import { CommonContacts } from './common-contacts.service.js';
import { isOneTerm, lookUpsOf, sameAs, type LookUp } from './search-terms.js';
import { has, rangeOf } from './term-conditions.js';

/** Of so many contacts each is looked at. */
const few = 2000;
/** As many terms are looked through and put in order; of more, most contacts have what is looked for. */
const mostSorted = 30_000;
const mostDuplicates = 10;

type Found = Omit<ListStatement<Contact>, 'columns' | 'always'>;

/** Finds contacts by what their names, addresses and telephone numbers begin with or hold. */
@Injectable()
export class ContactSearch {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
    private readonly common: CommonContacts,
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
        : await this.found(caller, Deleted, termsIn(Search, Deleted), options);
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
   * From the word that fewest contacts have while these are few. Of more, from whatever gives contacts in order: those
   * of the caller, if they are few; the contacts that several terms have in common; those of one term; or all by name,
   * which soon comes to a page of what so many have.
   */
  private async found(
    caller: Principal,
    isDeleted: boolean,
    words: readonly LookUp[],
    options: ListOptions,
  ): Promise<Found> {
    const fewest = await this.fewest(words, few);
    if (fewest) return this.from(caller, fewest, words);
    if (await this.seesFew(caller)) return this.among(caller, isDeleted, words);
    const terms = words.filter(isOneTerm);
    if (terms.length === 0) {
      const sorted = await this.fewest(words, mostSorted);
      return sorted ? this.from(caller, sorted, words) : this.among(caller, isDeleted, words);
    }
    const { skip = 0, take = Infinity, orderBy, filters = [], total } = options;
    const isPage = skip + take <= this.common.step && orderBy.length + filters.length === 0 && !total;
    if (words.length === 1 || !isPage) return this.from(caller, terms[0], words);
    const condition = join(
      [
        this.contacts.within(caller, 't'),
        ...words.filter((word) => !isOneTerm(word)).map((word) => hasTerm(word, 't')),
      ],
      ' AND ',
    );
    return this.these(await this.common.first(terms, skip + take, condition));
  }

  /** Those that a word finds and that have the others. */
  private from(caller: Principal, first: LookUp, words: readonly LookUp[]): Found {
    const others = words.filter((word) => word !== first);
    return {
      from: sql`contact_terms t`,
      joins: { c: sql`JOIN contacts c ON c.ContactId = t.ContactId`, ...contacts.joins },
      where: join(
        [
          ...[rangeOf(first, 't'), sql`t.Shared < ${first.shared}`, this.contacts.within(caller, 't')],
          ...others.map((word) => hasTerm(word, 't')),
        ],
        ' AND ',
      ),
      order: [sql`t.Name`, sql`t.ContactId`],
      // The whole of the primary key: by less of it, each row of a page would be looked for among all of its term.
      key: [sql`t.ContactId`, sql`t.Term`, sql`t.Name`],
    };
  }

  private these(ids: readonly number[]): Found {
    return {
      ...contacts,
      where: ids.length === 0 ? sql`1 = 0` : sql`c.ContactId IN (${join(ids)})`,
      order: [sql`c.Name`, sql`c.ContactId`],
    };
  }

  private async among(caller: Principal, isDeleted: boolean, words: readonly LookUp[]): Promise<Found> {
    return {
      ...contacts,
      where: join(
        [
          isDeleted ? sql`c.Deleted = 1` : present,
          ...words.map((word) => has(word, sql`COALESCE(c.Name, '')`, sql`c.ContactId`)),
        ],
        ' AND ',
      ),
      ...(await this.contacts.visible(caller)),
      order: [sql`c.Name`, sql`c.ContactId`],
    };
  }

  /** The word with the fewest terms; undefined: each has more than `most`. */
  private async fewest(words: readonly LookUp[], most: number): Promise<LookUp | undefined> {
    const counts = await Promise.all(words.map((word) => this.count(word, most)));
    const least = Math.min(...counts);
    return least > most ? undefined : words[counts.indexOf(least)];
  }

  /** How many terms a word finds; more than `most`: one more. */
  private async count(word: LookUp, most: number): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM
      (SELECT 1 AS One FROM contact_terms t WHERE ${rangeOf(word, 't')} LIMIT ${most + 1}) counted`);
    return found!.Total;
  }

  /** Whether the caller sees so few contacts that each can be looked at. */
  private async seesFew(caller: Principal): Promise<boolean> {
    const { anyOf } = await this.contacts.visible(caller);
    if (!anyOf) return false;
    const parts = anyOf.map(
      (part) => sql`SELECT * FROM (SELECT 1 AS One FROM contacts c WHERE ${part} LIMIT ${few + 1}) part`,
    );
    const found = await this.db.one<{ Total: number }>(
      sql`SELECT COUNT(*) AS Total FROM (${join(parts, ' UNION ALL ')}) counted`,
    );
    return found!.Total <= few;
  }
}

/** The condition that the contact of a row of terms, under that alias, has another. */
function hasTerm(word: LookUp, alias: string): Sql {
  return has(word, quoted('Name', alias), quoted('ContactId', alias));
}

function termsIn(search: string, Deleted: boolean): LookUp[] {
  const words = lookUpsOf(search, { Deleted });
  if (words.length === 0) throw new Invalid([fieldError('Invalid', 'Search', 'must hold a letter or a digit')]);
  return words;
}
