import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { BadRequest, RequestHeaderFieldsTooLarge, RequestTimeout, type ServiceError } from '../../errors/errors.js';
import { cachedNowhere } from '../response/caching.js';
import { failureJson } from '../response/error.filter.js';
import { parting } from '../response/send.js';
import { securityHeaders } from './security-headers.js';
import { contentTypes } from '../endpoint/format.js';
import { Config } from '../../config/config.js';
import { Metrics } from '../../observability/metrics.js';
import { RequestLog } from '../../observability/request-log.js';
import { BodyReader } from '../body/body-reader.js';

interface Connection {
  /** The open responses, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** The response to the latest request, if there was one. */
  newest?: ServerResponse;
  /** Whether the HTTP parser has failed, so that the rest of the input cannot be read as requests. */
  broken: boolean;
}

/** Milliseconds between two log lines about refused connections. */
const logEvery = 60_000;

/** Counts a server's connections and open responses, and closes connections that break HTTP or exceed a limit. */
@Injectable()
export class Connections {
  openResponses = 0;
  private refused = 0;
  private readonly known = new WeakMap<Socket, Connection>();
  private loggedAt = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly log: RequestLog,
    private readonly bodies: BodyReader,
    metrics: Metrics,
  ) {
    metrics.counter(
      'http_connections_refused_total',
      'Connections that were closed at once, because MAX_CONNECTIONS were open.',
      () => this.refused,
    );
  }

  /** Watches the connections of a server. Closes each new connection while MAX_CONNECTIONS are open. */
  watch(server: Server): void {
    server.maxConnections = this.config.maxConnections;
    server.on('drop', (dropped?: DropArgument) => this.dropped(dropped?.remoteAddress));
    server.on('connection', (socket: Socket) => this.began(socket));
    server.on('request', ({ socket }, response: ServerResponse) => this.opened(this.known.get(socket)!, response));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const connection = this.known.get(socket)!;
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.isUpload(connection)) {
        watchEnd(socket, connection);
        return;
      }
      if (error.code === 'ECONNRESET') socket.destroy();
      else if (!connection.broken) refuse(socket, connection, error.code);
      connection.broken = true;
    });
  }

  private dropped(address: string | undefined): void {
    this.refused++;
    if (Date.now() - this.loggedAt < logEvery) return;
    this.loggedAt = Date.now();
    const { maxConnections: open } = this.config;
    this.log.logger.warn({ address, open }, 'connections refused: MAX_CONNECTIONS are open');
  }

  private began(socket: Socket): void {
    const responses = new Set<ServerResponse>();
    this.known.set(socket, { responses, broken: false });
    socket.once('close', () => {
      // Node closes only the response that is being sent, so close the responses queued behind it here.
      for (const response of responses) if (!response.socket) response.destroy().emit('close');
    });
  }

  private opened(connection: Connection, response: ServerResponse): void {
    connection.newest = response;
    connection.responses.add(response);
    this.openResponses++;
    response.once('close', () => {
      connection.responses.delete(response);
      this.openResponses--;
    });
  }

  /**
   * Whether the connection is receiving an upload. For an upload, BodyReader enforces REQUEST_TIMEOUT between two
   * chunks, so Node's timeout for the whole request does not apply.
   */
  private isUpload({ newest, broken }: Connection): boolean {
    return !broken && newest !== undefined && !newest.headersSent && this.bodies.isUpload(newest.req);
  }
}

/** Closes the connection after a response to an unfinished upload, because no other limit ends the upload. */
function watchEnd(socket: Socket, { newest }: Connection): void {
  newest?.once('finish', () => {
    if (!newest.req.complete) setTimeout(() => socket.destroy(), parting).unref();
  });
}

/** Responds to a malformed request, after the responses to all requests before it, and closes the connection. */
function refuse(socket: Socket, connection: Connection, code: string | undefined): void {
  const { responses, newest } = connection;
  const before = [...responses].findLast(({ req }) => req.complete);
  if (before) {
    before.once('close', () => refuse(socket, connection, code));
    return;
  }
  // The request already has its response. The client would take a second response for that to its next request.
  const hasResponse = newest?.headersSent && !newest.req.complete;
  if (hasResponse || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawResponse(refusal(code)));
  // Close the connection even if the client does not, to free the memory of its request.
  setTimeout(() => socket.destroy(), parting).unref();
}

function refusal(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new RequestHeaderFieldsTooLarge('The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout('The request did not arrive in time.');
  return new BadRequest('This is not a well-formed HTTP request.');
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function rawResponse(error: ServiceError): string {
  const requestId = randomUUID();
  const body = failureJson(error, requestId);
  return [
    `HTTP/1.1 ${error.status} ${reasons[error.status]}`,
    `X-Request-Id: ${requestId}`,
    ...securityHeaders.map(([name, value]) => `${name}: ${value}`),
    `Cache-Control: ${cachedNowhere}`,
    `Content-Type: ${contentTypes.json}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
