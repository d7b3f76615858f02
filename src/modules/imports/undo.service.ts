import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { anyKey } from '../../database/sql/conditions.js';
import { chunksOf } from '../../database/sql/chunks.js';
import { quoted, quotedList } from '../../database/sql/quoted.js';
import { Conflict, Gone, ServiceError } from '../../errors/errors.js';
import type { RunOnce } from '../../http/endpoint/request-context.js';
import { bind, type BoundWith } from '../../record/bind.js';
import { fieldOf } from '../../record/metadata.js';
import type { SentRow } from '../../sets/import-options.js';
import { encryptionContext, exportedFields, type ImportedSet } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { Import, ImportRow } from './import.entity.js';
import { ImportsAccessService } from './imports-access.service.js';
import type { LeftChange, UndoRequest } from './imports.records.js';
import { ImportsService } from './imports.service.js';
import { digestOf, groupsOf, sharedWith, textOf } from './line-log.js';
import { UsesService } from './uses.service.js';

type Row = Record<string, unknown>;

/** What an import did to the record of a line. */
interface DoneLine {
  readonly line: number;
  readonly key: string;
  readonly isNew: boolean;
  readonly changes: readonly ImportRow[];
}

/** A line, with the record as it is stored now. */
interface StoredLine extends DoneLine {
  readonly now: Row;
}

/** An added record, and why it cannot be removed now. */
interface KeptLine extends StoredLine {
  readonly why: string;
  /** Whether a rule of the set refuses it, instead of the undo itself. */
  readonly isRefused: boolean;
}

/** The undo of an import while it runs. */
interface Undoing {
  readonly caller: Principal;
  readonly set: ImportedSet;
  readonly left: LeftChange[];
  /** Reasons by line. Lines that are added during an attempt make it fail, and the next one leaves them out. */
  readonly refused: Map<number, string>;
  /** Whether a refused line keeps its whole batch. */
  readonly byBatch: boolean;
  /** Added records that could not be removed yet. Other records of the import may use them. */
  kept: KeptLine[];
  /** Number of records that were changed or removed. */
  undone: number;
}

/** Maximum number of lines that one statement undoes. */
const batch = 200;
/**
 * Number of times that an undo begins again without the lines that the rules of their set refuse. After that, a batch
 * with a refused line stays as a whole, so that an undo of many lines that depend on each other ends.
 */
const mostAttempts = 20;
/** Maximum number of times that an undo tries again to remove added records that others of the import use. */
const mostTries = 20;
const longestMessage = 1000;
const changedSince = 'has changed since the import.';

/** Thrown to undo again without the lines that rules of their set refuse. */
class Refused extends Error {}

/** Thrown to roll back the undo of a dry run. */
class DryRun extends Error {
  constructor(readonly left: LeftChange[]) {
    super('A dry run is rolled back.');
  }
}

/** Undoes imports. */
@Injectable()
export class UndoService {
  constructor(
    private readonly db: Db,
    private readonly imports: ImportsService,
    private readonly access: ImportsAccessService,
    private readonly sets: RecordSetsService,
    private readonly uses: UsesService,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
  ) {}

