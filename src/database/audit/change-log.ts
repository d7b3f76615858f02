import { createHash, randomBytes } from 'node:crypto';
import type { AuditEntry, AuditRecord } from './audit.entity.js';
import type { Row } from '../driver/dialect.js';

/** Values that identify a person. */
export interface PersonalValues {
  /** The record of the person: `Contact:42`. */
  Owner: string;
  Before?: Row;
  After?: Row;
}

export interface Change {
  Record: string;
  Id: string;
  Action: 'Insert' | 'Update' | 'Delete' | (string & {});
  Before?: Row;
  After?: Row;
  /** Number of records that a set-based change touched. */
  Count?: number;
  /** The personal values, which Before and After mask. The audit stores them encrypted in a table of their own. */
  Personal?: PersonalValues;
}

/** Personal values as text with their digest. */
interface KeptValues {
  Digest: string;
  Owner: string;
  text: string;
}

/**
 * Number of characters of changes that the audit stores in full for one transaction. Of further changes it stores the
 * keys.
 */
const mostCharacters = 4_000_000;
const mostIds = 200_000;

/** The changes of one transaction, in order and in bounded memory. */
export class ChangeLog {
  private readonly inFull: string[] = [];
  private characters = 0;
  private readonly groups = new Map<string, { Record: string; Action: string; Count: number; Ids: string[] }>();
  private readonly changed = new Map<string, Set<string>>();
  private ids = 0;
  private values: KeptValues[] = [];
  private forgetsValues = false;
  private readonly reads: Change[] = [];
  first: Change | undefined;
  /** Total number of changes. */
  count = 0;

  /** Whether the log has reached mostCharacters. Of further changes it keeps only the keys. */
  get isFull(): boolean {
    return this.groups.size > 0;
  }

  add({ Personal, ...change }: Change): void {
    this.first ??= change;
    this.count++;
    if (change.Action.startsWith('Read')) this.reads.push(change);
    this.keepId(change);
    if (this.isFull) {
      this.group(change);
      return;
    }
    const values = Personal && withDigest(Personal);
    const text = JSON.stringify(values ? { ...change, Digest: values.Digest } : change);
    this.characters += text.length + (values?.text.length ?? 0);
    if (this.inFull.length > 0 && this.characters > mostCharacters) {
      this.group(change);
      return;
    }
    this.inFull.push(text);
    if (values && !this.forgetsValues) this.values.push(values);
  }

  /** Drops the personal values of this transaction. Call it when the transaction erases a person. */
  forgetValues(): void {
    this.forgetsValues = true;
    this.values = [];
  }

  personal(): readonly KeptValues[] {
    return this.values;
  }

  /** All changed records except the first. */
  *furtherRecords(): Generator<{ Record: string; RecordId: string }> {
    for (const [Record, ids] of this.changed)
      for (const RecordId of ids)
        if (Record !== this.first?.Record || RecordId !== this.first.Id) yield { Record, RecordId };
  }

  disclosures(): Change[] {
    return this.reads;
  }

  /** The changes that the audit stores in full. */
  stored(): StoredChange[] {
    return this.inFull.map((text) => JSON.parse(text) as StoredChange);
  }

  /** The JSON list that the audit stores. */
  text(): string {
    const groups = [...this.groups.values()].map((group) => JSON.stringify(group));
    return `[${[...this.inFull, ...groups].join(',')}]`;
  }

  private keepId({ Record, Id }: Change): void {
    if (Id === '' || this.ids >= mostIds) return;
    let ids = this.changed.get(Record);
    if (!ids) this.changed.set(Record, (ids = new Set()));
    if (ids.has(Id)) return;
    ids.add(Id);
    this.ids++;
  }

  private group({ Record, Action, Id, Count = 1 }: Change): void {
    const name = `${Record} ${Action}`;
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = { Record, Action, Count: 0, Ids: [] }));
    group.Count += Count;
    if (group.Ids.length < mostIds) group.Ids.push(Id);
  }
}

/** The salt prevents guessing. Without it, an attacker could hash every telephone number until the digest matches. */
function withDigest({ Owner, Before, After }: PersonalValues): KeptValues {
  const text = JSON.stringify({ Salt: randomBytes(16).toString('base64url'), Before, After });
  return { Digest: digestOf(text), Owner, text };
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * A change as the audit stores it. A change that is not stored in full has the keys of all its records in Ids, and no
 * Id.
 */
interface StoredChange {
  Record: string;
  Id?: string;
  Ids?: string[];
  Action: string;
  Before?: Row;
  After?: Row;
  Count?: number;
  Digest?: string;
}

/** The rows that audit_records needs for an audit entry. */
export function otherRecordsOf(entry: Omit<AuditEntry, 'UserName'>): AuditRecord[] {
  const { AuditId } = entry;
  const found = new Map<string, AuditRecord>();
  for (const { Record, Id = '', Ids = [Id] } of changesOf(entry))
    for (const RecordId of Ids)
      if (RecordId !== '' && (Record !== entry.Record || RecordId !== entry.RecordId))
        found.set(`${Record} ${RecordId}`, { AuditId, Record, RecordId });
  return [...found.values()];
}

export function changesOf({ Changes }: Pick<AuditEntry, 'Changes'>): StoredChange[] {
  return JSON.parse(Changes) as StoredChange[];
}
