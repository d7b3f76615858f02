import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { Erasures } from '../../database/erasures.js';
import { columns, columnsOf, selectOf } from '../../database/schema/columns.js';
import { quoted } from '../../database/sql/quoted.js';
import { BadRequest, Conflict, Gone, Invalid, noSuch, refuse } from '../../errors/errors.js';
import type { UploadedForm } from '../../http/endpoint/files.js';
import type { RunOnce } from '../../http/endpoint/request-context.js';
import { Job } from '../../jobs/job.decorator.js';
import { bind, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { fieldOf } from '../../record/metadata.js';
import { ListResult, type ListOptions } from '../../record/lists/list-options.js';
import { newGuid } from '../../record/values/guid.js';
import { columnMapOf } from '../../sets/column-map.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { spoolOf } from '../../sets/source.js';
import { FilesService } from '../files/files.service.js';
import { ImportQueueService } from './import-queue.service.js';
import { Import, ImportRow, ImportSettings, ListedImport, ListedLine, ListedRow } from './import.entity.js';
import { ImportLogsService } from './import-logs.service.js';
import { ImportsAccessService } from './imports-access.service.js';
import { UploadOptions, type LinesRequest, type OptionsRequest, type RunRequest } from './imports.records.js';
import { tooLong, type LineLog, type LineLogOptions, type LoggedRow } from './line-log.js';
import { PreviewsService, type FileToImport } from './previews.service.js';
import { encodingNamed, encodings } from './reading/encodings.js';
import type { StoredContent } from './reading/file-reader.service.js';
import { isArchive } from './reading/workbook.js';

const hour = 3_600_000;
/** Milliseconds for which a file and the rows of its import are kept. */
const keptFor = 30 * 24 * hour;
const longestName = 255;
const binary = 'application/octet-stream';
const encoding = /charset="?([\w.:-]{1,40})/i;

const rowColumns = columnsOf(ListedRow, 'r');
/** Joins the user who sent import `i`. */
const sender = { u: sql`JOIN users u ON u.UserId = i.UserId` };

type Takes = LineLogOptions['takes'];
type Nulled<T> = { [Name in keyof T]: T[Name] | null };

/** Keeps the files that users import, with what their imports would do and have done. */
@Injectable()
export class ImportsService {
  /** The logs of the imports that this process runs, by ImportId. */
  private readonly running = new Map<Guid, LineLog>();

  constructor(
    private readonly db: Db,
    private readonly config: Config,
    private readonly clock: BusinessClock,
    private readonly time: SystemClock,
    private readonly files: FilesService,
    private readonly access: ImportsAccessService,
    private readonly logs: ImportLogsService,
    private readonly queue: ImportQueueService,
    private readonly previews: PreviewsService,
    private readonly sets: RecordSetsService,
    private readonly erasures: Erasures,
  ) {}

  /** Lists the caller's imports, newest first; all imports for an Administrator. */
  list(caller: Principal, options: ListOptions): ListResult<ListedImport> {
    const { rows, total } = this.db.list(
      ListedImport,
      {
        columns: { ...columnsOf(ListedImport, 'i'), ...this.computed },
        from: sql`imports i`,
        joins: sender,
        where: within(caller),
        order: [{ descending: sql`i.CreatedAt` }, { descending: sql`i.ImportId` }],
        key: [sql`i.ImportId`],
      },
      options,
    );
    return new ListResult(
      rows.map((row) => this.present(row)),
      total,
    );
  }

  /** Throws NotFound. */
  async read(caller: Principal, importId: Guid): Promise<ListedImport> {
    return this.present(listed(await this.require(caller, importId)));
  }

  /** Lists the changes, doubts and errors of the lines of an import. Throws NotFound. */
  async rows(caller: Principal, importId: Guid, options: ListOptions): Promise<ListResult<ListedRow>> {
    const { LogId } = await this.require(caller, importId);
    const order = [sql`r.Line`, sql`r.RowId`];
    const where = sql`r.LogId = ${LogId}`;
    return this.db.list(
      ListedRow,
      { columns: rowColumns, from: sql`import_rows r`, where, order, key: [sql`r.RowId`] },
      options,
    );
  }

  /** Lists the lines of an import that have rows; with a reason, only those with such a doubt or error. */
  async lines(
    caller: Principal,
    { ImportId, Reason }: BoundWith<LinesRequest, 'ImportId'>,
    options: ListOptions,
  ): Promise<ListResult<ListedLine>> {
    const { LogId } = await this.require(caller, ImportId);
    const isOfReason = Reason
      ? sql`r.Line IN (SELECT d.Line FROM import_rows d WHERE d.LogId = ${LogId} AND d.ErrorCode = ${Reason})`
      : sql`1 = 1`;
    return this.db.list(
      ListedLine,
      {
        columns: columnsOf(ListedLine, 'l'),
        from: sql`(SELECT r.Line AS Line, MIN(r.Action) AS Action, MAX(r.${quoted('Key')}) AS ${quoted('Key')},
          COUNT(*) AS ${quoted('Rows')}, SUM(CASE WHEN r.ErrorCode = '' THEN 0 ELSE 1 END) AS Problems
          FROM import_rows r WHERE r.LogId = ${LogId} AND ${isOfReason} GROUP BY r.Line) l`,
        order: [sql`l.Line`],
        key: [sql`l.Line`],
      },
      options,
    );
  }

  /**
   * Keeps a file and previews its import. Throws BadRequest for a file that cannot be read, Invalid, Forbidden,
   * PayloadTooLarge, TooManyRequests, and Unavailable.
   */
  add(caller: Principal, form: UploadedForm, query: Bound<UploadOptions>): Promise<object> {
    return this.queue.enter(caller.UserId, () => this.receive(caller, form, query));
  }

  private async receive(caller: Principal, form: UploadedForm, query: Bound<UploadOptions>): Promise<object> {
    const spool = await spoolOf(form.bytes, this.config.fileLimit);
    const erasures = await this.erasures.state();
    let LogId: Guid | undefined;
    try {
      if (spool.size === 0) throw new BadRequest('The file is empty.');
      const options = { ...optionsOf(form.fields), ...query };
      const set = this.access.setOf(caller, options.Into || 'contacts');
      const name = nameOf(options.FileName || form.name);
      if (/\.xlsx$/i.test(name)) await mustBeWorkbook(spool);
      const charset = encoding.exec(form.type ?? '')?.[1] ?? '';
      const file = { content: spool, sha256: spool.sha256, charset, set, settings: settingsOf(options) };
      const facts = await this.previews.preview(caller, file);
      ({ LogId } = facts);
      const content = {
        ...spool,
        ...{ name, type: binary },
        within: <T>(work: () => Promise<T>) => form.once(spool.sha256, work as () => Promise<object>) as Promise<T>,
      };
      return await this.files.keep(content, caller.UserId, async (AttachmentId) => {
        if (await this.erasures.hasChanged(erasures)) throw erasedMeanwhile();
        const added = await this.db.insert(Import, {
          ...facts,
          ...{ ImportId: newGuid(), Into: set.name, FileName: name, State: 'Previewed' },
          ...{ CreatedAt: this.clock.now(), ...senderOf(caller) },
          ...{ AttachmentId, Sha256: spool.sha256, Charset: charset },
        });
        const { Into, Sha256 } = added;
        this.db.audited({ Record: Import.name, Id: added.ImportId, Action: 'Preview', After: { Into, Sha256 } });
        return { Imports: [{ ...listed(added), UserName: caller.UserName, CannotUndo: set.cannotUndo ?? '' }] };
      });
    } finally {
      await spool.close();
      await this.logs.discard(LogId);
    }
  }

  /**
   * Changes the options of an import, and previews it anew. Throws NotFound, Conflict for one that was run, Gone,
   * TooManyRequests.
   */
  change(caller: Principal, request: BoundWith<OptionsRequest, 'ImportId'>): Promise<ListedImport> {
    return this.queue.enter(caller.UserId, () => this.previewAnew(caller, request));
  }

  private async previewAnew(
    caller: Principal,
    { ImportId, Options: sent }: BoundWith<OptionsRequest, 'ImportId'>,
  ): Promise<ListedImport> {
    if (!sent) throw new Invalid([fieldError('NotNull', 'Options', 'is required')]);
    const found = await this.require(caller, ImportId);
    mustBeOpen(found);
    const erasures = await this.erasures.state();
    // A client that sends null for an option without an unset value means its default.
    const {
      Map: map,
      Blank,
      Match,
      Zeros,
      ...others
    } = { ...found.Options, ...(sent as Partial<Nulled<ImportSettings>>) };
    const defaults = { Map: map ?? {}, Blank: Blank ?? 'keep', Match: Match ?? 'key', Zeros: Zeros ?? 'ask' };
    const merged = { ...(others as ImportSettings), ...defaults };
    const Options = { ...merged, Encoding: encodingOf('Options.Encoding', merged.Encoding) };
    const file = await this.fileOf(caller, { ...found, Options });
    const facts = await this.previews.preview(caller, file, 'Options.Map');
    let former: Guid | null = null;
    try {
      former = await this.db.tx(async () => {
        const locked = await this.lockOpen(ImportId);
        if (await this.erasures.hasChanged(erasures)) throw erasedMeanwhile();
        await this.db.update(Import, { ImportId }, { ...facts, State: 'Previewed', ...senderOf(caller) });
        return locked.LogId;
      });
    } finally {
      for (const unused of [facts.LogId, former]) await this.logs.discard(unused);
    }
    return this.read(caller, ImportId);
  }

  /**
   * Imports the file in the transaction of `once`, and returns its response. Throws NotFound, Gone, Conflict for an
   * import that was run or undone and for a file that was imported before, Forbidden, Invalid for bad lines,
   * TooManyRequests.
   */
  run(caller: Principal, request: BoundWith<RunRequest, 'ImportId'>, once: RunOnce): Promise<object> {
    return this.queue.enter(caller.UserId, () => this.importFile(caller, request, once));
  }

  private async importFile(
    caller: Principal,
    { ImportId, Again = false, ...choice }: BoundWith<RunRequest, 'ImportId'>,
    once: RunOnce,
  ): Promise<object> {
    const found = await this.require(caller, ImportId);
    const file = await this.fileOf(caller, found);
    this.access.mustProve(caller, file.set);
    if (found.Shortened) throw new Conflict(`This import ${tooLong}`);
    let response: object = {};
    let begun: LineLog | undefined;
    try {
      const log = await this.previews.run(caller, file, {
        takes: choosing(choice),
        onBegin: (started) => this.running.set(ImportId, (begun = started)),
        within: async (work) => {
          // Check the state only here, because a repeated Idempotency-Key gets the stored response of the run.
          response = await once(async () => {
            const locked = await this.lockOpen(ImportId);
            if (locked.State === 'Undone')
              throw new Conflict('This import was undone: preview it anew (PUT) before you run it again.');
            if (locked.LogId !== found.LogId)
              throw new Conflict('This import was previewed anew meanwhile: look through it before you run it.');
            if (!Again) await this.mustBeNew(caller, found);
            await work();
            await this.settle(ImportId, caller, begun!, 'Done');
            return { Imports: [listed(await this.require(caller, ImportId))] };
          });
        },
      });
      const { counts } = log.result();
      if (counts.Invalid > 0) {
        await this.settleFailed(caller, found, log);
        throw new Invalid(log.errors(), { ImportId, Total: String(counts.Invalid) }, counts.Invalid, 'lines');
      }
    } finally {
      // Another run of this import may have begun.
      if (this.running.get(ImportId) === begun) this.running.delete(ImportId);
      await this.logs.discard(found.LogId);
    }
    return response;
  }

  /** The row of an import. Throws NotFound. */
  async require(caller: Principal, importId: Guid): Promise<Import> {
    type Stored = Omit<Import, 'Columns' | 'Options'> & { Columns: string; Options: string };
    const found = await this.db.one<Stored>(sql`SELECT ${columns(Import, 'i')}, ${selectOf(this.computed)}
      FROM imports i ${sender.u} WHERE i.ImportId = ${importId} AND ${within(caller)}`);
    if (!found) throw noSuch('import');
    return {
      ...found,
      Columns: JSON.parse(found.Columns) as Import['Columns'],
      Options: JSON.parse(found.Options) as Import['Options'],
    };
  }

  /** Removes the files and rows of old imports. Their counts remain, so that a file imported twice is recognised. */
  @Job({ name: 'old imports', every: hour })
  async sweep(): Promise<void> {
    const before = this.time.at(-keptFor);
    for (;;) {
      const old = await this.db.one<Import>(sql`SELECT ${columns(Import, 'i')} FROM imports i
        WHERE i.CreatedAt < ${before} AND (i.AttachmentId IS NOT NULL OR i.LogId IS NOT NULL)
        ORDER BY i.CreatedAt LIMIT 1`);
      if (!old) return;
      const { ImportId, AttachmentId, LogId } = old;
      await this.db.tx(async () => {
        await this.db.update(Import, { ImportId }, { AttachmentId: null, LogId: null, Columns: [] });
        if (AttachmentId) await this.files.release([AttachmentId]);
      });
      await this.logs.discard(LogId);
    }
  }

  /** The columns of import `i` that its table lacks. */
  private get computed() {
    const reasons = this.sets
      .all()
      .flatMap(({ name, cannotUndo }) => (cannotUndo ? [sql`WHEN ${name} THEN ${cannotUndo}`] : []));
    return {
      UserName: sql`u.UserName`,
      CannotUndo: sql`CASE ${quoted('Into', 'i')} ${join(reasons, ' ')} ELSE '' END`,
    };
  }

  /** An import that runs in this process has the counts of the lines that are done. */
  private present<T extends Partial<ListedImport>>(row: T): T {
    const log = this.running.get(row.ImportId ?? '');
    return log ? { ...row, State: 'Running', ...log.counts } : row;
  }

  private async fileOf(caller: Principal, found: Import): Promise<FileToImport> {
    const { Into, Sha256, Charset, Options } = found;
    const AttachmentId = mustHaveFile(found);
    const set = this.access.setOf(caller, Into);
    const content = await this.files.content(AttachmentId);
    return { content, sha256: Sha256, charset: Charset, set, settings: Options };
  }

  /** Throws Conflict for a file that was imported before, by an import that the caller sees. */
  private async mustBeNew(caller: Principal, { ImportId, Sha256, Into }: Import): Promise<void> {
    const first = await this.db.one<{ ImportId: Guid }>(sql`SELECT i.ImportId AS ImportId FROM imports i
      WHERE i.Sha256 = ${Sha256} AND ${quoted('Into', 'i')} = ${Into} AND i.State = 'Done' AND i.ImportId <> ${ImportId}
      AND ${within(caller)} ORDER BY i.CreatedAt LIMIT 1`);
    if (first)
      throw new Conflict('This file was imported before. Send Again to import it once more.', {
        meta: { ImportId: first.ImportId },
      });
  }

  private async settle(ImportId: Guid, caller: Principal, log: LineLog, State: 'Done' | 'Failed'): Promise<void> {
    const { rows, counts } = log.result();
    const previewed = await this.previewed(ImportId, log.skipped);
    const LogId = await this.logs.store([...rows, ...previewed].sort((one, other) => one.Line - other.Line));
    await this.db.update(Import, { ImportId }, { ...counts, LogId, State, ...senderOf(caller) });
  }

  /** Locks an import that was not run, and whose file is kept. Throws NotFound, Conflict and Gone. */
  private async lockOpen(ImportId: Guid): Promise<Import> {
    const locked = await this.db.lockRow(Import, { ImportId });
    if (!locked) throw noSuch('import');
    mustBeOpen(locked);
    mustHaveFile(locked);
    return locked;
  }

  /** Stores the errors of a run, unless another call has run the import or previewed it anew, or its file is gone. */
  private async settleFailed(caller: Principal, { ImportId, LogId }: Import, log: LineLog): Promise<void> {
    await this.db.tx(async () => {
      const locked = await this.db.lockRow(Import, { ImportId });
      if (locked?.AttachmentId && locked.State !== 'Done' && locked.LogId === LogId)
        await this.settle(ImportId, caller, log, 'Failed');
    });
  }

  /** The changes that the preview of an import has for doubtful lines, which its run leaves out. */
  private async previewed(ImportId: Guid, lines: ReadonlySet<number>): Promise<LoggedRow[]> {
    if (lines.size === 0) return [];
    const rows = await this.db.all<ImportRow>(sql`SELECT ${columns(ImportRow, 'r')}
      FROM imports i JOIN import_rows r ON r.LogId = i.LogId
      WHERE i.ImportId = ${ImportId} AND r.ErrorCode = '' AND r.Message = '' ORDER BY r.RowId`);
    return rows
      .filter(({ Line }) => lines.has(Line))
      .map((stored) => {
        const { RowId: _id, ...row } = this.db.shown(ImportRow, stored);
        return { ...row, Action: 'Doubtful' };
      });
  }
}

/** Which doubtful lines a run imports. A line that the request names counts more than its doubts. */
function choosing({ Doubtful, TakeReasons = [], TakeLines = [], LeaveLines = [] }: Bound<RunRequest>): Takes {
  const [taken, left] = [new Set(TakeLines), new Set(LeaveLines)];
  return (line, doubts) =>
    !left.has(line) &&
    (taken.has(line) || Doubtful === 'take' || doubts.every(({ ErrorCode }) => TakeReasons.includes(ErrorCode)));
}

/** The imports that a caller sees. A former Administrator does not see those whose rows show all records. */
function within({ isAdministrator, UserId }: Principal): Sql {
  return isAdministrator ? sql`1 = 1` : sql`i.UserId = ${UserId} AND i.ByAdministrator = 0`;
}

function senderOf({ UserId, isAdministrator }: Principal): Pick<Import, 'UserId' | 'ByAdministrator'> {
  return { UserId, ByAdministrator: isAdministrator };
}

/** Throws Conflict for an import that was run. */
function mustBeOpen({ State }: Import): void {
  if (State === 'Done') throw new Conflict('This import was run already. Undo it, or send the file again.');
}

function erasedMeanwhile(): Conflict {
  return new Conflict('A person was erased during the preview, which may show the person: send the call again.');
}

/** The id of the file of an import. Throws Gone if it was removed, for example because a person was erased. */
function mustHaveFile({ AttachmentId }: Import): Guid {
  if (!AttachmentId) throw new Gone('The file of this import was removed: send it again.');
  return AttachmentId;
}

function listed({
  AttachmentId: _file,
  LogId: _log,
  Sha256: _hash,
  Charset: _charset,
  ByAdministrator: _by,
  ...shown
}: Import): ListedImport {
  return shown;
}

/** The options in the fields of a form. Throws Invalid. */
function optionsOf(fields: ReadonlyMap<string, string>): Bound<UploadOptions> {
  const unknown = [...fields.keys()].filter((name) => !fieldOf(UploadOptions, name));
  const { value, errors } = bind(UploadOptions, Object.fromEntries(fields));
  refuse([...unknown.map((name) => fieldError('Unknown', name.slice(0, 100), 'is not an option')), ...errors]);
  return value;
}

function settingsOf({ Map: map, Dates, Decimal, Encoding, Blank, Match, Zeros }: Bound<UploadOptions>): ImportSettings {
  const fields = map ? [...columnMapOf(map)].map(([title, name]) => [title, name ?? '']) : [];
  return {
    Map: Object.fromEntries(fields) as Record<string, string>,
    Dates: Dates || null,
    Decimal: Decimal || null,
    Encoding: encodingOf('Encoding', Encoding),
    Blank: Blank || 'keep',
    Match: Match || 'key',
    Zeros: Zeros || 'ask',
  };
}

/** The name of an encoding in a request, or null. Throws Invalid for an unknown one. */
function encodingOf(place: string, sent: string | null | undefined): string | null {
  if (!sent) return null;
  const known = encodingNamed(sent);
  const Allowed = encodings.join(', ');
  if (!known) throw new Invalid([fieldError('Enum', place, `must be an encoding, such as ${Allowed}`, { Allowed })]);
  return known;
}

/** Throws BadRequest if the file is text instead of a ZIP archive. The reader reports a damaged workbook. */
async function mustBeWorkbook({ read }: StoredContent): Promise<void> {
  for await (const part of await read()) {
    const bytes = Buffer.from(part);
    if (!isArchive(bytes) && !bytes.includes(0))
      throw new BadRequest('The file is named .xlsx, but is a text: save it as an Excel workbook, or name it .csv.');
    return;
  }
}

/** The name of a file without folders and control characters. */
function nameOf(sent: string): string {
  const name = sent
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/[\p{C}"<>|:*?]/gu, '')
    .trim();
  return [...(name || 'file')].slice(0, longestName).join('');
}
