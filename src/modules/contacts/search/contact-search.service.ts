import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Config } from '../../../config/config.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { limitOf, type ListStatement } from '../../../database/lists/list-query.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { rowByRow } from '../../../database/sql/conditions.js';
import { Invalid } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { ListOptions, ListResult, Rows } from '../../../record/lists/list-options.js';
import { readPhone, type Country } from '../../../record/values/phone.js';
import { Contact, type StoredContact } from '../contact.entity.js';
import { contacts, ContactsService, present } from '../contacts.service.js';
import { isOneTerm, lookUpsOf, sameAs, withName, type LookUp } from './search-terms.js';
import { has, rangeOf } from './term-conditions.js';
import { partsOf } from './term-parts.js';

/** Up to this number, a word's terms and the caller's contacts are counted to find the fewest. */
const mostCounted = 300_000;
const mostDuplicates = 10;
/** Maximum number of terms in one query of `alike`. */
const mostTerms = 400;
type MatchedRows = Omit<ListStatement<Contact>, 'columns'>;

const byName = [sql`c.NameKey`, sql`c.ContactId`];
const joins = { c: sql`JOIN contacts c ON c.ContactId = t.ContactId`, ...contacts.joins };

/** Searches contacts by names, e-mail addresses and telephone numbers. */
@Injectable()
export class ContactSearchService {
  /** If a word or the caller's scope has at most this many contacts, a search checks each of them. */
  few = 20_000;
  /** Number of contacts that one query of a search checks, so that other calls need not wait for more. */
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
   * are few. Otherwise every word is frequent, and so are matches: a list in the order of names starts from a word
   * whose contacts are stored in this order.
   */
  private async found(
    caller: Principal,
    isDeleted: boolean,
    words: readonly LookUp[],
    { orderBy, filters = [], total }: ListOptions,
  ): Promise<MatchedRows> {
    const [least, rarest] = await this.rarest(words, this.few);
    if (least <= this.few)
      return least <= this.step
        ? this.from(caller, isDeleted, rarest, words)
        : this.inParts(caller, isDeleted, rarest, words);
    if ((await this.contacts.inScope(caller, this.few + 1)) <= this.few) {
      const matches = await this.among(caller, isDeleted, words);
      // An index gives the contacts of each agent in the order of names, up to the end of a page.
      return orderBy.length + filters.length === 0 ? { ...matches, parts: undefined, counted: matches } : matches;
    }
    // A longer word is probably rarer. Counting the frequent words would take longer than most pages.
    const byLength = [...words].sort((a, b) => b.from.length - a.from.length);
    const first = byLength.find(isOneTerm) ?? byLength[0];
    if (orderBy.length > 0 || (filters.length > 0 && !isOneTerm(first))) return this.all(caller, isDeleted, words);
    const counted = total ? await this.all(caller, isDeleted, words) : undefined;
    return { ...this.inParts(caller, isDeleted, first, words, true), counted };
  }

  /** A query that reads the contacts of the word `first`, and selects those that match the other `words` too. */
  private from(caller: Principal, isDeleted: boolean, first: LookUp, words: readonly LookUp[]) {
    const others = words.filter((word) => word !== first);
    const seen = rowByRow(this.contacts.within(caller, 'c'));
    return {
      from: sql`contact_terms t`,
      joins,
      where: rangeOf(first, 't'),
      checks: join(
        [sql`t.Shared < ${first.shared}`, ...others.map((word) => has(word, sql`t.Name`, sql`t.ContactId`)), seen],
        ' AND ',
      ),
      order: [sql`t.Name`, sql`t.ContactId`],
      // Use the whole primary key. With a part of it, the database would look for each row of a page among all rows of
      // its term.
      key: [sql`t.ContactId`, sql`t.Term`, sql`t.Name`],
      table: tableOf(seen, isDeleted, words),
    } satisfies MatchedRows;
  }

  /** As `from`, for a word that so many contacts have that the query is divided. */
  private inParts(
    caller: Principal,
    isDeleted: boolean,
    first: LookUp,
    words: readonly LookUp[],
    many = false,
  ): MatchedRows {
    return {
      ...this.from(caller, isDeleted, first, words),
      parts: { size: this.step, each: () => partsOf(this.db, first, this.step), inOrder: isOneTerm(first), many },
    };
  }

  /** A query that reads the contacts that the caller may see. */
  private async everyoneSeen(caller: Principal, isDeleted: boolean): Promise<MatchedRows> {
    return {
      ...contacts,
      where: presence(isDeleted),
      ...(await this.contacts.visible(caller)),
      order: byName,
    };
  }

  /** A query that checks each contact that the caller may see. */
  private async among(
    caller: Principal,
    isDeleted: boolean,
    words: readonly LookUp[],
    many = false,
  ): Promise<MatchedRows> {
    return {
      ...(await this.everyoneSeen(caller, isDeleted)),
      where: undefined,
      checks: matching(isDeleted, words),
      parts: { size: this.step, each: () => this.contacts.visibleParts(caller, this.step), inOrder: false, many },
      table: tableOf(rowByRow(this.contacts.within(caller, 'c')), isDeleted, words),
    };
  }

  /** Reads all matches. Starts from the rarest word, or from the contacts that the caller may see if they are fewer. */
  private async all(caller: Principal, isDeleted: boolean, words: readonly LookUp[]): Promise<MatchedRows> {
    // There is nothing to choose from.
    if (words.length === 1 && caller.isAdministrator) return this.inParts(caller, isDeleted, words[0], words, true);
    const [least, rarest] = await this.rarest(words, mostCounted);
    const isWordRarer = (await this.contacts.inScope(caller, least)) === least;
    return isWordRarer
      ? this.inParts(caller, isDeleted, rarest, words, true)
      : this.among(caller, isDeleted, words, true);
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

/** All contacts, each of which is checked. `seen` is the condition that the caller may see the contact `c`. */
function tableOf(seen: Sql, isDeleted: boolean, words: readonly LookUp[]): ListStatement<Contact>['table'] {
  const { from, joins, key } = contacts;
  return { from, joins, key, checks: join([seen, matching(isDeleted, words)], ' AND '), order: byName };
}

/** The condition that the contact `c` matches all words. */
function matching(isDeleted: boolean, words: readonly LookUp[]): Sql {
  const matches = words.map((word) => has(word, sql`COALESCE(c.NameKey, '')`, sql`c.ContactId`));
  return join([presence(isDeleted), ...matches], ' AND ');
}

function presence(isDeleted: boolean): Sql {
  return isDeleted ? sql`c.Deleted = 1` : present;
}

function termsIn(search: string, country: Country, Deleted: boolean): LookUp[] {
  const words = lookUpsOf(search, country, { Deleted });
  if (words.length === 0) throw new Invalid([fieldError('Invalid', 'Search', 'must contain a letter or a digit')]);
  return words;
}
