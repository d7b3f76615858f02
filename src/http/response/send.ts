import type { Response } from 'express';
import { Readable, pipeline } from 'node:stream';
import type { Config } from '../../config/config.js';
import { workbookOf } from '../../record/writers/workbook.js';
import { contentTypes } from '../endpoint/format.js';
import { currentRequest } from '../endpoint/request-context.js';
import { codingOf, sendCompressed } from './compression.js';
import { compressedTag, stillCurrent } from './caching.js';
import { commentInterval, EventStream } from './event-stream.js';
import type { ResponseBody } from './response-body.js';

/** Milliseconds that a connection stays open after its last response, so that the client can read the response. */
export const parting = 1000;

/**
 * Sends a response. Closes the connection if the client reads nothing for RESPONSE_TIMEOUT, or if a list fails after
 * its first byte was sent. A response with a Location is a redirect.
 */
export function sendBody(response: Response, { headers, body, status }: ResponseBody, config: Config): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if ('Location' in headers) response.statusCode = 302;
  // A workbook is a zip file, so it needs no further compression.
  const isWorkbook = headers['Content-Type'] === contentTypes.xlsx;
  if (notModified(response, body, config)) return;
  if (typeof body === 'string' && !isWorkbook) {
    sendText(response, body, config);
    return;
  }
  const areEvents = body instanceof EventStream;
  // Do not compress a file, because a Range header counts uncompressed bytes.
  const isWhole = areEvents || isWorkbook || 'Accept-Ranges' in headers;
  // An event stream may be silent until its next comment, so wait longer.
  const patience = areEvents ? Math.max(config.responseTimeout, 2 * commentInterval) : config.responseTimeout;
  response.setTimeout(patience, () => response.destroy());
  const rows = isWorkbook
    ? workbookOf(body, !currentRequest().operation?.showsSecret)
    : body instanceof Readable
      ? body
      : Readable.from(body);
  const coding = config.compression && !isWhole ? codingOf(response, Infinity) : undefined;
  if (coding) response.setHeader('Content-Encoding', coding.name);
  // HEAD needs only the headers; a client that has disconnected needs nothing.
  if (response.req.method === 'HEAD' || response.destroyed) {
    rows.destroy();
    response.end();
    return;
  }
  const done = (error: Error | null | undefined): unknown => error && response.destroy();
  if (coding) sendCompressed(response, rows, coding, done);
  else pipeline(rows, response, done);
}

/** Sends 304 and returns true if the client already has the response, compressed or not. */
function notModified(response: Response, body: ResponseBody['body'], config: Config): boolean {
  const { req: request } = response;
  const tag = response.getHeader('ETag');
  if (typeof tag !== 'string' || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  const current = stillCurrent(request.get('If-None-Match'), tag);
  if (current === undefined) return false;
  // codingOf sets the same Vary header here as on the full response.
  if (config.compression && typeof body === 'string') codingOf(response, Buffer.byteLength(body));
  response.removeHeader('Content-Type');
  response.setHeader('ETag', current);
  response.statusCode = 304;
  response.end();
  return true;
}

export function sendText(response: Response, text: string | Buffer, config: Config): void {
  const length = Buffer.byteLength(text);
  const coding = config.compression ? codingOf(response, length) : undefined;
  if (coding) {
    response.setHeader('Content-Encoding', coding.name);
    const tag = response.getHeader('ETag');
    if (typeof tag === 'string') response.setHeader('ETag', compressedTag(tag, coding.name));
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
    // A response that fits the socket buffer needs no timeout.
    if (!response.writableFinished) response.setTimeout(config.responseTimeout, () => response.destroy());
  } else {
    // Read the rest of the request before the connection closes: otherwise a reset would discard the response.
    response.write(body);
    request.once('close', () => response.end()).resume();
    response.setTimeout(parting, () => response.destroy());
  }
}
