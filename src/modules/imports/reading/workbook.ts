import { parser, type SAXParser } from 'sax';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { BadRequest } from '../../../errors/errors.js';
import { mustBeColumn, type TableRows } from './table.js';

// The libraries that read whole workbooks do not limit what a file unpacks to, and keep the whole sheet in memory: the
// contacts of 5,189 rows and 76 columns took 140 to 370 MB. This reader keeps the texts of the rows alone, and stops at
// the first row beyond the limits of TableRows. Unpacking is yauzl's work, and parsing XML that of sax.

/** Maximum number of files in the archive. A workbook has one for each sheet and picture. */
const mostParts = 10_000;
/** Maximum number of bytes of the parts of a workbook that are read, once unpacked. */
const mostUnpacked = 128 * 1024 ** 2;
const mostDepth = 100;
const mostAttributes = 100;
/** Maximum number of shared texts, and of their characters. */
const mostTexts = 1_000_000;
const mostTextCharacters = 16 * 1024 ** 2;
/** Maximum number of elements of a part. The cells that TableRows allows have 8,000,000. */
const mostElements = 10_000_000;
/** The limits of the format. */
const mostRows = 1_048_576;
const mostCellsOfRow = 16_384;
const mostStyles = 65_536;
const longestCell = 32_767;
const longestFormat = 255;
/** Number of characters of `_x000D_`, which stands for one. */
const longestEscape = 7;
/** Number formats 14 to 22 and 45 to 47 are days and times in every workbook. */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
/** A format code with a letter of a day or time outside quotes, brackets and escapes. */
const datePart = /[ymdhs]/i;
const notCode = /"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\.|_.|\*./g;
const cellName = /^([A-Z]{1,3})([1-9]\d{0,6})$/;
const millisecondsOfDay = 86_400_000;
/** Day 0 of workbooks, and of those that count from 1904, in days since 1970. */
const epoch = { usual: -25_569, from1904: -24_107 };

/** Whether the bytes begin as those of a workbook, which is a ZIP archive. */
export function isArchive(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004';
}

/**
 * Reads the first visible sheet of a workbook (XLSX) into `rows`. Days and times become ISO 8601 text without an
 * offset. Throws BadRequest for another file, and for one that is too large.
 */
export async function readWorkbook(bytes: Buffer, rows: TableRows): Promise<void> {
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true });
    await new Workbook(archive, rows).readFirstSheet();
  } catch (error) {
    if (error instanceof BadRequest) throw error;
    throw new BadRequest('The workbook cannot be read: it is damaged, protected by a password, or no XLSX file.', {
      cause: error,
    });
  }
}

type Attributes = Readonly<Partial<Record<string, string>>>;

/** What a part of the workbook does with its XML. Names of elements are without their prefix. */
interface Handler {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

class Workbook {
  private readonly entries = new Map<string, Entry>();
  private unpacked = 0;
  private texts: string[] = [];
  private dates = new Set<number>();
  private from1904 = false;

  constructor(
    private readonly archive: ZipFile,
    private readonly rows: TableRows,
  ) {}

  async readFirstSheet(): Promise<void> {
    await this.list();
    const path = await this.sheetPath();
    if (this.entries.has('xl/sharedStrings.xml')) await this.readTexts();
    if (this.entries.has('xl/styles.xml')) await this.readFormats();
    await this.readSheet(path);
  }

  private async list(): Promise<void> {
    if (this.archive.entryCount > mostParts) throw tooMuch(`has more than ${mostParts} parts`);
    await new Promise<void>((resolve, reject) => {
      this.archive
        .on('entry', (entry: Entry) => {
          this.entries.set(entry.fileName, entry);
          this.archive.readEntry();
        })
        .on('end', resolve)
        .on('error', reject);
      this.archive.readEntry();
    });
  }

