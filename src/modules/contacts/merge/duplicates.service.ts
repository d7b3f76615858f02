import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Db } from '../../../database/db.js';
import { selectOf, type Columns } from '../../../database/schema/columns.js';
import { isSent, ListResult, RowSource, type ListOptions } from '../../../record/lists/list-options.js';
import { ContactsService } from '../contacts.service.js';
import { unmarked } from './contact-differences.service.js';
import { births, wholes } from '../search/search-terms.js';
import { DuplicateGroup, type PossibleDuplicate } from './merge.records.js';

/** Maximum number of contacts that a group of duplicates lists. */
const mostNamed = 100;
const largestStep = 3200;

const columns: Columns<DuplicateGroup> = {
  Shared: sql`CASE WHEN t.Term < ${births.to} AND t.Term >= ${births.from} THEN 'NameAndBirthDate'
    WHEN t.Term LIKE '%@%' THEN 'EmailAddress' ELSE 'Telephone' END`,
  Value: sql`SUBSTR(t.Term, CASE WHEN t.Term < ${births.to} AND t.Term >= ${births.from} THEN 3 ELSE 2 END)`,
  // This column holds the term, until `withContacts` replaces it by the contacts.
  Contacts: sql`t.Term`,
};

const isShared = sql`s.Term >= ${wholes.from} AND s.Term < ${wholes.to}`;

/** Finds groups of contacts that may be the same person, through the search index. */
@Injectable()
export class DuplicatesService {
  /** Number of shared terms that the first step reads. Each later step reads twice as many. */
  step = 100;

  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * Lists groups of contacts that the caller may see and that share a value. A contact may be in several groups. A
   * group has no contact that is marked as different from all others of the group.
   */
  async list(caller: Principal, options: ListOptions): Promise<ListResult<DuplicateGroup>> {
    const seesMany = await this.contacts.seesMany(caller);
    const groups = await this.groups(caller, seesMany);
    const list = this.db.list(
      DuplicateGroup,
      { columns, from: sql`(${groups}) t`, order: [sql`t.Term`], key: [sql`t.Term`] },
      options,
    );
    const { skip = 0, take, orderBy, filters = [] } = options;
    const isPage = take !== undefined && orderBy.length + filters.length === 0;
    const rows = isPage
      ? new RowSource(async () => ({ first: (await this.first(caller, groups, seesMany, skip + take)).slice(skip) }))
      : list.rows;
    return new ListResult(
      isSent(options, 'Contacts') ? rows.mapBatches((found) => this.withContacts(caller, found)) : rows,
      list.total,
    );
  }

  /** A query for the search terms (rows of contact_terms) that two or more contacts visible to the caller have. */
  private async groups(caller: Principal, seesMany: boolean): Promise<Sql> {
    if (seesMany) {
      const isSeen = this.contacts.withinTerms(caller, 's');
      return this.unmarkedIn(caller, sql`contact_terms s WHERE ${isShared} AND ${isSeen}`);
    }
    const { anyOf = [] } = await this.contacts.visible(caller);
    const parts = anyOf.map(
      (part) => sql`SELECT s.Term AS Term FROM contacts c JOIN contact_terms s ON s.ContactId = c.ContactId
        WHERE ${part} AND ${isShared}`,
    );
    return this.unmarkedIn(caller, sql`(${join(parts, ' UNION ALL ')}) s`);
  }

  /** A query for those terms of `groupsIn` of which two visible contacts are not marked as different people. */
  private unmarkedIn(caller: Principal, from: Sql): Sql {
    const isUnmarked = sql`EXISTS (SELECT 1 FROM contact_terms x
      JOIN contact_terms y ON y.Term = x.Term AND y.ContactId > x.ContactId
      WHERE x.Term = s.Term AND ${this.contacts.withinTerms(caller, 'x')}
        AND ${this.contacts.withinTerms(caller, 'y')} AND ${unmarked(sql`x.ContactId`, sql`y.ContactId`)})`;
    // With AND, the database could look for pairs of the many terms that belong to one contact, too.
    return sql`SELECT s.Term AS Term FROM ${from} GROUP BY s.Term
      HAVING CASE WHEN COUNT(*) > 1 THEN ${isUnmarked} ELSE 0 END`;
  }

