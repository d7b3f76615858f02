import etag from 'etag';
import { ListResult, type ListOptions, type OpenedRows } from '../../record/lists/list-options.js';
import { headersOf } from '../endpoint/endpoint.js';
import { contentTypes, type Format } from '../endpoint/format.js';
import type { SentFile } from '../endpoint/body/files.js';
import type { Operation } from '../endpoint/operation.js';
import { shortList } from '../../database/dialect.js';
import { cachedByCaller } from './caching.js';
import { currentCall } from '../../context/call-context.js';
import { frameOf, openedRows, type Frame, type Row } from './frame.js';
import { TimeSlice } from '../../context/time-slice.js';

/** What goes out: whole text, or chunks that are made as they are read; of a workbook, the text of its sheets. */
export class ResponseBody {
  constructor(
    readonly headers: Record<string, string>,
    readonly body: string | AsyncIterable<string>,
  ) {}
}

/** Characters that are gathered before a chunk goes out. */
const chunkLength = 32_768;
/** Rows that are written at once. */
const rowsAtOnce = 25;

/**
 * A handler's result in the format asked for. Lists stream; what needs an ETag, what a write
 * answers, or what fits one chunk, is whole.
 */
export async function responseBodyOf(
  operation: Operation,
  result: object,
  options: ListOptions,
  format: Format,
): Promise<ResponseBody> {
  const frame = await frameOf(operation, result as Row, options, format);
  const { etag: tagged, verb } = operation.declaration;
  const isWhole = tagged === true || (verb !== 'GET' && !streams(operation, result));
  const body = await bodyOf(frame, await openedRows(operation, result as Row, options), isWhole);
  const headers: Record<string, string> = { 'Content-Type': contentTypes[format], ...headersOf(result) };
  if (format === 'csv' || format === 'xlsx')
    headers['Content-Disposition'] = `attachment; filename="${operation.name}.${format}"`;
  if (tagged && typeof body === 'string' && !operation.answersSecret && !currentCall()?.showsSecret) {
    headers.ETag = etag(body, { weak: true });
    headers['Cache-Control'] = cachedByCaller;
  }
  return new ResponseBody(headers, body);
}

const texts = new WeakMap<object, Promise<string>>();

/** A result as JSON text. One that many are told of is written once, but for those who ask for a part of it. */
export function textOf(operation: Operation, result: object, options: ListOptions): Promise<string> {
  const { skip, take, fields, orderBy, filters = [], total } = options;
  const isPart =
    [skip, take, fields].some((option) => option !== undefined) || orderBy.length > 0 || filters.length > 0;
  if (isPart || total) return jsonOf(operation, result, options);
  let text = texts.get(result);
  if (!text) texts.set(result, (text = jsonOf(operation, result, options)));
  return text;
}

async function jsonOf(operation: Operation, result: object, options: ListOptions): Promise<string> {
  const frame = await frameOf(operation, result as Row, options, 'json');
  const body = await bodyOf(frame, await openedRows(operation, result as Row, options), true);
  return typeof body === 'string' ? body : whole(body);
}

/** A file as it is made. */
export async function fileBodyOf({ name, text }: SentFile, format: Format): Promise<ResponseBody> {
  const headers = {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
  return new ResponseBody(headers, await firstChunk(text));
}

/** Whether the result's list comes from the database while it is sent. */
export function streams({ list }: Operation, result: object): boolean {
  return list !== undefined && (result as Row)[list.name] instanceof ListResult;
}

async function bodyOf(frame: Frame, rows: OpenedRows<Row>, isWhole: boolean): Promise<string | AsyncIterable<string>> {
  const { before, after, write } = frame;
  const isShort = !rows.rest && rows.first.length <= shortList;
  if (isShort && rows.first.length <= rowsAtOnce) return before + write(rows.first) + after;
  const chunks = chunksOf(frame, rows);
  return isWhole || isShort ? whole(chunks) : firstChunk(chunks);
}

async function* chunksOf(
  { before, after, separator, write }: Frame,
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

/** Reads ahead to the first chunk, so that a failure before it is still a clean error, and a short answer is whole. */
async function firstChunk(chunks: AsyncGenerator<string>): Promise<string | AsyncIterable<string>> {
  const first = await chunks.next();
  if (first.done) return '';
  const second = first.value.length < chunkLength ? await chunks.next() : undefined;
  if (second?.done) return first.value;
  return resumed([first.value, ...(second ? [second.value] : [])], chunks);
}

/** What was read ahead and the rest. No generator: one that is left before it was begun would not end the rest. */
function resumed(read: string[], rest: AsyncGenerator<string>): AsyncIterable<string> {
  const iterator: AsyncIterator<string> = {
    next: async () => (read.length > 0 ? { value: read.shift()!, done: false } : rest.next()),
    return: () => rest.return(undefined),
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
