import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BadRequest, RequestHeaderFieldsTooLarge, RequestTimeout, type ServiceError } from '../../errors/errors.js';
import { cachedNowhere } from '../answer/caching.js';
import { failureJson } from '../answer/error.filter.js';
import { parting } from '../answer/send.js';
import { securityHeaders } from './security-headers.js';
import { contentTypes } from '../endpoint/format.js';
import { findContext } from '../endpoint/request-context.js';
import { connectionRefused } from './refused-connections.js';

/** What is under way on a connection. */
interface Connection {
  /** In the order of their requests. */
  readonly answers: Set<ServerResponse>;
  /** Of the newest request; undefined: there was none. */
  newest?: ServerResponse;
  /** What comes is no HTTP any more. */
  broken: boolean;
}

/** Milliseconds between two lines about connections that are refused. */
const toldEvery = 60_000;

/** A server's connections: how many there are, what is open on them, and their end. */
export class Connections {
  /** Answers that are not yet complete. */
  openAnswers = 0;
  private count = 0;
  private readonly known = new WeakMap<Socket, Connection>();

  private toldAt = -Infinity;

  /**
   * most: those beyond are closed. Workers would pass on for ever what is beyond server.maxConnections. refused:
   * told once a minute of an address and how many connections there are.
   */
  constructor(server: Server, most: number, refused: (address: string | undefined, open: number) => void) {
    server.on('connection', (socket: Socket) => {
      if (++this.count > most) {
        connectionRefused();
        if (Date.now() - this.toldAt >= toldEvery) {
          this.toldAt = Date.now();
          refused(socket.remoteAddress, most);
        }
        socket.destroy();
      }
      this.began(socket);
    });
    server.on('request', ({ socket }, response: ServerResponse) => this.asked(this.known.get(socket)!, response));
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
    const answers = new Set<ServerResponse>();
    this.known.set(socket, { answers, broken: false });
    socket.once('close', () => {
      this.count--;
      // Node tells the end to the answer alone whose turn it is; those behind it would be open for ever.
      for (const answer of answers) if (!answer.socket) answer.destroy().emit('close');
    });
  }

  private asked(connection: Connection, response: ServerResponse): void {
    connection.newest = response;
    connection.answers.add(response);
    this.openAnswers++;
    response.once('close', () => {
      connection.answers.delete(response);
      this.openAnswers--;
    });
  }
}

/** A file may take longer than other requests, as long as it comes: its reader watches that. */
function isUpload({ newest, broken }: Connection): boolean {
  return !broken && newest !== undefined && !newest.headersSent && findContext(newest.req)?.upload !== undefined;
}

/** Closes the connection after an answer that came before the end of its file: nothing else limits the rest. */
function watchEnd(socket: Socket, { newest }: Connection): void {
  newest?.once('finish', () => {
    if (!newest.req.complete) setTimeout(() => socket.destroy(), parting).unref();
  });
}

/** Ends a connection with an answer to what broke the rules, after the answers to all that came before it. */
function refuse(socket: Socket, connection: Connection, code: string | undefined): void {
  const { answers, newest } = connection;
  const before = [...answers].findLast(({ req }) => req.complete);
  if (before) {
    before.once('close', () => refuse(socket, connection, code));
    return;
  }
  // The body of a request that has its answer: another would be taken for the next request's.
  const isAnswered = newest?.headersSent && !newest.req.complete;
  if (isAnswered || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(refusal(code)));
  // Who does not close their end would hold the connection, and what its request holds.
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

function rawAnswer(error: ServiceError): string {
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
