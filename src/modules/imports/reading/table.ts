import { BadRequest } from '../../../errors/errors.js';

/** A row of a file, without the header. */
export interface TableRow {
  /** The line on which the row begins, or the number of the row in its sheet; the first is 1. */
  readonly line: number;
  /** The texts of the cells; '' for an empty cell. */
  readonly cells: readonly string[];
}

/** A file with a header, read into memory. `TableRows` limits its size. */
export interface FileTable {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** The encoding of a text; undefined for a workbook, whose numbers and days have one form in every country. */
  readonly encoding?: string;
}

export const mostRows = 50_000;
const mostColumns = 500;
const mostCells = 1_000_000;
/** Maximum number of cells with empty ones, which take memory too. */
const mostPlaces = 5_000_000;
const mostCharacters = 16 * 1024 ** 2;
/** Maximum number of rows with those without any text: as many as a sheet has. */
const mostLines = 1_048_576;
/** Number of rows, and of characters in them, that are sent together. */
const batch = { rows: 500, characters: 65_536 };

/** Receives rows of a file, the first of which is the header. The reader waits until they are taken. */
export type SendRows = (rows: readonly TableRow[]) => Promise<void>;

/**
 * Sends the rows of a file in batches. Throws BadRequest as soon as the file is too large, so that the reader stops.
 */
export class TableRows {
  private waiting: TableRow[] = [];
  private waitingCharacters = 0;
  private lines = 0;
  private rows = 0;
  private cells = 0;
  private places = 0;
  private characters = 0;

  constructor(private readonly send: SendRows) {}

  /** Adds a row of the file. Leaves out rows without any text. */
  add(line: number, cells: readonly string[]): void {
    if (++this.lines > mostLines) throw tooLarge(`it has more than ${mostLines} rows, most of them empty`);
    const filled = cells.filter((cell) => cell.trim() !== '');
    if (filled.length === 0) return;
    const characters = filled.reduce((sum, { length }) => sum + length, 0);
    this.cells += filled.length;
    this.places += cells.length;
    this.characters += characters;
    if (this.cells > mostCells) throw tooLarge(`it has more than ${mostCells} filled cells`);
    if (this.places > mostPlaces) throw tooLarge(`it has more than ${mostPlaces} cells, most of them empty`);
    if (this.characters > mostCharacters) throw tooLarge(`it has more than ${mostCharacters} characters`);
    if (this.rows++ > mostRows) throw tooLarge(`it has more than ${mostRows} rows`);
    this.waiting.push({ line, cells });
    this.waitingCharacters += characters;
  }

  /** Whether the reader must call `flush` before it goes on. */
  get isFull(): boolean {
    return this.waiting.length >= batch.rows || this.waitingCharacters >= batch.characters;
  }

  async flush(): Promise<void> {
    const rows = this.waiting;
    this.waiting = [];
    this.waitingCharacters = 0;
    if (rows.length > 0) await this.send(rows);
  }
}

/** Throws BadRequest for a cell beyond the columns that a file may have; `column` 0 is the first. */
export function mustBeColumn(column: number, line: number): void {
  if (column >= mostColumns) throw tooLarge(`line ${line} has more than ${mostColumns} columns`);
}

function tooLarge(why: string): BadRequest {
  return new BadRequest(`The file is too large to be looked through: ${why}. Divide it, or import it as a record set.`);
}
