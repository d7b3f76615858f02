import { AsyncLocalStorage } from 'node:async_hooks';

/** The current call: its user and operation are written to the audit with every change. */
export interface CallContext {
  /** null for a caller who is not signed in, and for the command line. */
  userId: string | null;
  /** The caller's agent (0 if the caller has none) and role codes. */
  rights?: { readonly agentId: number; readonly roles: readonly string[] };
  /** When the caller's session or this call last proved the caller's password. Absent if neither has proved it. */
  provedAt?: string;
  readonly operationName: string;
  readonly requestId: string;
  /** Names of the query parameters of a list request, once the request is validated. */
  readonly filters?: readonly string[];
  /** The trace id of W3C Trace Context. Absent for a job and for the command line. */
  readonly traceId?: string;
  /** The response contains a full social security number. Its headers then forbid the client to store it. */
  showsSecret?: boolean;
  /** Aborted when the client disconnects early, which stops database reads outside a transaction. */
  disconnect?: AbortController;
}

/** The fields that each log line of a call has. */
export type CallIds = Partial<Pick<CallContext, 'requestId' | 'traceId'>>;

const calls = new AsyncLocalStorage<CallContext>();

export function runCall<T>(call: CallContext, work: () => T): T {
  return calls.run(call, work);
}

export function currentCall(): CallContext | undefined {
  return calls.getStore();
}

export function idsOf(call: CallContext | undefined): CallIds {
  return { requestId: call?.requestId, traceId: call?.traceId };
}
