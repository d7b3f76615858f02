import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Config } from '../../../config/config.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { limitOf, type ListStatement } from '../../../database/lists/list-query.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { ListOptions, ListResult, Rows } from '../../../record/lists/list-options.js';
import { readPhone, type Country } from '../../../record/values/phone.js';
import { Contact, type StoredContact } from '../contact.entity.js';
import { contacts, ContactsService, present } from '../contacts.service.js';
import { everyone, isOneTerm, lookUpsOf, sameAs, withName, type LookUp, type OneTerm } from './search-terms.js';
import { has, rangeOf } from './term-conditions.js';
import { partsOf } from './term-parts.js';

/** Maximum number of contacts, to the end of a page, that `first` finds. */
const mostOfPage = 1000;
/** Maximum count of a word and of the caller's contacts, when the rarest of them is looked for. */
const mostCounted = 300_000;
/** Number of steps in which `first` looks for digits: frequent ones soon fill a page. */
const stepsOfDigits = 5;
const mostDuplicates = 10;
/** Maximum number of terms in one query of `alike`. */
const mostTerms = 400;
type MatchedRows = Omit<ListStatement<Contact>, 'columns'>;

const joins = { c: sql`JOIN contacts c ON c.ContactId = t.ContactId`, ...contacts.joins };

