import type { Class } from '../../record/field-types.js';
import { filtered } from '../../record/lists/list-filters.js';
import {
  applyOptions,
  ListResult,
  type ListOptions,
  type OpenedRows,
  type Rows,
} from '../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { succeeded } from '../../record/response-status.js';
import { csvWriter } from '../../record/writers/csv.js';
import { jsonWriter, valueWriter } from '../../record/writers/json.js';
import { sheetWriter } from '../../record/writers/sheet.js';
import type { HandlerResult } from '../endpoint/handler-result.js';
import type { Format } from '../endpoint/format.js';
import type { Operation } from '../endpoint/operation.js';

export type Row = Record<string, unknown>;
type ListField = { name: string; record: Class };

/** The text before and after the rows of a response, and the function that writes the rows. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
  readonly separator: string;
  readonly write: (rows: readonly Row[]) => string;
}

/** A format such as CSV has only the table of records, and no other fields of the response. */
interface TableWriter {
  readonly header: string;
  readonly rows: (batch: readonly Row[]) => string;
  readonly footer?: string;
}

const tableWriters: Partial<Record<Format, (record: Class, fields?: readonly Field[]) => TableWriter>> = {
  csv: csvWriter,
  xlsx: sheetWriter,
};

/** `shown` is the number of rows of the requested page, if all of them have been read. */
export async function envelopeOf(
  operation: Operation,
  result: HandlerResult,
  options: ListOptions,
  format: Format,
  shown?: number,
): Promise<Envelope> {
  const writer = tableWriters[format];
  return writer ? tableEnvelope(operation, result, options, writer) : jsonEnvelope(operation, result, options, shown);
}

/**
 * Opens the rows of the response's list. Applies the list options only to rows in memory, because the query of a
 * ListResult applies them itself.
 */
export async function openedRows(
  { list }: Operation,
  result: HandlerResult,
  options: ListOptions,
): Promise<OpenedRows<Row>> {
  if (!list) return { first: [] };
  const rows = rowsOf(list, result);
  return rows instanceof ListResult ? rows.rows.open() : { first: applyOptions(rows, list.record, options) };
}

async function jsonEnvelope(
  { declaration, list }: Operation,
  result: HandlerResult,
  options: ListOptions,
  shown?: number,
): Promise<Envelope> {
  const row = list ? jsonWriter(list.record, options.fields) : () => '';
  const write = (rows: readonly Row[]): string => rows.map(row).join();
  if (list && declaration.bare) return { before: '[', after: ']', separator: ',', write };
  let before = '';
  let text = '{';
  for (const [index, field] of fieldsOf(declaration.response).entries()) {
    text += `${index === 0 ? '' : ','}${JSON.stringify(field.name)}:`;
    if (field.name === list?.name) {
      before = `${text}[`;
      text = ']';
    } else if (field.name === 'ResponseStatus') {
      text += valueWriter(field)(succeeded(await metaOf(list, result, options, shown)));
    } else {
      text += valueWriter(field)((result.record as Row)[field.name]);
    }
  }
  return { before, after: `${text}}`, separator: ',', write };
}

function tableEnvelope(
  { declaration, list }: Operation,
  { record }: HandlerResult,
  options: ListOptions,
  writerOf: (record: Class, fields?: readonly Field[]) => TableWriter,
): Envelope {
  if (list) {
    const { header, rows, footer = '' } = writerOf(list.record, options.fields);
    return { before: header, after: footer, separator: '', write: rows };
  }
  const fields = fieldsOf(declaration.response).filter(({ name }) => name !== 'ResponseStatus');
  const { header, rows, footer = '' } = writerOf(declaration.response, fields);
  return { before: header, after: rows([record as Row]) + footer, separator: '', write: rows };
}

export function rowsOf(list: ListField, { record }: HandlerResult): Rows<Row> {
  return ((record as Row)[list.name] ?? []) as Rows<Row>;
}

async function metaOf(
  list: ListField | undefined,
  result: HandlerResult,
  options: ListOptions,
  shown?: number,
): Promise<Readonly<Record<string, string>>> {
  if (!list || !options.total) return result.meta;
  const rows = rowsOf(list, result);
  const inMemory = rows instanceof ListResult ? undefined : filtered(rows, options.filters).length;
  const total = rows instanceof ListResult ? await rows.total(shown) : undefined;
  const isEstimate = total?.isEstimate && { TotalIsEstimate: 'true' };
  return { ...result.meta, Total: String(total?.rows ?? inMemory), ...isEstimate };
}
