import type { Readable } from 'node:stream';
import { ListResult, noOptions, type ListOptions, type OpenedRows } from '../../record/lists/list-options.js';
import type { HandlerResult } from '../endpoint/handler-result.js';
import { contentTypes, type Format } from '../endpoint/format.js';
import type { SentFile } from '../endpoint/files.js';
import type { Operation } from '../endpoint/operation.js';
import { shortList } from '../../database/driver/dialect.js';
import { cachedByCaller, stateOf, tagOf } from './caching.js';
import { currentCall } from '../../context/call-context.js';
import { envelopeOf, openedRows, rowsOf, type Envelope, type Row } from './envelope.js';
import { TimeSlice } from '../../context/time-slice.js';

/** A response body as text, or as chunks that are made while the client reads. The chunks of a workbook are XML. */
export class ResponseBody {
  constructor(
    readonly headers: Record<string, string>,
    readonly body: string | AsyncIterable<string> | Readable,
    readonly status = 200,
  ) {}
}

/** Number of characters after which a chunk is sent. */
const chunkLength = 32_768;
/** Rows per call of the writer. */
const rowsAtOnce = 25;

/**
 * Makes the response of an operation. A list is streamed, unless the response needs an ETag, or the list has at most
 * `shortList` rows or fits into one chunk. As the response of a write, a list in memory is not streamed.
 */
export async function responseBodyOf(
  operation: Operation,
  result: HandlerResult,
  options: ListOptions,
  format: Format,
): Promise<ResponseBody> {
  const { etag: tagged, verb } = operation.declaration;
  const isWhole = tagged !== undefined || (verb !== 'GET' && !streams(operation, result));
  const body = await writtenOf(operation, result, options, format, isWhole);
  const headers: Record<string, string> = { 'Content-Type': contentTypes[format], ...result.headers };
  if (format === 'csv' || format === 'xlsx')
    headers['Content-Disposition'] = `attachment; filename="${operation.name}.${format}"`;
  if (tagged && typeof body === 'string' && !operation.showsSecret && !currentCall()?.showsSecret) {
    headers.ETag = await tagOfResult(operation, { result, body, options, format });
    headers['Cache-Control'] = cachedByCaller;
  }
  return new ResponseBody(headers, body);
}

/**
 * The ETag of a response. That of a record begins with the hash of its whole JSON, whatever the format, so that
 * If-Match accepts the ETag of any format.
 */
async function tagOfResult(
  operation: Operation,
  { result, body, options, format }: { result: HandlerResult; body: string; options: ListOptions; format: Format },
): Promise<string> {
  if (operation.declaration.etag === true) return tagOf(stateOf(body), format);
  if (!isPart(options))
    return tagOf(stateOf(format === 'json' ? body : await jsonOf(operation, result, noOptions)), format);
  return tagOf(stateOf(await jsonOf(operation, result, noOptions)), format, body);
}

const texts = new WeakMap<object, Promise<string>>();

/** A result as JSON text. Calls without list options share one text for each record object. */
export function textOf(operation: Operation, result: HandlerResult, options: ListOptions): Promise<string> {
  if (isPart(options)) return jsonOf(operation, result, options);
  let text = texts.get(result.record);
  if (!text) texts.set(result.record, (text = jsonOf(operation, result, options)));
  return text;
}

/** Whether the list options select a part of the response or change its order. */
function isPart({ skip, take, fields, orderBy, filters = [], total }: ListOptions): boolean {
  const isCut = [skip, take, fields].some((option) => option !== undefined);
  return isCut || orderBy.length > 0 || filters.length > 0 || total;
}

export async function jsonOf(operation: Operation, result: HandlerResult, options: ListOptions): Promise<string> {
  const body = await writtenOf(operation, result, options, 'json', true);
  return typeof body === 'string' ? body : whole(body);
}

export async function fileBodyOf({ name, text }: SentFile, format: Format): Promise<ResponseBody> {
  const headers = {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
  return new ResponseBody(headers, await firstChunk(text));
}

/** Whether the result's list is read from the database while it is sent. */
export function streams({ list }: Operation, result: HandlerResult): boolean {
  return list !== undefined && rowsOf(list, result) instanceof ListResult;
}

/**
 * If the client wants the total and a page of at most `shortList` rows, reads the page before the total: if this page
 * proves to be the last one, its position and its number of rows give the total without a COUNT.
 */
async function writtenOf(
  operation: Operation,
  result: HandlerResult,
  options: ListOptions,
  format: Format,
  isWhole: boolean,
): Promise<string | AsyncIterable<string>> {
  const page = options.total && (options.take ?? Infinity) <= shortList;
  const read = page ? await openedRows(operation, result, options) : undefined;
  const envelope = await envelopeOf(operation, result, options, format, read?.first.length);
  return bodyOf(envelope, read ?? (await openedRows(operation, result, options)), isWhole);
}

async function bodyOf(
  envelope: Envelope,
  rows: OpenedRows<Row>,
  isWhole: boolean,
): Promise<string | AsyncIterable<string>> {
  const { before, after, write } = envelope;
  const isShort = !rows.rest && rows.first.length <= shortList;
  if (isShort && rows.first.length <= rowsAtOnce) return before + write(rows.first) + after;
  const chunks = chunksOf(envelope, rows);
  return isWhole || isShort ? whole(chunks) : firstChunk(chunks);
}

async function* chunksOf(
  { before, after, separator, write }: Envelope,
  { first, rest }: OpenedRows<Row>,
): AsyncGenerator<string> {
  const time = new TimeSlice();
  let text = before;
  let between = '';
  try {
    for (let rows: readonly Row[] | undefined = first; rows; rows = await rest?.next())
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        if (time.isOver) await time.yield();
        text += between + write(rows.slice(from, from + rowsAtOnce));
        between = separator;
        if (text.length < chunkLength) continue;
        yield text;
        text = '';
      }
    yield text + after;
  } finally {
    rest?.leave();
  }
}

async function whole(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

/**
 * Reads the first chunk before anything is sent, so that a failure until then becomes an error response. A body of one
 * chunk is returned as text.
 */
async function firstChunk(chunks: AsyncGenerator<string>): Promise<string | AsyncIterable<string>> {
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
