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
import { digitsOf, phonesIn, readPhone } from '../../record/values/phone.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { FilesService } from '../files/files.service.js';
import { Import, type ImportRow, type ImportSettings } from './import.entity.js';
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

/** The values of a logged row in which a person may be. */
type LoggedValues = Pick<ImportRow, 'Line' | 'RowId' | 'Key' | 'Field' | 'From' | 'To'>;

const fewestDigits = 7;
/** What separates e-mail addresses from other words, as in `Ada <ada@example.com>; mailto:eve@example.com`. */
const besideAddresses = /[\s,;:|/<>()[\]"']+/;
/** Maximum number of lines or rows in one statement. */
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
      const { AttachmentId, LogId } = stored;
      if (LogId && !person.read.has(LogId)) person.read.set(LogId, await this.loggedLines(stored, person));
      if (AttachmentId && !person.read.has(AttachmentId))
        person.read.set(AttachmentId, await this.linesOf(stored, AttachmentId, person, read));
      const inFile = AttachmentId ? person.read.get(AttachmentId) : [];
      const logged = LogId ? person.read.get(LogId)! : [];
      const lines = [...new Set([...logged, ...(inFile ?? [])])];
      if (!inFile) found.push({ stored });
      else if (lines.length > 0 || isNamed(stored.FileName, person)) found.push({ stored, lines });
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

  /**
   * The lines whose logged rows are about the person. If an earlier erasure has removed the file, all of these rows are
   * looked through as the file would be. Otherwise the query leaves out most rows.
   */
  private async loggedLines({ LogId, AttachmentId, Into }: Stored, person: CopiedPerson): Promise<number[]> {
    const linked = this.linkedFields(Into);
    const keys = person.ids.get(linked.get(this.sets.named(Into)?.key[0] ?? '') ?? '');
    const isNamedBy = ({ Key, Field, From, To }: LoggedValues): boolean => {
      const values = person.ids.get(linked.get(Field) ?? '');
      return keys?.has(Key) === true || values?.has(From) === true || values?.has(To) === true;
    };
    const isReached = this.reaches(person);
    const texts = [...person.emails, ...person.phones, ...person.names.flatMap(({ full }) => full || []), ''];
    const mayBe = AttachmentId
      ? sql`(${quoted('Key', 'r')} IN (${join([...(keys ?? []), '-'])}) OR ${quoted('From', 'r')} IN (${join(texts)})
        AND ${quoted('From', 'r')} <> '' OR ${quoted('To', 'r')} IN (${join(texts)}) AND ${quoted('To', 'r')} <> '')`
      : sql`1 = 1`;
    const lines = new Set<number>();
    let cells: string[] = [];
    let last: Pick<ImportRow, 'Line' | 'RowId'> = { Line: 0, RowId: 0 };
    for (;;) {
      const rows = await this.db.all<LoggedValues>(sql`SELECT r.Line AS Line, r.RowId AS RowId,
        ${quoted('Key', 'r')} AS ${quoted('Key')}, r.Field AS Field, ${quoted('From', 'r')} AS ${quoted('From')},
        ${quoted('To', 'r')} AS ${quoted('To')} FROM import_rows r WHERE r.LogId = ${LogId} AND ${mayBe}
        AND (r.Line > ${last.Line} OR (r.Line = ${last.Line} AND r.RowId > ${last.RowId}))
        ORDER BY r.Line, r.RowId LIMIT ${mostAtOnce}`);
      for (const row of rows) {
        if (row.Line !== last.Line) cells = [];
        last = row;
        const values = [row.From, row.To].filter((value) => value !== '');
        cells.push(...values);
        if (isNamedBy(row) || values.some(isReached) || hasName(cells, person)) lines.add(row.Line);
        if (isTurnOver()) await nextTurn();
      }
      if (rows.length < mostAtOnce) return [...lines];
    }
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
    const isReached = this.reaches(person);
    const lines: number[] = [];
    for (const { line, cells } of table.rows) {
      const filled = cells.filter((cell) => cell !== '');
      const hasId = ids.some(({ at, values }) => values.has((cells[at] ?? '').trim()));
      if (hasId || filled.some(isReached) || hasName(filled, person)) lines.push(line);
      if (isTurnOver()) await nextTurn();
    }
    return lines;
  }

  /** Returns the function that says whether a text has an e-mail address or a telephone number of the person. */
  private reaches({ emails, phones }: CopiedPerson): (text: string) => boolean {
    const { country } = this.config;
    const endings = [...phones].map((phone) => digitsOf(phone).slice(-fewestDigits));
    const isPhone = (phone: string): boolean => phones.has(readPhone(phone, country).e164 ?? phone.trim());
    return (text) => {
      if (
        text.includes('@') &&
        text
          .toLowerCase()
          .split(besideAddresses)
          .some((word) => emails.has(word))
      )
        return true;
      // Most texts have none of the numbers. Reading all of them as telephone numbers takes long.
      const digits = digitsOf(text);
      if (digits.length < fewestDigits || !endings.some((ending) => digits.includes(ending))) return false;
      return isPhone(text) || phonesIn(text, country).some(isPhone);
    };
  }

  /** The columns of a file that have ids, and the ids of the person in each. */
  private idsIn(table: FileTable, { Into, Options }: Stored, { ids }: CopiedPerson) {
    const set = this.sets.named(Into);
    if (!set) return [];
    const linked = this.linkedFields(Into);
    const { Map: map } = JSON.parse(Options) as ImportSettings;
    return recognise(table, set as Parameters<typeof recognise>[1], () => true, map, 'Map').flatMap(
      ({ at, field, role }) => {
        const values =
          role === 'value' || role === 'repeated' ? ids.get(linked.get(field?.name ?? '') ?? '') : undefined;
        return values ? [{ at, values }] : [];
      },
    );
  }

  /** The fields of a set by which rows refer to a person, with what each has: `ContactId` → `Contact.ContactId`. */
  private linkedFields(into: string): ReadonlyMap<string, string> {
    const entity = this.schema.named(this.recordOf(into));
    if (!entity) return new Map();
    const fields = new Map(
      this.schema.linksOf(entity).map(({ column, of, field }) => [column, `${tableOf(of).record}.${field}`]),
    );
    for (const key of [...(this.sets.named(into)?.key ?? []), 'ContactGUID'])
      if (!fields.has(key)) fields.set(key, `${tableOf(entity).record}.${key}`);
    return fields;
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
