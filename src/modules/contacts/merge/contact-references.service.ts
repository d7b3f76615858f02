import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { contributed } from '../../../context/contributed.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { Db } from '../../../database/db.js';
import { columns, keyNames, storedFields } from '../../../database/schema/columns.js';
import { Schema, type Link } from '../../../database/schema/schema.js';
import { tableOf } from '../../../database/schema/table.js';
import { anyKey } from '../../../database/sql/conditions.js';
import { chunksOf } from '../../../database/sql/chunks.js';
import { quoted, quotedList } from '../../../database/sql/quoted.js';
import { ServiceError } from '../../../errors/errors.js';
import type { Class } from '../../../record/field-types.js';
import type { Field } from '../../../record/metadata.js';
import { shift } from '../../../record/values/datetime.js';
import { Contact } from '../contact.entity.js';
import { keyOf } from '../person/person-tables.js';
import { MergeRule, type MergeStep } from './merge-rule.js';

type Row = Record<string, unknown>;

/** Maximum number of keys in one SQL condition. */
const mostKeys = 400;

/** Redirects the rows that refer to a contact. Finds them through the options `references` and `names` of fields. */
@Injectable()
export class ContactReferencesService {
  constructor(
    private readonly db: Db,
    private readonly discovery: DiscoveryService,
    private readonly schema: Schema,
  ) {}

  /** Makes all rows that refer to `from` refer to `to`. Returns the steps. Throws Conflict if a row cannot change. */
  async move(from: Contact, to: Contact): Promise<MergeStep[]> {
    const steps: MergeStep[] = [];
    for (const entity of this.schema.entities) {
      if (tableOf(entity).staysWithContact) continue;
      for (const link of this.linksTo(entity, Contact)) steps.push(...(await this.redirect(entity, link, from, to)));
    }
    return steps;
  }

  /** Calls `settle` of all merge rules, after the rows of a contact were moved. */
  async settle(contactId: number): Promise<MergeStep[]> {
    const steps: MergeStep[] = [];
    for (const rule of this.rules()) steps.push(...(await rule.settle(contactId)));
    return steps;
  }

  /** Undoes a step, except in rows that have changed since. Returns the number of rows that were not restored. */
  async undo(step: Exclude<MergeStep, { after: object }>): Promise<number> {
    const entity = this.schema.named(step.record);
    if (!entity) return 'keys' in step ? step.keys.length : 1;
    if ('keys' in step) {
      const { keys, field, from, to } = step;
      const held: Row[] = [];
      for (const part of chunksOf(keys, mostKeys)) held.push(...(await this.rowsAt(entity, part)));
      const unchanged = held.filter((row) => row[field] === to);
      await this.give(entity, unchanged, field, from);
      return keys.length - unchanged.length;
    }
    if (step.added && !(await this.db.remove<object>(entity, step.added))) return 1;
    try {
      await this.db.insert<object>(entity, step.removed);
      return 0;
    } catch (error) {
      // 400: the record to which the row refers was deleted since. 409: another row has the same unique key.
      if (error instanceof ServiceError && [400, 409].includes(error.status)) return 1;
      throw error;
    }
  }

  /**
   * A unique key may allow no second row for `to`. If the row of `from` has values of its own, and a moment is part of
   * the key, as for activities, it moves to the next free moment. Otherwise the row of `from` is removed, and the rows
   * that refer to it then refer to the existing row of `to`.
   */
  private async redirect(entity: Class, { column, field, where = {} }: Link, from: object, to: object) {
    const steps: MergeStep[] = [];
    const [old, value] = [from, to].map((row) => (row as Row)[field]);
    if (old === null || value === null || old === value) return steps;
    const more = Object.entries(where).map(([name, text]) => sql` AND ${quoted(name, 't')} = ${text}`);
    const of = (wanted: unknown): Sql => sql`${quoted(column, 't')} = ${wanted}${join([...more, sql``], '')}`;
    const rows = await this.rowsOf(entity, of(old));
    if (rows.length === 0) return steps;
    const others = await this.rowsOf(entity, of(value));
    const twins = await twinsOf(entity, column, rows, value, others);
    for (const [at, row] of rows.entries()) {
      const twin = twins.get(row);
      const changes = twin && hasOwnValues(entity, row, twin) && laterThan(entity, column, row, [...others, ...rows]);
      if (!changes) continue;
      await this.db.updateHeld<object>(entity, [row], changes);
      for (const [name, moment] of Object.entries(changes))
        steps.push({
          ...{ record: tableOf(entity).record, keys: [keyOf(entity)(row)], field: name },
          from: row[name],
          to: moment,
        });
      twins.delete(row);
      rows[at] = { ...row, ...changes };
    }
    for (const [row, twin] of twins) {
      for (const child of this.schema.entities)
        for (const link of this.linksTo(child, entity)) steps.push(...(await this.redirect(child, link, row, twin)));
      steps.push({
        record: tableOf(entity).record,
        removed: (await this.db.remove(entity, keyOf(entity)(row)))! as Row,
      });
    }
    const moving = rows.filter((row) => !twins.has(row));
    if (keyNames(entity).includes(column)) {
      for (const removed of (await this.db.removeAll(entity, moving)) as Row[]) {
        const added = { ...removed, [column]: value };
        await this.db.insert<object>(entity, added);
        steps.push({ record: tableOf(entity).record, removed, added: keyOf(entity)(added) });
      }
      return steps;
    }
    await this.give(entity, moving, column, value);
    const keys = moving.map(keyOf(entity));
    if (keys.length > 0) steps.push({ record: tableOf(entity).record, keys, field: column, from: old, to: value });
    return steps;
  }

