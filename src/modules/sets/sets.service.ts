import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { OwnPasswordService, ownPassword } from '../../auth/passwords/own-password.service.js';
import { Db } from '../../database/db.js';
import { Conflict, Forbidden, Invalid, NotFound, refuse } from '../../errors/errors.js';
import { SentFile, type FileFormat, type UploadedFile } from '../../http/endpoint/files.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { duplicates, type Bound } from '../../record/bind.js';
import { emptyList, fieldError, type FieldError } from '../../record/field-error.js';
import { ExporterService } from '../../sets/exporter.service.js';
import {
  mostNamed,
  shownLines,
  type ImportMode,
  type ImportResult,
  type RowProblem,
} from '../../sets/import-options.js';
import { ImporterService } from '../../sets/importer.service.js';
import { exportedFields, isImported, type RecordSet } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { copyOf } from '../../sets/source.js';
import { versionField } from '../../sets/version.js';
import { VersionsService } from '../../sets/versions.service.js';
import type { ImportCounts, RecordSetSummary, RelationKey } from './sets.records.js';

const signInAgain = 'sign in again and send the file within 5 minutes, without an API key';

@Injectable()
export class SetsService {
  constructor(
    private readonly db: Db,
    private readonly sets: RecordSetsService,
    private readonly exporter: ExporterService,
    private readonly importer: ImporterService,
    private readonly versions: VersionsService,
    private readonly passwords: OwnPasswordService,
  ) {}

  async all(): Promise<RecordSetSummary[]> {
    const sets = [...this.sets.all()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const summaries: RecordSetSummary[] = [];
    for (const set of sets)
      summaries.push({
        Set: set.name,
        Records: await this.count(set),
        Columns: [...exportedFields(set, true), ...(this.versions.has(set) ? [versionField] : [])].map(
          ({ name }) => name,
        ),
        Imported: isImported(set),
      });
    return summaries;
  }

  /** The export of a set. Throws NotFound. */
  file(name: string, format: FileFormat): SentFile {
    return SentFile.of({ name, text: this.exporter.text(this.named(name), { format, withSsn: false }) });
  }

  /**
   * Imports the whole file or nothing. Throws NotFound, Conflict for an export-only set, Forbidden for a set of
   * credentials unless the session verified the password lately, Invalid for bad lines.
   */
  async import(
    caller: Principal,
    name: string,
    { format, bytes, once }: UploadedFile,
    { dryRun, mode }: { dryRun: boolean; mode: ImportMode },
  ): Promise<object> {
    const set = this.named(name);
    if (!isImported(set)) throw new Conflict(`The set ${name} can only be exported.`);
    if (set.sensitive !== undefined && !dryRun && !this.passwords.isProved(caller))
      throw new Forbidden(`An import of ${name} ${set.sensitive}: ${signInAgain}.`);
    const source = await copyOf(bytes, 'The body');
    const errors: FieldError[] = [];
    let answer: object | undefined;
    const within = async (work: () => Promise<ImportResult>): Promise<void> => {
      answer = await once(source.sha256, async () => answerOf(await work()));
    };
    try {
      const result = await this.importer.run(set, source, {
        format,
        dryRun,
        mode,
        // Do not store the response of a dry run: a retry can run it again, because a dry run writes nothing.
        ...(!dryRun && { within }),
        onProblem: (problem) => errors.push(...onWire(problem)),
      });
      if (result.problems > 0) {
        const { problems } = result;
        throw new Invalid(errors, { Total: String(problems) }, problems, 'lines');
      }
      return answer ?? answerOf(result);
    } finally {
      await source.close();
    }
  }

  /**
   * Removes records of a set that relates other records, such as contact-shares. Ignores keys without a record. Returns
   * the number of removed records. Throws NotFound, Conflict for another kind of set, Invalid for incomplete keys.
   */
  async remove(name: string, keys: readonly Bound<RelationKey>[]): Promise<number> {
    const set = this.named(name);
    if (!set.remove)
      throw new Conflict(`Records of the set ${name} cannot be removed as a list: remove them one by one.`);
    refuse([
      ...(keys.length === 0 ? [emptyList('Keys')] : []),
      ...keys.flatMap((key, at) => keyErrors(set.key, key, `Keys[${at}]`)),
      ...duplicates(keys, set.key as (keyof RelationKey)[], 'Keys'),
    ]);
    return (await set.remove(keys)).length;
  }

  private named(name: string): RecordSet {
    const set = this.sets.named(name);
    if (!set) throw new NotFound(`There is no record set ${name}; GET /v1/Sets lists them.`);
    return set;
  }

  private async count({ rows }: RecordSet): Promise<number> {
    const counted = await this.db.one<{ Records: number }>(sql`SELECT COUNT(*) AS Records FROM (${rows}) s`);
    return counted!.Records;
  }
}

/** Errors for missing and for unknown fields of a key. */
function keyErrors(names: readonly string[], key: Bound<RelationKey>, path: string): FieldError[] {
  const sent = Object.entries(key).filter(([, value]) => Boolean(value));
  const missing = names.filter((name) => !sent.some(([known]) => known === name));
  const other = sent.filter(([name]) => !names.includes(name));
  return [
    ...missing.map((name) => fieldError('NotEmpty', `${path}.${name}`, 'is required: it is part of the key')),
    ...other.map(([name]) => fieldError('Unknown', `${path}.${name}`, `is not part of the key: ${names.join(', ')}`)),
  ];
}

/** Meta.Merged names the first merged contacts, as `line 12: 49 to 25`, and Meta.Outdated the first lines. */
function answerOf({ records, inserted, updated, erased, given, outdated }: ImportResult): HandlerResult<ImportCounts> {
  const Unchanged = records - inserted - updated - erased;
  const counts = { Read: records, Inserted: inserted, Updated: updated, Unchanged, Erased: erased };
  const named = given.slice(0, mostNamed).map(({ line, from, to }) => `line ${line}: ${from} to ${to}`);
  const meta: Record<string, string> = {};
  if (named.length > 0) meta.Merged = named.join(', ');
  if (outdated.length > 0) meta.Outdated = shownLines(outdated);
  return new HandlerResult({ ...counts, Merged: given.length }, { meta });
}

/** Replaces an error that asks for the caller's password, which a file cannot contain, by one that says what to do. */
function inFile(error: FieldError): FieldError {
  if (error.FieldName !== ownPassword) return error;
  return { ...error, FieldName: '', Message: `it changes how a user signs in: ${signInAgain}.` };
}

/** FieldName is `line 12.EventTypeName`, or `line 12` for an error of the whole line. */
function onWire({ line, errors }: RowProblem): FieldError[] {
  return errors.map(inFile).map((error) => ({
    ...error,
    FieldName: error.FieldName === '' ? `line ${line}` : `line ${line}.${error.FieldName}`,
    Message: `line ${line}: ${error.Message}`,
  }));
}
