import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Config } from '../../config/config.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { Db } from '../../database/db.js';
import { PersonalCopies, type CopiedPerson, type FoundCopies } from '../../database/personal-copies.js';
import { columns } from '../../database/schema/columns.js';
import { Schema } from '../../database/schema/schema.js';
import { tableOf } from '../../database/schema/table.js';
import { chunksOf } from '../../database/sql/chunks.js';
import { quoted } from '../../database/sql/quoted.js';
import { ServiceError, Unavailable } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { nameKey } from '../../record/values/folded.js';
import { digitsOf, readPhone } from '../../record/values/phone.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { FilesService } from '../files/files.service.js';
import { Import, type ImportSettings } from './import.entity.js';
import { recognise } from './reading/columns.js';
import { FileReaderService, type ReadFile } from './reading/file-reader.service.js';
import type { FileTable } from './reading/table.js';

/** An import, as it is stored. */
type Stored = Omit<Import, 'Columns' | 'Options'> & { Options: string };

/** An import with the person, and the lines about the person; undefined for all lines. */
interface Found {
  readonly stored: Stored;
  readonly lines?: readonly number[];
}

const fewestDigits = 7;
/** Maximum number of lines in one statement. */
const mostAtOnce = 400;

/** Finds a person in the files of imports, and in the rows that their previews and runs have logged. */
@Injectable()
export class ImportedPersonsService extends PersonalCopies {
  constructor(
    private readonly db: Db,
    private readonly schema: Schema,
    private readonly config: Config,
    private readonly files: FilesService,
    private readonly reader: FileReaderService,
    private readonly sets: RecordSetsService,
  ) {
    super();
  }

  async find(person: CopiedPerson): Promise<FoundCopies> {
    const kept = await this.db.all<Stored>(sql`SELECT ${columns(Import, 'i')} FROM imports i
      WHERE i.AttachmentId IS NOT NULL OR i.LogId IS NOT NULL ORDER BY i.CreatedAt, i.ImportId`);
    const found = await this.reader.readMany((read) => this.among(kept, person, read));
    return {
      ...{ set: 'imports', entity: Import },
      rows: found.map(({ stored: { ImportId, Into, FileName, CreatedAt } }) => ({
        ImportId,
        Into,
        FileName,
        CreatedAt,
      })),
      keeps: 'who imported how many records when; the file is removed, so that the import cannot be run',
      erase: async () => {
        for (const each of found) await this.erase(each);
      },
    };
  }

  private async among(imports: readonly Stored[], person: CopiedPerson, read: ReadFile): Promise<Found[]> {
    const found: Found[] = [];
    for (const stored of imports) {
      const lines = new Set([...(await this.loggedLines(stored, person))]);
      const { AttachmentId } = stored;
      if (AttachmentId && !person.read.has(AttachmentId))
        person.read.set(AttachmentId, await this.linesOf(stored, AttachmentId, person, read));
      const inFile = AttachmentId ? person.read.get(AttachmentId) : [];
      for (const line of inFile ?? []) lines.add(line);
      if (!inFile) found.push({ stored });
      else if (lines.size > 0 || isNamed(stored.FileName, person)) found.push({ stored, lines: [...lines] });
    }
    return found;
  }

  private async erase({ stored: { ImportId, AttachmentId, Options }, lines }: Found): Promise<void> {
    const settings = { ...(JSON.parse(Options) as ImportSettings), Map: {} };
    await this.db.update(Import, { ImportId }, { AttachmentId: null, Columns: [], FileName: '', Options: settings });
    const isOfImport = sql`LogId = (SELECT i.LogId FROM imports i WHERE i.ImportId = ${ImportId})`;
    if (!lines) await this.db.execute(sql`DELETE FROM import_rows WHERE ${isOfImport}`);
    for (const some of chunksOf(lines ?? [], mostAtOnce))
      await this.db.execute(sql`DELETE FROM import_rows WHERE ${isOfImport} AND Line IN (${join(some)})`);
    if (AttachmentId) await this.files.release([AttachmentId]);
  }

