import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { selectOf, type Columns } from '../../../database/schema/columns.js';
import { chosenRows, countOf, held } from '../../../http/response/made-rows.js';
import { isSent, ListResult, RowSource, type ListOptions } from '../../../record/lists/list-options.js';
import { ContactsService } from '../contacts.service.js';
import { unmarked } from './contact-differences.service.js';
import { births, wholes } from '../search/search-terms.js';
import { DuplicateGroup, type PossibleDuplicate } from './merge.records.js';

/** Maximum number of contacts that a group of duplicates lists. */
const mostNamed = 100;
/** Number of groups whose contacts are read before they are sent. */
const groupsAtOnce = 100;

const columns: Columns<DuplicateGroup> = {
  Shared: sql`CASE WHEN t.Term < ${births.to} AND t.Term >= ${births.from} THEN 'NameAndBirthDate'
    WHEN t.Term LIKE '%@%' THEN 'EmailAddress' ELSE 'Telephone' END`,
  Value: sql`SUBSTR(t.Term, CASE WHEN t.Term < ${births.to} AND t.Term >= ${births.from} THEN 3 ELSE 2 END)`,
  // This column holds the term, until `withContacts` replaces it by the contacts.
  Contacts: sql`t.Term`,
};

const isWhole = sql`r.Term > ${wholes.from} AND r.Term < ${wholes.to}`;

