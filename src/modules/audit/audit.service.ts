import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { AuditEntry } from '../../database/audit/audit.entity.js';
import { changesTo } from '../../database/audit/change-log.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { columnsOf } from '../../database/schema/columns.js';
import { keyedBy } from '../../database/schema/name-keys.js';
import { rowByRow } from '../../database/sql/conditions.js';
import type { Bound } from '../../record/bind.js';
import { isSent, ListResult, type ListOptions } from '../../record/lists/list-options.js';
import { AuditValuesService } from './audit-values.service.js';
import type { AuditFilter } from './audit.records.js';

/**
 * SQL for the UserName of audit entry `o`: the UserName of the user, or `kiosk:` and the name of the location of the
 * kiosk.
 */
export const callers = {
  /** The name of the user, or of the location of the kiosk. */
  name: keyedBy(
    sql`COALESCE(NULLIF(u.DisplayName, ''), kl.Name, '')`,
    sql`COALESCE(NULLIF(u.DisplayNameKey, ''), kl.NameKey, '')`,
  ),
  columns: {
    UserName: sql`CASE WHEN u.UserName IS NOT NULL THEN u.UserName
      WHEN kl.Name IS NOT NULL THEN CONCAT('kiosk:', kl.Name) ELSE '' END`,
  },
  joins: {
    u: sql`LEFT JOIN users u ON u.UserId = o.UserId`,
    kl: sql`LEFT JOIN kiosk_keys kk ON kk.KeyId = o.UserId LEFT JOIN locations kl ON kl.LocationId = kk.LocationId`,
  },
};

const from = sql`audit o`;
const key = [sql`o.AuditId`];

@Injectable()
export class AuditService {
  constructor(
    private readonly db: Db,
    private readonly values: AuditValuesService,
  ) {}

  /** Lists the audit entries, newest first, with those personal values that are still stored. */
  list(filter: Bound<AuditFilter>, options: ListOptions): ListResult<AuditEntry> {
    const list = this.db.list(
      AuditEntry,
      {
        columns: { ...columnsOf(AuditEntry, 'o'), ...callers.columns },
        from,
        ...changing(filter, options),
        joins: callers.joins,
        order: [{ descending: sql`o.At` }, { descending: sql`o.AuditId` }],
        key,
      },
      options,
    );
    if (!isSent(options, 'Changes')) return list;
    return new ListResult(
      list.rows.mapBatches((rows) => this.values.reveal(rows.map((row) => partOf(row, filter)))),
      list.total,
    );
  }
}

/** The entry with only its changes of the record in the filter: an import, for example, changes many others too. */
function partOf(entry: AuditEntry, { Record, RecordId }: Bound<AuditFilter>): AuditEntry {
  if (!RecordId) return entry;
  const changes = changesTo(entry, (record, id) => id === RecordId && (!Record || record === Record));
  return { ...entry, Changes: JSON.stringify(changes) };
}

/**
 * The conditions that select the audit entries of the record in the filter; without RecordId, those of all records of
 * this kind. An entry names a record either in its own row (its first record) or in audit_records (its later records).
 */
function changing(
  { Record, RecordId }: Bound<AuditFilter>,
  { skip = 0, take, orderBy, filters = [] }: ListOptions,
): Pick<ListStatement<AuditEntry>, 'anyOf' | 'counted' | 'keys'> {
  if (RecordId) {
    // Few entries have this key, whatever their kind. SQLite would otherwise read all entries of the kind, because its
    // index has them in the order of the list.
    const isKind = Record ? sql` AND ${rowByRow(sql`o.Record = ${Record}`)}` : empty;
    const isLaterKind = Record ? sql` AND r.Record = ${Record}` : empty;
    const later = sql`SELECT r.AuditId FROM audit_records r WHERE r.RecordId = ${RecordId}${isLaterKind}`;
    // If the filter has no Record, one entry can meet both conditions, because records of different kinds can have the
    // same key.
    return { anyOf: [sql`o.RecordId = ${RecordId}${isKind}`, sql`o.AuditId IN (${later})`] };
  }
  if (!Record) return {};
  const isFirst = sql`o.Record = ${Record}`;
  const isOne = sql`r.Record = ${Record}`;
  const isLater = sql`EXISTS (SELECT 1 FROM audit_records r WHERE r.AuditId = o.AuditId AND ${isOne})`;
  const keys = [
    sql`SELECT a.AuditId AS AuditId FROM audit a WHERE a.Record = ${Record}`,
    sql`SELECT r.AuditId AS AuditId FROM audit_records r WHERE ${isOne}`,
  ];
  if (filters.length > 0 || orderBy.length > 0 || take === undefined) return { anyOf: [isFirst, isLater], keys };
  // A page needs only as many of the newest entries as it skips and takes.
  const newest = sql`SELECT DISTINCT r.AuditId AS AuditId FROM audit_records r WHERE ${isOne}
    ORDER BY r.AuditId DESC LIMIT ${skip + take}`;
  const isNewest = sql`o.AuditId IN (SELECT n.AuditId FROM (${newest}) n)`;
  return { anyOf: [isFirst, isNewest], counted: { from, key, anyOf: [isFirst, isLater], keys } };
}
