import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { currentCall, type CallIds } from '../context/call-context.js';
import type { ServiceError } from '../errors/errors.js';
import { openLog } from './log-destination.js';
import { Metrics } from './metrics.js';

/** The data of a log line that are not in the request itself. */
interface RequestFacts {
  ids: CallIds;
  /** The declared path of the operation; undefined for a request to an unknown path. */
  route: string | undefined;
  operation: string | undefined;
  /** Bytes of the response that were sent. */
  bytes: number;
}

/** One JSON line per request. It never contains headers, query or body. */
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

  /** Logs and counts the request when its response is sent or the client has disconnected, and calls `facts` then. */
  watch(request: IncomingMessage, response: ServerResponse, facts: () => RequestFacts): void {
    const start = performance.now();
    const caller = currentCall();
    this.metrics.requestBegan();
    response.once('close', () => {
      if (!response.writableFinished) caller?.disconnect?.abort();
      const { ids, route, operation, bytes } = facts();
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      const line = {
        ...ids,
        method: request.method,
        route,
        operation,
        status: response.statusCode,
        milliseconds,
        bytes,
        user: caller?.userId,
        error: this.failures.get(request)?.code,
        aborted: response.writableFinished ? undefined : true,
      };
      this.metrics.requestEnded({
        route,
        verb: line.method ?? '',
        status: line.aborted ? undefined : line.status,
        milliseconds,
      });
      this.logger[response.statusCode >= 500 ? 'error' : 'info'](line, 'request');
    });
  }

  /**
   * Stores the error for the request's log line. Also logs an error with status 500 or more, with its cause. A refusal,
   * such as that of one long list too many, has no cause, and its message says enough.
   */
  failed(request: IncomingMessage, error: ServiceError, ids: CallIds): void {
    this.failures.set(request, error);
    if (error.status < 500) return;
    this.logger.error({ ...ids, err: error.cause }, error.message);
  }
}
