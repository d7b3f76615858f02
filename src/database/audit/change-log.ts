import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { AuditEntry, AuditRecord } from './audit.entity.js';
import type { Row } from '../driver/dialect.js';

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
  /** The personal values that Before and After mask, for audit_values. */
  Personal?: PersonalValues;
}

interface KeptValues {
  Digest: string;
  Owner: string;
  text: string;
}

/**
 * The most characters of changes that are stored in full for one transaction. Of further changes, only the keys are
 * stored.
 */
const mostCharacters = 4_000_000;
/** A transaction with more changed records begins another audit entry. */
const mostRecords = 200_000;

const compress = promisify(deflateRaw);

/** The changes of one transaction, or of a part of a very large one, whose finished parts are compressed. */
export class ChangeLog {
  private readonly inFull: string[] = [];
  private characters = 0;
  private readonly groups = new Map<string, { Record: string; Action: string; Count: number; Ids: string[] }>();
  private readonly changed = new Map<string, Set<string>>();
  /** The groups of a finished part, compressed. */
  private packed: Buffer | undefined;
  /** Number of keys in `groups` and in `changed`. */
  private readonly kept = { grouped: 0, changed: 0 };
  private values: KeptValues[] = [];
  private forgetsValues = false;
  private readonly reads: Change[] = [];
  first: Change | undefined;
  count = 0;

  /** `before` is the log of the previous part of the transaction. */
  constructor(private readonly before?: ChangeLog) {
    if (!before) return;
    this.count = before.count;
    this.forgetsValues = before.forgetsValues;
    this.reads = before.reads;
  }

  /** Whether the log keeps only the keys of further changes. */
  get isFull(): boolean {
    return this.before !== undefined || this.groups.size > 0;
  }

  /** Whether the next changes belong in another entry. */
  get isDone(): boolean {
    return Math.max(this.kept.grouped, this.kept.changed) >= mostRecords;
  }

  /** Compresses the keys. Call it when no changes follow. */
  async pack(): Promise<void> {
    const groups = this.groupsText();
    this.groups.clear();
    this.changed.clear();
    this.packed = await compress(groups, { level: 1 });
  }

  parts(): ChangeLog[] {
    return [...(this.before?.parts() ?? []), this];
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

  /** Drops the personal values of a transaction that erases a person. */
  forgetValues(): void {
    this.before?.forgetValues();
    this.forgetsValues = true;
    this.values = [];
  }

  personal(): readonly KeptValues[] {
    return this.values;
  }

  *furtherRecords(): Generator<{ Record: string; RecordId: string }> {
    if (this.packed) {
      yield* recordsOf(JSON.parse(this.text()) as StoredChange[], this.first?.Record, this.first?.Id);
      return;
    }
    for (const [Record, ids] of this.changed)
      for (const RecordId of ids)
        if (Record !== this.first?.Record || RecordId !== this.first.Id) yield { Record, RecordId };
  }

  disclosures(): Change[] {
    return this.reads;
  }

  stored(): StoredChange[] {
    return this.inFull.map((text) => JSON.parse(text) as StoredChange);
  }

  text(): string {
    const groups = this.packed ? inflateRawSync(this.packed).toString() : this.groupsText();
    return `[${[...this.inFull, ...(groups === '' ? [] : [groups])].join(',')}]`;
  }

  private groupsText(): string {
    return [...this.groups.values()].map((group) => JSON.stringify(group)).join(',');
  }

  private keepId({ Record, Id }: Change): void {
    if (Id === '') return;
    let ids = this.changed.get(Record);
    if (!ids) this.changed.set(Record, (ids = new Set()));
    if (ids.has(Id)) return;
    ids.add(Id);
    this.kept.changed++;
  }

  private group({ Record, Action, Id, Count = 1 }: Change): void {
    const name = `${Record} ${Action}`;
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = { Record, Action, Count: 0, Ids: [] }));
    group.Count += Count;
    group.Ids.push(Id);
    this.kept.grouped++;
  }
}

/** The salt prevents guessing: without it, an attacker could hash all telephone numbers and compare the digests. */
function withDigest({ Owner, Before, After }: PersonalValues): KeptValues {
  const text = JSON.stringify({ Salt: randomBytes(16).toString('base64url'), Before, After });
  return { Digest: digestOf(text), Owner, text };
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A change that is not stored in full has the keys of all its records in Ids, and no Id. */
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

/** Yields each changed record once, except the entry's first record, which is `firstRecord` with the key `firstId`. */
function* recordsOf(
  changes: readonly StoredChange[],
  firstRecord: string | undefined,
  firstId: string | undefined,
): Generator<Omit<AuditRecord, 'AuditId'>> {
  const found = new Set<string>();
  for (const { Record, Id = '', Ids = [Id] } of changes)
    for (const RecordId of Ids) {
      const key = `${Record} ${RecordId}`;
      if (RecordId === '' || found.has(key) || (Record === firstRecord && RecordId === firstId)) continue;
      found.add(key);
      yield { Record, RecordId };
    }
}

export function changesOf({ Changes }: Pick<AuditEntry, 'Changes'>): StoredChange[] {
  return JSON.parse(Changes) as StoredChange[];
}
