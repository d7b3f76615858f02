import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { CallDecisionService } from '../../auth/guards/call-decision.service.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { changesOf, changesTo } from '../../database/audit/change-log.js';
import type { AuditEntry } from '../../database/audit/audit.entity.js';
import { Db } from '../../database/db.js';
import { keyNames, storedFields } from '../../database/schema/columns.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { InnerCalls } from '../../http/endpoint/inner-calls.js';
import { Registry } from '../../http/endpoint/registry.js';
import { Conflict, noSuch } from '../../errors/errors.js';
import { fieldError } from '../../record/field-error.js';
import { isSent, ListResult, type ListOptions } from '../../record/lists/list-options.js';
import { masked } from '../../record/masked.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { parseExactJson } from '../../record/values/exact-json.js';
import { valueWriter } from '../../record/writers/json.js';
import { AuditValuesService } from '../audit/audit-values.service.js';
import { callers } from '../audit/audit.service.js';
import type { Noun } from './history.nouns.js';
import { HistoryEntry, type FieldChange, type RevertedEntry } from './history.records.js';

type Row = Readonly<Record<string, unknown>>;
type Stored = Pick<AuditEntry, 'AuditId' | 'Changes'>;

/** The changes that one call made to one record. */
interface RecordChange {
  /** Insert, Update, Delete or ReadSSN. */
  readonly actions: readonly string[];
  readonly fields: readonly { readonly field: Field; readonly before: unknown; readonly after: unknown }[];
}

@Injectable()
export class HistoryService {
  constructor(
    private readonly db: Db,
    private readonly registry: Registry,
    private readonly calls: InnerCalls,
    private readonly decision: CallDecisionService,
    private readonly values: AuditValuesService,
  ) {}

  /**
   * Lists the calls that changed a record or read its SSN, newest first. Throws the errors of the operation that reads
   * the record.
   */
  async list(noun: Noun, request: object, caller: Principal, options: ListOptions): Promise<ListResult<HistoryEntry>> {
    await this.call(noun.read.name, caller);
    const id = idOf(noun, request);
    const { skip = 0, take, orderBy, filters = [] } = options;
    // A page in the default order without filters needs only the newest audit entries of each table, as many as the
    // page skips and takes.
    const most = take !== undefined && orderBy.length + filters.length === 0 ? skip + take : undefined;
    const from = (limit?: number): Sql => sql`(${entriesOf(noun, id, limit)}) h JOIN audit o ON o.AuditId = h.AuditId`;
    const { joins } = callers;
    const list = this.db.list(
      HistoryEntry,
      {
        columns: {
          At: sql`o.At`,
          ...callers.columns,
          Name: callers.name,
          Operation: sql`o.Operation`,
          RequestId: sql`o.RequestId`,
          AuditId: sql`o.AuditId`,
          Changes: sql`o.Changes`,
        },
        from: from(most),
        joins,
        counted: { from: from(), joins },
        order: [{ descending: sql`h.AuditId` }],
        key: [sql`h.AuditId`],
      },
      options,
    );
    if (!isSent(options, 'Changes')) return list;
    const rows = list.rows as ListResult<HistoryEntry & Stored>['rows'];
    return new ListResult(
      rows.mapBatches((entries) => this.shown(noun, id, entries)),
      list.total,
    );
  }

