import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { createServer, type RequestListener } from 'node:http';
import type { Config } from '../../config/config.js';
import { ResponseBody } from '../response/response-body.js';
import { sendBody, sendText } from '../response/send.js';

/** Maximum milliseconds between two checks of the open connections against their timeouts. */
const timeoutCheck = 1000;

/** Express on an HTTP server that limits its clients, with responses that are streamed. */
export class LimitedExpressAdapter extends ExpressAdapter {
  constructor(private readonly config: Config) {
    super();
  }

  /**
   * Sends a response. Nest's StreamableFile cannot do it: a slow reader must slow the query, a stalled one must lose
   * its connection, and the ETag of a compressed response names its coding.
   */
  override reply(response: Response, body: unknown, status?: number): void {
    if (body instanceof ResponseBody) sendBody(response, body, this.config);
    else if (typeof body === 'string' || Buffer.isBuffer(body)) sendText(response, body, this.config);
    else super.reply(response, body, status);
  }

  /** Creates the server with limits that Node accepts only when it creates one, such as that of the headers. */
  override initHttpServer(): void {
    const { headersTimeout, requestTimeout, keepAliveTimeout, headerLimit } = this.config;
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
    // The body reader sends 100 Continue after authentication.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    // Ignore unknown expectations instead of rejecting the request.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    this.setHttpServer(server);
  }
}
