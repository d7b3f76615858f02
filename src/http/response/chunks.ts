import type { OpenedRows } from '../../record/lists/list-options.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';

export type Row = Record<string, unknown>;

/** The text before and after the rows of a response, and the function that writes the rows. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
  readonly separator: string;
  readonly write: (rows: readonly Row[]) => string;
}

/** Number of characters after which a chunk is sent. */
const chunkLength = 32_768;
/** Rows per call of the writer. */
export const rowsAtOnce = 25;

/** The text of the rows in chunks. Gives other calls a turn between the rows of a long list. */
export async function* chunksOf(
  { before, after, separator, write }: Envelope,
  { first, rest }: OpenedRows<Row>,
): AsyncGenerator<string> {
  let text = before;
  let between = '';
  try {
    for (let rows: readonly Row[] | undefined = first; rows; rows = await rest?.next())
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        if (isTurnOver()) await nextTurn();
        text += between + write(rows.slice(from, from + rowsAtOnce));
        between = separator;
        if (text.length < chunkLength) continue;
        yield text;
        text = '';
      }
    yield text + after;
  } finally {
    rest?.close();
  }
}

export async function whole(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

/**
 * Reads the first chunk before anything is sent, so that a failure until then becomes an error response. A body of one
 * chunk is returned as text.
 */
export async function firstChunk(chunks: AsyncGenerator<string>): Promise<string | AsyncIterable<string>> {
  const first = await chunks.next();
  if (first.done) return '';
  const second = first.value.length < chunkLength ? await chunks.next() : undefined;
  if (second?.done) return first.value;
  return resumed([first.value, ...(second ? [second.value] : [])], chunks);
}

/**
 * Iterates over the chunks in `read`, then over those of `rest`. This is not a generator, because closing a generator
 * that was never started would not close `rest`.
 */
function resumed(read: string[], rest: AsyncGenerator<string>): AsyncIterable<string> {
  const iterator: AsyncIterator<string> = {
    next: async () => (read.length > 0 ? { value: read.shift()!, done: false } : rest.next()),
    return: () => rest.return(undefined),
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
