import { randomUUID } from 'node:crypto';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { RequestHandler, Response } from 'express';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config/config.js';
import { BadRequest, RequestHeaderFieldsTooLarge, RequestTimeout, type ServiceError } from '../../errors/errors.js';
import { cachedNowhere } from '../answer/caching.js';
import { failureJson } from '../answer/error.filter.js';
import { ResponseBody } from '../answer/response-body.js';
import { sendBody, sendText } from '../answer/send.js';
import type { Verb } from '../endpoint/declaration.js';
import { contentTypes } from '../endpoint/format.js';

/** How often connections are held against the time limits, milliseconds. */
const timeoutCheck = 1000;

/** Express on a server with the limits of what a client may send, and an answer to those who break them below HTTP. */
export class LimitedExpressAdapter extends ExpressAdapter {
  private readonly handlers = new Map<string, RequestHandler>();

  constructor(private readonly config: Config) {
    super();
  }

  /**
   * The handler of a declared path: the pipeline has found the path already,
   * Express would try one route after the other.
   */
  handlerOf(verb: string, template: string): RequestHandler {
    const handler = this.handlers.get(`${verb} ${template}`);
    if (!handler) throw new Error(`There is no handler of ${verb} ${template}.`);
    return handler;
  }

  override get(path: unknown, handler?: unknown): unknown {
    return this.keeps('GET', path, handler) || super.get(path, handler as never);
  }

  override post(path: unknown, handler?: unknown): unknown {
    return this.keeps('POST', path, handler) || super.post(path, handler as never);
  }

  override put(path: unknown, handler?: unknown): unknown {
    return this.keeps('PUT', path, handler) || super.put(path, handler as never);
  }

  override delete(path: unknown, handler?: unknown): unknown {
    return this.keeps('DELETE', path, handler) || super.delete(path, handler as never);
  }

  /** Declared routes are kept here. */
  private keeps(verb: Verb, path: unknown, handler: unknown): boolean {
    if (typeof path !== 'string') return false;
    this.handlers.set(`${verb} ${path.replaceAll(/:(\w+)/g, '{$1}')}`, handler as RequestHandler);
    return true;
  }

  override reply(response: Response, body: unknown, status?: number): void {
    if (body instanceof ResponseBody) sendBody(response, body, this.config);
    else if (typeof body === 'string' || Buffer.isBuffer(body)) sendText(response, body, this.config);
    else super.reply(response, body, status);
  }

  override initHttpServer(): void {
    const { headersTimeout, requestTimeout, headerLimit, maxConnections } = this.config;
    const server = createServer(
      {
        headersTimeout,
        requestTimeout,
        connectionsCheckingInterval: Math.min(timeoutCheck, headersTimeout, requestTimeout),
        maxHeaderSize: headerLimit,
        // The pipeline asks for it, and answers as everywhere.
        requireHostHeader: false,
      },
      this.getInstance<RequestListener>(),
    );
    // Workers would pass a connection that is beyond server.maxConnections to each other for ever.
    let open = 0;
    server.on('connection', (socket) => {
      if (++open > maxConnections) socket.destroy();
      socket.once('close', () => open--);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else socket.end(rawAnswer(clientError(error.code)));
    });
    // The body is asked for when its caller is known.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    // An expectation that is not known is no reason to refuse a request.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    this.setHttpServer(server);
  }
}

function clientError(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new RequestHeaderFieldsTooLarge('The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout('The request did not arrive in time.');
  return new BadRequest('This is not a well-formed HTTP request.');
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function rawAnswer(error: ServiceError): string {
  const requestId = randomUUID();
  const body = failureJson(error, requestId);
  return [
    `HTTP/1.1 ${error.status} ${reasons[error.status]}`,
    `X-Request-Id: ${requestId}`,
    `Cache-Control: ${cachedNowhere}`,
    `Content-Type: ${contentTypes.json}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
