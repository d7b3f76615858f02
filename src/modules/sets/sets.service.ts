import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Conflict, Invalid, NotFound } from '../../errors/errors.js';
import { SentFile, type FileFormat, type UploadedFile } from '../../http/endpoint/body/files.js';
import type { FieldError } from '../../record/field-error.js';
import { Exporter } from '../../sets/exporter.service.js';
import type { ImportResult, RowProblem } from '../../sets/import.js';
import { Importer } from '../../sets/importer.service.js';
import { exportedFields, isImported, type RecordSet } from '../../sets/record-set.js';
import { RecordSets } from '../../sets/record-sets.service.js';
import { copyOf } from '../../sets/source.js';
import type { ImportCounts, RecordSetSummary } from './sets.records.js';

/** The record sets as the command line has them, for callers of the service. */
@Injectable()
export class SetsService {
  constructor(
    private readonly db: Db,
    private readonly sets: RecordSets,
    private readonly exporter: Exporter,
    private readonly importer: Importer,
  ) {}

  /** By name. */
  async all(): Promise<RecordSetSummary[]> {
    const sets = [...this.sets.all()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const summaries: RecordSetSummary[] = [];
    for (const set of sets)
      summaries.push({
        Set: set.name,
        Records: await this.count(set),
        Columns: exportedFields(set, true).map(({ name }) => name),
        Imported: isImported(set),
      });
    return summaries;
  }

  /** Throws NotFound. */
  file(name: string, format: FileFormat): SentFile {
    return SentFile.of({ name, text: this.exporter.text(this.named(name), { format, withSsn: false }) });
  }

  /** The whole file or nothing. Throws NotFound, Conflict for a set that is exported only, Invalid with bad lines. */
  async import(name: string, { format, bytes, once }: UploadedFile, dryRun: boolean): Promise<object> {
    const set = this.named(name);
    if (!isImported(set)) throw new Conflict(`The set ${name} is exported only.`);
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
        // A dry run keeps nothing that a second one could repeat.
        ...(!dryRun && { within }),
        onProblem: (problem) => errors.push(...onWire(problem)),
      });
      if (result.problems > 0) throw new Invalid(errors, { Total: String(result.problems) });
      return answer ?? answerOf(result);
    } finally {
      await source.close();
    }
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

function answerOf({ records, inserted, updated }: ImportResult): ImportCounts {
  return { Read: records, Inserted: inserted, Updated: updated, Unchanged: records - inserted - updated };
}

/** FieldName is `line 12.EventTypeName`, or `line 12` for what is wrong with the line as a whole. */
function onWire({ line, errors }: RowProblem): FieldError[] {
  return errors.map((error) => ({
    ...error,
    FieldName: error.FieldName === '' ? `line ${line}` : `line ${line}.${error.FieldName}`,
    Message: `line ${line}: ${error.Message}`,
  }));
}
