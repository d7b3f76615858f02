import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { FoundErrors, type FieldError } from '../../record/field-error.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { contentBodyOf } from './content-body.js';
import { EventStream } from './event-stream.js';
import { fileBodyOf, ResponseBody, responseBodyOf, streams } from './response-body.js';
import { BodyReader } from '../body/body-reader.js';
import { HandlerResult } from '../endpoint/handler-result.js';
import { takesFile } from '../endpoint/declaration.js';
import { contentTypes } from '../endpoint/format.js';
import type { Operation } from '../endpoint/operation.js';
import { SentContent, SentFile } from '../endpoint/files.js';
import { contextOf, type RequestContext } from '../endpoint/request-context.js';
import { Invalid, ServiceError } from '../../errors/errors.js';
import { Idempotency } from './idempotency.js';
import { SafeEdits } from './safe-edits.js';

/** A request body of more than this many bytes is parsed in a separate turn of the event loop. */
const largeBody = 65_536;
/** An error response with more bad fields than this is built in a separate turn of the event loop. */
const manyBadFields = 1000;

/**
 * Turns a handler's result into the response in the requested format. A write runs in one transaction, and the text of
 * its response is written inside that transaction. A list that is streamed is read after the commit.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly bodies: BodyReader,
    private readonly edits: SafeEdits,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<object | undefined>): Observable<unknown> {
    const http = execution.switchToHttp();
    const context = contextOf(http.getRequest());
    if (!context.operation) return next.handle();
    const response = http.getResponse<Response>();
    return from(this.respond(context, response, next));
  }

  private async respond(
    context: RequestContext,
    response: Response,
    next: CallHandler<object | undefined>,
  ): Promise<ResponseBody> {
    const operation = context.operation!;
    const { file, verb, transaction = true } = operation.declaration;
    // If the client disconnects, abort only reads that serve this client alone. Event streams share reads among
    // clients, and a write must complete.
    const readsAlone = verb === 'GET' || (!transaction && file === undefined);
    if (readsAlone && context.format !== 'events') {
      const leaving = (context.leaving = new AbortController());
      if (response.destroyed) leaving.abort();
    }
    const isFile = takesFile(operation.declaration);
    if (!isFile && verb !== 'GET') {
      await this.bodies.read(context, response);
      // Parse and bind a large body in two turns of the event loop, so that other calls are served in between.
      if (context.bodySize > largeBody) {
        context.body();
        await nextTurn();
      }
    }
    const { options, errors } = context.input();
    const bodyOf = (made: HandlerResult): Promise<ResponseBody> =>
      context.format === 'events'
        ? eventsOf(operation, made, options)
        : responseBodyOf(operation, made, options, context.format);
    if (isFile)
      context.upload = {
        bytes: this.bodies.upload(context, response),
        once: (hash, work) => this.idempotency.once(context, async () => bodyOf(HandlerResult.of(await work())), hash),
      };
    const make = async (): Promise<ResponseBody | HandlerResult> => {
      if (errors.names.size > 0) throw await allInvalid(operation, errors, next);
      const ifMatch = verb === 'GET' ? undefined : context.request.headers['if-match'];
      if (ifMatch !== undefined) await this.edits.check(context, ifMatch);
      const result = (await lastValueFrom(next.handle())) ?? {};
      if (result instanceof ResponseBody) return result;
      if (result instanceof SentFile) return fileBodyOf(result, context.format);
      if (result instanceof SentContent) return contentBodyOf(result, context.request);
      const plain = HandlerResult.of(result);
      const made = ifMatch === undefined ? plain : plain.withHeaders(await this.edits.etagAfter(context));
      return streams(operation, made) ? made : bodyOf(made);
    };
    const writes = verb !== 'GET' && transaction;
    const made = writes ? await this.idempotency.once(context, make) : await make();
    return made instanceof ResponseBody ? made : bodyOf(made);
  }
}

/** The response with an event stream. The header X-Accel-Buffering stops nginx from buffering the events. */
async function eventsOf(operation: Operation, result: HandlerResult, options: ListOptions): Promise<ResponseBody> {
  const headers = { 'Content-Type': contentTypes.events, 'X-Accel-Buffering': 'no' };
  return new ResponseBody(headers, await EventStream.open(operation, result, options));
}

/**
 * Runs the operation although fields are invalid, so that one response names the field errors of the binding and those
 * of the operation. Throw the returned error, so that the transaction is rolled back.
 */
async function allInvalid(
  { declaration }: Operation,
  found: FoundErrors,
  next: CallHandler<object | undefined>,
): Promise<ServiceError> {
  let more: readonly FieldError[] = [];
  try {
    await lastValueFrom(next.handle());
  } catch (error) {
    if (declaration.badFieldsLast && error instanceof ServiceError && error.status !== 400) return error;
    more = error instanceof ServiceError ? error.errors : [];
  }
  if (found.names.size > manyBadFields) await nextTurn();
  // The operation did not receive the invalid fields, so ignore the errors in which it reports them as missing.
  const bad = new Set([...found.names].map((name) => name.toLowerCase()));
  const isAbsent = (name: string): boolean => partsOf(name.toLowerCase()).some((part) => bad.has(part));
  const all = new FoundErrors().merge(found).add(more.filter(({ FieldName }) => !isAbsent(FieldName)));
  return new Invalid(all.listed, undefined, all.names.size);
}

/** A field name and its parents: `a[1].b`, `a[1]`, `a`. */
function partsOf(name: string): string[] {
  return [name, ...[...name.matchAll(/[.[]/g)].map(({ index }) => name.slice(0, index))];
}
