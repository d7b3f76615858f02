import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { AuditRemoval } from '../audit-chain/audit-removal.service.js';
import { AuditKeys } from '../audit-chain/audit-keys.js';
import { AuditChain } from '../audit-chain/chain.js';
import { Db } from '../../database/db.js';
import { BadRequest } from '../../errors/errors.js';
import type { DateTime } from '../../record/fields.js';
import { parseDateTime } from '../../record/values/datetime-text.js';
import { shift } from '../../record/values/datetime.js';
import { newGuid } from '../../record/values/guid.js';
import { ArchiveFile, type ArchiveName, type Manifest } from './archive-file.js';
import { ArchivedSet, type Archiver } from './archived-set.js';
import { AuditArchiver } from './audit-archiver.js';
import { TableArchiver } from './table-archiver.js';

interface Archived {
  file: string;
  lines: number;
  /** Number of archived rows that remain in the database, because they changed during the run. */
  left: number;
}

/** `done` is the number of lines that the step has processed, `of` the approximate number of all its lines. */
export type Progress = (step: string, done: number, of: number) => void;

const day = 86_400_000;

/**
 * Moves old rows to a file and back. Rows are deleted once the file is on the disk and was verified. If a run is
 * stopped, start it again with the same arguments: the manifest shows where it continues.
 */
@Injectable()
export class Archive {
  constructor(
    private readonly db: Db,
    private readonly config: Config,
    private readonly clock: BusinessClock,
    private readonly discovery: DiscoveryService,
    private readonly chain: AuditChain,
    private readonly keys: AuditKeys,
    private readonly removal: AuditRemoval,
  ) {}

  /**
   * Archives the rows of `set` that are older than `date`, in ISO 8601. `to` is a folder or an `.ndjson` file. Returns
   * undefined if no row is older. Throws BadRequest.
   */
  async run(set: ArchiveName, date: string, to: string, progress: Progress): Promise<Archived | undefined> {
    const archiver = this.archiverOf(set);
    const before = this.moment(date, archiver);
    const resumed = await unfinished(set, before, to);
    const { file } = resumed;
    let { manifest } = resumed;
    if (manifest) await file.check(manifest);
    else {
      const { lines, seals } = await archiver.plan(before);
      if (lines === 0) return undefined;
      const about = { set, before, run: newGuid(), removed: false, ...(seals !== undefined && { seals }) };
      manifest = await file.write(archiver.lines(before, seals), about, (done) => progress('writing', done, lines));
    }
    await this.begin(archiver, manifest, file.path);
    let [done, removed] = [0, 0];
    for await (const lines of file.batches()) {
      removed += await archiver.remove(lines);
      progress('removing', (done += lines.length), manifest.lines);
    }
    await file.keep({ ...manifest, removed: true });
    return { file: file.path, lines: manifest.lines, left: resumed.manifest ? 0 : manifest.lines - removed };
  }

  /**
   * Restores those rows of the archive `path` that the database lacks. Returns the number of lines in the file
   * (`lines`) and of lines whose rows were restored (`restored`). Throws BadRequest if the file is not an unchanged
   * archive, and Conflict if its rows must not be restored.
   */
  async restore(path: string, progress: Progress): Promise<{ lines: number; restored: number }> {
    const { file, manifest } = await this.opened(path);
    await file.check(manifest);
    const archiver = this.archiverOf(manifest.set);
    await archiver.mayRestore?.(manifest, file.batches());
    let [done, restored] = [0, 0];
    for await (const lines of file.batches()) {
      restored += await archiver.restore(lines);
      progress('restoring', (done += lines.length), manifest.lines);
    }
    await this.db.tx(async () => {
      const isRecorded = await archiver.restored?.(manifest);
      if (isRecorded || restored > 0)
        this.db.audited({ ...changeOf(manifest, path), Action: 'Restore', Count: restored || manifest.lines });
    });
    return { lines: manifest.lines, restored };
  }

  /**
   * Compares the archive `path` of the audit with the seals of its rows. `problem` describes the first difference.
   * Throws BadRequest if the file is not an archive of the audit, and Conflict if a seal cannot be verified.
   */
  async verifyAudit(path: string): Promise<{ lines: number; problem?: string }> {
    const { file, manifest } = await this.opened(path);
    if (manifest.set !== 'audit') throw new BadRequest(`${path} is not an archive of the audit.`);
    const audit = new AuditArchiver(this.db, this.chain, this.keys, this.removal);
    return { lines: manifest.lines, problem: await audit.verify(manifest, file.batches()) };
  }

  private async opened(path: string): Promise<{ file: ArchiveFile; manifest: Manifest }> {
    const file = new ArchiveFile(path);
    const manifest = await file.manifest();
    if (!manifest) throw new BadRequest(`${path} is not an archive: it or ${path}.manifest.json does not exist.`);
    return { file, manifest };
  }

  private archiverOf(name: ArchiveName): Archiver {
    if (name === 'audit') return new AuditArchiver(this.db, this.chain, this.keys, this.removal);
    for (const { instance } of this.discovery.getProviders())
      if (instance instanceof ArchivedSet && instance.name === name) return new TableArchiver(this.db, instance);
    throw new Error(`No module archives ${name}.`);
  }

  private moment(date: string, { age: { days, why } }: Archiver): DateTime {
    const before = parseDateTime(date, { timeZone: this.config.timeZone });
    if (before === undefined) throw new BadRequest('--before must be a date such as 2025-01-01.');
    const latest = shift(this.clock.now(), -days * day)!;
    if (before <= latest) return before;
    throw new BadRequest(`--before must be ${latest.slice(0, 10)} or earlier, ${days} days ago: ${why}.`);
  }

  /** Records in the audit, once for each run, that the archived rows will be deleted. */
  private async begin(archiver: Archiver, manifest: Manifest, path: string): Promise<void> {
    await this.db.tx(async () => {
      const change = changeOf(manifest, path);
      const isAudited = await this.db.one(
        sql`SELECT 1 AS One FROM audit a WHERE a.RecordId = ${change.Id} AND a.Record = ${change.Record}`,
      );
      if (isAudited) return;
      await archiver.begun(manifest);
      this.db.audited({ ...change, Action: 'Archive', Count: manifest.lines });
    });
  }
}

function changeOf({ run, set, before, sha256 }: Manifest, path: string) {
  return { Record: 'Archive', Id: run, After: { Set: set, Before: before, File: path, Sha256: sha256 } };
}

/**
 * Returns the file that a stopped run left, with its manifest, or else a file that does not exist yet. Throws
 * BadRequest if `to` names another archive or a complete one.
 */
async function unfinished(
  set: ArchiveName,
  before: DateTime,
  to: string,
): Promise<{ file: ArchiveFile; manifest?: Manifest }> {
  const isFile = to.endsWith('.ndjson');
  for (let number = 1; ; number++) {
    const name = `${set}-before-${before.slice(0, 10)}${number === 1 ? '' : `-${number}`}.ndjson`;
    const file = new ArchiveFile(isFile ? to : join(to, name));
    const manifest = await file.manifest();
    if (manifest && isFile && manifest.removed) throw new BadRequest(`${to} exists already and is complete.`);
    if (manifest && (manifest.set !== set || manifest.before !== before))
      throw new BadRequest(`${file.path} is an archive of ${manifest.set} from before ${manifest.before}.`);
    if (!manifest?.removed) return { file, manifest };
  }
}
