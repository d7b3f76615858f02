import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/list-query.js';
import { quoted } from '../../../database/quoted.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import { noOptions, type ListOptions, type Rows } from '../../../record/lists/list-options.js';
import { Contact } from '../contact.entity.js';
import { contacts, ContactsService, present } from '../contacts.service.js';
import { CommonContacts } from './common-contacts.service.js';
import { isOneTerm, lookUpsOf, sameAs, type LookUp } from './search-terms.js';
import { has, rangeOf } from './term-conditions.js';

/** Of so many contacts each is looked at. */
const few = 2000;
/** As many terms are looked through and put in order; of more, most contacts have what is looked for. */
const mostSorted = 30_000;
/** No further are the terms of words counted to tell which have more. */
const mostCounted = 500_000;
const mostDuplicates = 10;

type Found = Omit<ListStatement<Contact>, 'columns' | 'always'>;

const joins = { c: sql`JOIN contacts c ON c.ContactId = t.ContactId`, ...contacts.joins };

/** The contacts of rows `t`, in an order. */
interface All {
  from: Sql;
  joins: typeof joins;
  where: Sql;
  order: readonly Sql[];
}

/** Finds contacts by what their names, addresses and telephone numbers begin with or hold. */
@Injectable()
export class ContactSearch {
  /** Among so many contacts by name a page of frequent runs of digits is expected. */
  reach = 10_000;
  /** And in so many steps, where words are not digits alone. */
  steps = 4;

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
   * of the caller, if they are few; those of one term; or what frequent words give.
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
    if (words.length === 1 && isOneTerm(words[0])) return this.from(caller, words[0], words);
    const sorted = words.some(isOneTerm) ? undefined : await this.fewest(words, mostSorted);
    return sorted ? this.from(caller, sorted, words) : this.frequent(caller, isDeleted, words, options);
  }

  /**
   * A page from the contacts that several terms have in common, or from all by name, which soon come to a page of what
   * so many have. Where they do not, because digits are rare among them, from all that have the words; and so they are
   * counted.
   */
  private async frequent(
    caller: Principal,
    isDeleted: boolean,
    words: readonly LookUp[],
    options: ListOptions,
  ): Promise<Found> {
    const { skip = 0, take = Infinity, orderBy, filters = [], total } = options;
    const wanted = skip + take;
    const terms = words.filter(isOneTerm);
    const digits = words.filter((word) => !isOneTerm(word));
    const counted = total && digits.length > 0 ? await this.all(caller, words) : undefined;
    const inOrder = terms.length > 0 ? this.from(caller, terms[0], words) : await this.among(caller, isDeleted, words);
    const isPage = wanted <= this.common.step && orderBy.length + filters.length === 0;
    if (!isPage || (total && !counted)) return { ...inOrder, counted };
    const conditions = [this.contacts.within(caller, 't'), ...digits.map((word) => hasTerm(word, 't'))];
    const steps = digits.length > 0 ? this.steps : Infinity;
    const soon = await (terms.length > 0
      ? this.common.first(terms, wanted, join(conditions, ' AND '), steps)
      : this.near(inOrder, wanted));
    const ids = soon ?? (await this.firstOf(counted ?? (await this.all(caller, words)), wanted));
    return { ...this.these(ids), counted };
  }

  /** The first of contacts by name, as long as they are among the first of all. */
  private async near(byName: Found, wanted: number): Promise<number[] | undefined> {
    const last = await this.db.one<{ Name: string | null }>(
      sql`SELECT c.Name AS Name FROM contacts c ORDER BY c.Name, c.ContactId LIMIT 1 OFFSET ${this.reach}`,
    );
    const where = last ? sql`${byName.where} AND (c.Name IS NULL OR c.Name <= ${last.Name})` : byName.where;
    const options = { ...noOptions, fields: [], take: wanted };
    const found: number[] = [];
    for await (const { ContactId } of this.db.list(Contact, { ...contacts, ...byName, where }, options))
      found.push(ContactId);
    return last && found.length < wanted ? undefined : found;
  }

  /** Joined from the left, so that contacts come last, and only where the order needs them. */
  private async firstOf({ from, where, order }: All, wanted: number): Promise<number[]> {
    const found = await this.db.all<{ ContactId: number }>(sql`SELECT t.ContactId AS ContactId
      FROM ${from} LEFT JOIN contacts c ON c.ContactId = t.ContactId
      WHERE ${where} ORDER BY ${join(order)} LIMIT ${wanted}`);
    return found.map(({ ContactId }) => ContactId);
  }

  /**
   * All that words find of which some are digits: from the one that fewest have, if these are not too many to look each
   * up; else what they have in common, whatever order that has.
   */
  private async all(caller: Principal, words: readonly LookUp[]): Promise<All> {
    if (words.length === 1) return this.from(caller, words[0], words);
    const counts = await Promise.all(words.map((word) => this.count(word, mostCounted)));
    const fewest = Math.min(...counts);
    if (fewest <= mostSorted) return this.from(caller, words[counts.indexOf(fewest)], words);
    const most = words[counts.indexOf(Math.max(...counts))];
    const others = words.filter((word) => word !== most);
    return {
      from: sql`(${this.common.all(most, others, this.contacts.within(caller, 't'))}) t`,
      joins,
      where: sql`1 = 1`,
      order: [sql`c.Name`, sql`c.ContactId`],
    };
  }

  /** Those that a word finds and that have the others. */
  private from(caller: Principal, first: LookUp, words: readonly LookUp[]): Found & All {
    const others = words.filter((word) => word !== first);
    return {
      from: sql`contact_terms t`,
      joins,
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
