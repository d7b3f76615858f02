import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '../../../errors/errors.js';
import type { FilePart, FileToRead } from './file-reader.service.js';
import { TableRows } from './table.js';
import { readText } from './text-file.js';
import { isArchive, readWorkbook } from './workbook.js';

// The Worker of FileReaderService: it reads one file after the other, and sends the rows of each.

const service = parentPort!;

/** Sends a part, and waits until the service has taken it, so that the rows of a slow import do not pile up. */
async function send(part: FilePart): Promise<void> {
  const taken = once(service, 'message');
  service.postMessage(part);
  await taken;
}

async function read({ parts, charset }: FileToRead): Promise<FilePart> {
  const rows = new TableRows((some) => send({ rows: some }));
  let encoding: string | undefined;
  if (isArchive(Buffer.from(parts.at(0) ?? []))) await readWorkbook(Buffer.concat(parts), rows);
  else encoding = await readText(parts, charset, rows);
  await rows.flush();
  return { end: { encoding } };
}

/** The last part of a file. */
async function endOf(file: FileToRead): Promise<FilePart> {
  try {
    return await read(file);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refused: { status: error.status, message: error.message } };
  }
}

/** Reads files until the service ends the Worker. It sends a file after the end of the one before. */
async function readAll(): Promise<never> {
  let next = once(service, 'message');
  for (;;) {
    const [file] = (await next) as [FileToRead];
    const end = await endOf(file);
    next = once(service, 'message');
    service.postMessage(end);
  }
}

void readAll();
