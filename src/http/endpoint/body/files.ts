import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { UnsupportedMediaType } from '../../../errors/errors.js';
import type { Format } from '../format.js';
import { contextOf, type UploadedBytes } from '../request-context.js';
import { readContentType } from './content-type.js';

/** How a file is written: CSV with a header, or one JSON object a line. */
export type FileFormat = Extract<Format, 'csv' | 'ndjson'>;

/** An answer that is a file. */
export class SentFile {
  /** Without its ending. */
  readonly name!: string;
  readonly text!: AsyncGenerator<string, void>;

  static of(file: SentFile): SentFile {
    return Object.assign(new SentFile(), file);
  }
}

/** A body that is a file. */
export interface UploadedFile extends UploadedBytes {
  readonly format: FileFormat;
}

const formats = new Map<string, FileFormat>([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
]);

/** Media types of files that are sent and taken. */
export const fileTypes = [...formats.keys()];

/** The format that the caller asks for: CSV unless told. */
export const Wanted = createParamDecorator((_: unknown, execution: ExecutionContext): FileFormat => {
  const { format } = contextOf(execution.switchToHttp().getRequest());
  return format === 'csv' ? 'csv' : 'ndjson';
});

/** The file that the body is. Throws UnsupportedMediaType. */
export const Upload = createParamDecorator((_: unknown, execution: ExecutionContext): UploadedFile => {
  const { request, upload } = contextOf(execution.switchToHttp().getRequest());
  const { type, isUtf8 } = readContentType(request.headers['content-type']);
  const format = formats.get(type);
  if (!format || !isUtf8) throw new UnsupportedMediaType(`Send the file as ${fileTypes.join(' or ')}, in UTF-8.`);
  if (request.headers['content-encoding'] !== undefined)
    throw new UnsupportedMediaType('Send the file as it is, without a Content-Encoding.');
  return { format, ...upload! };
});
