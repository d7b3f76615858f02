import accepts from 'accepts';
import type { Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { findContext } from '../endpoint/request-context.js';

/** Bytes up to which compressing an answer costs more than it saves. */
const longestPlain = 1024;
/** Milliseconds after which what a slow list has written goes out, however little that is. */
const flushEvery = 1000;

interface Coding {
  readonly name: string;
  whole(text: string | Buffer, done: (error: Error | null, bytes: Buffer) => void): void;
  stream(): Transform & { flush(): void };
}

// Chosen by measurement: docs/decisions/compression.md.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 } };
const gzipOptions = { level: 3 };

/** In the order in which they are taken where the reader likes them the same. */
const codings: readonly Coding[] = [
  {
    name: 'br',
    whole: (text, done) => brotliCompress(text, brotliOptions, done),
    stream: () => createBrotliCompress(brotliOptions),
  },
  { name: 'gzip', whole: (text, done) => gzip(text, gzipOptions, done), stream: () => createGzip(gzipOptions) },
];
const names = codings.map(({ name }) => name);

/**
 * How the reader wants an answer of so many bytes compressed; undefined: not at all. Where that depends on the reader,
 * the answer says so. An answer with a secret is never compressed: its length would tell of it.
 */
export function codingOf(response: Response, bytes: number): Coding | undefined {
  const { req: request } = response;
  const wanted = request.headers['accept-encoding'];
  const isShort = bytes <= longestPlain;
  if ((isShort && !wanted?.includes('q=0')) || findContext(request)?.operation?.answersSecret) return undefined;
  const accepted = (offered: string[]): string | false =>
    accepts({ headers: { 'accept-encoding': ourOrder(wanted ?? '') } } as unknown as IncomingMessage).encodings(
      offered,
    );
  // Short text is compressed for who refuses any other.
  if (isShort && accepted(['identity']) !== false) return undefined;
  response.vary('Accept-Encoding');
  const chosen = accepted([...names, 'identity']);
  return codings.find(({ name }) => name === chosen);
}

/** Of what a reader likes the same, `accepts` takes what the reader lists first, which has no meaning. */
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

/** Sends chunks compressed, as fast as the reader takes them. */
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
