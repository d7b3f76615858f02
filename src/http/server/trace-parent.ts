import { randomBytes } from 'node:crypto';

/**
 * The traceparent header of W3C Trace Context, version 00. It contains the trace id, the id of the client's span and
 * the flags.
 */
const form = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})$/;

interface Trace {
  traceId: string;
  /** The traceparent header of the response; undefined if the client sent none. */
  traceparent: string | undefined;
}

/** The trace of the traceparent header `given`; a new trace with the id `own` if the header is missing or invalid. */
export function traceOf(given: string | undefined, own: string): Trace {
  const [, traceId = own, flags = '00'] = form.exec(given ?? '') ?? [];
  return {
    traceId,
    traceparent: given === undefined ? undefined : `00-${traceId}-${randomBytes(8).toString('hex')}-${flags}`,
  };
}
