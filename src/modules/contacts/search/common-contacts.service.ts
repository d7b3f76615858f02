import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { LookUp, OneTerm } from './search-terms.js';
import { beforeAll, has, isBehind, isUpTo, rangeOf, type Place } from './term-conditions.js';

@Injectable()
export class CommonContactsService {
  /** Number of contacts per term that the first step reads. Each later step reads twice as many. */
  step = 1000;

  constructor(private readonly db: Db) {}

  /**
   * The ContactIds of the first contacts, in the order of names, that have all `terms` and meet `condition`, in which
   * `t` is a row of contact_terms. Each step reads the contacts of one term: of the term whose next contacts reach
   * furthest in the order of names, because the other terms have more contacts in that range. Returns undefined if
   * `steps` steps have not found `wanted` contacts.
   */
  async first(terms: readonly OneTerm[], wanted: number, condition: Sql, steps: number): Promise<number[] | undefined> {
    const found: number[] = [];
    let after = beforeAll;
    for (let taken = 0, size = this.step; taken < steps; taken++, size *= 2) {
      const ends = await this.ends(terms, after, size);
      // A term is missing in `ends` if it has fewer contacts left than a step reads.
      const exhausted = terms.findIndex((_, at) => !ends.some(({ Term }) => Term === at));
      const along = exhausted === -1 ? ends[0].Term : exhausted;
      const others = terms.filter((_, at) => at !== along);
      const conditions = [
        ...[sql`t.Term = ${terms[along].from}`, isBehind(after, 't')],
        ...(exhausted === -1 ? [isUpTo(ends[0], 't')] : []),
        ...[condition, ...others.map((term) => has(term, sql`t.Name`, sql`t.ContactId`))],
      ];
      const common = await this.db.all<{ ContactId: number }>(sql`SELECT t.ContactId AS ContactId FROM contact_terms t
        WHERE ${join(conditions, ' AND ')} ORDER BY t.Name, t.ContactId LIMIT ${wanted - found.length}`);
      found.push(...common.map(({ ContactId }) => ContactId));
      if (exhausted !== -1 || found.length === wanted) return found;
      after = ends[0];
    }
    return undefined;
  }

  /**
   * A query for all contacts that match the word `most` and all words `others`, and meet `condition`, in which `t` is a
   * row of contact_terms. It reads the terms of `most`, the most frequent word, and intersects their contacts with
   * those of `others`, so that it reads each word once. Because of DISTINCT, the database computes this intersection
   * before it joins other tables.
   */
  allMatches(most: LookUp, others: readonly LookUp[], condition: Sql): Sql {
    const kept = others.map(
      (word) => sql`t.ContactId IN (SELECT u.ContactId FROM contact_terms u WHERE ${rangeOf(word, 'u')})`,
    );
    return sql`SELECT DISTINCT t.ContactId FROM contact_terms t
      WHERE ${join([rangeOf(most, 't'), condition, ...kept], ' AND ')}`;
  }

  /**
   * For each term, the place of the last of its next `size` contacts after `after`; none if it has fewer contacts left.
   * `Term` is the index of the term in `terms`. Sorted by place, the last place in the order of names first.
   */
  private ends(terms: readonly OneTerm[], after: Place, size: number): Promise<(Place & { Term: number })[]> {
    const parts = terms.map(
      (term, at) => sql`SELECT * FROM
        (SELECT ${at} AS Term, n.Name, n.ContactId ${next(term, after)} LIMIT 1 OFFSET ${size - 1}) part`,
    );
    return this.db.all(sql`SELECT * FROM (${join(parts, ' UNION ALL ')}) ends ORDER BY Name DESC, ContactId DESC`);
  }
}

/** SQL for the contacts that have the term and come after the place `after` in the order of names. */
function next({ from }: OneTerm, after: Place): Sql {
  return sql`FROM contact_terms n WHERE n.Term = ${from} AND ${isBehind(after, 'n')} ORDER BY n.Name, n.ContactId`;
}
