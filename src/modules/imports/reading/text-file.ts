import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { BadRequest, UnsupportedMediaType } from '../../../errors/errors.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { TableBuilder, type FileTable } from './table.js';

const separators = [',', ';', '\t', '|'];
/** Number of characters that are parsed before other calls get their turn. */
const chunkLength = 65_536;
const longestRow = 1_048_576;

/** The encodings in which spreadsheets and other programs save files. */
export const encodings = [
  ...['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254'],
  'macintosh',
];

/** The name of an encoding as `TextDecoder` writes it; undefined for an unknown one. */
export function encodingNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Reads CSV with any usual separator. `charset` is the encoding that the client names; without it, the bytes show
 * UTF-8, UTF-16 or else Windows-1252. Throws BadRequest, and UnsupportedMediaType for an unknown encoding.
 */
export async function readText(bytes: Buffer, charset = ''): Promise<FileTable> {
  const encoding = charset || encodingOf(bytes);
  const text = decoded(bytes, encoding);
  if (text.includes('\0'))
    throw new BadRequest('The file is neither CSV nor a workbook: save it as XLSX, or as CSV in UTF-8.');
  // Some spreadsheets begin a file with a line that names the separator.
  const named = /^"?sep=(.)"?\r?\n/.exec(text);
  const body = text.slice(named?.[0].length);
  const table = new TableBuilder();
  const csv = parse({
    delimiter: named?.[1] ?? separatorOf(body),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    info: true,
  });
  const write = async (): Promise<void> => {
    for (let at = 0; at < body.length; at += chunkLength) {
      if (!csv.write(body.slice(at, at + chunkLength))) await new Promise((resolve) => csv.once('drain', resolve));
      if (isTurnOver()) await nextTurn();
    }
    csv.end();
  };
  const writing = write().catch((error: unknown) => csv.destroy(error as Error));
  try {
    for await (const { record, info } of csv as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      table.add(info.lines - linesIn(record) + (named ? 1 : 0), record);
  } catch (error) {
    csv.destroy();
    if (!(error instanceof CsvError)) throw error;
    throw new BadRequest(`The file is not valid CSV: ${error.message}.`, { cause: error });
  }
  await writing;
  return table.table(encodingNamed(encoding));
}

/** The number of line ends within the cells of a row. */
function linesIn(cells: readonly string[]): number {
  return cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function decoded(bytes: Buffer, label: string): string {
  const encoding = encodingNamed(label);
  if (!encoding) throw new UnsupportedMediaType(`The encoding ${label} is unknown. Save the file as UTF-8.`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BadRequest(`The file is not in ${encoding}: name the right Encoding, or none.`);
  }
}

/** The encoding that the bytes show. In UTF-16, every second byte of a header in Latin letters is zero. */
function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The separator that occurs most often in the header, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map(separators.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const letter of text.slice(0, chunkLength)) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\r\n]/.test(letter)) break;
    else if (!isQuoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0][0];
}
