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
import { metaOf } from '../endpoint/endpoint.js';
import type { Format } from '../endpoint/format.js';
import type { Operation } from '../endpoint/operation.js';

export type Row = Record<string, unknown>;
type ListField = { name: string; record: Class };

/** The text of an answer around its rows, and how the rows are written. */
export interface Frame {
  readonly before: string;
  readonly after: string;
  /** Between two rows that are written apart. */
  readonly separator: string;
  readonly write: (rows: readonly Row[]) => string;
}

/** Of the forms that are a table of the records alone. */
interface TableWriter {
  readonly header: string;
  readonly rows: (batch: readonly Row[]) => string;
  readonly footer?: string;
}

const tableWriters: Partial<Record<Format, (record: Class, fields?: readonly Field[]) => TableWriter>> = {
  csv: csvWriter,
  xlsx: sheetWriter,
};

export async function frameOf(operation: Operation, values: Row, options: ListOptions, format: Format): Promise<Frame> {
  const writer = tableWriters[format];
  return writer ? tableFrame(operation, values, options, writer) : jsonFrame(operation, values, options);
}

/** The rows of the answer's list; those in memory get their options here, those that stream have them already. */
export async function openedRows({ list }: Operation, values: Row, options: ListOptions): Promise<OpenedRows<Row>> {
  if (!list) return { first: [] };
  const rows = rowsOf(list, values);
  return rows instanceof ListResult ? rows.rows.open() : { first: applyOptions(rows, list.record, options) };
}

async function jsonFrame({ declaration, list }: Operation, values: Row, options: ListOptions): Promise<Frame> {
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
      text += valueWriter(field)(succeeded(await meta(list, values, options)));
    } else {
      text += valueWriter(field)(values[field.name]);
    }
  }
  return { before, after: `${text}}`, separator: ',', write };
}

function tableFrame(
  { declaration, list }: Operation,
  values: Row,
  options: ListOptions,
  writerOf: (record: Class, fields?: readonly Field[]) => TableWriter,
): Frame {
  if (list) {
    const { header, rows, footer = '' } = writerOf(list.record, options.fields);
    return { before: header, after: footer, separator: '', write: rows };
  }
  const fields = fieldsOf(declaration.response).filter(({ name }) => name !== 'ResponseStatus');
  const { header, rows, footer = '' } = writerOf(declaration.response, fields);
  return { before: header, after: rows([values]) + footer, separator: '', write: rows };
}

function rowsOf(list: ListField, values: Row): Rows<Row> {
  return (values[list.name] ?? []) as Rows<Row>;
}

async function meta(list: ListField | undefined, values: Row, options: ListOptions): Promise<Record<string, string>> {
  if (!list || !options.total) return metaOf(values);
  const rows = rowsOf(list, values);
  const total = rows instanceof ListResult ? await rows.total() : filtered(rows, options.filters).length;
  return { ...metaOf(values), Total: String(total) };
}
