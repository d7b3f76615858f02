import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { changesTo } from '../../database/audit/change-log.js';
import { Db } from '../../database/db.js';
import { tableOf } from '../../database/schema/table.js';
import { anyKey } from '../../database/sql/conditions.js';
import { Schema } from '../../database/schema/schema.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { localTime } from '../../record/values/local-time.js';
import type { WatchedRow } from '../../sets/import-options.js';
import { exportedFields, type ImportedSet } from '../../sets/record-set.js';
import { versionField, versionWriter } from '../../sets/version.js';
import { callers } from '../audit/audit.service.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactSearchService } from '../contacts/search/contact-search.service.js';
import type { Judge } from './line-log.js';
import { isMisread, lostZeros } from './reading/damage.js';
import type { PreparedFile } from './reading/prepared.js';

const mostNamed = 10;
const contactKey = 'Contact.ContactId';
/** Number of audit entries of a record among which its last change is looked for; the others are readings. */
const mostEntries = 20;

interface LastEntry {
  At: string;
  UserName: string;
  Changes: string;
}

/** Finds the rows of a file that may be wrong. */
@Injectable()
export class JudgeService {
  constructor(
    private readonly db: Db,
    private readonly schema: Schema,
    private readonly search: ContactSearchService,
    private readonly config: Config,
  ) {}

  judge(caller: Principal, set: ImportedSet, file: PreparedFile): Judge {
    const version = versionWriter(set);
    const seen = new Map<string, number>();
    return async (rows) => {
      const duplicates = set.name === 'contacts' ? await this.duplicates(caller, rows, seen) : [];
      const deleted = await this.deleted(set, rows);
      const judged = [];
      for (const [at, row] of rows.entries()) {
        const doubts = [...this.damage(set, row), ...(duplicates[at] ?? []), ...(deleted.get(row.line) ?? [])];
        const sent = file.versions.get(row.line);
        if (sent !== undefined && row.before && changes(set, row) && sent !== version(row.before))
          doubts.push(await this.changed(set, row));
        judged.push(doubts);
      }
      return judged;
    };
  }

  /**
   * The agent with whom a new owner of a contact no longer shares it, by the line that names this owner. Only changed
   * values are in the rows.
   */
  async endedShares({ name }: ImportedSet, rows: readonly WatchedRow[]): Promise<ReadonlyMap<number, number>> {
    const given = rows.filter(({ row, before }) => name === 'contacts' && before && row.AgentId);
    if (given.length === 0) return new Map();
    const keys = given.map(({ row, before }) => [before!.ContactId, row.AgentId]);
    const found = await this.db.all<{ ContactId: number; AgentId: number }>(sql`SELECT s.ContactId AS ContactId,
      s.AgentId AS AgentId FROM contact_shares s
      WHERE ${anyKey([sql`s.ContactId`, sql`s.AgentId`], keys)}`);
    const ended = new Map(found.map(({ ContactId, AgentId }) => [ContactId, AgentId]));
    return new Map(
      given.flatMap(({ line, before }) => {
        const agentId = ended.get(before!.ContactId as number);
        return agentId === undefined ? [] : [[line, agentId] as const];
      }),
    );
  }

  /** The doubts about lines that change a deleted contact, or give a record to one. */
  private async deleted(set: ImportedSet, rows: readonly WatchedRow[]): Promise<ReadonlyMap<number, FieldError[]>> {
    const doubt = (name: string): FieldError => fieldError('Invalid', name, 'is a deleted contact: restore it first');
    const byLine = new Map<number, FieldError[]>();
    if (set.name === 'contacts') {
      for (const each of rows)
        if (each.before?.Deleted && each.row.Deleted === undefined && changes(set, each))
          byLine.set(each.line, [doubt('ContactId')]);
      return byLine;
    }
    for (const { name } of exportedFields(set, false).filter(({ options }) => options.references === contactKey)) {
      const named = rows.filter(({ row }) => typeof row[name] === 'number');
      if (named.length === 0) continue;
      const found = await this.db.all<{ ContactId: number }>(sql`SELECT c.ContactId AS ContactId FROM contacts c
        WHERE c.Deleted = 1 AND c.ContactId IN (${join(named.map(({ row }) => row[name]))})`);
      const ids = new Set(found.map(({ ContactId }) => ContactId));
      for (const { line, row } of named)
        if (ids.has(row[name] as number)) byLine.set(line, [...(byLine.get(line) ?? []), doubt(name)]);
    }
    return byLine;
  }

