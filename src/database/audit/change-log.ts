import { createHash, randomBytes } from 'node:crypto';
import type { Int64 } from '../../record/fields.js';
import { wordsOf } from '../../record/writers/shown.js';
import type { Row } from '../driver/dialect.js';
import type { AuditEntry } from './audit.entity.js';

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

/** A part of a transaction with at least this many characters of changes is finished. */
const partLength = 65_536;

/** The changes of one transaction that become one entry of the audit. */
export class AuditPart {
  private readonly texts: string[] = [];
  private readonly changed = new Map<string, Set<string>>();
  private values: KeptValues[] = [];
  private length = 0;

  constructor(readonly first: Change) {}

  get isFinished(): boolean {
    return this.length >= partLength;
  }

  add(change: Change, values: KeptValues | undefined): void {
    const text = JSON.stringify(values ? { ...change, Digest: values.Digest } : change);
    this.length += text.length + 1 + (values?.text.length ?? 0);
    this.texts.push(text);
    if (values) this.values.push(values);
    const { Record, Id } = change;
    if (Id === '') return;
    let ids = this.changed.get(Record);
    if (!ids) this.changed.set(Record, (ids = new Set()));
    ids.add(Id);
  }

  forgetValues(): void {
    this.values = [];
  }

  personal(): readonly KeptValues[] {
    return this.values;
  }

  *furtherRecords(): Generator<{ Record: string; RecordId: string }> {
    for (const [Record, ids] of this.changed)
      for (const RecordId of ids)
        if (Record !== this.first.Record || RecordId !== this.first.Id) yield { Record, RecordId };
  }

  stored(): StoredChange[] {
    return changesOf({ Changes: this.text() });
  }

  text(): string {
    return `[${this.texts.join(',')}]`;
  }
}

/** The changes of one transaction, in parts. The finished parts are written while the transaction runs. */
export class ChangeLog {
  private readonly parts: AuditPart[] = [];
  private forgetsValues = false;
  private isRecording = true;
  private readonly reads: Change[] = [];
  /** The AuditIds of the parts that were written. */
  readonly written: Int64[] = [];
  /** Milliseconds since 1970. */
  readonly begunAt = Date.now();
  count = 0;

  add({ Personal, ...change }: Change): void {
    this.count++;
    if (!this.isRecording) return;
    if (change.Action.startsWith('Read')) this.reads.push(change);
    let part = this.parts.at(-1);
    if (!part || part.isFinished) this.parts.push((part = new AuditPart(change)));
    part.add(change, Personal && !this.forgetsValues ? withDigest(Personal) : undefined);
  }

  /** Removes the oldest part and returns it: a finished one, or any. Returns undefined if there is none. */
  take(which: 'finished' | 'any'): AuditPart | undefined {
    return which === 'any' || this.parts.at(0)?.isFinished ? this.parts.shift() : undefined;
  }

  /** Runs work whose changes the audit leaves out. */
  async unrecorded<T>(work: () => Promise<T>): Promise<T> {
    this.isRecording = false;
    try {
      return await work();
    } finally {
      this.isRecording = true;
    }
  }

  /** Drops the personal values of a transaction that erases a person. */
  forgetValues(): void {
    this.forgetsValues = true;
    for (const part of this.parts) part.forgetValues();
  }

  disclosures(): Change[] {
    return this.reads;
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

interface StoredChange extends Omit<Change, 'Personal'> {
  Digest?: string;
}

export function changesOf({ Changes }: Pick<AuditEntry, 'Changes'>): StoredChange[] {
  return JSON.parse(Changes) as StoredChange[];
}

/** A line for each change: `Contact 42, Update: Phone: 505-555-0142 → 505-555-0143; Title:  → Dr`. */
export function changesInWords(Changes: string): string {
  return changesOf({ Changes }).map(changeInWords).join('\n');
}

function changeInWords({ Record, Id, Action, Count, Before, After }: StoredChange): string {
  const names = [...new Set([...Object.keys(Before ?? {}), ...Object.keys(After ?? {})])];
  const values = names.flatMap((name) => {
    const [from, to] = [Before, After].map((row) => wordsOf(row?.[name]));
    const value = Before && After ? `${from} → ${to}` : from + to;
    return value === '' ? [] : [`${name}: ${value}`];
  });
  const head = `${Id ? `${Record} ${Id}` : Record}, ${Action}${Count === undefined ? '' : ` of ${Count}`}`;
  return values.length === 0 ? head : `${head}: ${values.join('; ')}`;
}

/** The changes of an entry to some records, of which `isOne` says whether a record is one. */
export function changesTo(
  entry: Pick<AuditEntry, 'Changes'>,
  isOne: (record: string, id: string) => boolean,
): StoredChange[] {
  return changesOf(entry).filter(({ Record, Id }) => isOne(Record, Id));
}
