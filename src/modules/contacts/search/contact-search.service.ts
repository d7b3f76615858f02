import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Config } from '../../../config/config.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/lists/list-query.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { quoted } from '../../../database/sql/quoted.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import { noOptions, type ListOptions, type ListResult, type Rows } from '../../../record/lists/list-options.js';
import { readPhone, type Country } from '../../../record/values/phone.js';
import { Contact, type StoredContact } from '../contact.entity.js';
import { contacts, ContactsService, present } from '../contacts.service.js';
import { CommonContactsService } from './common-contacts.service.js';
import { isOneTerm, lookUpsOf, sameAs, withName, type LookUp } from './search-terms.js';
import { has, rangeOf } from './term-conditions.js';

/** If a word or the caller's scope has at most this many contacts, a search checks each of them. */
const few = 2000;
/** If a word has at most this many terms, a search reads all its contacts and sorts them. */
const mostSorted = 30_000;
/** Maximum count of the terms of a word. The counts show which word is the rarest and which the most frequent. */
const mostCounted = 500_000;
const mostDuplicates = 10;
/** Maximum number of terms in one query of `alike`. */
const mostTerms = 400;
type MatchedRows = Omit<ListStatement<Contact>, 'columns' | 'always'>;

const joins = { c: sql`JOIN contacts c ON c.ContactId = t.ContactId`, ...contacts.joins };

/** A query for all contacts that match a search, as rows `t`, and their sort order. */
interface AllMatches {
  from: Sql;
  joins: typeof joins;
  where: Sql;
  order: readonly Sql[];
}

/** Searches contacts by names, e-mail addresses and telephone numbers. */
@Injectable()
export class ContactSearchService {
  /** Number of contacts, in the order of names, among which `near` looks for the first matches. */
  reach = 10_000;
  /** Number of steps in which `CommonContactsService.first` looks for matches, if the search contains digits. */
  steps = 4;

  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
    private readonly common: CommonContactsService,
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
        ? await this.among(caller, Deleted, [])
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
   * Chooses the query for a search. If a word is rare, the query starts from the contacts of that word. Otherwise it
   * starts from contacts in the order of names: those that the caller may see, if they are few; those of a single term;
   * or those that `frequent` finds.
   */
  private async found(
    caller: Principal,
    isDeleted: boolean,
    words: readonly LookUp[],
    options: ListOptions,
  ): Promise<MatchedRows> {
    const fewest = await this.fewest(words, few);
    if (fewest) return this.from(caller, fewest, words);
    if (await this.seesFew(caller)) return this.among(caller, isDeleted, words);
    if (words.length === 1 && isOneTerm(words[0])) return this.from(caller, words[0], words);
    const sorted = words.some(isOneTerm) ? undefined : await this.fewest(words, mostSorted);
    return sorted ? this.from(caller, sorted, words) : this.frequent(caller, isDeleted, words, options);
  }

  /**
   * The query for a search with frequent words only. For a page, it intersects the contacts of the words that are one
   * term each; without such a word, it checks all contacts in the order of names. Frequent matches soon fill a page. If
   * they do not, because few of these contacts match the digits, the page comes from the query for all matches
   * (`allMatches`). With digits, the total always comes from that query.
   */
  private async frequent(
    caller: Principal,
    isDeleted: boolean,
    words: readonly LookUp[],
    options: ListOptions,
  ): Promise<MatchedRows> {
    const { skip = 0, take = Infinity, orderBy, filters = [], total } = options;
    const wanted = skip + take;
    const terms = words.filter(isOneTerm);
    const digits = words.filter((word) => !isOneTerm(word));
    const counted = total && digits.length > 0 ? await this.allMatches(caller, words) : undefined;
    const inOrder = terms.length > 0 ? this.from(caller, terms[0], words) : await this.among(caller, isDeleted, words);
    const isPage = wanted <= this.common.step && orderBy.length + filters.length === 0;
    if (!isPage || (total && !counted)) return { ...inOrder, counted };
    const conditions = [this.contacts.withinTerms(caller, 't'), ...digits.map((word) => hasTerm(word, 't'))];
    const steps = digits.length > 0 ? this.steps : Infinity;
    const soon = await (terms.length > 0
      ? this.common.first(terms, wanted, join(conditions, ' AND '), steps)
      : this.near(inOrder, wanted));
    const ids = soon ?? (await this.firstOf(counted ?? (await this.allMatches(caller, words)), wanted));
    return { ...this.these(ids), counted };
  }

  /**
   * The ContactIds of the first `wanted` matches in the order of names; undefined if the first `reach` contacts contain
   * fewer matches.
   */
  private async near(byName: MatchedRows, wanted: number): Promise<number[] | undefined> {
    const last = await this.db.one<{ Name: string | null }>(
      sql`SELECT c.NameKey AS Name FROM contacts c ORDER BY c.NameKey, c.ContactId LIMIT 1 OFFSET ${this.reach}`,
    );
    const where = last ? sql`${byName.where} AND (c.NameKey IS NULL OR c.NameKey <= ${last.Name})` : byName.where;
    const options = { ...noOptions, fields: [], take: wanted };
    const found: number[] = [];
    for await (const { ContactId } of this.db.list(Contact, { ...contacts, ...byName, where }, options))
      found.push(ContactId);
    return last && found.length < wanted ? undefined : found;
  }