  /** Values that are the stored ones without their zeros at the beginning, or in a wrong encoding. */
  private damage(set: ImportedSet, { row, before }: WatchedRow): FieldError[] {
    if (!before) return [];
    return exportedFields(set, false).flatMap(({ name, type, options }) => {
      const [stored, sent] = [before[name], row[name]];
      if (typeof stored !== 'string' || typeof sent !== 'string') return [];
      if (type.name === 'text' && isMisread(stored, sent))
        return [
          fieldError('Invalid', name, 'is the stored value, of which a spreadsheet misread letters: open as UTF-8'),
        ];
      const holdsDigits = options.digits === true || type.form === 'phone' || type.form === 'address';
      if (!holdsDigits || !lostZeros(stored, sent)) return [];
      return [fieldError('Invalid', name, 'is the stored value without the zeros at its beginning')];
    });
  }

  /** New contacts that share an e-mail address or telephone number with a stored one, or with an earlier line. */
  private async duplicates(
    caller: Principal,
    rows: readonly WatchedRow[],
    seen: Map<string, number>,
  ): Promise<FieldError[][]> {
    const added = rows.filter(({ before }) => !before);
    const found = await this.search.alike(
      caller,
      added.map(({ row }) => row as Partial<Contact>),
    );
    const byLine = new Map<number, FieldError[]>();
    for (const [at, { line }] of added.entries()) {
      const { terms, ids } = found[at];
      const earlier = terms.map((term) => seen.get(term)).find((one) => one !== undefined && one < line);
      for (const term of terms) if (!seen.has(term)) seen.set(term, line);
      if (ids.length > 0) byLine.set(line, [duplicate(`contact ${ids.slice(0, mostNamed).join(', ')}`)]);
      else if (earlier !== undefined) byLine.set(line, [duplicate(`line ${earlier}`)]);
    }
    return rows.map(({ line }) => byLine.get(line) ?? []);
  }

  /** The doubt about a record that has changed since its export, with the user and the time of the change. */
  private async changed(set: ImportedSet, { before }: WatchedRow): Promise<FieldError> {
    const entity = this.schema.entities.find((each) => each === (set.entity ?? set.record));
    const id = set.key.map((name) => String(before![name])).join(',');
    const name = entity ? tableOf(entity).record : set.record.name;
    const entries = await this.db.all<LastEntry>(sql`SELECT o.At AS At, o.Changes AS Changes,
      ${callers.columns.UserName} AS UserName
      FROM (SELECT h.AuditId AS AuditId FROM (
        SELECT a.AuditId AS AuditId FROM audit a WHERE a.RecordId = ${id} AND a.Record = ${name}
        UNION SELECT r.AuditId AS AuditId FROM audit_records r WHERE r.RecordId = ${id} AND r.Record = ${name}) h
        ORDER BY h.AuditId DESC LIMIT ${mostEntries}) l
      JOIN audit o ON o.AuditId = l.AuditId ${callers.joins.u} ${callers.joins.kl} ORDER BY o.AuditId DESC`);
    const last = entries.find((entry) =>
      changesTo(entry, (record, key) => record === name && key === id).some(({ Action }) => Action !== 'ReadSSN'),
    );
    const by = last ? `: ${last.UserName || 'the service'} changed it at ${this.shown(last.At)}` : '';
    return fieldError('Mismatch', versionField.name, `is not the present one${by}`);
  }

  /** A moment as people read it: `2026-11-26 14:30:25 (America/Chicago)`. */
  private shown(moment: string): string {
    const { timeZone } = this.config;
    return `${localTime(moment, timeZone)!.slice(0, 19).replace('T', ' ')} (${timeZone})`;
  }
}

function duplicate(of: string): FieldError {
  return { ErrorCode: 'Duplicate', FieldName: '', Message: `has an e-mail address or telephone number of ${of}.` };
}

/** Whether the row has values beyond its key. */
function changes({ key }: ImportedSet, { row }: WatchedRow): boolean {
  return Object.keys(row).some((name) => !key.includes(name));
}
