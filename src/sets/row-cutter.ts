import { BadRequest } from '../errors/errors.js';

/** Maximum length of a row in bytes. */
export const longestRow = 1_048_576;
/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const widest = 3;

export interface CutRow {
  /** The line on which the row begins; the first line is 1. */
  line: number;
  text: string;
}

/**
 * Cuts chunks of text into rows and drops blank lines. With `quotes`, a line end between quotes belongs to the row, as
 * in CSV. It needs linear time for any content, and memory for one row.
 */
export class RowCutter {
  /** The parts of the current row in earlier chunks. */
  private parts: string[] = [];
  private length = 0;
  /** The current line. `begin` is the line on which the current row begins. */
  private line = 1;
  private begin = 1;
  private isQuoted = false;
  /** The line of the last opening quote. */
  private opened = 1;
  /**
   * Whether the last chunk ended with a closing quote. If the next chunk starts with a quote, both are one escaped
   * quote.
   */
  private hasJustClosed = false;

  constructor(private readonly quotes: boolean) {}

  /** The rows that end in the chunk, each cut when you read it. Throws BadRequest for a row that is too long. */
  *cut(chunk: string): Generator<CutRow, void> {
    let from = 0;
    let end = chunk.indexOf('\n');
    let quote = this.nextQuote(chunk, 0);
    let closed = this.hasJustClosed ? -1 : -2;
    while (end >= 0 || quote >= 0) {
      if (quote >= 0 && (end < 0 || quote < end)) {
        if (this.isQuoted) closed = quote;
        else if (quote !== closed + 1) this.opened = this.line;
        this.isQuoted = !this.isQuoted;
        quote = this.nextQuote(chunk, quote + 1);
        continue;
      }
      this.line++;
      if (!this.isQuoted) {
        // Skip a blank line without creating text, because a file may have millions of them.
        const isBlank = this.length === 0 && (end === from || (end === from + 1 && chunk[from] === '\r'));
        if (isBlank) this.begin = this.line;
        else {
          this.add(chunk.slice(from, end));
          const row = this.take();
          if (row) yield row;
        }
        from = end + 1;
      }
      end = chunk.indexOf('\n', end + 1);
    }
    this.add(chunk.slice(from));
    this.hasJustClosed = chunk === '' ? this.hasJustClosed : closed === chunk.length - 1;
  }

  /** The last row, if the text ends without a line end. Throws BadRequest for an open quote. */
  end(): CutRow | undefined {
    if (this.isQuoted) throw new BadRequest(`line ${this.opened}: ${neverClosed}.`);
    this.line++;
    return this.take();
  }

  private nextQuote(chunk: string, from: number): number {
    return this.quotes ? chunk.indexOf('"', from) : -1;
  }

  private add(part: string): void {
    if (part === '') return;
    this.length += part.length;
    if (this.length > longestRow) this.refuse();
    this.parts.push(part);
  }

  private take(): CutRow | undefined {
    const line = this.begin;
    this.begin = this.line;
    if (this.length === 0) return undefined;
    const whole = this.parts.length === 1 ? this.parts[0] : this.parts.join('');
    const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (text.length * widest > longestRow && Buffer.byteLength(text) > longestRow) this.refuse(line);
    this.parts = [];
    this.length = 0;
    return text === '' ? undefined : { line, text };
  }

  private refuse(line = this.begin): never {
    if (this.isQuoted) throw new BadRequest(`line ${this.opened}: ${neverClosed} within 1 MiB.`);
    throw new BadRequest(`line ${line}: a row has at most 1 MiB (${longestRow} bytes), and this one is longer.`);
  }
}

const neverClosed = 'this is not CSV: the quote that opens here is never closed';

/** A row is not CSV: a quote is never closed, text follows a closing quote, or an unquoted cell contains a quote. */
export class CsvProblem extends Error {
  constructor(
    message: string,
    /** The character after a closing quote, if that is the problem. */
    readonly after?: string,
  ) {
    super(message);
  }
}

/** Splits one row of CSV by RFC 4180, in linear time. Throws CsvProblem. */
export function cellsOf(row: string): string[] {
  if (!row.includes('"')) return row.split(',');
  const cells: string[] = [];
  for (let at = 0; ;) {
    const isQuoted = row[at] === '"';
    const end = isQuoted ? endOfQuoted(row, at) : endOfPlain(row, at);
    cells.push(isQuoted ? row.slice(at + 1, end - 1).replaceAll('""', '"') : row.slice(at, end));
    if (end === row.length) return cells;
    if (row[end] !== ',') {
      const problem = `a comma or the end of the line must follow the closing quote of cell ${cells.length}`;
      throw new CsvProblem(problem, row[end]);
    }
    at = end + 1;
  }
}

/** Returns the position after the closing quote. */
function endOfQuoted(row: string, from: number): number {
  for (let at = from; ;) {
    at = row.indexOf('"', at + 1);
    if (at < 0) throw new CsvProblem('a quote is never closed');
    if (row[at + 1] !== '"') return at + 1;
    at++;
  }
}

function endOfPlain(row: string, from: number): number {
  const comma = row.indexOf(',', from);
  const end = comma < 0 ? row.length : comma;
  if (row.slice(from, end).includes('"'))
    throw new CsvProblem('a cell with a quote in it must be in quotes, with each quote in it written twice');
  return end;
}
