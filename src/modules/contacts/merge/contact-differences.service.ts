import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import type { ListStatement } from '../../../database/lists/list-query.js';
import { columns, columnsOf, selectOf } from '../../../database/schema/columns.js';
import { joinedName } from '../../../database/schema/name-keys.js';
import { refuse } from '../../../errors/errors.js';
import { duplicates, missing, type Bound } from '../../../record/bind.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import type { Contact } from '../contact.entity.js';
import { ContactLocksService } from '../contact-locks.service.js';
import { ContactsService } from '../contacts.service.js';
import { ContactDifference } from './contact-difference.entity.js';
import type { MergeStep } from './merge-rule.js';
import { DifferentContact, DifferentRequest } from './merge.records.js';

type Pair = Pick<ContactDifference, 'ContactId' | 'OtherContactId'>;

const differences = {
  columns: {
    ...columnsOf(ContactDifference, 'd'),
    ContactName: joinedName('c', 'Name'),
    OtherContactName: joinedName('o', 'Name'),
  },
  from: sql`contact_differences d`,
  joins: {
    c: sql`JOIN contacts c ON c.ContactId = d.ContactId`,
    o: sql`JOIN contacts o ON o.ContactId = d.OtherContactId`,
  },
  where: sql`(c.Deleted IS NULL OR c.Deleted = 0) AND (o.Deleted IS NULL OR o.Deleted = 0)`,
  order: [{ descending: sql`d.MarkedAt` }, { descending: sql`d.ContactId` }, { descending: sql`d.OtherContactId` }],
  key: [sql`d.ContactId`, sql`d.OtherContactId`],
  keyFollows: true,
} satisfies ListStatement<ContactDifference>;

/** The condition that nobody has marked the contacts as different people. The ContactId of `one` is the smaller one. */
export function unmarked(one: Sql, other: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM contact_differences d
    WHERE d.ContactId = ${one} AND d.OtherContactId = ${other})`;
}

/** Call the methods that change rows inside a transaction. */
@Injectable()
export class ContactDifferencesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly locks: ContactLocksService,
  ) {}

  /** Lists the pairs that the caller can see both contacts of, newest first. */
  list(caller: Principal, options: ListOptions): ListResult<ContactDifference> {
    const checks = sql`${this.contacts.within(caller, 'c')} AND ${this.contacts.within(caller, 'o')}`;
    return this.db.list(ContactDifference, { ...differences, checks }, options);
  }

  /**
   * Marks each two of the contacts as different people, unless they are marked already. Returns all these pairs. Throws
   * Invalid; NotFound with one error for each unknown contact; and Forbidden if an owner is out of scope.
   */
  async mark(caller: Principal, request: Bound<DifferentRequest>): Promise<ContactDifference[]> {
    const ids = await this.claim(caller, request);
    const known = new Set((await this.among(ids)).map(textOf));
    const unmarkedPairs = pairsOf(ids).filter((pair) => !known.has(textOf(pair)));
    const made = { MarkedAt: this.clock.now(), MarkedBy: caller.UserName };
    await this.db.insertMissing(
      ContactDifference,
      unmarkedPairs.map((pair) => ({ ...pair, ...made })),
    );
    return this.among(ids);
  }

  /** Removes the marks between the contacts, and returns them. Throws as `mark` does. */
  async unmark(caller: Principal, request: Bound<DifferentRequest>): Promise<ContactDifference[]> {
    const marked = await this.among(await this.claim(caller, request));
    await this.db.removeAll(ContactDifference, marked);
    return marked;
  }

  /**
   * Moves the marks of a merged contact to the remaining one. Removes a mark between the two, and one that the
   * remaining contact has already. Returns the steps of the merge.
   */
  async move({ ContactId: from }: Contact, { ContactId: to }: Contact): Promise<MergeStep[]> {
    const record = ContactDifference.name;
    const rows = await this.db.lock<ContactDifference>(sql`SELECT ${columns(ContactDifference, 'd')}
      FROM contact_differences d WHERE d.ContactId = ${from} OR d.OtherContactId = ${from}
      ORDER BY d.ContactId, d.OtherContactId`);
    const steps: MergeStep[] = [];
    for (const row of rows) {
      const removed = { ...(await this.db.remove(ContactDifference, keyOf(row)))! };
      const [added] = pairsOf([to, row.ContactId === from ? row.OtherContactId : row.ContactId]);
      if (added.ContactId === added.OtherContactId || (await this.db.lockRow(ContactDifference, added))) {
        steps.push({ record, removed });
        continue;
      }
      await this.db.insert(ContactDifference, { ...removed, ...added });
      steps.push({ record, removed, added });
    }
    return steps;
  }

  /** Locks the contacts of the request, and returns their ContactIds. */
  private async claim(caller: Principal, request: Bound<DifferentRequest>): Promise<number[]> {
    const { Contacts = [] } = request;
    refuse([
      ...missing(DifferentRequest, request),
      ...Contacts.flatMap((contact, at) => missing(DifferentContact, contact, `Contacts[${at}]`)),
      ...duplicates(Contacts, ['ContactId'], 'Contacts'),
    ]);
    const ids = Contacts.map(({ ContactId }) => ContactId!);
    await this.locks.inScope(caller, ids, (at) => `Contacts[${at}].ContactId`);
    return ids;
  }

  /** The pairs of which both contacts are in the list. */
  private among(ids: readonly number[]): Promise<ContactDifference[]> {
    const { columns, from, joins } = differences;
    return this.db.all(sql`SELECT ${selectOf(columns)} FROM ${from} ${join(Object.values(joins), ' ')}
      WHERE d.ContactId IN (${join(ids)}) AND d.OtherContactId IN (${join(ids)})
      ORDER BY d.ContactId, d.OtherContactId`);
  }
}

function keyOf({ ContactId, OtherContactId }: Pair): Pair {
  return { ContactId, OtherContactId };
}

function textOf({ ContactId, OtherContactId }: Pair): string {
  return `${ContactId} ${OtherContactId}`;
}

/** Each two of the contacts, with the smaller ContactId first. */
function pairsOf(ids: readonly number[]): Pair[] {
  const sorted = ids.toSorted((a, b) => a - b);
  return sorted.flatMap((ContactId, at) =>
    sorted.slice(at + 1).map((OtherContactId) => ({ ContactId, OtherContactId })),
  );
}
