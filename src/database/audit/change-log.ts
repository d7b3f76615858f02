import type { Row } from '../dialect.js';

/** One changed record, as the audit tells it. */
export interface Change {
  Record: string;
  Id: string;
  Action: 'Insert' | 'Update' | 'Delete' | (string & {});
  Before?: Row;
  After?: Row;
  /** How many records a set-based change touched. */
  Count?: number;
}

/** Beyond that many, only the keys of a transaction's changes are written. */
const mostInFull = 1000;
const mostIds = 200_000;

/** The changes of one transaction, in order and in bounded memory. */
export class ChangeLog {
  private changes: Change[] = [];
  private readonly groups = new Map<string, { Record: string; Action: string; Count: number; Ids: string[] }>();
  private ids = 0;
  first: Change | undefined;
  /** How many there have been. */
  count = 0;

  add(change: Change): void {
    this.first ??= change;
    this.count++;
    if (this.groups.size === 0 && this.changes.length < mostInFull) {
      this.changes.push(change);
      return;
    }
    for (const earlier of this.changes) this.group(earlier);
    this.changes = [];
    this.group(change);
  }

  private group({ Record, Action, Id, Count = 1 }: Change): void {
    const name = `${Record} ${Action}`;
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = { Record, Action, Count: 0, Ids: [] }));
    group.Count += Count;
    if (this.ids++ < mostIds) group.Ids.push(Id);
  }

  disclosures(): Change[] {
    return this.changes.filter(({ Action }) => Action.startsWith('Read'));
  }

  toJSON(): unknown[] {
    return this.groups.size > 0
      ? [...this.groups.values()].map(({ Ids, ...group }) => ({ ...group, Id: Ids.join(',') }))
      : this.changes;
  }
}