  /**
   * Undoes an import in the transaction of `once`, and returns its response with the changes that remain. Throws
   * NotFound, Gone, Conflict for an import that was not run, and Forbidden.
   */
  async undo(
    caller: Principal,
    { ImportId, dryRun = false }: BoundWith<UndoRequest, 'ImportId'>,
    once: RunOnce,
  ): Promise<object> {
    const found = await this.imports.require(caller, ImportId);
    const set = this.access.setOf(caller, found.Into);
    if (!dryRun) this.access.mustProve(caller, set);
    const refused = new Map<number, string>();
    for (let attempts = 1; ; attempts++) {
      try {
        const byBatch = attempts > mostAttempts;
        const attempt = (): Promise<LeftChange[]> =>
          this.attempt(ImportId, { caller, set, refused, byBatch, left: [], kept: [], undone: 0 });
        const responseOf = async (LeftBehind: LeftChange[]): Promise<object> => {
          return { Imports: [await this.imports.read(caller, ImportId)], LeftBehind };
        };
        return dryRun
          ? await responseOf(await this.tried(attempt))
          : await once(async () => responseOf(await attempt()));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
  }

  /** Undoes all lines. The import stays Done if nothing could be undone. */
  private async attempt(ImportId: string, undoing: Undoing): Promise<LeftChange[]> {
    const { set, refused, left } = undoing;
    const known = refused.size;
    const work = async (): Promise<void> => {
      const { State, AttachmentId, LogId } = (await this.db.lockRow(Import, { ImportId }))!;
      if (State !== 'Done') throw new Conflict(`Only an import that was run can be undone: this one is ${State}.`);
      const lines = await this.linesOf(LogId);
      if (!AttachmentId && lines.length === 0) throw new Gone('An import can be undone for 30 days.');
      // The last line comes first, because a record of several lines has the values of the last one.
      for (const some of batchesOf(lines.toReversed())) {
        const before = refused.size;
        await this.undoLines(undoing, some);
        if (!undoing.byBatch || refused.size === before) continue;
        for (const { line } of some)
          if (!refused.has(line)) refused.set(line, 'is undone only together with lines that stay.');
      }
      await this.removeKept(undoing);
      if (refused.size > known) throw new Refused();
      await set.finish?.();
      if (undoing.undone === 0 && left.length > 0) return;
      await this.db.update(Import, { ImportId }, { State: 'Undone' });
      this.db.audited({ Record: Import.name, Id: ImportId, Action: 'Undo', Count: undoing.undone });
    };
    await (set.together ? set.together(work, {}) : work());
    return left.sort((one, other) => one.Line - other.Line);
  }

  /** Runs the work in a transaction that is rolled back, and returns its result. */
  private async tried(work: () => Promise<LeftChange[]>): Promise<LeftChange[]> {
    try {
      await this.db.tx(async () => {
        throw new DryRun(await work());
      });
    } catch (error) {
      if (error instanceof DryRun) return error.left;
      throw error;
    }
    throw new Error('The transaction of a dry run was committed.');
  }

  private async linesOf(LogId: string | null): Promise<DoneLine[]> {
    const rows = await this.db.all<ImportRow>(sql`SELECT ${columns(ImportRow, 'r')} FROM import_rows r
      WHERE r.LogId = ${LogId} AND ${quoted('Action', 'r')} IN ('Insert', 'Update', 'Merged')
        AND r.ErrorCode = '' AND r.Message = '' ORDER BY r.Line, r.RowId`);
    const lines = new Map<number, ImportRow[]>();
    for (const row of rows.map((stored) => this.db.shown(ImportRow, stored)))
      lines.set(row.Line, [...(lines.get(row.Line) ?? []), row]);
    return [...lines].map(([line, changes]) => {
      const [{ Key: key, Action }] = changes;
      return { line, key, isNew: Action === 'Insert', changes };
    });
  }

  private async undoLines(undoing: Undoing, lines: readonly DoneLine[]): Promise<void> {
    const { caller, set, refused } = undoing;
    const stored = await this.stored(set, lines);
    const open: StoredLine[] = [];
    for (const each of lines) {
      const now = stored.get(each.key);
      const why = refused.get(each.line) ?? set.cannotUndo;
      if (why !== undefined) stays(undoing, each, '', why);
      else if (now) open.push({ ...each, now });
      else if (!each.isNew) stays(undoing, each, '', 'was removed since the import.');
    }
    // Agents may take back added activities, even after the time in which they may change one.
    const checked = open.filter(({ isNew }) => !isNew || set.name === 'contacts');
    const rows = checked.map(({ line, now }): SentRow => ({ line, row: keyOf(set, now) }));
    const errors = await this.access.errors(caller, set, rows);
    const forbidden = new Map(checked.map(({ line }, at) => [line, errors[at].at(0)]));
    const mergedInto = await this.access.mergedInto(
      set,
      open.map(({ line, now }) => ({ line, row: now })),
    );
    const permitted = open.filter((each) => {
      const error = forbidden.get(each.line);
      const remaining = mergedInto.get(each.line);
      if (!error && remaining !== undefined) {
        stays(undoing, each, '', `was merged into contact ${remaining} since the import.`);
        return false;
      }
      if (error) stays(undoing, each, '', each.isNew ? changedSince : error.Message);
      return !error;
    });
    await this.removeUnused(
      undoing,
      permitted.filter(({ isNew }) => isNew),
    );
    await this.restoreUnchanged(
      undoing,
      permitted.filter(({ isNew }) => !isNew),
    );
  }

  /** Removes added records, except those that have changed since and those to which others refer. */
  private async removeUnused(undoing: Undoing, added: readonly StoredLine[]): Promise<void> {
    const { set } = undoing;
    const unchanged = added.filter((each) => {
      const { now, changes } = each;
      const isSame = changes.every((change) => isAs(set, now, change, 'To')) && !addsTo(set, now, changes);
      if (!isSame) stays(undoing, each, '', changedSince);
      return isSame;
    });
    undoing.kept.push(...(await this.remove(undoing, unchanged)));
  }

  /**
   * Removes the records that could not be removed before records that use them. Tries the other order first, because a
   * file may have the parts of a tree from the top or from the bottom.
   */
  private async removeKept(undoing: Undoing): Promise<void> {
    for (let tries = 0; undoing.kept.length > 0 && tries < mostTries; tries++) {
      const before = undoing.kept.reverse();
      undoing.kept = [];
      for (const some of chunksOf(before, batch)) undoing.kept.push(...(await this.remove(undoing, some)));
      if (undoing.kept.length === before.length) break;
    }
    for (const each of undoing.kept)
      if (each.isRefused) undoing.refused.set(each.line, each.why);
      else stays(undoing, each, '', each.why);
  }

  /** Removes records to which no others refer. Returns those that remain. */
  private async remove(undoing: Undoing, lines: readonly StoredLine[]): Promise<KeptLine[]> {
    const { set } = undoing;
    const uses = await this.uses.of(
      set,
      lines.map(({ now }) => now),
    );
    const remove = set.removeAdded?.bind(set) ?? ((keys) => this.db.removeAll<object>(set.entity ?? set.record, keys));
    const kept: KeptLine[] = [];
    for (const [at, each] of lines.entries()) {
      const isRefused = uses[at] === '';
      const used = `is in use since the import: ${uses[at]}.`;
      const why = isRefused ? await refusalOf(() => remove([keyOf(set, each.now)])) : used;
      if (why === undefined) undoing.undone++;
      else kept.push({ ...each, why, isRefused });
    }
    return kept;
  }

  /** Gives changed fields their former values, except those that have changed since. */
  private async restoreUnchanged(undoing: Undoing, lines: readonly StoredLine[]): Promise<void> {
    const { set } = undoing;
    const groups = groupsOf(exportedFields(set, true));
    const owners = await this.refusedOwners(undoing, lines);
    const changed: { line: StoredLine; row: Row; restored: readonly ImportRow[] }[] = [];
    for (const each of lines) {
      const { line, now, changes } = each;
      const reasonOf = (change: ImportRow): string | undefined => {
        if (!isAs(set, now, change, 'To')) return changedSince;
        const group = groups.get(change.Field);
        if (group && digestOf(group, now) !== change.GroupAfter) {
          const names = group.map(({ name }) => name).filter((name) => name !== change.Field);
          return `belongs to ${names.join(' or ')}, which ${changedSince}`;
        }
        return change.Field === 'AgentId' ? owners.get(line) : undefined;
      };
      const restored = changes.filter((change) => {
        const reason = change.Field === sharedWith ? undefined : reasonOf(change);
        if (reason !== undefined) stays(undoing, each, change.Field, reason);
        return reason === undefined && change.Field !== sharedWith;
      });
      const row = restored.length > 0 ? this.formerOf(undoing, each, restored) : undefined;
      if (row) changed.push({ line: each, row, restored });
      if (changes.some(({ Field }) => Field === sharedWith) && row?.AgentId === undefined)
        stays(undoing, each, sharedWith, `belongs to AgentId, which ${changedSince}`);
    }
    if (!(await this.saved(undoing, changed))) return;
    undoing.undone += changed.length;
    await this.shareAgain(changed.filter(({ row }) => row.AgentId !== undefined).map(({ line }) => line));
    const after = await this.stored(
      set,
      changed.map(({ line }) => line),
    );
    for (const { line, restored } of changed)
      for (const change of restored)
        if (!isAs(set, after.get(line.key)!, change, 'From'))
          stays(undoing, line, change.Field, 'is written by the service, and follows other records.');
  }

  /** The lines whose contacts the caller may not give back to their former owners, and why. */
  private async refusedOwners(
    { caller, set }: Undoing,
    lines: readonly StoredLine[],
  ): Promise<ReadonlyMap<number, string>> {
    if (set.name !== 'contacts' || caller.isAdministrator) return new Map();
    const given = lines.flatMap(({ line, now, changes }) => {
      const change = changes.find(({ Field }) => Field === 'AgentId');
      return change ? [{ line, row: { ...keyOf(set, now), AgentId: Number(change.From) || null } }] : [];
    });
    const errors = await this.access.errors(caller, set, given);
    return new Map(
      given.flatMap(({ line }, at) => errors[at].slice(0, 1).map(({ Message }) => [line, Message] as const)),
    );
  }

  /** Shares contacts again with the agents who got them by the import. */
  private async shareAgain(lines: readonly StoredLine[]): Promise<void> {
    const shares = lines.flatMap(({ now, changes }) =>
      changes
        .filter(({ Field }) => Field === sharedWith)
        .map(({ From }) => ({ ContactId: now.ContactId, AgentId: Number(From) })),
    );
    if (shares.length > 0) await this.sets.named('contact-shares')!.save!(shares);
  }

  /** Saves the former values. Returns false if a line is refused, so that the undo begins again without it. */
  private async saved(undoing: Undoing, changed: readonly { line: StoredLine; row: Row }[]): Promise<boolean> {
    const { set, refused } = undoing;
    if (changed.length === 0) return false;
    try {
      await set.save(changed.map(({ row }) => row));
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const known = refused.size;
      for (const { line, row } of changed) {
        const why = await refusalOf(() => set.save([row]));
        if (why !== undefined) refused.set(line.line, why);
      }
      if (refused.size === known) throw error;
      return false;
    }
  }

  /** The former values of a record, with its key; undefined if its fields no longer allow them. */
  private formerOf(
    { set, refused }: Undoing,
    { line, now }: StoredLine,
    changes: readonly ImportRow[],
  ): Row | undefined {
    const json: Row = {};
    const encrypted: Row = {};
    for (const { Field, From, StoredFrom } of changes) {
      const field = fieldOf(set.record, Field)!;
      if (!field.options.encrypted) json[Field] = From === '' ? null : field.type.fromText(From);
      else if (!field.options.secret || StoredFrom === '') encrypted[Field] = StoredFrom || null;
      else encrypted[Field] = this.cipher.encrypt(StoredFrom, encryptionContext(set, field, now));
    }
    const { timeZone, country } = this.config;
    const { value, errors } = bind(set.record, json, { timeZone, country });
    if (errors.length > 0) {
      refused.set(line, errors[0].Message);
      return undefined;
    }
    const sent = Object.fromEntries(Object.keys(json).map((name) => [name, (value as Row)[name]]));
    return { ...sent, ...encrypted, ...keyOf(set, now) };
  }

  /** The stored records of lines by key, decrypted. */
  private async stored(set: ImportedSet, lines: readonly DoneLine[]): Promise<ReadonlyMap<string, Row>> {
    if (lines.length === 0) return new Map();
    const names = exportedFields(set, true).map(({ name }) => name);
    const keys = lines.map(({ key }) => valuesOf(set, key));
    const isOne = anyKey(
      set.key.map((name) => quoted(name, 's')),
      keys,
    );
    const rows = await this.db.all<Row>(sql`SELECT ${quotedList(names, 's')} FROM (${set.rows}) s WHERE ${isOne}`);
    const encrypted = exportedFields(set, true).filter(({ options }) => options.encrypted);
    for (const row of rows)
      for (const field of encrypted) {
        const text = row[field.name];
        if (typeof text === 'string' && text !== '')
          row[field.name] = this.cipher.open(text, encryptionContext(set, field, row)) ?? null;
      }
    return new Map(rows.map((row) => [set.key.map((name) => String(row[name])).join(','), row]));
  }
}

function stays({ left }: Undoing, { line, key }: DoneLine, Field: string, Message: string): void {
  left.push({ Line: line, Key: key, Field, Message: Message.slice(0, longestMessage) });
}

/** Batches of lines in which no key occurs twice. */
function* batchesOf(lines: readonly DoneLine[]): Generator<DoneLine[]> {
  let some: DoneLine[] = [];
  for (const line of lines) {
    if (some.length === batch || some.some(({ key }) => key === line.key)) {
      yield some;
      some = [];
    }
    some.push(line);
  }
  if (some.length > 0) yield some;
}

function valuesOf(set: ImportedSet, key: string): unknown[] {
  const texts = set.key.length === 1 ? [key] : key.split(',');
  return set.key.map((name, at) => {
    const { type } = fieldOf(set.record, name)!;
    return type.read(type.fromText(texts[at]));
  });
}

function keyOf(set: ImportedSet, row: Row): Row {
  return Object.fromEntries(set.key.map((name) => [name, row[name]]));
}

/** Whether the record still has, or has again, the value that the change states. */
function isAs(set: ImportedSet, row: Row, change: ImportRow, side: 'From' | 'To'): boolean {
  const field = fieldOf(set.record, change.Field)!;
  const value = row[change.Field];
  if (field.options.encrypted) return ((value as string | null) ?? '') === change[`Stored${side}`];
  return textOf(field, value) === change[side];
}

/** Whether an added record has a value in a field that the import left unset. */
function addsTo(set: ImportedSet, now: Row, changes: readonly ImportRow[]): boolean {
  const known = new Set([...set.key, ...changes.map(({ Field }) => Field)]);
  return exportedFields(set, true).some((field) => {
    const value = now[field.name];
    return !known.has(field.name) && value !== false && value !== 0 && textOf(field, value) !== '';
  });
}

/** Does the work, and returns why it is refused; undefined if it is done. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.errors.at(0)?.Message ?? error.message;
  }
}

function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500;
}