  /**
   * Gives the fields that the call `request.AuditId` changed their former values, by a call of the operation that
   * `change` names. Throws NotFound, Conflict with one error for each field that cannot be undone, and the errors of
   * that operation.
   */
  async revert(noun: Noun, change: string, request: RevertedEntry, caller: Principal): Promise<object> {
    const before = await this.stored(noun, request);
    await this.call(noun.read.name, caller);
    const { actions, fields: all } = await this.read(noun, idOf(noun, request), request.AuditId);
    const fields = all.filter(({ field }) => !field.options.stamp);
    if (fields.length === 0 || actions.some((action) => action !== 'Update'))
      throw new Conflict(
        'This change cannot be undone: the call added or removed the record, or changed no field that responses show.',
      );
    const insistedOn = fields.filter(({ field }) => field.options.follows === undefined);
    refuse(insistedOn, (field, { before: from, after: to }) => {
      if (isMasked(field, from) || isMasked(field, to))
        return 'cannot be undone, because the history does not keep its values: send the value that it should have';
      if (textOf(field, before[field.name]) === textOf(field, to)) return undefined;
      return 'has changed since: undo the later change first, or send the value that it should have';
    });
    await this.mustBelong(noun, idOf(noun, request), request.AuditId, fields);
    const answer = await this.call(change, caller, parseExactJson(this.bodyOf(noun, change, fields)));
    const after = await this.stored(noun, request);
    refuse(insistedOn, (field, { before: from }) =>
      textOf(field, after[field.name]) === textOf(field, from)
        ? undefined
        : `cannot be undone, because ${change} does not write it`,
    );
    return answer;
  }

  /** Throws Conflict if a field belongs to another one that the call `auditId` did not change, but a later call did. */
  private async mustBelong(
    noun: Noun,
    id: string,
    auditId: Stored['AuditId'],
    fields: RecordChange['fields'],
  ): Promise<void> {
    const { length } = fields.filter(({ field }) => field.options.belongsTo);
    if (length === 0) return;
    const later = await this.db.all<Stored>(sql`SELECT o.AuditId AS AuditId, o.Changes AS Changes
      FROM (${entriesOf(noun, id)}) h JOIN audit o ON o.AuditId = h.AuditId WHERE h.AuditId > ${BigInt(auditId)}`);
    const since = (await this.changes(noun, id, later)).flatMap((each) => each.fields.map(({ field }) => field.name));
    const undone = fields.map(({ field }) => field.name);
    refuse(fields, ({ options }) => {
      const other = options.belongsTo?.find((name) => since.includes(name) && !undone.includes(name));
      return other && `cannot be undone, because it belongs to ${other}, which has changed since`;
    });
  }

  /** The changes that the call `auditId` made to the record. Throws NotFound if it made none. */
  private async read(noun: Noun, id: string, auditId: Stored['AuditId']): Promise<RecordChange> {
    const found = await this.db.one<Stored>(sql`SELECT o.AuditId AS AuditId, o.Changes AS Changes
      FROM (${entriesOf(noun, id)}) h JOIN audit o ON o.AuditId = h.AuditId WHERE h.AuditId = ${BigInt(auditId)}`);
    if (!found) throw noSuch('change of this record', Number(auditId));
    return (await this.changes(noun, id, [found]))[0];
  }

  /**
   * Calls the operation `name` for the record in the path of the request, with the JSON value `json` as the body.
   * Besides the permission for the history, the caller needs the permission for that operation.
   */
  private async call(name: string, caller: Principal, json?: unknown): Promise<object> {
    const operation = this.operation(name);
    return this.calls.call(operation, await this.decision.require(caller, operation), json);
  }

  /** Locks the row of the record and returns it. Throws NotFound. */
  private async stored({ entity }: Noun, request: object): Promise<Row> {
    const key = Object.fromEntries(keyNames(entity).map((name) => [name, (request as Row)[name]]));
    const found = await this.db.lockRow<object>(entity, key);
    if (!found) throw noSuch('record');
    return found as Row;
  }

  /** The JSON body for the operation `change`, with the former values. Some operations expect the record in a list. */
  private bodyOf({ read }: Noun, change: string, fields: RecordChange['fields']): string {
    const { list } = this.operation(read.name);
    const record = `{${fields.map(({ field, before }) => `"${field.name}":${textOf(field, before)}`).join(',')}}`;
    const { request } = this.operation(change).declaration;
    const wrapped = list && fieldsOf(request!).find(({ type }) => type.item?.record?.() === list.record);
    return wrapped ? `{"${wrapped.name}":[${record}]}` : record;
  }

  private operation(name: string): Operation {
    return this.registry.operations.find((operation) => operation.name === name)!;
  }

