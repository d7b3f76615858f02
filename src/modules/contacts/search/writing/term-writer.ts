import sql, { join } from 'sql-template-tag';
import { isTurnOver, nextTurn } from '../../../../context/turns.js';
import { Db } from '../../../../database/db.js';
import { chunksOf } from '../../../../database/sql/chunks.js';
import { columnsOf, selectOf } from '../../../../database/schema/columns.js';
import type { StoredContact } from '../../contact.entity.js';
import { ContactTerm } from '../contact-term.entity.js';
import { termsOf } from '../search-terms.js';
import { searchedColumns } from '../term-conditions.js';
import { SortedTerms } from './sorted-terms.js';

/** Number of contacts whose search terms one query reads. */
export const readAtOnce = 500;

/** Number of contacts whose stored terms are read together: a contact may have hundreds of terms. */
const storedAtOnce = 50;

/** Number of terms after which a statement that removes them ends. Each statement gives up its turn. */
const removedAtOnce = 2000;

/**
 * Number of terms that are sorted in memory at once. With 30,000 instead, V8 would keep twice as much garbage until it
 * collects the whole heap.
 */
const mostTerms = 8000;

/** Number of contacts whose terms are sorted and inserted together. */
const mostContacts = 1_000_000;

/** Writes the search terms of contacts in sorted order. Call it inside the transaction that writes the contacts. */
export class TermWriter {
  constructor(private readonly db: Db) {}

  /**
   * Updates the search terms of contacts, and locks the rows of the contacts. `parts` are lists of ContactIds,
   * preferably in the order of names. `onDone` receives the number of finished contacts; a contact counts half when its
   * terms are known, and one when they are written. `isNew` means that none of the contacts has stored terms yet.
   */
  async update(
    parts: Iterable<readonly number[]> | AsyncIterable<readonly number[]>,
    onDone: (contacts: number) => void = () => undefined,
    isNew = false,
  ): Promise<void> {
    const terms = new SortedTerms(mostTerms);
    let [done, known] = [0, 0];
    const insert = async (): Promise<void> => {
      const { size } = terms;
      let written = 0;
      // Start a statement without waiting for it, so that the next statement is made while a database server runs it.
      let running: Promise<unknown> = Promise.resolve();
      for await (const { rows, statement } of terms.inserts()) {
        await running;
        running = this.db.execute(statement);
        running.catch(() => undefined);
        onDone(done + (known - done) * (0.5 + (written += rows) / size / 2));
        if (isTurnOver()) await nextTurn();
      }
      await running;
      onDone((done = known));
    };
    try {
      for await (const ids of parts) {
        await this.collect(ids, terms, isNew);
        known += ids.length;
        onDone((done + known) / 2);
        if (isTurnOver()) await nextTurn();
        if (terms.contacts >= mostContacts) await insert();
      }
      await insert();
    } finally {
      await terms.close();
    }
  }

  /** Removes the outdated terms of these contacts from the table, and adds their new terms to `terms`. */
  private async collect(ids: readonly number[], terms: SortedTerms, isNew: boolean): Promise<void> {
    const contacts = new Map((await this.lock(ids)).map((contact) => [contact.ContactId, contact]));
    for (const part of chunksOf(ids, storedAtOnce)) {
      const stored = isNew ? new Map<number, ContactTerm[]>() : await this.stored(part);
      const outdated: number[] = [];
      let removed = 0;
      for (const id of part) {
        if (isTurnOver()) await nextTurn();
        const contact = contacts.get(id);
        const before = stored.get(id);
        if (before) {
          if (contact && areSame(before, contact)) continue;
          outdated.push(id);
          removed += before.length;
        }
        if (contact) await terms.add(contact);
        if (removed >= removedAtOnce) {
          await this.remove(outdated.splice(0));
          removed = 0;
        }
      }
      if (outdated.length > 0) await this.remove(outdated);
    }
  }

  private async remove(contactIds: readonly number[]): Promise<void> {
    await this.db.execute(sql`DELETE FROM contact_terms WHERE ContactId IN (${join(contactIds)})`);
  }

  private async lock(contactIds: readonly number[]): Promise<StoredContact[]> {
    return this.db.lock<StoredContact>(
      sql`SELECT ${searchedColumns('c')} FROM contacts c
        WHERE c.ContactId IN (${join(contactIds)}) ORDER BY c.ContactId`,
    );
  }

  private async stored(contactIds: readonly number[]): Promise<ReadonlyMap<number, ContactTerm[]>> {
    const columns = selectOf<ContactTerm>(columnsOf(ContactTerm, 't'));
    const terms = await this.db.all<ContactTerm>(
      sql`SELECT ${columns} FROM contact_terms t WHERE t.ContactId IN (${join(contactIds)})`,
    );
    const stored = new Map<number, ContactTerm[]>();
    for (const term of terms) {
      const others = stored.get(term.ContactId);
      if (others) others.push(term);
      else stored.set(term.ContactId, [term]);
    }
    return stored;
  }
}

function areSame(stored: readonly ContactTerm[], contact: StoredContact): boolean {
  const wanted = termsOf(contact);
  if (stored.length !== wanted.length) return false;
  const byTerm = new Map(stored.map((term) => [term.Term, term]));
  return wanted.every(({ Term, Shared }) => {
    const found = byTerm.get(Term);
    return found?.Name === (contact.NameKey ?? '') && found.Shared === Shared;
  });
}
