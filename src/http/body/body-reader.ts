import { Injectable } from '@nestjs/common';
import { raw, type Request, type Response } from 'express';
import { Config } from '../../config/config.js';
import { BadRequest, PayloadTooLarge, RequestTimeout, Unavailable } from '../../errors/errors.js';
import type { IncomingMessage } from 'node:http';
import type { Class } from '../../record/field-types.js';
import { sizeText } from '../../record/values/size-text.js';
import { parseBody } from './body.js';

/** Maximum size in bytes of a body that is read before the caller is authenticated. */
export const anonymousBodyLimit = 8192;
/** Bytes that a multipart form may have in addition to its file. */
const formAround = 65_536;
/** Memory is reserved for this many bodies of the largest size. Further bodies are rejected with 503. */
const bodiesAtOnce = 64;

interface Incoming {
  readonly request: Request;
  readonly operation?: {
    readonly declaration: { readonly file?: string; readonly request?: Class };
    readonly group: { readonly bodyLimit?: number };
  };
  /** The JSON value of the body, once it is parsed. */
  json?: unknown;
}

class NoFields {}

/** Reads request bodies after authentication and only if needed, and limits the memory of all bodies together. */
@Injectable()
export class BodyReader {
  /** Bytes reserved for the bodies of open requests. */
  private pending = 0;
  private readonly uploads = new WeakSet<IncomingMessage>();

  constructor(private readonly config: Config) {}

  /** Throws PayloadTooLarge if Content-Length is above the limit, before any byte is read. */
  checkLength(context: Incoming, limit = this.limitOf(context)): void {
    if (Number(context.request.headers['content-length'] ?? 0) > limit) throw this.tooLarge(limit);
  }

  /**
   * Reads the body into `request.body`, unless it is there already. Throws PayloadTooLarge, and Unavailable if too many
   * bodies are being read.
   */
  async read(context: Incoming, response: Response, limit = this.limitOf(context)): Promise<void> {
    const { request } = context;
    if (bytesOf(context) || !hasBody(request)) return;
    this.checkLength(context, limit);
    this.reserve(sizeOf(request, limit), response);
    askFor(request, response);
    await new Promise<void>((resolve, reject) => {
      raw({ type: () => true, limit })(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(statusOf(error) === 413 ? this.tooLarge(limit) : (error as Error));
      });
    });
  }

  /** The JSON value of the body, which `read` has read. Throws Invalid, BadRequest and UnsupportedMediaType. */
  json(context: Incoming): unknown {
    const { request, operation } = context;
    const record = operation?.declaration.request ?? NoFields;
    const { bodyDepth } = this.config;
    return (context.json ??= parseBody(bytesOf(context), request.headers['content-type'], record, bodyDepth));
  }

  /**
   * Streams the body to a handler that does not keep it in memory. The upload may take any time, as long as a chunk
   * arrives within each REQUEST_TIMEOUT. Throws PayloadTooLarge and RequestTimeout, and BadRequest if the client
   * disconnects.
   */
  upload(context: Incoming, response: Response, limit = this.limitOf(context)): AsyncGenerator<Buffer, void> {
    this.uploads.add(context.request);
    return this.chunksOf(context.request, response, limit);
  }

  /** Whether the body of the request is streamed to its handler. */
  isUpload(request: IncomingMessage): boolean {
    return this.uploads.has(request);
  }

  private async *chunksOf(request: Request, response: Response, limit: number): AsyncGenerator<Buffer, void> {
    askFor(request, response);
    let size = 0;
    const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, void>;
    try {
      for (;;) {
        const { done, value: chunk } = await this.nextInTime(chunks, request, response);
        if (done) return;
        if ((size += chunk.length) > limit) throw this.tooLarge(limit);
        yield chunk;
      }
    } finally {
      // Discard the rest: unread bytes would block the next request of the connection.
      void chunks.return?.().then(() => request.resume());
    }
  }

  /**
   * Streams the body of a page's form that has one file, as `upload` does. If Content-Length is above the limit, throws
   * PayloadTooLarge before it reads a byte.
   */
  uploadOfForm(context: Incoming, response: Response): AsyncGenerator<Buffer, void> {
    const limit = this.fileLimit;
    this.checkLength(context, limit);
    return this.upload(context, response, limit);
  }

  private nextInTime<T>(
    chunks: AsyncIterator<T, void>,
    request: Request,
    response: Response,
  ): Promise<IteratorResult<T, void>> {
    const { requestTimeout } = this.config;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        // Bytes that still arrive belong to this request, so the connection cannot carry another request.
        response.shouldKeepAlive = false;
        reject(new RequestTimeout(`No data of the file arrived for ${requestTimeout / 1000} s. Send the file again.`));
      }, requestTimeout);
      chunks
        .next()
        .then(resolve, (error: unknown) =>
          reject(request.complete ? (error as Error) : new BadRequest('The client disconnected within its upload.')),
        )
        .finally(() => clearTimeout(late));
    });
  }

  /** The limit of a body that is a file of a document or an image, or a form with one. */
  private get fileLimit(): number {
    return this.config.fileLimit + formAround;
  }

  /** The message states for a file the limit of the file alone. */
  private tooLarge(limit: number): PayloadTooLarge {
    const [what, most] = limit === this.fileLimit ? ['file', this.config.fileLimit] : ['body', limit];
    return new PayloadTooLarge(`The ${what} is too large. Send at most ${sizeText(most)}.`);
  }

  private limitOf({ operation }: Incoming): number {
    const file = operation?.declaration.file;
    if (file === 'taken') return this.config.uploadLimit;
    if (file === 'content taken') return this.fileLimit;
    return Math.min(operation?.group.bodyLimit ?? Infinity, this.config.bodyLimit);
  }

  private reserve(size: number, response: Response): void {
    if (this.pending + size > bodiesAtOnce * this.config.bodyLimit)
      throw new Unavailable('Too many request bodies are being read. Try again.', { retryAfter: 1 });
    this.pending += size;
    response.once('close', () => (this.pending -= size));
  }
}

/** The body; undefined if it has not been read. */
export function bytesOf({ request }: Pick<Incoming, 'request'>): Uint8Array | undefined {
  return request.body as Uint8Array | undefined;
}

/** Sends 100 Continue if the client sent the header Expect, which HTTP/1.0 does not have. */
function askFor({ headers, httpVersion }: IncomingMessage, response: Response): void {
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue();
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Bytes to reserve: the limit if the body is chunked or compressed, because its size is then unknown. */
function sizeOf({ headers }: Request, limit: number): number {
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  return length === undefined ? limit : Number(length);
}

function statusOf(error: unknown): unknown {
  return (error as { status?: unknown } | null)?.status;
}
