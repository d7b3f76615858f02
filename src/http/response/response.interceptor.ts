import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { BusinessClock } from '../../context/business-clock.js';
import { Db } from '../../database/db.js';
import { Erasures } from '../../database/erasures.js';
import { BodyReader, bytesOf } from '../body/body-reader.js';
import { Binder, type BoundInput } from '../endpoint/binder.js';
import { versionField } from '../../sets/version.js';
import { takesFile } from '../endpoint/declaration.js';
import { ListedVersions } from '../endpoint/listed-versions.js';
import { SentContent, SentFile } from '../endpoint/files.js';
import { HandlerResult } from '../endpoint/handler-result.js';
import type { Operation } from '../endpoint/operation.js';
import { currentRequest, type RequestContext } from '../endpoint/request-context.js';
import { contentBodyOf } from './content-body.js';
import { eventsBodyOf } from './event-stream.js';
import { Idempotency } from './idempotency.js';
import { fileBodyOf, ResponseBody, responseBodyOf, streams, type Shape } from './response-body.js';
import { SafeEdits } from './safe-edits.js';

/** A request body of more than this many bytes is parsed in a turn of the event loop of its own. */
const largeBody = 65_536;

type Next = CallHandler<object | undefined>;
type Work = () => Promise<ResponseBody | HandlerResult>;

/**
 * Binds the input of a handler, calls the handler, and turns its result into the response in the requested format. A
 * write runs in one transaction, and the text of its response is written inside that transaction. A list that is
 * streamed is read after the commit.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly db: Db,
    private readonly bodies: BodyReader,
    private readonly binder: Binder,
    private readonly edits: SafeEdits,
    private readonly idempotency: Idempotency,
    private readonly clock: BusinessClock,
    private readonly versions: ListedVersions,
    private readonly erasures: Erasures,
  ) {}

  intercept(execution: ExecutionContext, next: Next): Observable<unknown> {
    const call = currentRequest();
    const { operation } = call;
    if (!operation) return next.handle();
    return from(this.respond(call, operation, execution.switchToHttp().getResponse<Response>(), next));
  }

  private async respond(
    call: RequestContext,
    operation: Operation,
    response: Response,
    next: Next,
  ): Promise<ResponseBody> {
    const { verb, transaction, file } = operation.declaration;
    const isFile = takesFile(operation.declaration);
    // If the client disconnects, abort only reads that serve this client alone. Event streams share reads among
    // clients, and a write must complete.
    if (call.format !== 'events' && (verb === 'GET' || (transaction === false && file === undefined))) {
      call.disconnect = new AbortController();
      if (response.destroyed) call.disconnect.abort();
    }
    if (verb !== 'GET' && keyOf(call) !== undefined) call.erasures = await this.erasures.state();
    const json = verb === 'GET' || isFile ? {} : await this.jsonOf(call, response);
    const input = await this.binder.bind({ operation, params: call.request.params, query: call.query, json });
    call.request.input = input;
    const shape = {
      ...{ operation, options: input.options, format: call.format },
      ...{ today: this.clock.today(), timeZone: this.clock.timeZone },
      ...(input.options.sent?.includes(versionField) && {
        withVersions: (rows: readonly object[]) => this.versions.add(operation, rows),
      }),
    };
    const once = (work: () => Promise<object>, file?: string): Promise<object> =>
      this.inTransaction(call, async () => bodyOf(shape, HandlerResult.of(await work())), file);
    if (transaction === 'once') call.once = once;
    if (isFile) call.upload = { bytes: this.bodies.upload(call, response), once: (hash, work) => once(work, hash) };
    const work: Work = () => this.handle(call, input, shape, next);
    const made = verb !== 'GET' && transaction === undefined ? await this.inTransaction(call, work) : await work();
    const body = made instanceof ResponseBody ? made : await bodyOf(shape, made);
    // A write, which has its own audit entry, may respond with records too, but only a read streams them.
    if (verb === 'GET' || body !== made) call.records = body.records;
    return body;
  }

  /** Reads and parses the body. The binding of a large one runs in another turn of the event loop than the parsing. */
  private async jsonOf(call: RequestContext, response: Response): Promise<unknown> {
    await this.bodies.read(call, response);
    const json = this.bodies.json(call);
    if ((bytesOf(call)?.length ?? 0) > largeBody) await nextTurn();
    return json;
  }

  /** Runs the work in one transaction, and with an Idempotency-Key only once. `file` is the hash of an upload. */
  private inTransaction(call: RequestContext, work: Work, file = ''): ReturnType<Work> {
    const key = keyOf(call);
    return key === undefined ? this.db.tx(work) : this.idempotency.once(call, key, work, file);
  }

  private async handle(
    call: RequestContext,
    { meta }: BoundInput,
    shape: Shape,
    next: Next,
  ): Promise<ResponseBody | HandlerResult> {
    const { operation, format } = shape;
    const ifMatch = operation.declaration.verb === 'GET' ? undefined : call.request.headers['if-match'];
    if (ifMatch !== undefined) await this.edits.check(call, ifMatch);
    const result = (await lastValueFrom(next.handle())) ?? {};
    if (result instanceof ResponseBody) return result;
    if (result instanceof SentFile) return fileBodyOf(result, format);
    if (result instanceof SentContent) return contentBodyOf(result, call.request);
    const plain = HandlerResult.of(result);
    const made = plain.with({ meta, headers: await this.edits.etagAfter(call, plain) });
    return streams(operation, made) ? made : bodyOf(shape, made);
  }
}

/** The Idempotency-Key of a call; undefined without one. The service ignores the key of a call without a user. */
function keyOf({ userId, request }: RequestContext): string | readonly string[] | undefined {
  return userId === null ? undefined : request.headers['idempotency-key'];
}

function bodyOf(shape: Shape, result: HandlerResult): Promise<ResponseBody> {
  return shape.format === 'events' ? eventsBodyOf(shape, result) : responseBodyOf(shape, result);
}
