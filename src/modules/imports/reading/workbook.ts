import { parser, type SAXParser } from 'sax';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { BadRequest } from '../../../errors/errors.js';
import { isTurnOver, nextTurn } from '../../../context/turns.js';
import { TableBuilder, type FileTable } from './table.js';

// The libraries that read whole workbooks do not limit what a file unpacks to, and keep the whole sheet in memory: the
// contacts of 5,189 rows and 76 columns took 140 to 370 MB. This reader keeps the texts of the rows alone, and stops at
// the first row beyond the limits of TableBuilder. Unpacking is yauzl's work, and parsing XML that of sax.

/** Maximum number of bytes of the parts of a workbook that are read, once unpacked. */
const mostUnpacked = 128 * 1024 ** 2;
const mostTexts = 16 * 1024 ** 2;
/** Maximum number of columns of a sheet. */
const mostColumns = 16_384;
/** Number formats 14 to 22 and 45 to 47 are days and times in every workbook. */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
/** A format code with a letter of a day or time outside quotes, brackets and escapes. */
const datePart = /[ymdhs]/i;
const notCode = /"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g;
const millisecondsOfDay = 86_400_000;
/** Day 0 of workbooks, and of those that count from 1904, in days since 1970. */
const epoch = { usual: -25_569, from1904: -24_107 };

/** Whether the bytes begin as those of a workbook, which is a ZIP archive. */
export function isArchive(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004';
}

/**
 * Reads the first visible sheet of a workbook (XLSX). Days and times become ISO 8601 text without an offset. Throws
 * BadRequest for another file, and for one that is too large.
 */
export async function readWorkbook(bytes: Buffer): Promise<FileTable> {
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true });
    return await new Workbook(archive).firstSheet();
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

  constructor(private readonly archive: ZipFile) {}

  async firstSheet(): Promise<FileTable> {
    await this.list();
    const path = await this.sheetPath();
    if (this.entries.has('xl/sharedStrings.xml')) await this.readTexts();
    if (this.entries.has('xl/styles.xml')) await this.readFormats();
    return this.readSheet(path);
  }

  private async list(): Promise<void> {
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
    const sheets: { id: string; isHidden: boolean }[] = [];
    await this.read('xl/workbook.xml', {
      open: (name, attributes) => {
        if (name === 'workbookPr') this.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
        if (name === 'sheet')
          sheets.push({ id: attributes['r:id'] ?? '', isHidden: (attributes.state ?? 'visible') !== 'visible' });
      },
    });
    const { id } = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
    let path = 'xl/worksheets/sheet1.xml';
    await this.read('xl/_rels/workbook.xml.rels', {
      open: (name, { Id, Target = '' }) => {
        if (name === 'Relationship' && Id === id) path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
      },
    });
    return path;
  }

  private async readTexts(): Promise<void> {
    let text = '';
    let length = 0;
    // A phonetic run (rPh) says how to pronounce the text.
    let [isText, isPhonetic] = [false, false];
    await this.read('xl/sharedStrings.xml', {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      text: (part) => {
        if (isText) text += part;
      },
      close: (name) => {
        if (name === 't') isText = false;
        if (name === 'rPh') isPhonetic = false;
        if (name !== 'si') return;
        length += text.length;
        if (length > mostTexts) throw new BadRequest(`The workbook has more than ${mostTexts} characters of text.`);
        this.texts.push(unescaped(text));
      },
    });
  }

  /** Finds the styles whose numbers are days or times. */
  private async readFormats(): Promise<void> {
    const codes = new Map<number, string>();
    let isOfCells = false;
    let style = 0;
    await this.read('xl/styles.xml', {
      open: (name, { numFmtId, formatCode }) => {
        if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
        if (name === 'cellXfs') isOfCells = true;
        if (name !== 'xf' || !isOfCells) return;
        const code = codes.get(Number(numFmtId));
        const isDate = code === undefined ? isBuiltInDate(Number(numFmtId)) : datePart.test(code.replace(notCode, ''));
        if (isDate) this.dates.add(style);
        style++;
      },
      close: (name) => {
        if (name === 'cellXfs') isOfCells = false;
      },
    });
  }

  private async readSheet(path: string): Promise<FileTable> {
    const table = new TableBuilder();
    let line = 0;
    let cells: string[] = [];
    let cell = { column: 0, type: '', style: 0 };
    let value = '';
    let isValue = false;
    await this.read(path, {
      open: (name, { r, t, s }) => {
        if (name === 'row') {
          line = r ? Number(r) : line + 1;
          cells = [];
        } else if (name === 'c') {
          const column = r ? columnOf(r) : cells.length;
          cell = { column, type: t ?? 'n', style: Number(s ?? 0) };
          value = '';
        }
        isValue = name === 'v' || name === 't';
      },
      text: (part) => {
        if (isValue) value += part;
      },
      close: (name) => {
        if (name === 'v' || name === 't') isValue = false;
        if (name === 'row') table.add(line, cells);
        if (name !== 'c' || value === '') return;
        if (cell.column >= mostColumns)
          throw new BadRequest(`Row ${line} of the workbook has a cell outside of its sheet.`);
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = this.textOf(cell, value);
      },
    });
    return table.table();
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
    if (this.unpacked > mostUnpacked)
      throw new BadRequest(`The workbook is too large: unpacked it has more than ${mostUnpacked / 1024 ** 2} MiB.`);
    const stream = await this.archive.openReadStreamPromise(entry);
    const xml = xmlParser(handler);
    const decoder = new TextDecoder();
    try {
      for await (const part of stream) {
        xml.write(decoder.decode(part as Buffer, { stream: true }));
        if (isTurnOver()) await nextTurn();
      }
      xml.write(decoder.decode()).close();
    } finally {
      stream.destroy();
    }
  }
}

function xmlParser({ open, text, close }: Handler): SAXParser {
  const xml = parser(true);
  xml.onerror = (error) => {
    throw error;
  };
  xml.onopentag = ({ name, attributes }) => open?.(localName(name), attributes as Attributes);
  xml.onclosetag = (name) => close?.(localName(name));
  xml.ontext = (part) => text?.(part);
  xml.oncdata = (part) => text?.(part);
  return xml;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The column of the cell `AB12`; 0 is the first. */
function columnOf(cell: string): number {
  let column = 0;
  for (const letter of cell) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

/** A workbook stores doubles: 0.3 may be 0.30000000000000004. Spreadsheets show 15 digits. */
function numberText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

/** Workbooks write control characters as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
