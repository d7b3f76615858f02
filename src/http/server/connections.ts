import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { BadRequest, RequestHeaderFieldsTooLarge, RequestTimeout, type ServiceError } from '../../errors/errors.js';
import { cachedNowhere } from '../response/caching.js';
import { failureJson } from '../response/error.filter.js';
import { parting } from '../response/send.js';
import { securityHeaders } from './security-headers.js';
import { contentTypes } from '../endpoint/format.js';
import { findContext } from '../endpoint/request-context.js';

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
export class Connections {
  openResponses = 0;
  /** Connections that were closed because MAX_CONNECTIONS were open. */
  refused = 0;
  private readonly known = new WeakMap<Socket, Connection>();
  private loggedAt = -Infinity;

  /** Closes each new connection while `most` connections are open, and calls `refused` at most once a minute. */
  constructor(server: Server, most: number, refused: (address: string | undefined, open: number) => void) {
    server.maxConnections = most;
    server.on('drop', (dropped?: DropArgument) => {
      this.refused++;
      if (Date.now() - this.loggedAt < logEvery) return;
      this.loggedAt = Date.now();
      refused(dropped?.remoteAddress, most);
    });
    server.on('connection', (socket: Socket) => this.began(socket));
    server.on('request', ({ socket }, response: ServerResponse) => this.opened(this.known.get(socket)!, response));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const connection = this.known.get(socket)!;
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUpload(connection)) {
        watchEnd(socket, connection);
        return;
      }
      if (error.code === 'ECONNRESET') socket.destroy();
      else if (!connection.broken) refuse(socket, connection, error.code);
      connection.broken = true;
    });
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
}

/**
 * Whether the connection is receiving an upload. For an upload, BodyReader enforces REQUEST_TIMEOUT between two chunks,
 * so Node's timeout for the whole request does not apply.
 */
function isUpload({ newest, broken }: Connection): boolean {
  return !broken && newest !== undefined && !newest.headersSent && findContext(newest.req)?.upload !== undefined;
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