  /** The condition that another contact of the group of `t` is not marked as different from the contact of `t`. */
  private hasUnmarked(caller: Principal): Sql {
    return sql`EXISTS (SELECT 1 FROM contact_terms y WHERE y.Term = t.Term AND y.ContactId <> t.ContactId
      AND ${this.contacts.withinTerms(caller, 'y')} AND ${unmarked(sql`t.ContactId`, sql`y.ContactId`)}
      AND ${unmarked(sql`y.ContactId`, sql`t.ContactId`)})`;
  }

  private async first(caller: Principal, groups: Sql, seesMany: boolean, wanted: number): Promise<DuplicateGroup[]> {
    const terms = seesMany && !caller.isAdministrator ? await this.walk(caller, wanted) : undefined;
    if (terms?.length === 0) return [];
    const from = terms ? groupsIn(sql`contact_terms s WHERE s.Term IN (${join(terms)})`) : groups;
    return this.db.all(
      sql`SELECT ${selectOf(columns)} FROM (${from} ORDER BY s.Term LIMIT ${wanted}) t ORDER BY t.Term`,
    );
  }

  /**
   * Reads in steps the terms that several contacts share, and returns those that several contacts visible to the caller
   * share, at most `wanted`. Because most terms belong to one contact alone, few contacts have to be checked for
   * visibility.
   */
  private async walk(caller: Principal, wanted: number): Promise<string[]> {
    const found: string[] = [];
    let after = wholes.from;
    for (let size = this.step; ; size = Math.min(2 * size, largestStep)) {
      const among = sql`contact_terms s WHERE s.Term > ${after} AND s.Term < ${wholes.to}`;
      const shared = await this.terms(groupsIn(among), size);
      if (shared.length > 0) {
        const isSeen = this.contacts.withinTerms(caller, 's');
        const seen = sql`contact_terms s WHERE s.Term IN (${join(shared)}) AND ${isSeen}`;
        found.push(...(await this.terms(this.unmarkedIn(caller, seen))));
      }
      if (shared.length < size || found.length >= wanted) return found.slice(0, wanted);
      after = shared[shared.length - 1];
    }
  }

  private async terms(groups: Sql, most?: number): Promise<string[]> {
    const limit = most === undefined ? empty : sql` LIMIT ${most}`;
    const found = await this.db.all<{ Term: string }>(sql`${groups} ORDER BY s.Term${limit}`);
    return found.map(({ Term }) => Term);
  }

  /**
   * Fills Contacts of each group: reads its first `mostNamed` contacts in the order of names, and sorts them by
   * ContactId.
   */
  private async withContacts(caller: Principal, groups: readonly DuplicateGroup[]): Promise<DuplicateGroup[]> {
    const filled: DuplicateGroup[] = [];
    for (const group of groups) {
      const Contacts = await this.db.all<PossibleDuplicate>(sql`SELECT t.ContactId AS ContactId, w.AgentId AS AgentId,
        COALESCE(c.Name, '') AS Name FROM contact_terms t LEFT JOIN term_owners w ON w.OwnerId = t.OwnerId
        LEFT JOIN contacts c ON c.ContactId = t.ContactId
        WHERE t.Term = ${group.Contacts} AND ${this.contacts.withinTerms(caller, 't')} AND ${this.hasUnmarked(caller)}
        ORDER BY t.Name, t.ContactId LIMIT ${mostNamed}`);
      filled.push({ ...group, Contacts: Contacts.sort((a, b) => a.ContactId - b.ContactId) });
    }
    return filled;
  }
}

/** A query for the terms that occur in several rows of `from`. `from` must use the alias `s`. */
function groupsIn(from: Sql): Sql {
  return sql`SELECT s.Term AS Term FROM ${from} GROUP BY s.Term HAVING COUNT(*) > 1`;
}
