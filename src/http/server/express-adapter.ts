import { ExpressAdapter } from '@nestjs/platform-express';
import type { RequestHandler, Response } from 'express';
import { createServer, type RequestListener } from 'node:http';
import type { Config } from '../../config/config.js';
import { ResponseBody } from '../response/response-body.js';
import { sendBody, sendText } from '../response/send.js';
import type { Verb } from '../endpoint/declaration.js';
import { Connections } from './connections.js';
import { openLog } from '../../observability/log-destination.js';

/** Maximum milliseconds between two checks of the open connections against their timeouts. */
const timeoutCheck = 1000;

/**
 * Express on an HTTP server that limits its clients. A request that Node's parser rejects gets a response with a
 * ResponseStatus too.
 */
export class LimitedExpressAdapter extends ExpressAdapter {
  /** Set by initHttpServer, which Nest calls when it creates the application. */
  connections!: Connections;
  private readonly handlers = new Map<string, RequestHandler>();

  constructor(private readonly config: Config) {
    super();
  }

  /** The handler of a path that the pipeline has matched. Express would match the routes one by one. */
  handlerOf(verb: string, template: string): RequestHandler {
    const handler = this.handlers.get(`${verb} ${template}`);
    if (!handler) throw new Error(`${verb} ${template} has no handler.`);
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

  /**
   * Keeps the handler of a declared route in `handlers` instead of in Express. Returns false, and leaves the call to
   * Express, if `path` is not a string.
   */
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
    const { headersTimeout, requestTimeout, keepAliveTimeout, headerLimit, maxConnections } = this.config;
    const server = createServer(
      {
        headersTimeout,
        requestTimeout,
        keepAliveTimeout,
        connectionsCheckingInterval: Math.min(timeoutCheck, headersTimeout, requestTimeout),
        maxHeaderSize: headerLimit,
        // The pipeline checks the Host header, so that the response to a missing one has a ResponseStatus.
        requireHostHeader: false,
      },
      this.getInstance<RequestListener>(),
    );
    const log = openLog(this.config.logLevel);
    this.connections = new Connections(server, maxConnections, (address, open) =>
      log.warn({ address, open }, 'connections refused: MAX_CONNECTIONS are open'),
    );
    // The body reader sends 100 Continue after authentication.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    // Ignore unknown expectations instead of rejecting the request.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    this.setHttpServer(server);
  }
}
