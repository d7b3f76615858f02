import accepts from 'accepts';
import type { Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { currentRequest } from '../endpoint/request-context.js';

/** A response of at most this many bytes is sent uncompressed, because compression would cost more than it saves. */
const longestPlain = 1024;
/** Milliseconds between flushes of a compressed stream, so that rows of a slow list do not wait in the compressor. */
const flushEvery = 1000;

interface Coding {
  readonly name: string;
  whole(text: string | Buffer, done: (error: Error | null, bytes: Buffer) => void): void;
  stream(): Transform & { flush(): void };
}

// docs/decisions/compression.md has the measurements for these options.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 } };
const gzipOptions = { level: 3 };
/** From this size in bytes, text such as openapi.json is compressed with a larger window, which halves the result. */
const shortestDocument = 256 * 1024;
const documentOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 } };

/** The supported codings, in the order that the service prefers if the client has no preference. */
const codings: readonly Coding[] = [
  {
    name: 'br',
    whole: (text, done) => brotliCompress(text, text.length < shortestDocument ? brotliOptions : documentOptions, done),
    stream: () => createBrotliCompress(brotliOptions),
  },
  { name: 'gzip', whole: (text, done) => gzip(text, gzipOptions, done), stream: () => createGzip(gzipOptions) },
];
const names = codings.map(({ name }) => name);

/**
 * Chooses the coding of a response of `bytes` bytes by this size and by Accept-Encoding, and sets Vary if the choice
 * depends on the client. Undefined means uncompressed. A response with a secret is never compressed, because the
 * compressed length would leak information about the secret.
 */
export function codingOf(response: Response, bytes: number): Coding | undefined {
  const { req: request } = response;
  const wanted = request.headers['accept-encoding'];
  const isShort = bytes <= longestPlain;
  if ((isShort && !wanted?.includes('q=0')) || currentRequest().operation?.showsSecret) return undefined;
  const accepted = (offered: string[]): string | false =>
    accepts({ headers: { 'accept-encoding': ourOrder(wanted ?? '') } } as IncomingMessage).encodings(offered);
  // Compress a short response only if the client rejects uncompressed ones.
  if (isShort && accepted(['identity']) !== false) return undefined;
  response.vary('Accept-Encoding');
  const chosen = accepted([...names, 'identity']);
  return codings.find(({ name }) => name === chosen);
}

/**
 * Sorts the codings of the Accept-Encoding header `wanted` by the service's preference, because `accepts` prefers the
 * first of equally weighted codings.
 */
function ourOrder(wanted: string): string {
  const place = (part: string): number => {
    const at = names.indexOf(part.split(';')[0].trim().toLowerCase());
    return at < 0 ? names.length : at;
  };
  return wanted
    .split(',')
    .sort((a, b) => place(a) - place(b))
    .join();
}

export function sendCompressed(
  response: Response,
  chunks: Readable,
  coding: Coding,
  done: (error: Error | null | undefined) => void,
): void {
  const stream = coding.stream();
  const flush = setInterval(() => {
    if (!stream.writableNeedDrain) stream.flush();
  }, flushEvery);
  response.flushHeaders();
  pipeline(chunks, stream, response, (error) => {
    clearInterval(flush);
    done(error);
  });
}
