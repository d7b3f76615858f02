import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { currentCall } from '../../context/call-context.js';
import { findContext } from '../endpoint/request-context.js';
import type { ServiceError } from '../../errors/errors.js';
import { openLog } from './log-destination.js';
import { Metrics } from '../operations/metrics.js';

/**
 * One JSON line a request: route, status, duration, user, request id, bytes. No header, query or body is ever logged.
 */
@Injectable()
export class RequestLog {
  readonly logger: Logger;
  private readonly failures = new WeakMap<IncomingMessage, ServiceError>();

  constructor(
    config: Config,
    private readonly metrics: Metrics,
  ) {
    this.logger = openLog(config.logLevel);
  }

  /** Middleware: writes the line, and counts, when the answer is out, or the caller has left. */
  readonly middleware = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const start = performance.now();
    const caller = currentCall();
    this.metrics.requestBegan();
    response.once('close', () => {
      caller?.leaving?.abort();
      const context = findContext(request);
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      const line = {
        requestId: context?.requestId,
        method: request.method,
        route: context?.path?.template,
        operation: context?.operation?.name,
        status: response.statusCode,
        milliseconds,
        bytes: context?.bytesSent(),
        user: caller?.userId,
        error: this.failures.get(request)?.code,
        aborted: response.writableFinished ? undefined : true,
      };
      this.metrics.requestEnded({
        route: line.route,
        verb: line.method ?? '',
        status: line.aborted ? undefined : line.status,
        milliseconds,
      });
      this.logger[response.statusCode >= 500 ? 'error' : 'info'](line, 'request');
    });
    next();
  };

  /** Notes why a request failed; an unexpected failure is logged with its cause. */
  failed(request: IncomingMessage, error: ServiceError): void {
    this.failures.set(request, error);
    if (error.status < 500) return;
    this.logger.error({ requestId: findContext(request)?.requestId, err: error.cause ?? error }, error.message);
  }
}
