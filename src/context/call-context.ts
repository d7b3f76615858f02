import { AsyncLocalStorage } from 'node:async_hooks';

/** Who calls what: written into the audit with every change. */
export interface CallContext {
  /** null: nobody signed in, or the command line. */
  userId: string | null;
  /** The rights that the caller has: the own agent (0: none) and the codes of the roles held. */
  rights?: { readonly agentId: number; readonly roles: readonly string[] };
  operation: string;
  readonly requestId: string;
  /** Its answer shows a social security number in full: no one may keep it. */
  showsSecret?: boolean;
  /** Its reads need not see what was written a moment ago: a copy of the database will do. */
  mayReadLate?: boolean;
  /** Aborted when the answer is out or the caller has left: reads outside a transaction end then. */
  leaving?: AbortController;
}

const calls = new AsyncLocalStorage<CallContext>();

export function runCall<T>(call: CallContext, work: () => T): T {
  return calls.run(call, work);
}

export function currentCall(): CallContext | undefined {
  return calls.getStore();
}
