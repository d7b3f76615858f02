import type { Response } from 'express';
import { Readable, pipeline } from 'node:stream';
import type { Config } from '../../config/config.js';
import { workbookOf } from '../../record/writers/workbook.js';
import { contentTypes } from '../endpoint/format.js';
import { findContext } from '../endpoint/request-context.js';
import { codingOf, sendCompressed } from './compression.js';
import { commentInterval, EventStream } from './event-stream.js';
import type { ResponseBody } from './response-body.js';

/** Milliseconds for which a caller whose connection will be closed may say nothing, and still read. */
export const parting = 1000;

/**
 * Sends an answer. Whole text goes out at once. A reader who takes nothing of it for RESPONSE_TIMEOUT is cut
 * off, and so is one whose list fails after its first byte. An answer with a Location leads there.
 */
export function sendBody(response: Response, { headers, body }: ResponseBody, config: Config): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if ('Location' in headers) response.statusCode = 302;
  const isKnown = 'ETag' in headers && response.req.fresh;
  // It is compressed as it is made, but for one with a secret.
  const isWorkbook = headers['Content-Type'] === contentTypes.xlsx;
  if (typeof body === 'string' && (isKnown || !isWorkbook)) {
    sendText(response, body, config, isKnown);
    return;
  }
  const areEvents = body instanceof EventStream;
  // Events may have nothing to say for longer than that.
  const patience = areEvents ? Math.max(config.responseTimeout, 2 * commentInterval) : config.responseTimeout;
  response.setTimeout(patience, () => response.destroy());
  const rows = isWorkbook
    ? workbookOf(body, !findContext(response.req)?.operation?.answersSecret)
    : body instanceof Readable
      ? body
      : Readable.from(body);
  const coding = config.compression && !areEvents && !isWorkbook ? codingOf(response, Infinity) : undefined;
  if (coding) response.setHeader('Content-Encoding', coding.name);
  // The headers are known, and nobody reads the rest; or the reader left before it was their turn.
  if (response.req.method === 'HEAD' || response.destroyed) {
    rows.destroy();
    response.end();
    return;
  }
  const done = (error: Error | null | undefined): unknown => error && response.destroy();
  if (coding) sendCompressed(response, rows, coding, done);
  else pipeline(rows, response, done);
}

/** isKnown: the caller has the text already. */
export function sendText(response: Response, text: string | Buffer, config: Config, isKnown = false): void {
  const length = Buffer.byteLength(text);
  const coding = config.compression ? codingOf(response, length) : undefined;
  if (isKnown) {
    response.removeHeader('Content-Type');
    response.statusCode = 304;
    response.end();
  } else if (coding) {
    response.setHeader('Content-Encoding', coding.name);
    coding.whole(text, (error, bytes) => {
      if (error) response.destroy();
      else endWith(response, bytes, bytes.length, config);
    });
  } else {
    endWith(response, text, length, config);
  }
}

function endWith(response: Response, body: string | Buffer, length: number, config: Config): void {
  const { req: request } = response;
  response.setHeader('Content-Length', length);
  if (request.complete || response.shouldKeepAlive) {
    response.end(body);
    // What the system's buffers hold already needs nobody's patience.
    if (!response.writableFinished) response.setTimeout(config.responseTimeout, () => response.destroy());
  } else {
    // A connection that is closed while its request still comes in takes the answer along.
    response.write(body);
    request.once('close', () => response.end()).resume();
    response.setTimeout(parting, () => response.destroy());
  }
}
