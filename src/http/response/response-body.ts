import type { Readable } from 'node:stream';
import { currentCall } from '../../context/call-context.js';
import { shortList } from '../../database/driver/dialect.js';
import type { Class } from '../../record/field-types.js';
import { filtered } from '../../record/lists/list-filters.js';
import {
  applyOptions,
  changedBatches,
  ListResult,
  noOptions,
  RowSource,
  type ListOptions,
  type OpenedRows,
  type Rows,
} from '../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { succeeded } from '../../record/response-status.js';
import { csvWriter } from '../../record/writers/csv.js';
import { jsonWriter, valueWriter } from '../../record/writers/json.js';
import { sheetWriter } from '../../record/writers/sheet.js';
import { tableOf } from '../../record/writers/table.js';
import { versionField } from '../../sets/version.js';
import type { SentFile } from '../endpoint/files.js';
import { contentTypes, type Format } from '../endpoint/format.js';
import type { HandlerResult } from '../endpoint/handler-result.js';
import type { Operation } from '../endpoint/operation.js';
import type { SentRecords } from '../endpoint/request-context.js';
import { cachedByCaller, stateOf, tagOf } from './caching.js';
import { chunksOf, firstChunk, rowsAtOnce, whole, type Envelope, type Row } from './chunks.js';
import { chosenRows, countOf } from './made-rows.js';

/** A response body as text, or as chunks that are made while the client reads. The chunks of a workbook are XML. */
export class ResponseBody {
  constructor(
    readonly headers: Record<string, string>,
    readonly body: string | AsyncIterable<string> | Readable,
    readonly status = 200,
    readonly records?: SentRecords,
  ) {}
}

/** The form in which a call wants the result of an operation. */
export interface Shape {
  readonly operation: Operation;
  readonly options: ListOptions;
  readonly format: Format;
  /** The business day, `yyyy-MM-dd`, which the name of a CSV file or a workbook has. */
  readonly today: string;
  /** The time zone of the times in a workbook. */
  readonly timeZone: string;
  /** Adds their Version to records, if the call asks for it. */
  readonly withVersions?: (rows: readonly Row[]) => Promise<readonly Row[]>;
}

type Content = Pick<Shape, 'operation' | 'options' | 'format'> & Partial<Pick<Shape, 'timeZone' | 'withVersions'>>;

/**
 * Makes the response of an operation. A list is streamed, unless the response needs an ETag, or the list has at most
 * `shortList` rows or fits into one chunk. As the response of a write, a list in memory is not streamed.
 */
export async function responseBodyOf(shape: Shape, result: HandlerResult): Promise<ResponseBody> {
  const { operation, format } = shape;
  const { etag: tagged, verb } = operation.declaration;
  const isWhole = tagged !== undefined || (verb !== 'GET' && !streams(operation, result));
  const records = { sent: 0, about: result.exported };
  const body = await written(shape, result, isWhole, records);
  const headers: Record<string, string> = { 'Content-Type': contentTypes[format], ...result.headers };
  if (format === 'csv' || format === 'xlsx')
    headers['Content-Disposition'] = `attachment; filename="${fileNameOf(shape)}"`;
  if (tagged && typeof body === 'string' && !operation.showsSecret && !currentCall()?.showsSecret) {
    headers.ETag = await tagOfBody(shape, result, body);
    headers['Cache-Control'] = cachedByCaller;
  }
  return new ResponseBody(headers, body, 200, records);
}

/** The file name says the list or the record, and the day: `event-types-2026-11-26.csv` for `listEventTypes`. */
function fileNameOf({ operation, format, today }: Shape): string {
  const words = operation.name.replace(/^(list|get|read)(?=[A-Z])/, '').split(/(?<=[a-z\d])(?=[A-Z])/);
  return `${words.join('-').toLowerCase()}-${today}.${format}`;
}

/**
 * The ETag of a response. That of a record begins with the hash of its whole JSON, whatever the format, so that
 * If-Match accepts the ETag of any format.
 */
async function tagOfBody(
  { operation, options, format }: Content,
  result: HandlerResult,
  body: string,
): Promise<string> {
  if (operation.declaration.etag === true) return tagOf(stateOf(body), format);
  if (isPart(options)) return tagOf(stateOf(await jsonOf(operation, result)), format, body);
  return tagOf(stateOf(format === 'json' ? body : await jsonOf(operation, result)), format);
}

/** Whether the list options select a part of the response or change its order. */
export function isPart({ skip, take, fields, orderBy, filters = [], total }: ListOptions): boolean {
  const isCut = [skip, take, fields].some((option) => option !== undefined);
  return isCut || orderBy.length > 0 || filters.length > 0 || total;
}

export async function jsonOf(operation: Operation, result: HandlerResult, options = noOptions): Promise<string> {
  const body = await written({ operation, options, format: 'json' }, result, true);
  return typeof body === 'string' ? body : whole(body);
}

