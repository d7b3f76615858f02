import { AsyncLocalStorage } from 'node:async_hooks';

/** Who calls what: written into the audit with every change. */
interface CallContext {
  /** null: nobody signed in, or the command line. */
  userId: string | null;
  operation: string;
  readonly requestId: string;
}

const calls = new AsyncLocalStorage<CallContext>();

export function runCall<T>(call: CallContext, work: () => T): T {
  return calls.run(call, work);
}

export function currentCall(): CallContext | undefined {
  return calls.getStore();
}
