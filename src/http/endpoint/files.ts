import { createParamDecorator } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { NotAcceptable, UnsupportedMediaType } from '../../errors/errors.js';
import type { Format } from './format.js';
import { currentRequest, type SentRecords, type UploadedBytes } from './request-context.js';
import { readContentType } from '../body/body.js';
import { filePart } from '../body/multipart.js';

/** Format of a file of a record set: CSV with a header line, or one JSON object per line. */
export type FileFormat = Extract<Format, 'csv' | 'ndjson'>;

/** A file of a record set as the response. */
export class SentFile {
  /** File name without the extension. */
  readonly name!: string;
  readonly text!: AsyncGenerator<string, void>;

  static of(file: SentFile): SentFile {
    return Object.assign(new SentFile(), file);
  }
}

/** A file of any type as the response, always sent as an attachment. */
export class SentContent {
  /** File name with the extension. */
  readonly name!: string;
  readonly type!: string;
  /** Size of the file in bytes. A file that is made while the client reads has none, and neither ranges nor an ETag. */
  readonly size?: number;
  /** The ETag without quotes. It changes with the content. */
  readonly tag?: string;
  /** The records in the file, if it is an export. */
  readonly records?: SentRecords;
  /** Reads the bytes from `start` to `end`, both included; of a file without a size, all. */
  readonly open!: (start: number, end: number) => Promise<Readable>;

  static of(content: SentContent): SentContent {
    return Object.assign(new SentContent(), content);
  }
}

/** A file of any type as the request body. */
export interface UploadedContent extends UploadedBytes {
  /** File name in the form; '' if the body is the file itself. */
  readonly name: string;
}

/** A file of any type with the options beside it in a form. */
export interface UploadedForm extends UploadedContent {
  /** Content-Type of the file. */
  readonly type?: string;
  /** The fields of the form besides the file, complete once `bytes` are read; empty if the body is the file itself. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A file of records in CSV or NDJSON, such as an import, as the request body. */
export interface UploadedFile extends UploadedBytes {
  readonly format: FileFormat;
}

/**
 * The file format of each media type. `application/vnd.ms-excel` is CSV, because browsers on Windows with Excel send
 * CSV files with this type.
 */
const formats = new Map<string, FileFormat>([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.ms-excel', 'csv'],
]);
const form = 'multipart/form-data';

/** Media types of the files of record sets that the service sends. */
export const fileTypes = ['text/csv', 'application/x-ndjson'];
/** Media types of the files of record sets that the service accepts. */
export const acceptedFileTypes = [...formats.keys(), form];
const binary = 'application/octet-stream';
/**
 * The media types that the documentation names for an upload of a file of any type. The service ignores the media type
 * of the upload, and detects the type of the file from its content.
 */
export const contentTypesAccepted = [binary, form];

/** Injects the format of the file to send: the one that the client names, or CSV by default. Throws NotAcceptable. */
export const RequestedFormat = createParamDecorator((): FileFormat => {
  const { format } = currentRequest();
  if (format === 'xlsx') throw new NotAcceptable('A record set has no format xlsx. Ask for csv or json.');
  return format === 'csv' ? 'csv' : 'ndjson';
});

/** Injects the uploaded file of a record set: the body, or the only file of a form. Throws UnsupportedMediaType. */
export const Upload = createParamDecorator(async (): Promise<UploadedFile> => {
  const { name, type, bytes, once } = await sentFile();
  return { format: formatOf(readContentType(type), name), bytes, once };
});

/** Injects the uploaded file of any type: the body, or the only file of a form. */
export const UploadedContent = createParamDecorator((): Promise<UploadedContent> => sentFile());

/** Injects the uploaded file of any type with the options of its form. */
export const UploadedForm = createParamDecorator((): Promise<UploadedForm> => sentFile(mostOptions));

/** Number of options that a form may have besides its file. */
const mostOptions = 20;

async function sentFile(mostFields = 0): Promise<UploadedForm> {
  const { request, upload } = currentRequest();
  const { bytes, once } = upload!;
  const { headers } = request;
  const type = headers['content-type'];
  if (headers['content-encoding'] !== undefined)
    throw new UnsupportedMediaType('Send the file uncompressed, without a Content-Encoding.');
  return readContentType(type).type === form
    ? { ...(await filePart(headers, bytes, mostFields)), once }
    : { name: '', type, bytes, once, fields: new Map() };
}

/**
 * The format of an uploaded file. The extension of its name takes precedence over its media type, because browsers do
 * not know all types. Throws UnsupportedMediaType.
 */
function formatOf({ type, isUtf8 }: { type: string; isUtf8: boolean }, name: string): FileFormat {
  const [, ending] = /\.(csv|ndjson)$/i.exec(name) ?? [];
  const format = ending ? (ending.toLowerCase() as FileFormat) : formats.get(type);
  if (format && isUtf8) return format;
  throw new UnsupportedMediaType(
    `Send the file as ${fileTypes.join(' or ')}, in UTF-8, or as the file of a ${form} form. ` +
      'Save a workbook as CSV (UTF-8) first.',
  );
}