export async function fileBodyOf({ name, text }: SentFile, format: Format): Promise<ResponseBody> {
  const headers = {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
  return new ResponseBody(headers, await firstChunk(text));
}

/** Whether the result's list is read from the database, or made, while it is sent. */
export function streams({ list }: Operation, result: HandlerResult): boolean {
  if (!list) return false;
  const rows = rowsOf(list, result);
  return rows instanceof ListResult || rows instanceof RowSource;
}

/**
 * The text of a result, or its chunks. If the client wants the total and a page of at most `shortList` rows, reads the
 * page before the total: if this page proves to be the last one, its position and its number of rows give the total
 * without a COUNT. The first rows of a table give the widths of its columns.
 */
async function written(
  shape: Content,
  result: HandlerResult,
  isWhole: boolean,
  records: SentRecords = { sent: 0 },
): Promise<string | AsyncIterable<string>> {
  const { total, take = Infinity } = shape.options;
  const isPage = total && take <= shortList;
  const page = isPage || tableWriters[shape.format] ? await openedRows(shape, result) : undefined;
  const envelope = await envelopeOf(shape, result, page?.first);
  const rows = page ?? (await openedRows(shape, result));
  const write = (batch: readonly Row[]): string => {
    records.sent += batch.length;
    return envelope.write(batch);
  };
  const isShort = !rows.rest && rows.first.length <= shortList;
  if (isShort && rows.first.length <= rowsAtOnce) return envelope.before + write(rows.first) + envelope.after;
  const chunks = chunksOf({ ...envelope, write }, rows);
  return isWhole || isShort ? whole(chunks) : firstChunk(chunks);
}

async function openedRows(
  { operation: { list }, options, withVersions }: Content,
  result: HandlerResult,
): Promise<OpenedRows<Row>> {
  if (!list) return { first: [] };
  const rows = rowsOf(list, result);
  const opened = await openedList(rows, list.record, options);
  return withVersions ? changedBatches(opened, withVersions) : opened;
}

/** Opens a list. Applies the list options, except to a ListResult, whose query applies them itself. */
async function openedList(rows: Rows<Row>, record: Class, options: ListOptions): Promise<OpenedRows<Row>> {
  if (rows instanceof ListResult) return rows.rows.open();
  if (rows instanceof RowSource) return chosenRows(rows, record, options).open();
  return { first: applyOptions(rows, record, options) };
}

function rowsOf({ name }: { name: string }, { record }: HandlerResult): Rows<Row> {
  return ((record as Row)[name] ?? []) as Rows<Row>;
}

/** The fields to send in JSON: in the order of the record, whatever order the query names. Version comes last. */
function inOrder(record: Class, { sent }: ListOptions): readonly Field[] | undefined {
  return sent && [...fieldsOf(record), versionField].filter((field) => sent.includes(field));
}

/** A format such as CSV has only the table of records, and no other fields of the response. */
interface TableWriter {
  readonly header: string;
  readonly rows: (batch: readonly Row[]) => string;
  readonly footer?: string;
}

type TableWriterOf = (
  record: Class,
  fields: readonly Field[] | undefined,
  more: { timeZone: string; sample: readonly Row[] },
) => TableWriter;

const tableWriters: Partial<Record<Format, TableWriterOf>> = {
  csv: csvWriter,
  xlsx: sheetWriter,
};

/** `first` has the rows of the requested page, or the first rows of a table, if they have been read. */
async function envelopeOf(shape: Content, result: HandlerResult, first: readonly Row[] | undefined): Promise<Envelope> {
  const { operation, options, format } = shape;
  const { declaration, list, isBare } = operation;
  const tableWriter = tableWriters[format];
  if (tableWriter) return tableEnvelope(shape, result, tableWriter, first);
  const row = list ? jsonWriter(list.record, inOrder(list.record, options)) : () => '';
  const write = (rows: readonly Row[]): string => rows.map(row).join();
  if (isBare) return { before: '[', after: ']', separator: ',', write };
  let before = '';
  let text = '{';
  for (const [index, field] of fieldsOf(declaration.response).entries()) {
    text += `${index === 0 ? '' : ','}${JSON.stringify(field.name)}:`;
    if (field.name === list?.name) {
      before = `${text}[`;
      text = ']';
    } else if (field.name === 'ResponseStatus') {
      text += valueWriter(field)(succeeded(await metaOf(shape, result, first?.length)));
    } else {
      text += valueWriter(field)((result.record as Row)[field.name]);
    }
  }
  return { before, after: `${text}}`, separator: ',', write };
}

function tableEnvelope(
  { operation: { declaration, list }, options, timeZone = 'UTC' }: Content,
  { record }: HandlerResult,
  writerOf: TableWriterOf,
  first: readonly Row[] = [],
): Envelope {
  if (list) {
    const table = tableOf(list.record, options.sent);
    const sample = table.rowsOf(first).slice(0, shortList);
    const { header, rows, footer = '' } = writerOf(list.record, table.fields, { timeZone, sample });
    return { before: header, after: footer, separator: '', write: (records) => rows(table.rowsOf(records)) };
  }
  const fields = fieldsOf(declaration.response).filter(({ name }) => name !== 'ResponseStatus');
  const sample = [record as Row];
  const { header, rows, footer = '' } = writerOf(declaration.response, fields, { timeZone, sample });
  return { before: header, after: rows(sample) + footer, separator: '', write: rows };
}

async function metaOf(
  { operation: { list }, options }: Content,
  result: HandlerResult,
  shown: number | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (!list || !options.total) return result.meta;
  const rows = rowsOf(list, result);
  if (rows instanceof ListResult) {
    const total = await rows.total(shown);
    return { ...result.meta, Total: String(total?.rows), ...(total?.isEstimate && { TotalIsEstimate: 'true' }) };
  }
  const isMade = rows instanceof RowSource;
  const total = isMade ? await countOf(rows, list.record, options) : filtered(rows, options.filters).length;
  return { ...result.meta, Total: String(total) };
}
