import { Injectable } from '@nestjs/common';
import { raw, type Request, type Response } from 'express';
import { Config } from '../../../config/config.js';
import { PayloadTooLarge, RequestTimeout, Unavailable } from '../../../errors/errors.js';
import type { RequestContext } from '../request-context.js';

/** Bytes of a body that is read before its caller is known. */
export const anonymousBodyLimit = 8192;

/**
 * Reads bodies when they are needed, which is after the credentials, and bounds what all of them hold together. A body
 * that nobody asks for is not read.
 */
@Injectable()
export class BodyReader {
  /** Bytes that the bodies of open requests hold, or may come to hold. */
  private pending = 0;

  constructor(private readonly config: Config) {}

  /** Throws PayloadTooLarge for a body that says it is too large, before any of it is read. */
  checkLength(context: RequestContext, limit = this.limitOf(context)): void {
    if (Number(context.request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  }

  /**
   * The body's bytes in `request.body`, read once. Throws PayloadTooLarge, or Unavailable while too much is pending.
   */
  async read(context: RequestContext, response: Response, limit = this.limitOf(context)): Promise<void> {
    const request = context.request as unknown as Request & { body?: unknown };
    if (context.bodyRead || !hasBody(request)) return;
    context.bodyRead = true;
    this.checkLength(context, limit);
    this.reserve(sizeOf(request, limit), response);
    askFor(request, response);
    await new Promise<void>((resolve, reject) => {
      raw({ type: () => true, limit })(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(statusOf(error) === 413 ? tooLarge(limit) : (error as Error));
      });
    });
  }

  /**
   * The body as it comes in, for a handler that keeps none of it in memory. It may take as long as something of it
   * comes within each REQUEST_TIMEOUT. Throws PayloadTooLarge, RequestTimeout.
   */
  async *upload({ request }: RequestContext, response: Response): AsyncGenerator<Buffer, void> {
    askFor(request, response);
    let size = 0;
    const body = request as unknown as Request;
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, void>;
    try {
      for (;;) {
        const { done, value: chunk } = await this.nextInTime(chunks, response);
        if (done) return;
        if ((size += chunk.length) > this.config.uploadLimit) throw tooLarge(this.config.uploadLimit);
        yield chunk;
      }
    } finally {
      // The rest of what is not wanted: unread, it would hold up the connection's next request.
      void chunks.return?.().then(() => body.resume());
    }
  }

  private nextInTime<T>(chunks: AsyncIterator<T, void>, response: Response): Promise<IteratorResult<T, void>> {
    const { requestTimeout } = this.config;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        // What may still come belongs to this request: the connection takes no other one.
        response.shouldKeepAlive = false;
        reject(new RequestTimeout(`Nothing of the file arrived for ${requestTimeout / 1000} s. Send it again.`));
      }, requestTimeout);
      chunks
        .next()
        .then(resolve, reject)
        .finally(() => clearTimeout(late));
    });
  }

  private limitOf({ operation }: RequestContext): number {
    if (operation?.declaration.file === 'taken') return this.config.uploadLimit;
    return Math.min(operation?.resource.bodyLimit ?? Infinity, this.config.bodyLimit);
  }

  private reserve(size: number, response: Response): void {
    if (this.pending + size > this.config.pendingBodies)
      throw new Unavailable('Too many request bodies are being read. Try again.', { retryAfter: 1 });
    this.pending += size;
    response.once('close', () => (this.pending -= size));
  }
}

/** Of who waits to be asked; HTTP/1.0 knows nothing of that. */
function askFor({ headers, httpVersion }: RequestContext['request'], response: Response): void {
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue();
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What is sent in chunks or compressed does not tell its size. */
function sizeOf({ headers }: Request, limit: number): number {
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  return length === undefined ? limit : Number(length);
}

function statusOf(error: unknown): unknown {
  return (error as { status?: unknown } | null)?.status;
}

function tooLarge(limit: number): PayloadTooLarge {
  return new PayloadTooLarge(`The body is too large: at most ${limit} bytes are taken here.`);
}
