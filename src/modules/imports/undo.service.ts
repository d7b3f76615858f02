import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { columns } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { anyKey } from '../../database/sql/conditions.js';
import { quoted, quotedList } from '../../database/sql/quoted.js';
import { Conflict, Gone, ServiceError } from '../../errors/errors.js';
import type { RunOnce } from '../../http/endpoint/request-context.js';
import { bind, type BoundWith } from '../../record/bind.js';
import { fieldOf } from '../../record/metadata.js';
import type { SentRow } from '../../sets/import-options.js';
import { encryptionContext, exportedFields, type ImportedSet } from '../../sets/record-set.js';
import { Import, ImportRow } from './import.entity.js';
import { ImportsAccessService } from './imports-access.service.js';
import type { LeftChange, UndoRequest } from './imports.records.js';
import { ImportsService } from './imports.service.js';
import { digestOf, groupsOf, textOf } from './line-log.js';

type Row = Record<string, unknown>;

/** What an import did to the record of a line. */
interface DoneLine {
  readonly line: number;
  readonly key: string;
  readonly isNew: boolean;
  readonly changes: readonly ImportRow[];
}

/** Maximum number of lines that one statement undoes. */
const batch = 200;
/** Maximum number of lines whose undo the rules of their set may refuse. */
const mostRefused = 50;
const longestMessage = 1000;
const changedSince = 'has changed since the import.';

/** Thrown to undo again without a line that a rule of its set refuses. */
class Refused extends Error {
  constructor(
    readonly line: number,
    override readonly message: string,
  ) {
    super(message);
  }
}

/** Thrown to roll back the undo of a dry run. */
class DryRun extends Error {
  constructor(readonly result: LeftChange[]) {
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
    for (;;) {
      try {
        const attempt = (): Promise<LeftChange[]> => this.attempt(caller, set, ImportId, refused);
        const responseOf = async (LeftBehind: LeftChange[]): Promise<object> => {
          return { Imports: [await this.imports.read(caller, ImportId)], LeftBehind };
        };
        return dryRun
          ? await responseOf(await this.tried(attempt))
          : await once(async () => responseOf(await attempt()));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused.set(error.line, error.message);
        if (refused.size > mostRefused)
          throw new Conflict(`The undo is refused for more than ${mostRefused} records; the first: ${error.message}`);
      }
    }
  }

  private async attempt(
    caller: Principal,
    set: ImportedSet,
    ImportId: string,
    refused: ReadonlyMap<number, string>,
  ): Promise<LeftChange[]> {
    const left: LeftChange[] = [];
    const work = async (): Promise<void> => {
      mustBeDone((await this.db.lockRow(Import, { ImportId }))!);
      const lines = await this.linesOf(ImportId);
      // The last line comes first, because a record of several lines has the values of the last one.
      for (const some of batchesOf(lines.toReversed()))
        left.push(...(await this.undoLines(caller, set, some, refused)));
      await this.db.update(Import, { ImportId }, { State: 'Undone' });
      this.db.audited({ Record: Import.name, Id: ImportId, Action: 'Undo', Count: lines.length });
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
      if (error instanceof DryRun) return error.result;
      throw error;
    }
    throw new Error('The transaction of a dry run was committed.');
  }

  private async linesOf(ImportId: string): Promise<DoneLine[]> {
    const rows = await this.db.all<ImportRow>(sql`SELECT ${columns(ImportRow, 'r')} FROM import_rows r
      WHERE r.ImportId = ${ImportId} AND ${quoted('Action', 'r')} IN ('Insert', 'Update', 'Merged')
        AND r.ErrorCode = '' AND r.Message = '' ORDER BY r.Line, r.RowId`);
    const lines = new Map<number, ImportRow[]>();
    for (const row of rows.map((stored) => this.db.shown(ImportRow, stored)))
      lines.set(row.Line, [...(lines.get(row.Line) ?? []), row]);
    return [...lines].map(([line, changes]) => {
      const [{ Key: key, Action }] = changes;
      return { line, key, isNew: Action === 'Insert', changes };
    });
  }

