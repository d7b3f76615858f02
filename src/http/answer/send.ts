import type { Response } from 'express';
import { Readable, pipeline } from 'node:stream';
import { commentInterval, EventStream } from './event-stream.js';
import type { ResponseBody } from './response-body.js';

/**
 * Sends an answer. Whole text goes out at once; of a stream, a reader who takes nothing for readerTimeout milliseconds
 * is cut off, and so is one whose list fails after its first byte.
 */
export function sendBody(response: Response, { headers, body }: ResponseBody, readerTimeout: number): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (typeof body === 'string') {
    sendText(response, body, 'ETag' in headers && response.req.fresh);
    return;
  }
  // Events may have nothing to say for longer than that.
  const patience = body instanceof EventStream ? Math.max(readerTimeout, 2 * commentInterval) : readerTimeout;
  response.setTimeout(patience, () => response.destroy());
  const rows = body instanceof Readable ? body : Readable.from(body);
  // The headers are known, and nobody reads the rest.
  if (response.req.method === 'HEAD') {
    rows.destroy();
    response.end();
    return;
  }
  pipeline(rows, response, (error) => error && response.destroy());
}

/** isKnown: the caller has the text already. */
function sendText(response: Response, text: string, isKnown: boolean): void {
  if (isKnown) {
    response.removeHeader('Content-Type');
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
