import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino, type Logger } from 'pino';
import { pinoHttp, type HttpLogger } from 'pino-http';
import { Config } from '../config/config.js';
import { currentCall } from '../database/call-context.js';
import { findCall } from './call.js';
import type { ServiceError } from './errors.js';

/** One JSON line a request: route, status, duration, user, request id, bytes. No header, query or body is ever logged. */
@Injectable()
export class RequestLog {
  readonly logger: Logger;
  readonly middleware: HttpLogger;
  private readonly failures = new WeakMap<IncomingMessage, ServiceError>();

  constructor(config: Config) {
    this.logger = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
    this.middleware = pinoHttp({
      logger: this.logger,
      wrapSerializers: false,
      serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
      quietReqLogger: true,
      customAttributeKeys: { responseTime: 'milliseconds' },
      customLogLevel: (_, response) => (response.statusCode >= 500 ? 'error' : 'info'),
      customSuccessMessage: () => 'request',
      customErrorMessage: () => 'request',
      customProps: (request, response) => this.line(request, response as ServerResponse),
    });
  }

  /** Notes why a request failed; unexpected failures are logged with their cause. */
  failed(request: IncomingMessage, error: ServiceError): void {
    this.failures.set(request, error);
    if (error.status >= 500)
      this.logger.error({ requestId: findCall(request)?.requestId, err: error.cause ?? error }, error.message);
  }

  private line(request: IncomingMessage, response: ServerResponse): Record<string, unknown> {
    const call = findCall(request);
    const failure = this.failures.get(request);
    return {
      requestId: call?.requestId,
      method: request.method,
      route: call?.path?.template ?? 'none',
      operation: call?.operation?.name,
      status: response.statusCode,
      bytes: call?.bytesSent() ?? 0,
      user: currentCall()?.userId,
      error: failure?.code,
      aborted: !response.writableFinished || undefined,
    };
  }
}