  private async sheetPath(): Promise<string> {
    let first: string | undefined;
    let visible: string | undefined;
    let sheets = 0;
    await this.read('xl/workbook.xml', {
      open: (name, attributes) => {
        if (name === 'workbookPr') this.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
        if (name !== 'sheet') return;
        if (++sheets > mostParts) throw tooMuch(`has more than ${mostParts} sheets`);
        const id = attributes['r:id'] ?? '';
        first ??= id;
        if ((attributes.state ?? 'visible') === 'visible') visible ??= id;
      },
    });
    const sheet = visible ?? first;
    if (sheet === undefined) throw new BadRequest('The workbook has no sheet.');
    let path = 'xl/worksheets/sheet1.xml';
    await this.read('xl/_rels/workbook.xml.rels', {
      open: (name, { Id, Target = '' }) => {
        if (name === 'Relationship' && Id === sheet) path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
      },
    });
    return path;
  }

  private async readTexts(): Promise<void> {
    let text = '';
    let characters = 0;
    // A phonetic run (rPh) says how to pronounce the text.
    let [isText, isPhonetic] = [false, false];
    await this.read('xl/sharedStrings.xml', {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      text: (part) => {
        if (isText) text = grown(text, part);
      },
      close: (name) => {
        if (name === 't') isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name !== 'si') return;
        characters += text.length;
        if (characters > mostTextCharacters) throw tooMuch(`has more than ${mostTextCharacters} characters of text`);
        if (this.texts.length === mostTexts) throw tooMuch(`has more than ${mostTexts} texts`);
        // Copy the text, because a part of a string keeps the whole string in memory.
        this.texts.push(unescaped(Buffer.from(text).toString()));
      },
    });
  }

  /** Finds the styles whose numbers are days or times. */
  private async readFormats(): Promise<void> {
    const isDate = new Map<number, boolean>();
    let isOfCells = false;
    let style = 0;
    await this.read('xl/styles.xml', {
      open: (name, { numFmtId, formatCode = '' }) => {
        const id = Number(numFmtId);
        if (name === 'numFmt') {
          if (formatCode.length > longestFormat)
            throw tooMuch(`has a number format of more than ${longestFormat} characters`);
          isDate.set(id, datePart.test(formatCode.replace(notCode, '')));
          if (isDate.size > mostStyles) throw tooMuch(`has more than ${mostStyles} number formats`);
        }
        if (name === 'cellXfs') isOfCells = true;
        if (name !== 'xf' || !isOfCells) return;
        if (style === mostStyles) throw tooMuch(`has more than ${mostStyles} styles`);
        if (isDate.get(id) ?? isBuiltInDate(id)) this.dates.add(style);
        style++;
      },
      close: (name) => {
        if (name === 'cellXfs') isOfCells = false;
      },
    });
  }

  private async readSheet(path: string): Promise<void> {
    let line = 0;
    let cells: string[] = [];
    let cellsOfRow = 0;
    let cell = { column: 0, type: '', style: 0 };
    let value = '';
    let isValue = false;
    await this.read(path, {
      open: (name, { r, t, s }) => {
        if (name === 'row') {
          line = rowOf(r, line);
          cells = [];
          cellsOfRow = 0;
        } else if (name === 'c') {
          if (++cellsOfRow > mostCellsOfRow) throw tooMuch(`has a row of more than ${mostCellsOfRow} cells`);
          cell = { column: r === undefined ? cells.length : columnOf(r, line), type: t ?? 'n', style: Number(s ?? 0) };
          value = '';
        }
        isValue = name === 'v' || name === 't';
      },
      text: (part) => {
        if (isValue) value = grown(value, part);
      },
      close: (name) => {
        if (name === 'v' || name === 't') isValue = false;
        if (name === 'row') this.rows.add(line, cells);
        if (name !== 'c' || value === '') return;
        mustBeColumn(cell.column, line);
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = this.textOf(cell, value);
      },
    });
  }

  private textOf({ type, style }: { type: string; style: number }, value: string): string {
    switch (type) {
      case 's':
        return this.texts[Number(value)] ?? '';
      case 'b':
        return value === '1' ? 'true' : 'false';
      case 'n':
        return this.dates.has(style) ? this.dateOf(Number(value)) : numberText(value);
      default:
        // Text in the cell itself (inlineStr), of a formula (str), an error such as #REF! (e), or an ISO date (d).
        return unescaped(value);
    }
  }