/** Searches contacts by names, e-mail addresses and telephone numbers. */
@Injectable()
export class ContactSearchService {
  /** If a word or the caller's scope has at most this many contacts, a search checks each of them. */
  few = 20_000;
  /** Number of contacts that a search for a page of frequent words checks at a time. */
  step = 2000;

  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
    private readonly config: Config,
  ) {}

  /**
   * Lists the contacts that the caller may see, sorted by Name: with `Search` only its matches, and with `Deleted` only
   * deleted contacts.
   */
  async list(
    caller: Principal,
    { Search, Deleted = false }: { Search?: string; Deleted?: boolean },
    options: ListOptions,
  ): Promise<Rows<Contact>> {
    if (Deleted && !caller.isAdministrator) return [];
    const statement =
      Search === undefined
        ? await this.everyoneSeen(caller, Deleted)
        : await this.found(caller, Deleted, termsIn(Search, this.config.country, Deleted), options);
    return this.contacts.show(caller, { ...contacts, ...statement }, { Search, Deleted }, options);
  }

  /**
   * The contacts that match a search, sorted by Name: among all contacts of the agency if `ofAgency`, else among those
   * that the caller may see.
   */
  async matches(
    caller: Principal,
    { Search, ofAgency }: { Search: string; ofAgency: boolean },
    options: ListOptions,
  ): Promise<ListResult<Contact>> {
    return this.having(caller, ofAgency, termsIn(Search, this.config.country, false), options);
  }

  /** As `matches`, the contacts of which `name` is a whole name. */
  async named(
    caller: Principal,
    { name, ofAgency }: { name: string; ofAgency: boolean },
    options: ListOptions,
  ): Promise<ListResult<Contact>> {
    return this.having(caller, ofAgency, [withName(name)], options);
  }

  private async having(
    caller: Principal,
    ofAgency: boolean,
    words: readonly LookUp[],
    options: ListOptions,
  ): Promise<ListResult<Contact>> {
    const reader = ofAgency ? { ...caller, isAdministrator: true } : caller;
    const statement = await this.found(reader, false, words, options);
    return this.db.list(Contact, { ...contacts, ...statement }, options);
  }

  /**
   * The Meta of the response about a new contact: `PossibleDuplicates` has the ContactIds of up to ten visible contacts
   * that share an e-mail address or telephone number with it.
   */
  async duplicates(caller: Principal, contact: StoredContact): Promise<{ PossibleDuplicates?: string }> {
    const same = sameAs(contact).map(({ from }) => from);
    if (same.length === 0) return {};
    const found = await this.db.all<{ ContactId: number }>(sql`SELECT DISTINCT t.ContactId AS ContactId
      FROM contact_terms t WHERE t.Term IN (${join(same)}) AND t.ContactId <> ${contact.ContactId}
      AND ${this.contacts.withinTerms(caller, 't')} ORDER BY t.ContactId LIMIT ${mostDuplicates}`);
    return found.length > 0 ? { PossibleDuplicates: found.map(({ ContactId }) => ContactId).join(',') } : {};
  }

  /**
   * For each of `contacts`, which need not be stored: the terms of its e-mail addresses and telephone numbers, and the
   * visible contacts that share one of them.
   */
  async alike(
    caller: Principal,
    contacts: readonly Partial<Contact>[],
  ): Promise<{ terms: readonly string[]; ids: readonly number[] }[]> {
    const terms: (readonly string[])[] = [];
    for (const contact of contacts) {
      terms.push(sameAs(this.asStored(contact)).map(({ from }) => from));
      if (isTurnOver()) await nextTurn();
    }
    const found = new Map<string, number[]>();
    for (const some of chunksOf(new Set(terms.flat()), mostTerms)) {
      const rows = await this.db.all<{ Term: string; ContactId: number }>(sql`SELECT t.Term AS Term,
        t.ContactId AS ContactId FROM contact_terms t WHERE t.Term IN (${join(some)})
        AND ${this.contacts.withinTerms(caller, 't')} ORDER BY t.ContactId`);
      for (const { Term, ContactId } of rows) {
        const ids = found.get(Term);
        if (ids) ids.push(ContactId);
        else found.set(Term, [ContactId]);
      }
    }
    // Many of `contacts` may share a number that many stored contacts have: all of them share one list of ids.
    const shared = new Map<string, readonly number[]>();
    return terms.map((own) => {
      const matched = own.filter((term) => found.has(term));
      const key = matched.join('\n');
      const ids = shared.get(key) ?? [...new Set(matched.flatMap((term) => found.get(term)!))];
      shared.set(key, ids);
      return { terms: own, ids };
    });
  }

  private asStored({ EmailWork = null, EmailPersonal = null, Phone, PhoneAlt }: Partial<Contact>): StoredContact {
    const read = (phone: string | null | undefined) =>
      phone ? readPhone(phone, this.config.country) : { e164: null, extension: null };
    const [one, other] = [read(Phone), read(PhoneAlt)];
    return {
      ...{ EmailWork, EmailPersonal, Phone: Phone ?? null, PhoneAlt: PhoneAlt ?? null },
      ...{ PhoneE164: one.e164, PhoneExtension: one.extension },
      ...{ PhoneAltE164: other.e164, PhoneAltExtension: other.extension },
    } as StoredContact;
  }

  /**
   * The query for a search. It starts from the rarest word, or else from the contacts that the caller may see, if these
   * are few. Otherwise the contacts of a frequent word are checked in the order of names, until the page is full.
   */
  private async found(
    caller: Principal,
    isDeleted: boolean,
    words: readonly LookUp[],
    options: ListOptions,
  ): Promise<MatchedRows> {
    const { skip = 0, take = Infinity, orderBy, filters = [], total } = options;
    const isByName = orderBy.length + filters.length === 0;
    const [least, rarest] = await this.rarest(words, this.few);
    if (least <= this.few) {
      const matches = this.from(caller, rarest, words);
      return isByName && isOneTerm(rarest) ? walked(matches) : matches;
    }
    if ((await this.contacts.inScope(caller, this.few + 1)) <= this.few) {
      const matches = await this.among(caller, isDeleted, words);
      return isByName ? walked(matches) : matches;
    }
    // A longer word is probably rarer.
    const inOrder = words.filter(isOneTerm).sort((a, b) => b.from.length - a.from.length);
    if (orderBy.length > 0 || (filters.length > 0 && inOrder.length === 0)) return this.all(caller, isDeleted, words);
    // The terms of digits are not in the order of names, so digits alone are looked for among all contacts.
    const along = inOrder.at(0) ?? everyone(isDeleted);
    const page = this.from(caller, along, words);
    const counted = total ? await this.all(caller, isDeleted, words) : undefined;
    if (filters.length > 0) return { ...page, counted };
    if (skip + take > mostOfPage) return { ...walked(page), counted };
    const ids = await this.first(along, page.checks, skip + take, inOrder.length > 0 ? Infinity : stepsOfDigits);
    if (!ids) return counted ?? this.all(caller, isDeleted, words);
    return { ...these(ids), counted };
  }

  /** A query that reads the contacts of the word `first`, and selects those that match the other `words` too. */
  private from(caller: Principal, first: LookUp, words: readonly LookUp[]) {
    const others = words.filter((word) => word !== first);
    return {
      from: sql`contact_terms t`,
      joins,
      where: rangeOf(first, 't'),
      checks: join(
        [
          sql`t.Shared < ${first.shared}`,
          ...others.map((word) => has(word, sql`t.Name`, sql`t.ContactId`)),
          this.contacts.withinTerms(caller, 't'),
        ],
        ' AND ',
      ),
      order: [sql`t.Name`, sql`t.ContactId`],
      // Use the whole primary key. With a part of it, the database would look for each row of a page among all rows of
      // its term.
      key: [sql`t.ContactId`, sql`t.Term`, sql`t.Name`],
      parts: { each: () => partsOf(this.db, first, this.step), inOrder: isOneTerm(first) },
    } satisfies MatchedRows;
  }

  /** A query that reads the contacts that the caller may see. */
  private async everyoneSeen(caller: Principal, isDeleted: boolean): Promise<MatchedRows> {
    return {
      ...contacts,
      where: isDeleted ? sql`c.Deleted = 1` : present,
      ...(await this.contacts.visible(caller)),
      order: [sql`c.NameKey`, sql`c.ContactId`],
    };
  }

  /** A query that checks each contact that the caller may see. */
  private async among(caller: Principal, isDeleted: boolean, words: readonly LookUp[]): Promise<MatchedRows> {
    const { where, ...seen } = await this.everyoneSeen(caller, isDeleted);
    const matches = words.map((word) => has(word, sql`COALESCE(c.NameKey, '')`, sql`c.ContactId`));
    return {
      ...seen,
      checks: join([where!, ...matches], ' AND '),
      parts: { each: () => this.contacts.visibleParts(caller, this.step), inOrder: false },
    };
  }

  /** Reads all matches. Starts from the rarest word, or from the contacts that the caller may see if they are fewer. */
  private async all(caller: Principal, isDeleted: boolean, words: readonly LookUp[]): Promise<MatchedRows> {
    // There is nothing to choose from.
    if (words.length === 1 && caller.isAdministrator) return this.from(caller, words[0], words);
    const [least, rarest] = await this.rarest(words, mostCounted);
    const isWordRarer = (await this.contacts.inScope(caller, least)) === least;
    return isWordRarer ? this.from(caller, rarest, words) : this.among(caller, isDeleted, words);
  }

  /**
   * The ContactIds of the first `wanted` contacts that have the term `along` and meet `condition`, in the order of
   * names. Reads `step` contacts of the term at a time, so that other calls need not wait for all of them. Returns
   * undefined if `steps` steps do not find them.
   */
  private async first(along: OneTerm, condition: Sql, wanted: number, steps: number): Promise<number[] | undefined> {
    const found: number[] = [];
    let taken = 0;
    for await (const part of partsOf(this.db, along, this.step)) {
      if (taken++ === steps) return undefined;
      const matches = await this.db.all<{ ContactId: number }>(sql`SELECT t.ContactId AS ContactId
        FROM contact_terms t WHERE ${part} AND ${condition}
        ORDER BY t.Name, t.ContactId${limitOf(wanted)}`);
      found.push(...matches.map(({ ContactId }) => ContactId));
      if (found.length >= wanted) break;
      if (isTurnOver()) await nextTurn();
    }
    return found.slice(0, wanted);
  }

  /** The word with the fewest terms, and their number. Counts up to `most` + 1 terms of a word. */
  private async rarest(words: readonly LookUp[], most: number): Promise<[terms: number, word: LookUp]> {
    let rarest: [number, LookUp] = [Infinity, words[0]];
    for (const word of words) {
      if (isTurnOver()) await nextTurn();
      const terms = await this.count(word, most);
      if (terms < rarest[0]) rarest = [terms, word];
    }
    return rarest;
  }

  /** The number of terms that begin with a word, counted up to `most` + 1. */
  private async count(word: LookUp, most: number): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM
      (SELECT 1 AS One FROM contact_terms t WHERE ${rangeOf(word, 't')}${limitOf(most + 1)}) counted`);
    return found!.Total;
  }
}

/**
 * The list of these matches if an index gives the order of its page: one statement ends with the last row of the page,
 * so only the total is counted part by part.
 */
function walked(matches: MatchedRows): MatchedRows {
  return { ...matches, parts: undefined, counted: matches };
}

/** The list of these contacts. */
function these(ids: readonly number[]): MatchedRows {
  return {
    ...contacts,
    where: ids.length === 0 ? sql`1 = 0` : sql`c.ContactId IN (${join(ids)})`,
    order: [sql`c.NameKey`, sql`c.ContactId`],
  };
}

function termsIn(search: string, country: Country, Deleted: boolean): LookUp[] {
  const words = lookUpsOf(search, country, { Deleted });
  if (words.length === 0) throw new Invalid([fieldError('Invalid', 'Search', 'must contain a letter or a digit')]);
  return words;
}