  private async undoLines(
    caller: Principal,
    set: ImportedSet,
    lines: readonly DoneLine[],
    refused: ReadonlyMap<number, string>,
  ): Promise<LeftChange[]> {
    const stored = await this.stored(set, lines);
    const left: LeftChange[] = [];
    const stays = ({ line, key }: DoneLine, Field: string, Message: string): void =>
      void left.push({ Line: line, Key: key, Field, Message: Message.slice(0, longestMessage) });
    const open: (DoneLine & { now: Row })[] = [];
    for (const each of lines) {
      const now = stored.get(each.key);
      const why = refused.get(each.line);
      if (why !== undefined) stays(each, '', why);
      else if (now) open.push({ ...each, now });
      else if (!each.isNew) stays(each, '', 'was removed since the import.');
    }
    // An added record that is unchanged is still the caller's own.
    const old = open.filter(({ isNew }) => !isNew);
    const rows = old.map(({ line, now }): SentRow => ({ line, row: keyOf(set, now) }));
    const errors = await this.access.errors(caller, set, rows);
    const forbidden = new Map(old.map(({ line }, at) => [line, errors[at].at(0)]));
    const groups = groupsOf(exportedFields(set, true));
    const removed: typeof open = [];
    const changed: { line: DoneLine; row: Row; restored: readonly ImportRow[] }[] = [];
    for (const each of open) {
      const { now, changes } = each;
      const error = forbidden.get(each.line);
      const isPresent = (change: ImportRow): boolean => isAs(set, now, change, 'To');
      if (error) stays(each, '', error.Message);
      else if (each.isNew) {
        if (changes.every(isPresent) && !addsTo(set, now, changes)) removed.push(each);
        else stays(each, '', changedSince);
      } else {
        const reasonOf = (change: ImportRow): string | undefined => {
          if (!isPresent(change)) return changedSince;
          const group = groups.get(change.Field);
          if (!group || digestOf(group, now) === change.GroupAfter) return undefined;
          const names = group.map(({ name }) => name).filter((name) => name !== change.Field);
          return `belongs to ${names.join(' or ')}, which ${changedSince}`;
        };
        for (const change of changes) {
          const reason = reasonOf(change);
          if (reason !== undefined) stays(each, change.Field, reason);
        }
        const restored = changes.filter((change) => reasonOf(change) === undefined);
        if (restored.length > 0) changed.push({ line: each, row: this.formerOf(set, each, now, restored), restored });
      }
    }
    for (const each of removed) await this.remove(set, each);
    await this.restore(set, changed);
    const after = await this.stored(
      set,
      changed.map(({ line }) => line),
    );
    for (const { line, restored } of changed)
      for (const change of restored)
        if (!isAs(set, after.get(line.key)!, change, 'From'))
          stays(line, change.Field, 'is written by the service, and follows other records.');
    return left;
  }

  private async remove(set: ImportedSet, { line, now }: DoneLine & { now: Row }): Promise<void> {
    if (!set.removeAdded)
      throw new Refused(line, `An undo cannot remove records of ${set.name}: remove them one by one.`);
    await this.orRefuse(line, () => set.removeAdded!([keyOf(set, now)]));
  }

  private async restore(set: ImportedSet, changed: readonly { line: DoneLine; row: Row }[]): Promise<void> {
    if (changed.length === 0) return;
    try {
      await set.save(changed.map(({ row }) => row));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Find the refused record. The transaction then begins again without it.
      for (const { line, row } of changed) await this.orRefuse(line.line, () => set.save([row]));
      throw error;
    }
  }

  private async orRefuse(line: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw isRefusal(error) ? new Refused(line, error.errors.at(0)?.Message ?? error.message) : error;
    }
  }

  /** The former values of a record, with its key. Throws Refused for values that its fields no longer allow. */
  private formerOf(set: ImportedSet, { line }: DoneLine, now: Row, changes: readonly ImportRow[]): Row {
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
    if (errors.length > 0) throw new Refused(line, errors[0].Message);
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

function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500;
}

/** Throws Conflict for an import that was not run, and Gone if its rows were removed. */
function mustBeDone({ State, AttachmentId }: Import): void {
  if (State !== 'Done') throw new Conflict(`Only an import that was run can be undone: this one is ${State}.`);
  if (!AttachmentId) throw new Gone('An import can be undone for 30 days.');
}
