import { Injectable } from '@nestjs/common';
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BadRequest, errorsByStatus, PayloadTooLarge, ServiceError } from '../../../errors/errors.js';
import type { FileTable, TableRow } from './table.js';

/** A file on disk or in the store. */
export interface StoredContent {
  readonly size: number;
  readonly read: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Reads a workbook or CSV. `charset` is the encoding that the client names; '' for none. Throws BadRequest for a file
 * that cannot be read, PayloadTooLarge for one that needs more memory or time than the Worker has, and
 * UnsupportedMediaType for an unknown encoding.
 */
export type ReadFile = (content: StoredContent, charset: string) => Promise<FileTable>;

/**
 * What the Worker gets for each file: its bytes in parts of `partLength`, of which the last one may be shorter, and the
 * encoding that the client names; '' for none.
 */
export interface FileToRead {
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly charset: string;
}

/**
 * What the Worker sends for a file: rows, of which the first is the header, and at last the end or why it refuses the
 * file.
 */
export type FilePart =
  | { readonly rows: readonly TableRow[] }
  | { readonly end: Pick<FileTable, 'encoding'> }
  | { readonly refused: { readonly status: number; readonly message: string } };

/**
 * Number of bytes of a part of a file. Parts of this length take the memory that the parts of uploads leave; for a file
 * of 25 MB in one piece, the process takes more memory, and keeps it.
 */
const partLength = 65_536;
/** Number of characters of a title that count. Messages have the title, and clients name it in Map. */
const longestTitle = 200;
/** Memory of the Worker for JavaScript values, in MiB. The bytes of the file are beyond it. */
const memory = 128;
/** Milliseconds. A workbook of 128 MiB, unpacked, takes 10 s of processor time. */
const deadline = 60_000;

/**
 * Reads files of strangers in a Worker with limits, so that no file can stop or end the process. The Worker knows
 * neither the settings nor the database.
 */
@Injectable()
export class FileReaderService {
  /** Starts a Worker that reads one file. Throws the errors of `ReadFile`. */
  read(content: StoredContent, charset: string): Promise<FileTable> {
    return this.readMany((read) => read(content, charset));
  }

  /**
   * Runs work that reads files one after the other. They share a Worker, because starting it takes longer than reading
   * most files. A file that the Worker cannot read ends it, and the next one gets another.
   */
  async readMany<T>(work: (read: ReadFile) => Promise<T>): Promise<T> {
    let worker: Worker | undefined;
    const end = async (): Promise<void> => {
      await worker?.terminate();
      worker = undefined;
    };
    try {
      return await work(async (content, charset) => {
        const parts = await partsOf(content);
        worker ??= startWorker();
        // Move the bytes instead of copying them.
        const moved = parts.map(({ buffer }) => buffer);
        worker.postMessage({ parts, charset } satisfies FileToRead, moved);
        try {
          return await tableOf(worker);
        } catch (error) {
          if (error instanceof ServiceError) throw error;
          await end();
          const { name, code } = error as NodeJS.ErrnoException;
          if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooLarge(`${memory} MiB of memory`, error);
          if (name === 'AbortError') throw tooLarge(`${deadline / 1000} seconds`, error);
          throw error;
        }
      });
    } finally {
      await end();
    }
  }
}

function startWorker(): Worker {
  const worker = new Worker(require.resolve('./reader.worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
    env: {},
  });
  // `tableOf` receives the errors. Between two files there are none, but an error without a listener ends the process.
  return worker.on('error', () => undefined);
}

async function partsOf({ size, read }: StoredContent): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for await (const chunk of await read())
    for (let from = 0; from < chunk.length;) {
      const place = at % partLength;
      if (place === 0) parts.push(new Uint8Array(Math.min(partLength, size - at)));
      const some = chunk.subarray(from, from + partLength - place);
      parts.at(-1)!.set(some, place);
      from += some.length;
      at += some.length;
    }
  return parts;
}

async function tableOf(worker: Worker): Promise<FileTable> {
  const rows: TableRow[] = [];
  const messages = on(worker, 'message', { signal: AbortSignal.timeout(deadline), close: ['exit'] });
  for await (const [part] of messages as AsyncIterable<[FilePart]>) {
    if ('refused' in part) throw new errorsByStatus[part.refused.status](part.refused.message);
    if ('end' in part) {
      const [header, ...others] = rows as (TableRow | undefined)[];
      if (!header) throw new BadRequest('The file is empty: its first line must name the columns.');
      return {
        header: header.cells.map((title) => title.trim().slice(0, longestTitle)),
        rows: others as TableRow[],
        ...part.end,
      };
    }
    for (const row of part.rows) rows.push(row);
    worker.postMessage('taken');
  }
  throw new Error('The Worker ended before the file.');
}

function tooLarge(limit: string, cause: unknown): PayloadTooLarge {
  return new PayloadTooLarge(`The file needs more than ${limit} to be read: divide it, or save it as CSV.`, { cause });
}
