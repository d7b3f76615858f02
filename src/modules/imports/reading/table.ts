import { BadRequest } from '../../../errors/errors.js';

/** A row of a file, without the header. */
export interface TableRow {
  /** The line on which the row begins, or the number of the row in its sheet; the first is 1. */
  readonly line: number;
  /** The texts of the cells; '' for an empty cell. */
  readonly cells: readonly string[];
}

/** A file with a header, read into memory. `TableBuilder` limits its size. */
export interface FileTable {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** The encoding of a text; undefined for a workbook, whose numbers and days have one form in every country. */
  readonly encoding?: string;
}

export const mostRows = 50_000;
const mostColumns = 500;
const mostCells = 1_000_000;
const mostCharacters = 16 * 1024 ** 2;

/** Collects the rows of a file. Throws BadRequest as soon as the file is too large, so that the reader stops. */
export class TableBuilder {
  private header?: readonly string[];
  private readonly rows: TableRow[] = [];
  private cells = 0;
  private characters = 0;

  /** Adds a row of the file; the first one is the header. Leaves out rows without any text. */
  add(line: number, cells: readonly string[]): void {
    if (cells.length > mostColumns) throw tooLarge(`line ${line} has more than ${mostColumns} columns`);
    const filled = cells.filter((cell) => cell.trim() !== '');
    if (filled.length === 0) return;
    this.cells += filled.length;
    for (const { length } of filled) this.characters += length;
    if (this.cells > mostCells) throw tooLarge(`it has more than ${mostCells} filled cells`);
    if (this.characters > mostCharacters) throw tooLarge(`it has more than ${mostCharacters} characters`);
    if (!this.header) {
      this.header = cells.map((name) => name.trim());
      return;
    }
    if (this.rows.length === mostRows) throw tooLarge(`it has more than ${mostRows} rows`);
    this.rows.push({ line, cells });
  }

  /** Throws BadRequest for a file without a header. */
  table(encoding?: string): FileTable {
    if (!this.header) throw new BadRequest('The file is empty: its first line must name the columns.');
    return { header: this.header, rows: this.rows, encoding };
  }
}

function tooLarge(why: string): BadRequest {
  return new BadRequest(`The file is too large to be looked through: ${why}. Divide it, or import it as a record set.`);
}