  /**
   * The ContactIds of the first `wanted` matches in the order of names. Because of LEFT JOIN, the database reads the
   * table contacts last, and only to sort.
   */
  private async firstOf({ from, where, order }: AllMatches, wanted: number): Promise<number[]> {
    const found = await this.db.all<{ ContactId: number }>(sql`SELECT t.ContactId AS ContactId
      FROM ${from} LEFT JOIN contacts c ON c.ContactId = t.ContactId
      WHERE ${where} ORDER BY ${join(order)} LIMIT ${wanted}`);
    return found.map(({ ContactId }) => ContactId);
  }

  /**
   * A query for all matches of a search that contains digits. If the rarest word has at most `mostSorted` terms, it
   * checks each contact of that word. Otherwise it intersects the contacts of all words, and then sorts the result.
   */
  private async allMatches(caller: Principal, words: readonly LookUp[]): Promise<AllMatches> {
    if (words.length === 1) return this.from(caller, words[0], words);
    const counts = await Promise.all(words.map((word) => this.count(word, mostCounted)));
    const fewest = Math.min(...counts);
    if (fewest <= mostSorted) return this.from(caller, words[counts.indexOf(fewest)], words);
    const most = words[counts.indexOf(Math.max(...counts))];
    const others = words.filter((word) => word !== most);
    return {
      from: sql`(${this.common.allMatches(most, others, this.contacts.withinTerms(caller, 't'))}) t`,
      joins,
      where: sql`1 = 1`,
      order: [sql`c.NameKey`, sql`c.ContactId`],
    };
  }

  /** A query that reads the contacts of the word `first`, and selects those that match the other `words` too. */
  private from(caller: Principal, first: LookUp, words: readonly LookUp[]): MatchedRows & AllMatches {
    const others = words.filter((word) => word !== first);
    return {
      from: sql`contact_terms t`,
      joins,
      where: join(
        [
          ...[rangeOf(first, 't'), sql`t.Shared < ${first.shared}`, this.contacts.withinTerms(caller, 't')],
          ...others.map((word) => hasTerm(word, 't')),
        ],
        ' AND ',
      ),
      order: [sql`t.Name`, sql`t.ContactId`],
      // Use the whole primary key. With a part of it, the database would look for each row of a page among all rows of
      // its term.
      key: [sql`t.ContactId`, sql`t.Term`, sql`t.Name`],
    };
  }

  private these(ids: readonly number[]): MatchedRows {
    return {
      ...contacts,
      where: ids.length === 0 ? sql`1 = 0` : sql`c.ContactId IN (${join(ids)})`,
      order: [sql`c.NameKey`, sql`c.ContactId`],
    };
  }

  private async among(caller: Principal, isDeleted: boolean, words: readonly LookUp[]): Promise<MatchedRows> {
    return {
      ...contacts,
      where: join(
        [
          isDeleted ? sql`c.Deleted = 1` : present,
          ...words.map((word) => has(word, sql`COALESCE(c.NameKey, '')`, sql`c.ContactId`)),
        ],
        ' AND ',
      ),
      ...(await this.contacts.visible(caller)),
      order: [sql`c.NameKey`, sql`c.ContactId`],
    };
  }

  /** The word with the fewest terms; undefined if every word has more than `most` terms. */
  private async fewest(words: readonly LookUp[], most: number): Promise<LookUp | undefined> {
    const counts = await Promise.all(words.map((word) => this.count(word, most)));
    const least = Math.min(...counts);
    return least > most ? undefined : words[counts.indexOf(least)];
  }

  /** The number of terms that begin with a word, counted up to `most` + 1. */
  private async count(word: LookUp, most: number): Promise<number> {
    const found = await this.db.one<{ Total: number }>(sql`SELECT COUNT(*) AS Total FROM
      (SELECT 1 AS One FROM contact_terms t WHERE ${rangeOf(word, 't')} LIMIT ${most + 1}) counted`);
    return found!.Total;
  }

  /** Whether the caller sees so few contacts that a search can check each of them. */
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

/** The condition that a contact matches a word. `alias` names a row of contact_terms of the contact. */
function hasTerm(word: LookUp, alias: string): Sql {
  return has(word, quoted('Name', alias), quoted('ContactId', alias));
}

function termsIn(search: string, country: Country, Deleted: boolean): LookUp[] {
  const words = lookUpsOf(search, country, { Deleted });
  if (words.length === 0) throw new Invalid([fieldError('Invalid', 'Search', 'must contain a letter or a digit')]);
  return words;
}
