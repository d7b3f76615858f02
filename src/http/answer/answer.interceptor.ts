import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { currentCall } from '../../context/call-context.js';
import { FoundErrors, type FieldError } from '../../record/field-error.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { EventStream } from './event-stream.js';
import { fileBodyOf, ResponseBody, responseBodyOf, streams } from './response-body.js';
import { BodyReader } from '../endpoint/body/body-reader.js';
import { contentTypes } from '../endpoint/format.js';
import type { Operation } from '../endpoint/operation.js';
import { SentFile } from '../endpoint/body/files.js';
import { contextOf, type RequestContext } from '../endpoint/request-context.js';
import { Invalid, PreconditionFailed, ServiceError } from '../../errors/errors.js';
import { Idempotency } from './idempotency.js';

/** Bytes. */
const largeBody = 65_536;
/** Fields with errors. */
const manyNames = 1000;

/**
 * A handler's result → the answer in the format asked for. A writing operation is one transaction, from its first query
 * to the text of its answer; what streams is read after the commit.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly bodies: BodyReader,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<object | undefined>): Observable<unknown> {
    const http = execution.switchToHttp();
    const context = contextOf(http.getRequest());
    if (!context.operation) return next.handle();
    const response = http.getResponse<Response>();
    return from(this.answer(context, response, next));
  }

  private async answer(
    context: RequestContext,
    response: Response,
    next: CallHandler<object | undefined>,
  ): Promise<ResponseBody> {
    const operation = context.operation!;
    const { file, verb, transaction = true, mayReadLate } = operation.declaration;
    // Only now: the guards have read who calls.
    if (mayReadLate) currentCall()!.mayReadLate = true;
    // What several callers wait for together (guards, events) must not end with one of them, and a write goes on.
    const readsAlone = verb === 'GET' || (!transaction && file === undefined);
    if (readsAlone && context.format !== 'events') {
      const leaving = (currentCall()!.leaving = new AbortController());
      if (response.destroyed) leaving.abort();
    }
    if (file !== 'taken' && verb !== 'GET') {
      await this.bodies.read(context, response);
      // What is in it is read in one turn of the event loop, and bound in another.
      if (context.bodySize > largeBody) {
        context.body();
        await nextTurn();
      }
    }
    const { options, errors } = context.input();
    const bodyOf = (result: object): Promise<ResponseBody> =>
      context.format === 'events'
        ? eventsOf(operation, result, options)
        : responseBodyOf(operation, result, options, context.format);
    if (file === 'taken')
      context.upload = {
        bytes: this.bodies.upload(context, response),
        once: (hash, work) => this.idempotency.once(context, async () => bodyOf(await work()), hash),
      };
    const made = async (): Promise<ResponseBody | object> => {
      if (errors.names.size > 0) throw await allInvalid(operation, errors, next);
      // By RFC 9110 no weak ETag meets it, and a caller who is not refused would believe it was held.
      if (verb !== 'GET' && (context.request.headers['if-match'] ?? '*') !== '*') throw new PreconditionFailed();
      const result = (await lastValueFrom(next.handle())) ?? {};
      if (result instanceof ResponseBody) return result;
      if (result instanceof SentFile) return fileBodyOf(result, context.format);
      return streams(operation, result) ? result : bodyOf(result);
    };
    const writes = verb !== 'GET' && transaction;
    const result = writes ? await this.idempotency.once(context, made) : await made();
    return result instanceof ResponseBody ? result : bodyOf(result);
  }
}

/** No proxy may hold events back. */
async function eventsOf(operation: Operation, result: object, options: ListOptions): Promise<ResponseBody> {
  const headers = { 'Content-Type': contentTypes.events, 'X-Accel-Buffering': 'no' };
  return new ResponseBody(headers, await EventStream.open(operation, result, options));
}

/**
 * What the operation finds wrong too, so that every bad field is named at once. The transaction ends with the error.
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
  // So many names are a turn's work by themselves.
  if (found.names.size > manyNames) await nextTurn();
  // A field that could not be read is absent for the operation, and so is one whose name has the wrong case.
  const bad = new Set([...found.names].map((name) => name.toLowerCase()));
  const isAbsent = (name: string): boolean => partsOf(name.toLowerCase()).some((part) => bad.has(part));
  const all = new FoundErrors().merge(found).add(more.filter(({ FieldName }) => !isAbsent(FieldName)));
  return new Invalid(all.listed, undefined, all.names.size);
}

/** `a[1].b` → itself and all that it is in: `a[1].b`, `a[1]`, `a`. */
function partsOf(name: string): string[] {
  return [name, ...[...name.matchAll(/[.[]/g)].map(({ index }) => name.slice(0, index))];
}
