import { randomUUID } from 'node:crypto';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import { cachedNowhere } from '../answer/caching.js';
import { failureJson } from '../answer/error.filter.js';
import { BadRequest, RequestHeaderFieldsTooLarge, RequestTimeout, type ServiceError } from '../../errors/errors.js';
import { contentTypes } from '../endpoint/format.js';
import { Health } from '../operations/health.js';
import { RequestLog } from './request-log.js';

/** Starts to serve, and stops on SIGTERM or SIGINT without failing an accepted request. */
export async function listen(app: NestExpressApplication, config: Config): Promise<string> {
  const server: Server = app.getHttpServer();
  const open = openAnswers(server);
  await app.listen(config.port, config.host);
  const url = await app.getUrl();
  const { logger } = app.get(RequestLog);
  logger.info({ url }, 'listening');
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    void drain(app, server, open, config.shutdownGrace).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  return url;
}

/** How often connections are held against the time limits, milliseconds. */
const timeoutCheck = 1000;

/** Express on a server with the limits of what a client may send, and an answer to those who break them below HTTP. */
export class LimitedExpressAdapter extends ExpressAdapter {
  constructor(private readonly config: Config) {
    super();
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
    server.maxConnections = maxConnections;
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

/** Readiness off, then keep-alive off, then no new connections; open requests come to their end, the database closes last. */
async function drain(
  app: NestExpressApplication,
  server: Server,
  open: ReadonlySet<ServerResponse>,
  grace: number,
): Promise<void> {
  const until = Date.now() + grace * 0.8;
  app.get(Health).stopping = true;
  server.prependListener('request', (_, response: ServerResponse) => response.setHeader('Connection', 'close'));
  await sleep(Math.min(500, grace / 10));
  server.close();
  while (open.size > 0 && Date.now() < until) await sleep(20);
  // Connections that never sent a byte are neither idle nor busy: only this ends them.
  server.closeAllConnections();
  await app.close();
}

/** The answers that are not yet complete. */
function openAnswers(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_, response: ServerResponse) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}
