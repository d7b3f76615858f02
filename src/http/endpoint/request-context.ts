import type { Request } from 'express';
import { currentCall, type CallContext } from '../../context/call-context.js';
import type { UrlencodedValues } from '../body/urlencoded.js';
import type { BoundInput } from './binder.js';
import type { Format } from './format.js';
import type { Operation, PathMatch } from './operation.js';

/**
 * Runs `work` in one transaction, which also stores the response for the Idempotency-Key. If a response is already
 * stored for the key, returns it instead.
 */
export type RunOnce = (work: () => Promise<object>) => Promise<object>;

/** The bytes of an uploaded file, and the transaction in which the operation processes them. */
export interface UploadedBytes {
  /** The bytes as they arrive. Reading them throws PayloadTooLarge, and RequestTimeout if no chunk arrives in time. */
  readonly bytes: AsyncIterable<Buffer>;
  /**
   * Runs `work` in one transaction, which also stores the result for the Idempotency-Key. If a result is already stored
   * for the key, returns that result instead. `hash` is the hash of the uploaded bytes.
   */
  readonly once: (hash: string, work: () => Promise<object>) => Promise<object>;
}

/** The part of a request that a handler's parameters come from. The guards set `user`, the interceptor sets `input`. */
export interface HandlerSource {
  user?: unknown;
  input?: BoundInput;
}

/** The records that a response has, or that it has sent so far if it is made while the client reads. */
export interface SentRecords {
  sent: number;
  /** The response is an export about this record, which the audit records whatever the number of records. */
  readonly about?: { readonly Record: string; readonly Id: string };
}

interface Incoming extends Request {
  input?: BoundInput;
}

/** The state of one HTTP request; also the CallContext of its call. */
export class RequestContext implements CallContext {
  userId: CallContext['userId'] = null;
  rights: CallContext['rights'];
  provedAt: CallContext['provedAt'];
  showsSecret: CallContext['showsSecret'];
  disconnect: CallContext['disconnect'];
  format: Format = 'json';
  path?: PathMatch;
  /** The operation of the path and verb. A page has none. */
  operation?: Operation;
  /** The name under which the audit records the work of a page's form. */
  formOperation = '';
  query: UrlencodedValues = new Map();
  /** The JSON value of the body, once it has been read and parsed. */
  json?: unknown;
  once?: RunOnce;
  upload?: UploadedBytes;
  /** The state of Erasures before the call read any person, if its response is stored for an Idempotency-Key. */
  erasures?: string;
  /** The records of the response, if the call reads them. */
  records?: SentRecords;
  private readonly bytesBefore: number;

  constructor(
    readonly request: Incoming,
    readonly requestId: string,
    readonly traceId: string,
  ) {
    this.bytesBefore = request.socket.bytesWritten;
  }

  get operationName(): string {
    return this.operation?.name ?? this.formOperation;
  }

  get filters(): readonly string[] | undefined {
    // Omit names that begin with _. Clients add such parameters to bypass caches, and their names may be any text.
    return this.request.input && this.query.size > 0
      ? [...this.query.keys()].filter((name) => !name.startsWith('_'))
      : undefined;
  }

  bytesSent(): number {
    return this.request.socket.bytesWritten - this.bytesBefore;
  }
}

/** The context of the request of the current call. Throws if the call is no request. */
export function currentRequest(): RequestContext {
  const call = currentCall();
  if (call instanceof RequestContext) return call;
  throw new Error('The current call is no request that passed the pipeline.');
}