  private async shown(noun: Noun, id: string, entries: readonly (HistoryEntry & Stored)[]): Promise<HistoryEntry[]> {
    const changes = await this.changes(noun, id, entries);
    return entries.map((entry, at) => ({ ...entry, Changes: changes[at].fields.map(fieldChange) }));
  }

  private async changes(noun: Noun, id: string, entries: readonly Stored[]): Promise<RecordChange[]> {
    const own: Stored[] = [];
    for (const { AuditId, Changes } of entries) {
      if (isTurnOver()) await nextTurn();
      const ofRecord = changesTo({ Changes }, (record, key) => record === noun.entity.name && key === id);
      own.push({ AuditId, Changes: JSON.stringify(ofRecord) });
    }
    const shown = this.fieldsOf(noun);
    return (await this.values.reveal(own)).map((entry) => recordChange(changesOf(entry), shown));
  }

  /** The stored fields of the record that are in the response of the operation that reads it. */
  private fieldsOf({ read, entity }: Noun): readonly Field[] {
    const { list, declaration } = this.operation(read.name);
    const stored = new Set(storedFields(entity).map(({ name }) => name));
    return fieldsOf(list?.record ?? declaration.response).filter(({ name }) => stored.has(name));
  }
}

/** The key of the record in the form of the audit column RecordId. */
function idOf({ entity }: Noun, request: object): string {
  return keyNames(entity)
    .map((name) => String((request as Row)[name]))
    .join(',');
}

/** Selects the AuditIds of calls that changed the record, from the `most` newest rows of each table. */
function entriesOf({ entity }: Noun, id: string, most?: number): Sql {
  const limit = most === undefined ? sql`` : sql` LIMIT ${most}`;
  const one = (table: Sql): Sql =>
    sql`SELECT * FROM (SELECT a.AuditId AS AuditId FROM ${table} a
      WHERE a.RecordId = ${id} AND a.Record = ${entity.name} ORDER BY a.AuditId DESC${limit}) part`;
  return sql`${one(sql`audit`)} UNION ALL ${one(sql`audit_records`)}`;
}

/** Combines the changes that one call made to one record into one change from the first to the last values. */
function recordChange(changes: ReturnType<typeof changesOf>, shown: readonly Field[]): RecordChange {
  const [before, after]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const { Before = {}, After = {} } of changes)
    for (const name of new Set([...Object.keys(Before), ...Object.keys(After)])) {
      if (!(name in after) && !(name in before)) before[name] = Before[name];
      after[name] = After[name];
    }
  const fields = shown
    .filter(({ name }) => name in after)
    .map((field) => ({ field, before: before[field.name], after: after[field.name] }))
    .filter(({ field, before: from, after: to }) => isMasked(field, from) || textOf(field, from) !== textOf(field, to));
  return { actions: changes.map(({ Action }) => Action), fields };
}

function fieldChange({ field, before, after }: RecordChange['fields'][number]): FieldChange {
  return { Field: field.name, From: shownOf(field, before), To: shownOf(field, after) };
}

/** Whether the audit does not store the value, because it is or has a secret, or was erased. */
function isMasked({ options }: Field, value: unknown): boolean {
  return value === masked || (options.hostOnly === true && value !== null && value !== '');
}

/** The value as JSON text, in the form of the responses. */
function textOf(field: Field, value: unknown): string {
  return value === masked ? JSON.stringify(masked) : valueWriter(field)(value);
}

function shownOf(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = textOf(field, value);
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

/** Throws Conflict if `problemOf` returns a message for any field, with one error for each such field. */
function refuse(
  fields: RecordChange['fields'],
  problemOf: (field: Field, change: RecordChange['fields'][number]) => string | undefined,
): void {
  const errors = fields.flatMap((change) => {
    const problem = problemOf(change.field, change);
    return problem === undefined ? [] : [fieldError('Invalid', change.field.name, problem)];
  });
  if (errors.length === 0) return;
  const names = errors.map(({ FieldName }) => FieldName).join(', ');
  throw new Conflict(`Nothing was changed, because of ${names}: ${errors[0].Message}`, { errors });
}