  /** The lines whose logged rows have a key, an address, a number or a name of the person. */
  private async loggedLines({ LogId, Into }: Stored, person: CopiedPerson): Promise<number[]> {
    const names = person.names.flatMap(({ full }) => full || []);
    const texts = [...person.emails, ...person.phones, ...names];
    const keys = [...(person.ids.get(`${this.recordOf(Into)}.${this.sets.named(Into)?.key[0] ?? ''}`) ?? [])];
    const conditions = [
      ...(texts.length > 0
        ? [sql`${quoted('From', 'r')} IN (${join(texts)})`, sql`${quoted('To', 'r')} IN (${join(texts)})`]
        : []),
      ...(keys.length > 0 ? [sql`${quoted('Key', 'r')} IN (${join(keys)})`] : []),
    ];
    if (conditions.length === 0) return [];
    const rows = await this.db.all<{ Line: number }>(sql`SELECT DISTINCT r.Line AS Line FROM import_rows r
      WHERE r.LogId = ${LogId} AND (${join(conditions, ' OR ')})`);
    return rows.map(({ Line }) => Line);
  }

  /**
   * The lines of the file about the person; undefined if the file is refused, and may have the person. Throws
   * Unavailable if the store or the reader fails.
   */
  private async linesOf(
    stored: Stored,
    attachmentId: Guid,
    person: CopiedPerson,
    read: ReadFile,
  ): Promise<number[] | undefined> {
    const { Encoding } = JSON.parse(stored.Options) as ImportSettings;
    let table: FileTable;
    try {
      table = await read(await this.files.content(attachmentId), Encoding ?? stored.Charset);
    } catch (cause) {
      if (cause instanceof ServiceError && cause.status < 500) return undefined;
      throw new Unavailable('A file of an import cannot be read now. Try again later.', { retryAfter: 60, cause });
    }
    const ids = this.idsIn(table, stored, person);
    const endings = [...person.phones].map((phone) => digitsOf(phone).slice(-fewestDigits));
    const isReached = (cell: string): boolean => {
      if (person.emails.has(cell.trim().toLowerCase())) return true;
      // Most cells have none of the numbers. Reading all of them as telephone numbers takes long.
      const digits = digitsOf(cell);
      if (digits.length < fewestDigits || !endings.some((ending) => digits.includes(ending))) return false;
      return person.phones.has(readPhone(cell, this.config.country).e164 ?? cell.trim());
    };
    const lines: number[] = [];
    for (const { line, cells } of table.rows) {
      const filled = cells.filter((cell) => cell !== '');
      const hasId = ids.some(({ at, values }) => values.has((cells[at] ?? '').trim()));
      if (hasId || filled.some(isReached) || hasName(filled, person)) lines.push(line);
      if (isTurnOver()) await nextTurn();
    }
    return lines;
  }

  /** The columns of a file that have ids, and the ids of the person in each. */
  private idsIn(table: FileTable, { Into, Options }: Stored, { ids }: CopiedPerson) {
    const set = this.sets.named(Into);
    const entity = this.schema.named(this.recordOf(Into));
    if (!set || !entity) return [];
    const fields = new Map(
      this.schema.linksOf(entity).map(({ column, of, field }) => [column, `${tableOf(of).record}.${field}`]),
    );
    for (const key of [...set.key, 'ContactGUID'])
      if (!fields.has(key)) fields.set(key, `${tableOf(entity).record}.${key}`);
    const { Map: map } = JSON.parse(Options) as ImportSettings;
    return recognise(table, set as Parameters<typeof recognise>[1], () => true, map, 'Map').flatMap(
      ({ at, field, role }) => {
        const values =
          role === 'value' || role === 'repeated' ? ids.get(fields.get(field?.name ?? '') ?? '') : undefined;
        return values ? [{ at, values }] : [];
      },
    );
  }

  private recordOf(into: string): string {
    const { record, entity = record } = this.sets.named(into) ?? { record: Import };
    return tableOf(entity).record;
  }
}

/** Whether the cells have the name of the person: in one cell, or the first and the last name in two. */
function hasName(cells: readonly string[], { names }: CopiedPerson): boolean {
  const keys = new Set(cells.map((cell) => nameKey(cell).trim()));
  return names.some(({ first, last, full }) => {
    const both = first !== '' && last !== '' && keys.has(nameKey(first)) && keys.has(nameKey(last));
    return both || (full !== '' && keys.has(nameKey(full)));
  });
}

/** Whether the name of a file has the words of the person's name. */
function isNamed(fileName: string, { names }: CopiedPerson): boolean {
  const words = (text: string): string =>
    ` ${nameKey(text)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return names.some(({ full }) => full !== '' && words(fileName).includes(words(full)));
}