  private dateOf(days: number): string {
    const since = (days + (this.from1904 ? epoch.from1904 : epoch.usual)) * millisecondsOfDay;
    const date = new Date(Math.round(since));
    if (Number.isNaN(date.getTime())) return String(days);
    const text = date.toISOString().slice(0, 23);
    return text.endsWith('T00:00:00.000') ? text.slice(0, 10) : text.replace(/\.000$/, '');
  }

  /** Unpacks a part of the workbook and parses it. yauzl checks that the part is as long as the archive says. */
  private async read(path: string, handler: Handler): Promise<void> {
    const entry = this.entries.get(path);
    if (!entry) throw new Error(`The workbook has no part ${path}.`);
    this.unpacked += entry.uncompressedSize;
    if (this.unpacked > mostUnpacked) throw tooMuch(`unpacks to more than ${mostUnpacked / 1024 ** 2} MiB`);
    const stream = await this.archive.openReadStreamPromise(entry);
    const xml = xmlParser(handler);
    const decoder = new TextDecoder();
    try {
      for await (const part of stream) {
        xml.write(decoder.decode(part as Buffer, { stream: true }));
        if (this.rows.isFull) await this.rows.flush();
      }
      xml.write(decoder.decode()).close();
    } finally {
      stream.destroy();
    }
  }
}

/** The parser throws at the first error. It limits the length of a name, a value and a comment to 64 KiB itself. */
function xmlParser({ open, text, close }: Handler): SAXParser {
  const xml = parser(true);
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  xml.onerror = ({ message }) => {
    throw message.startsWith('Max buffer length') ? tooMuch('has a name or value of more than 64 KiB') : Error(message);
  };
  xml.ondoctype = () => {
    throw new BadRequest('The workbook has a document type, which XLSX does not allow.');
  };
  xml.onopentagstart = () => {
    attributes = 0;
    if (++elements > mostElements) throw tooMuch(`has a part of more than ${mostElements} elements`);
    if (++depth > mostDepth) throw tooMuch(`is nested more than ${mostDepth} levels deep`);
  };
  xml.onattribute = () => {
    if (++attributes > mostAttributes) throw tooMuch(`has an element with more than ${mostAttributes} attributes`);
  };
  xml.onopentag = ({ name, attributes }) => open?.(localName(name), attributes as Attributes);
  xml.onclosetag = (name) => {
    depth--;
    close?.(localName(name));
  };
  xml.ontext = (part) => text?.(part);
  xml.oncdata = (part) => text?.(part);
  return xml;
}

/** `what` is the limit, as the end of the sentence "The workbook …". */
function tooMuch(what: string): BadRequest {
  return new BadRequest(`The workbook ${what}: it cannot be read.`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The number of a row that says `r`. A row without it follows the one before. */
function rowOf(r: string | undefined, before: number): number {
  const line = r === undefined ? before + 1 : /^\d{1,9}$/.test(r) ? Number(r) : NaN;
  if (line > mostRows) throw tooMuch(`has a row beyond ${mostRows}`);
  if (!(line > before)) throw new BadRequest(`The workbook has a wrong number of a row after row ${before}.`);
  return line;
}

/** The column of the cell `AB12`; 0 is the first. */
function columnOf(cell: string, line: number): number {
  const [, letters, row] = cellName.exec(cell) ?? [];
  if (Number(row) !== line) throw new BadRequest(`Row ${line} of the workbook has a cell with a wrong name.`);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A workbook stores doubles: 0.3 may be 0.30000000000000004. Spreadsheets show 15 digits. */
function numberText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

/** The text of a cell with its next part. Throws BadRequest before the text is longer than a cell, all escaped. */
function grown(text: string, part: string): string {
  if (text.length + part.length > longestCell * longestEscape) throw tooLong();
  return text + part;
}

/** Workbooks write control characters as `_x000D_`. Throws BadRequest for a text that is longer than a cell. */
function unescaped(text: string): string {
  const plain = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  if (plain.length > longestCell) throw tooLong();
  return plain;
}

function tooLong(): BadRequest {
  return tooMuch(`has a cell of more than ${longestCell} characters`);
}
