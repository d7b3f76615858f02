import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { UnsupportedMediaType } from '../../errors/errors.js';
import type { Format } from './format.js';
import { contextOf, type UploadedBytes } from './request-context.js';
import { readContentType } from '../body/body.js';
import { filePart } from '../body/multipart.js';

/** Format of a file: CSV with a header, or one JSON object per line. */
export type FileFormat = Extract<Format, 'csv' | 'ndjson'>;

/** A file as the response. */
export class SentFile {
  /** Without the file extension. */
  readonly name!: string;
  readonly text!: AsyncGenerator<string, void>;

  static of(file: SentFile): SentFile {
    return Object.assign(new SentFile(), file);
  }
}

/** A file of any content as the response, always as an attachment. */
export class SentContent {
  /** With the file extension. */
  readonly name!: string;
  readonly type!: string;
  /** Bytes. */
  readonly size!: number;
  /** Identifies the content, for the ETag. */
  readonly tag!: string;
  /** Reads a part; both ends are included. */
  readonly open!: (start: number, end: number) => Promise<Readable>;

  static of(content: SentContent): SentContent {
    return Object.assign(new SentContent(), content);
  }
}

/** A file of any content as the request body. */
export interface UploadedContent extends UploadedBytes {
  /** The name that a form states for the file; '' for a body that is the file itself. */
  readonly name: string;
}

/** A file as the request body. */
export interface UploadedFile extends UploadedBytes {
  readonly format: FileFormat;
}

/** `application/vnd.ms-excel` is what browsers call a CSV file on Windows with Excel. */
const formats = new Map<string, FileFormat>([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.ms-excel', 'csv'],
]);
const form = 'multipart/form-data';

/** Media types of the files that the service sends. */
export const fileTypes = ['text/csv', 'application/x-ndjson'];
/** Media types of the files that the service accepts. */
export const acceptedFileTypes = [...formats.keys(), form];
/** Media types of files of any content, for the documentation: the service looks at the content instead. */
export const contentTypesAccepted = ['text/plain', 'application/octet-stream', form];

/** The file format that the client asks for; CSV by default. */
export const RequestedFormat = createParamDecorator((_: unknown, execution: ExecutionContext): FileFormat => {
  const { format } = contextOf(execution.switchToHttp().getRequest());
  return format === 'csv' ? 'csv' : 'ndjson';
});

/** The uploaded file: the body, or the one file of a form. Throws UnsupportedMediaType. */
export const Upload = createParamDecorator(async (_: unknown, execution: ExecutionContext): Promise<UploadedFile> => {
  const { name, type, bytes, once } = await sentFile(execution);
  return { format: formatOf(readContentType(type), name), bytes, once };
});

/** The uploaded file of any content: the body, or the one file of a form. */
export const UploadedContent = createParamDecorator(
  async (_: unknown, execution: ExecutionContext): Promise<UploadedContent> => sentFile(execution),
);

async function sentFile(execution: ExecutionContext): Promise<UploadedContent & { type?: string }> {
  const { request, upload } = contextOf(execution.switchToHttp().getRequest());
  const { bytes, once } = upload!;
  const { headers } = request;
  const type = headers['content-type'];
  if (headers['content-encoding'] !== undefined)
    throw new UnsupportedMediaType('Send the file uncompressed, without a Content-Encoding.');
  return readContentType(type).type === form
    ? { ...(await filePart(headers, bytes)), once }
    : { name: '', type, bytes, once };
}

/** A file's name counts before its type, because browsers do not know all types. */
function formatOf({ type, isUtf8 }: { type: string; isUtf8: boolean }, name: string): FileFormat {
  const [, ending] = /\.(csv|ndjson)$/i.exec(name) ?? [];
  const format = ending ? (ending.toLowerCase() as FileFormat) : formats.get(type);
  if (format && isUtf8) return format;
  throw new UnsupportedMediaType(
    `Send the file as ${fileTypes.join(' or ')}, in UTF-8, or as the file of a ${form} form. ` +
      'Save a workbook as CSV (UTF-8) first.',
  );
}
