import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { BadRequest, UnsupportedMediaType } from '../../../errors/errors.js';
import { encodingNamed } from './encodings.js';
import { mustBeColumn, type TableRows } from './table.js';

const separators = [',', ';', '\t', '|'];
const longestRow = 1_048_576;

/** A row of csv-parse. `lines` is the number of lines up to its end. */
interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** A file in parts, of which the first one has the header. */
type Parts = readonly Uint8Array[];

/**
 * Reads CSV with any usual separator into `rows`, and returns its encoding. `charset` is the encoding that the client
 * names; without it, the bytes show UTF-8, UTF-16 or else Windows-1252. Throws BadRequest, and UnsupportedMediaType for
 * an unknown encoding.
 */
export async function readText(file: Parts, charset: string, rows: TableRows): Promise<string> {
  const label = charset || encodingOf(file);
  const encoding = encodingNamed(label);
  if (!encoding) throw new UnsupportedMediaType(`The encoding ${label} is unknown. Save the file as UTF-8.`);
  const parts = decoded(file, encoding);
  const first = parts.next().value ?? '';
  // Some spreadsheets begin a file with a line that names the separator.
  const named = /^"?sep=(.)"?\r?\n/.exec(first);
  const beginning = first.slice(named?.[0].length);
  const csv = parse({
    delimiter: named?.[1] ?? separatorOf(beginning),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    info: true,
    // Check each cell when it ends, because max_record_size does not count the separators of empty cells.
    cast: (cell, { index, lines }) => {
      mustBeColumn(index, lines);
      return cell;
    },
  });
  const text = function* (): Generator<string> {
    yield beginning;
    yield* parts;
  };
  const take = async (parsed: AsyncIterable<Parsed>): Promise<void> => {
    for await (const { record, info } of parsed) {
      rows.add(info.lines - linesIn(record) + (named ? 1 : 0), record);
      if (rows.isFull) await rows.flush();
    }
  };
  try {
    await pipeline(text, csv, take);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw new BadRequest('The file is not valid CSV: a row has more than 1 MiB. Look for a missing quote.', {
        cause: error,
      });
    throw new BadRequest(`The file is not valid CSV: ${error.message}.`, { cause: error });
  }
  return encoding;
}

/** The number of line ends within the cells of a row. */
function linesIn(cells: readonly string[]): number {
  return cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/** The text of the file in parts. Throws BadRequest for bytes that are no text of the encoding. */
function* decoded(file: Parts, encoding: string): Generator<string, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (const [at, part] of file.entries()) {
    let text: string;
    try {
      text = decoder.decode(part, { stream: at < file.length - 1 });
    } catch {
      throw new BadRequest(`The file is not in ${encoding}: name the right Encoding, or none.`);
    }
    if (text.includes('\0'))
      throw new BadRequest('The file is neither CSV nor a workbook: save it as XLSX, or as CSV in UTF-8.');
    yield text;
  }
}

/** The encoding that the bytes show. In UTF-16, every second byte of a header in Latin letters is zero. */
function encodingOf(file: Parts): string {
  const [first, second] = file.at(0) ?? [];
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

function isUtf8(file: Parts): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const part of file) decoder.decode(part, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** The separator that occurs most often in the header, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map(separators.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\r\n]/.test(letter)) break;
    else if (!isQuoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0][0];
}
