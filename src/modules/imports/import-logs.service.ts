import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { Db } from '../../database/db.js';
import { chunksOf } from '../../database/sql/chunks.js';
import { Job } from '../../jobs/job.decorator.js';
import type { Guid } from '../../record/fields.js';
import { newGuid } from '../../record/values/guid.js';
import { ImportLog, ImportRow } from './import.entity.js';
import type { LoggedRow } from './line-log.js';

/**
 * Milliseconds after which a log that no import names was left by a stopped process. An import names its log when the
 * rows are stored (seconds), and the file is scanned and in the store (a minute at most for each).
 */
const unusedAfter = 600_000;
/** Number of rows that one transaction writes or removes. */
const batch = 500;
/** Number of rows that one statement writes. V8 keeps the garbage of longer ones until it collects the whole heap. */
const statement = 100;

/**
 * Stores what previews and runs have logged. A log can have 200,000 rows, so it is written and removed in parts:
 * between them others can write on SQLite. An import names its log only when all rows of it are stored.
 */
@Injectable()
export class ImportLogsService {
  constructor(
    private readonly db: Db,
    private readonly time: SystemClock,
  ) {}

  /** Stores a log that no import names yet. In a transaction, all of it belongs to the transaction. */
  async store(rows: readonly LoggedRow[]): Promise<Guid> {
    const LogId = newGuid();
    await this.db.tx(() => this.db.insert(ImportLog, { LogId, CreatedAt: this.time.at() }));
    for (const some of chunksOf(rows, batch)) {
      await this.db.tx(async () => {
        for (const few of chunksOf(some, statement))
          await this.db.insertAll(
            ImportRow,
            few.map((row) => ({ ...row, LogId })),
          );
      });
      if (isTurnOver()) await nextTurn();
    }
    return LogId;
  }

  /** Removes a log at the end of a call, unless an import names it. If this fails, the job removes the log later. */
  async discard(LogId: Guid | null | undefined): Promise<void> {
    if (LogId) await this.removeUnused(LogId).catch(() => undefined);
  }

  /** Removes a log outside transactions, unless an import names it. */
  private async removeUnused(LogId: Guid): Promise<void> {
    if (await this.db.one(sql`SELECT 1 FROM imports i WHERE i.LogId = ${LogId}`)) return;
    for (;;) {
      const last = await this.db.one<{ RowId: string }>(sql`SELECT r.RowId AS RowId FROM import_rows r
        WHERE r.LogId = ${LogId} ORDER BY r.RowId LIMIT 1 OFFSET ${batch}`);
      if (!last) break;
      const { RowId } = last;
      await this.db.tx(() => this.db.execute(sql`DELETE FROM import_rows WHERE LogId = ${LogId} AND RowId < ${RowId}`));
      if (isTurnOver()) await nextTurn();
    }
    await this.db.tx(() => this.db.execute(sql`DELETE FROM import_logs WHERE LogId = ${LogId}`));
  }

  /** Removes the logs that a process left when it stopped before an import named them, and those of removed users. */
  @Job({ name: 'unused logs of imports', every: unusedAfter })
  async sweep(): Promise<void> {
    const unused = await this.db.all<{ LogId: Guid }>(sql`SELECT l.LogId AS LogId FROM import_logs l
      WHERE l.CreatedAt < ${this.time.at(-unusedAfter)}
        AND NOT EXISTS (SELECT 1 FROM imports i WHERE i.LogId = l.LogId)`);
    for (const { LogId } of unused) await this.removeUnused(LogId);
  }
}
