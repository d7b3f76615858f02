import etag from 'etag';
import { csvWriter } from '../../record/writers/csv.js';
import { jsonWriter, valueWriter } from '../../record/writers/json.js';
import type { Class } from '../../record/field-types.js';
import { filtered } from '../../record/list-filters.js';
import { applyOptions, ListResult, type ListOptions, type Rows } from '../../record/list-options.js';
import { fieldsOf } from '../../record/metadata.js';
import { succeeded } from '../../record/response-status.js';
import { headersOf, metaOf } from '../endpoint/endpoint.js';
import { cachedByCaller } from './caching.js';
import { TimeSlice } from './time-slice.js';
import { contentTypes, type Format } from '../endpoint/format.js';
import type { Operation } from '../endpoint/operation.js';

type Row = Record<string, unknown>;

/** What goes out: whole text, or chunks that are made as they are read. */
export class ResponseBody {
  constructor(
    readonly headers: Record<string, string>,
    readonly body: string | AsyncIterable<string>,
  ) {}
}

/** Characters that are gathered before a chunk goes out. */
const chunkLength = 32_768;
const csvBatch = 50;

/** A handler's result in the format asked for. Lists stream; what needs an ETag, what a write answers, or what fits one chunk, is whole. */
export async function responseBodyOf(
  operation: Operation,
  result: object,
  options: ListOptions,
  format: Format,
): Promise<ResponseBody> {
  const chunks = format === 'csv' ? csvChunks(operation, result, options) : jsonChunks(operation, result, options);
  const { etag: tagged, verb } = operation.declaration;
  const isWhole = tagged || (verb !== 'GET' && !streams(operation, result));
  const body = isWhole ? await whole(chunks) : await firstChunk(chunks);
  const headers: Record<string, string> = { 'Content-Type': contentTypes[format], ...headersOf(result) };
  if (format === 'csv') headers['Content-Disposition'] = `attachment; filename="${operation.name}.csv"`;
  if (tagged && typeof body === 'string') {
    headers.ETag = etag(body, { weak: true });
    headers['Cache-Control'] = cachedByCaller;
  }
  return new ResponseBody(headers, body);
}

/** Whether the result's list comes from the database while it is sent. */
export function streams({ list }: Operation, result: object): boolean {
  return list !== undefined && (result as Row)[list.name] instanceof ListResult;
}

async function* jsonChunks(
  { declaration, list }: Operation,
  result: object,
  options: ListOptions,
): AsyncGenerator<string> {
  const values = result as Row;
  if (list && declaration.bare) {
    yield yield* listJson(list, values, options, '');
    return;
  }
  let text = '';
  let opening = '{';
  for (const field of fieldsOf(declaration.response)) {
    text += `${opening}${JSON.stringify(field.name)}:`;
    opening = ',';
    if (field.name === list?.name) {
      text = yield* listJson(list, values, options, text);
    } else if (field.name === 'ResponseStatus') {
      text += valueWriter(field)(succeeded(await meta(list, values, options)));
    } else {
      text += valueWriter(field)(values[field.name]);
    }
  }
  yield `${text}}`;
}

/** Appends the list to the text, yields what fills a chunk, and returns the rest. */
async function* listJson(
  list: ListField,
  values: Row,
  options: ListOptions,
  before: string,
): AsyncGenerator<string, string> {
  const write = jsonWriter(list.record, options.fields);
  let text = `${before}[`;
  let separator = '';
  const time = new TimeSlice();
  for await (const row of listed(list, values, options)) {
    if (time.isOver) await time.yield();
    text += separator + write(row);
    separator = ',';
    if (text.length >= chunkLength) {
      yield text;
      text = '';
    }
  }
  return `${text}]`;
}

async function* csvChunks(
  { declaration, list }: Operation,
  result: object,
  options: ListOptions,
): AsyncGenerator<string> {
  const values = result as Row;
  if (!list) {
    const writer = csvWriter(
      declaration.response,
      fieldsOf(declaration.response).filter(({ name }) => name !== 'ResponseStatus'),
    );
    yield writer.header + writer.rows([values]);
    return;
  }
  const writer = csvWriter(list.record, options.fields);
  let text = writer.header;
  let batch: Row[] = [];
  const time = new TimeSlice();
  for await (const row of listed(list, values, options)) {
    if (time.isOver) await time.yield();
    batch.push(row);
    if (batch.length < csvBatch) continue;
    text += writer.rows(batch);
    batch = [];
    if (text.length >= chunkLength) {
      yield text;
      text = '';
    }
  }
  yield text + writer.rows(batch);
}

type ListField = { name: string; record: Class };

function rowsOf(list: ListField, values: Row): Rows<Row> {
  return (values[list.name] ?? []) as Rows<Row>;
}

/** Rows that stream have the options applied already; rows in memory get them here. */
function listed(list: ListField, values: Row, options: ListOptions): AsyncIterable<Row> | Iterable<Row> {
  const rows = rowsOf(list, values);
  return Array.isArray(rows) ? applyOptions(rows as Row[], list.record, options) : (rows as AsyncIterable<Row>);
}

async function meta(list: ListField | undefined, values: Row, options: ListOptions): Promise<Record<string, string>> {
  if (!list || !options.total) return metaOf(values);
  const rows = rowsOf(list, values);
  const total = rows instanceof ListResult ? await rows.total() : filtered(rows, options.filters).length;
  return { ...metaOf(values), Total: String(total) };
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
  return resume([first.value, ...(second ? [second.value] : [])], chunks);
}

async function* resume(read: string[], rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* read;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
