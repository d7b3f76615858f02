import busboy from 'busboy';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadRequest } from '../../errors/errors.js';

export interface FilePart {
  /** The file name of the part; '' if it has none. */
  readonly name: string;
  /** Content-Type of the part. */
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** The other fields of the form. It has all of them once `bytes` are read. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Returns the only file of a multipart/form-data body, which may have `mostFields` fields besides. The bytes of the
 * file are read while they arrive; iterating over them also throws the errors of `bytes`. Throws BadRequest for any
 * other content.
 */
export async function filePart(
  headers: IncomingHttpHeaders,
  bytes: AsyncIterable<Buffer>,
  mostFields = 0,
): Promise<FilePart> {
  const parser = parserOf(headers, mostFields);
  const fields = new Map<string, string>();
  parser.on('field', (name, value) => fields.set(name, value));
  let refused: BadRequest | undefined;
  const refuse = (): void => {
    refused = new BadRequest(
      mostFields === 0
        ? 'A form must have one part, the file. Send options such as dryRun in the query.'
        : `A form must have one file, and at most ${mostFields} options.`,
    );
    parser.destroy(refused);
  };
  parser.on('filesLimit', refuse).on('fieldsLimit', refuse);
  // An error may occur here before a listener is attached. `feeding` reports all of them.
  const ignore = (): void => undefined;
  parser.on('error', ignore).on('file', (_name, stream) => stream.on('error', ignore));
  const found = once(parser, 'file') as Promise<[string, Readable, { filename?: string; mimeType: string }]>;
  const feeding = pipeline(Readable.from(bytes), parser).catch((error: unknown) => {
    if (refused) throw refused;
    const { message } = error as Error;
    const isMalformed = /^(Malformed|Unexpected end)/.test(message);
    throw isMalformed ? new BadRequest(`The body is not valid multipart/form-data: ${message}.`) : error;
  });
  const part = await Promise.race([found, feeding]).catch(() => undefined);
  if (!part) {
    found.catch(ignore);
    await feeding;
    throw new BadRequest('The form has no file.');
  }
  const [, stream, { filename, mimeType }] = part;
  return { name: nameOf(filename ?? ''), type: mimeType, bytes: readWhole(stream, feeding, parser), fields };
}

/** Browsers write a quote and a line end of a file name as `%22`, `%0D` and `%0A`, and leave `%` unchanged. */
function nameOf(filename: string): string {
  return filename.replaceAll(/%(?:22|0D|0A)/gi, decodeURIComponent);
}

/**
 * Yields the bytes of the file, and ends only after the whole form is read, because a form that is cut off may lack a
 * part of its file.
 */
async function* readWhole(
  stream: Readable,
  feeding: Promise<void>,
  parser: busboy.Busboy,
): AsyncGenerator<Buffer, void> {
  try {
    try {
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      await feeding;
      throw error;
    }
    await feeding;
  } finally {
    // If the caller has stopped early, BodyReader discards the rest of the body.
    feeding.catch(() => undefined);
    parser.destroy();
  }
}

function parserOf(headers: IncomingHttpHeaders, fields: number): busboy.Busboy {
  try {
    return busboy({ headers, limits: { files: 1, fields }, defParamCharset: 'utf8' });
  } catch {
    throw new BadRequest('A multipart/form-data body needs its boundary in Content-Type.');
  }
}
