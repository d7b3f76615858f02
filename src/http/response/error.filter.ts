import { Catch, HttpException, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { idsOf } from '../../context/call-context.js';
import { mostListed, type FieldError } from '../../record/field-error.js';
import { jsonWriter } from '../../record/writers/json.js';
import { failureOf, ResponseStatus } from '../../record/response-status.js';
import { currentRequest } from '../endpoint/request-context.js';
import { errorsByStatus, InternalServerError, ServiceError } from '../../errors/errors.js';
import { cachedNowhere } from './caching.js';
import { contentTypes } from '../endpoint/format.js';
import { withItemKeys } from './item-keys.js';
import { RequestLog } from '../../observability/request-log.js';
import { sendText } from './send.js';

/** Responds to every error with its status and a ResponseStatus, or with the page that `pageOf` returns. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly config: Config,
    private readonly log: RequestLog,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const error = toServiceError(thrown);
    const context = currentRequest();
    this.log.failed(request, error, idsOf(context));
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const operation = context.operation ?? context.path?.operations.values().next().value;
    for (const name of ['Content-Disposition', 'ETag', 'Content-Type']) response.removeHeader(name);
    response
      .status(error.status)
      .set({ ...error.headers, 'Content-Type': contentTypes.json, 'Cache-Control': cachedNowhere });
    const { config } = this;
    const page = this.pageOf(request, error);
    if (page !== undefined) response.type('html');
    const { request: record, response: declared } = operation?.declaration ?? {};
    const errors = withItemKeys(error.errors, record, context.json);
    const extra = declared && failureOf(declared);
    const text = page ?? failureJson(error, context.requestId, extra, config.debugErrors, errors);
    sendText(response, text, config);
  }

  /** A page for a person instead of JSON. */
  protected pageOf(_request: Request, _error: ServiceError): string | undefined {
    return undefined;
  }
}

/**
 * The JSON of an error response. `extra` has the fields that the operation's errors have in addition to ResponseStatus.
 */
export function failureJson(
  error: ServiceError,
  requestId: string | undefined,
  extra: Readonly<Record<string, unknown>> = {},
  trace = false,
  errors: readonly FieldError[] = error.errors,
): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const isCut = error.total > mostListed;
  const status = {
    ErrorCode: error.code,
    Message: error.message,
    StackTrace: trace ? (cause.stack ?? null) : null,
    Errors: errors.slice(0, mostListed),
    Meta: { ...(isCut && { Total: String(error.total) }), ...error.meta, ...(requestId && { RequestId: requestId }) },
  };
  const fields = Object.entries(extra).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{"ResponseStatus":${jsonWriter(ResponseStatus)(status)}${fields.join('')}}`;
}

/** Converts an error of Nest, Express or the body reader by its status. Any other error is a bug: the status is 500. */
function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  const known = status === undefined ? undefined : errorsByStatus[status];
  if (known) return new known(messages[status!] ?? (thrown as Error).message);
  if (status !== undefined && status >= 400 && status < 500) return new errorsByStatus[400]((thrown as Error).message);
  return new InternalServerError(thrown);
}

const messages: Record<number, string> = {
  400: 'The request is malformed.',
  404: 'This path does not exist.',
  413: 'The body is too large.',
  415: 'The encoding or character set of the body is not supported.',
};

function statusOf(thrown: unknown): number | undefined {
  const status = (thrown as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? status : undefined;
}