  private async give(entity: Class, rows: readonly Row[], column: string, value: unknown): Promise<void> {
    const rule = this.rules().find((one) => one.entity === entity);
    if (rule) await rule.move(rows, value);
    else await this.db.updateHeld<object>(entity, rows, { [column]: value });
  }

  /** Locks the rows and returns them. Reads them in parts, so that other calls get their turns between the parts. */
  private async rowsOf(entity: Class, where: Sql): Promise<Row[]> {
    const key = keyNames(entity).map((name) => sql`${quoted(name, 't')} AS ${quoted(name)}`);
    const keys = await this.db.lock<Row>(sql`SELECT ${join(key)} FROM ${raw(tableOf(entity).name)} t
      WHERE ${where} ORDER BY ${quotedList(keyNames(entity), 't')}`);
    const rows: Row[] = [];
    for (const part of chunksOf(keys, mostKeys)) rows.push(...(await this.rowsAt(entity, part)));
    return rows;
  }

  private rowsAt(entity: Class, keys: readonly Readonly<Row>[]): Promise<Row[]> {
    return this.db.lock(sql`SELECT ${columns(entity, 't')} FROM ${raw(tableOf(entity).name)} t
      WHERE ${keyIn(entity, keys)} ORDER BY ${quotedList(keyNames(entity), 't')}`);
  }

  private rules(): MergeRule[] {
    return contributed(this.discovery, MergeRule);
  }

  private linksTo(entity: Class, of: Class): Link[] {
    return this.schema.linksOf(entity).filter((link) => link.of === of);
  }
}

/**
 * Those of `rows` that would violate a unique key if `column` became `value`, each with the row of `others` that
 * already has this key.
 */
async function twinsOf(
  entity: Class,
  column: string,
  rows: readonly Row[],
  value: unknown,
  others: readonly Row[],
): Promise<Map<Row, Row>> {
  const twins = new Map<Row, Row>();
  for (const names of [keyNames(entity), ...tableOf(entity).unique].filter((unique) => unique.includes(column))) {
    const textOf = (row: Row): string => JSON.stringify(names.map((name) => row[name]));
    const known = new Map<string, Row>();
    for (const row of others) {
      if (isTurnOver()) await nextTurn();
      known.set(textOf(row), row);
    }
    for (const row of rows) {
      if (isTurnOver()) await nextTurn();
      const twin = known.get(textOf({ ...row, [column]: value }));
      if (twin && names.every((name) => row[name] !== null)) twins.set(row, twin);
    }
  }
  return twins;
}

/** Whether a row has a value that its twin does not have, apart from its keys. */
function hasOwnValues(entity: Class, row: Row, twin: Row): boolean {
  const keys = new Set([...keyNames(entity), ...tableOf(entity).unique.flat()]);
  return storedFields(entity).some(({ name, type, options }) => {
    if (keys.has(name) || options.stamp || row[name] === twin[name]) return false;
    return row[name] !== null && row[name] !== '' && row[name] !== type.unset;
  });
}

/**
 * The moments of a row, moved by as many milliseconds as it needs to differ from `others` in its unique key, so that it
 * can belong to the same contact. Undefined if no moment is part of the key.
 */
function laterThan(entity: Class, column: string, row: Row, others: readonly Row[]): Row | undefined {
  const moments = storedFields(entity).filter(({ type }) => type.name === 'datetime');
  const unique = tableOf(entity).unique.find((names) => names.includes(column) && hasMoment(names, moments));
  if (!unique) return undefined;
  const [{ name }] = moments.filter((field) => unique.includes(field.name));
  const rest = unique.filter((each) => each !== name && each !== column);
  const taken = new Set(others.filter((other) => rest.every((each) => other[each] === row[each])).map((o) => o[name]));
  const start = row[name] as string;
  for (let later = 1; ; later++) {
    const moment = shift(start, later);
    if (moment === undefined) return undefined;
    if (taken.has(moment)) continue;
    const equal = moments.filter((field) => row[field.name] === start);
    return Object.fromEntries(equal.map((field) => [field.name, moment]));
  }
}

function hasMoment(names: readonly string[], moments: readonly Field[]): boolean {
  return moments.some((field) => names.includes(field.name));
}

function keyIn(entity: Class, keys: readonly Readonly<Row>[]): Sql {
  const names = keyNames(entity);
  return anyKey(
    names.map((name) => quoted(name, 't')),
    keys.map((key) => names.map((name) => key[name])),
  );
}
