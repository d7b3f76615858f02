import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/accounts/principal.js';
import { Config } from '../../config/config.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import type { Field } from '../../record/metadata.js';
import type { ImportOptions, SentRow, WatchedRow } from '../../sets/import-options.js';
import { ImporterService } from '../../sets/importer.service.js';
import { encryptionContext, type ImportedSet } from '../../sets/record-set.js';
import { ImportsAccessService } from './imports-access.service.js';
import type { Import, ImportColumn, ImportSettings } from './import.entity.js';
import { ImportLogsService } from './import-logs.service.js';
import { ImportQueueService } from './import-queue.service.js';
import { JudgeService } from './judge.service.js';
import { LineLog, type LineLogOptions } from './line-log.js';
import { MatchesService } from './matches.service.js';
import { recognise, type ReadColumn } from './reading/columns.js';
import { withDividedNames } from './reading/full-names.js';
import { FileReaderService, type StoredContent } from './reading/file-reader.service.js';
import { NamesService } from './reading/names.service.js';
import { prepare, sourceOf, type PreparedFile } from './reading/prepared.js';
import { mayBeSecret } from './reading/secrets.js';
import type { FileTable } from './reading/table.js';

/** A file to import, and how to read it. */
export interface FileToImport {
  /** Read when the import has its turn. */
  readonly content: StoredContent;
  readonly sha256: string;
  /** The encoding that the Content-Type names; '' for none. The setting Encoding takes precedence. */
  readonly charset: string;
  readonly set: ImportedSet;
  readonly settings: ImportSettings;
}

interface RunOptions extends Pick<ImportOptions, 'within'> {
  readonly takes: LineLogOptions['takes'];
  /** Receives the log of the lines before the first of them is imported. */
  readonly onBegin: (log: LineLog) => void;
}

const longestExample = 200;

/** Reads files and runs their imports: for a preview, which is rolled back, or for good. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly queue: ImportQueueService,
    private readonly logs: ImportLogsService,
    private readonly reader: FileReaderService,
    private readonly importer: ImporterService,
    private readonly access: ImportsAccessService,
    private readonly judges: JudgeService,
    private readonly names: NamesService,
    private readonly matches: MatchesService,
    private readonly cipher: FieldCipher,
    private readonly config: Config,
  ) {}

  /**
   * What an import of the file would do, with the id of its log, which no import names yet. Throws BadRequest and
   * PayloadTooLarge for a file that cannot be read, and Invalid for a wrong map, which the request has at `place`.
   */
  preview(caller: Principal, file: FileToImport, place = 'Map') {
    return this.queue.alone(caller.UserId, async () => {
      const { rows, facts } = await this.dryRun(caller, file, place);
      // Store the log within the turn, so that the memory holds one log at a time. It no longer holds the file.
      return { ...facts, LogId: await this.logs.store(rows) };
    });
  }

  /** Imports the file, and takes the changes back. */
  private async dryRun(caller: Principal, file: FileToImport, place: string) {
    const { table, columns, prepared } = await this.read(caller, file, place);
    const log = await this.import(caller, file, prepared, true, { takes: () => false, onBegin: () => undefined });
    const { rows, counts, isShortened } = log.result();
    const facts: Pick<Import, 'Rows' | 'Columns' | 'Options' | 'Shortened'> = {
      Rows: table.rows.length,
      Shortened: isShortened,
      Columns: columns.map((column) => ({ ...shown(column, table), Asks: prepared.asks.get(column.at) ?? '' })),
      Options: {
        ...file.settings,
        ...{ Dates: prepared.dates ?? null, Decimal: prepared.decimal ?? null, Encoding: table.encoding ?? null },
      },
    };
    return { rows, facts: { ...facts, ...counts } };
  }

  /** Imports the file, or nothing if a line is bad. The returned log has the bad lines. */
  run(caller: Principal, file: FileToImport, options: RunOptions): Promise<LineLog> {
    return this.queue.alone(caller.UserId, async () => {
      const { prepared } = await this.read(caller, file);
      return this.import(caller, file, prepared, false, options);
    });
  }

  private async read(caller: Principal, { content, charset, set, settings }: FileToImport, place = 'Map') {
    const table = await this.reader.read(content, settings.Encoding ?? charset);
    const columns = recognise(table, set, this.access.allows(caller, set), settings.Map, place);
    const { country } = this.config;
    const { Dates, Decimal, Blank, Zeros } = settings;
    const options = { dates: Dates ?? undefined, decimal: Decimal ?? undefined, clears: Blank === 'clear' };
    const restoresZeros = Zeros === 'restore';
    const nameable = (field: Field) => this.access.nameable(caller, set, field);
    const prepared = await prepare(table, columns, { ...options, restoresZeros, country, nameable }, this.names);
    if (set.name !== 'contacts') return { table, columns, prepared };
    const named = withDividedNames(columns, prepared);
    return { table, columns, prepared: await this.matches.match(caller, settings, named) };
  }

  private async import(
    caller: Principal,
    { set, sha256 }: FileToImport,
    prepared: PreparedFile,
    isDryRun: boolean,
    { takes, onBegin, within }: RunOptions,
  ): Promise<LineLog> {
    const judge = this.judges.judge(caller, set, prepared);
    const admit = (rows: readonly SentRow[]) => this.access.errors(caller, set, rows);
    const endedShares = (rows: readonly WatchedRow[]) => this.judges.endedShares(set, rows);
    const open = (field: Field, row: Readonly<Record<string, unknown>>): string => {
      const stored = row[field.name] as string | null | undefined;
      return stored ? (this.cipher.open(stored, encryptionContext(set, field, row)) ?? '') : '';
    };
    const log = new LineLog(set, prepared, { isDryRun, takes, admit, judge, endedShares, open });
    onBegin(log);
    await this.importer.run(set, sourceOf(prepared, sha256), {
      format: 'ndjson',
      dryRun: isDryRun,
      mostProblems: Infinity,
      localTimes: true,
      watch: log,
      within,
      onProblem: (problem) => log.problem(problem),
    });
    return log;
  }
}

/** A column without the values that the import does not read, and those that are or may be secret. */
function shown({ at, title, field, role }: ReadColumn, { rows }: FileTable): Omit<ImportColumn, 'Asks'> {
  const isLeft = role === 'alone' || role === 'repeated';
  const first = isLeft ? '' : (rows.find(({ cells }) => (cells[at] ?? '') !== '')?.cells[at] ?? '');
  const isHidden = field?.options.secret === true || field?.options.encrypted === true || mayBeSecret(first);
  return {
    Column: title.slice(0, longestExample),
    Field: role === 'version' ? title : isLeft ? '' : (field?.name ?? ''),
    Example: isHidden ? '***' : first.slice(0, longestExample),
  };
}
