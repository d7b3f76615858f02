/** A row is not CSV: a quote is never closed, text follows a closing quote, or a cell without quotes contains one. */
export class CsvProblem extends Error {
  constructor(
    message: string,
    /** The character after a closing quote, if it is the problem. */
    readonly after?: string,
  ) {
    super(message);
  }
}

/** Splits one row of CSV into cells by RFC 4180, in linear time. Throws CsvProblem. */
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

/** The position after the quote that closes the cell. */
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