/** Finds groups of contacts that may be the same person, through the search index. */
@Injectable()
export class DuplicatesService {
  /** Number of rows of the search index that a step of `walk` reads. */
  step = 2000;

  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
  ) {}

  /**
   * Lists groups of contacts that the caller may see and that share a value. A contact may be in several groups. A
   * group has no contact that is marked as different from all others of the group.
   */
  async list(caller: Principal, options: ListOptions): Promise<ListResult<DuplicateGroup>> {
    const { rows, total } = (await this.contacts.seesMany(caller))
      ? this.ofMany(caller, options)
      : await this.ofFew(caller, options);
    return new ListResult(
      isSent(options, 'Contacts') ? rows.mapBatches((found) => this.withContacts(caller, found)) : rows,
      total,
    );
  }

  /** The groups of a caller who sees few contacts, found from these contacts. */
  private async ofFew(caller: Principal, options: ListOptions): Promise<ListResult<DuplicateGroup>> {
    const { anyOf = [] } = await this.contacts.visible(caller);
    const parts = anyOf.map(
      (part) => sql`SELECT r.Term AS Term, r.ContactId AS ContactId
        FROM contacts c JOIN contact_terms r ON r.ContactId = c.ContactId WHERE ${part} AND ${isWhole}`,
    );
    const seen = join(parts, ' UNION ALL ');
    const groups = sql`SELECT x.Term AS Term FROM (${seen}) x
      JOIN (${seen}) y ON y.Term = x.Term AND y.ContactId > x.ContactId
      WHERE ${unmarked(sql`x.ContactId`, sql`y.ContactId`)} GROUP BY x.Term`;
    const from = sql`(${groups}) t`;
    return this.db.list(DuplicateGroup, { columns, from, order: [sql`t.Term`], key: [sql`t.Term`] }, options);
  }

  /** The groups of a caller who sees many contacts, found by a walk through the search index. */
  private ofMany(caller: Principal, options: ListOptions): ListResult<DuplicateGroup> {
    const walked = RowSource.made(() => this.walk(caller));
    const chosen = chosenRows(walked, DuplicateGroup, options);
    // A page is read before it is sent, so that an error still has its status.
    const rows = options.take === undefined ? chosen : new RowSource(async () => ({ first: await held(chosen) }));
    return new ListResult(rows, async () =>
      options.total ? { rows: await countOf(walked, DuplicateGroup, options), isEstimate: false } : undefined,
    );
  }

  /**
   * Reads the search index in steps, because SQLite would hold the event loop while it groups millions of terms. Only
   * shared terms need a check of visibility, and most terms belong to one contact alone.
   */
  private async *walk(caller: Principal): AsyncGenerator<DuplicateGroup[], void> {
    for (let after: string | undefined = wholes.from; after !== undefined;) {
      const rest: Sql = sql`contact_terms r WHERE r.Term > ${after} AND r.Term < ${wholes.to}`;
      const ends = sql`SELECT r.Term AS Term FROM ${rest} ORDER BY r.Term LIMIT 1 OFFSET ${this.step}`;
      const last = (await this.read<{ Term: string }>(ends)).at(0);
      const part = last ? sql`contact_terms r WHERE r.Term > ${after} AND r.Term <= ${last.Term}` : rest;
      // Two rows of the last term show that it is shared. It may have many more.
      const rows = sql`(SELECT r.Term AS Term FROM ${part} ORDER BY r.Term LIMIT ${this.step + 2}) t`;
      const found = await this.read<DuplicateGroup>(
        sql`${this.termsWithUnmarked(caller, selectOf(columns), rows)} ORDER BY t.Term`,
      );
      yield* chunksOf(found, groupsAtOnce);
      after = last?.Term;
    }
  }

  /** Reads rows in a turn of the event loop, so that short calls need not wait for all reads of a list. */
  private async read<T>(query: Sql): Promise<T[]> {
    if (isTurnOver()) await nextTurn();
    return this.db.all<T>(query);
  }

  /** A query for those terms `t` of `from` of which two visible contacts are not marked as different people. */
  private termsWithUnmarked(caller: Principal, select: Sql, from: Sql): Sql {
    const isUnmarked = sql`EXISTS (SELECT 1 FROM contact_terms x
      JOIN contact_terms y ON y.Term = x.Term AND y.ContactId > x.ContactId
      WHERE x.Term = t.Term AND ${this.contacts.withinTerms(caller, 'x')}
        AND ${this.contacts.withinTerms(caller, 'y')} AND ${unmarked(sql`x.ContactId`, sql`y.ContactId`)})`;
    // With AND, the database could look for pairs of the many terms that belong to one contact, too.
    return sql`SELECT ${select} FROM ${from} GROUP BY t.Term
      HAVING CASE WHEN COUNT(*) > 1 THEN ${isUnmarked} ELSE 0 END`;
  }

  /** The condition that another contact of the group of `t` is not marked as different from the contact of `t`. */
  private hasUnmarked(caller: Principal): Sql {
    return sql`EXISTS (SELECT 1 FROM contact_terms y WHERE y.Term = t.Term AND y.ContactId <> t.ContactId
      AND ${this.contacts.withinTerms(caller, 'y')} AND ${unmarked(sql`t.ContactId`, sql`y.ContactId`)}
      AND ${unmarked(sql`y.ContactId`, sql`t.ContactId`)})`;
  }

  /**
   * Fills Contacts of each group: reads its first `mostNamed` contacts in the order of names, and sorts them by
   * ContactId.
   */
  private async withContacts(caller: Principal, groups: readonly DuplicateGroup[]): Promise<DuplicateGroup[]> {
    const filled: DuplicateGroup[] = [];
    for (const group of groups) {
      const Contacts = await this.read<PossibleDuplicate>(sql`SELECT t.ContactId AS ContactId, c.AgentId AS AgentId,
        COALESCE(c.Name, '') AS Name FROM contact_terms t LEFT JOIN contacts c ON c.ContactId = t.ContactId
        WHERE t.Term = ${group.Contacts} AND ${this.contacts.withinTerms(caller, 't')} AND ${this.hasUnmarked(caller)}
        ORDER BY t.Name, t.ContactId LIMIT ${mostNamed}`);
      filled.push({ ...group, Contacts: Contacts.sort((a, b) => a.ContactId - b.ContactId) });
    }
    return filled;
  }
}
