import type { components } from '../schema.js';
import { AgencyError } from './errors.js';
import { dataOf, Silence, type Bytes } from './events.js';
import { isShown, untilHidden } from './one-tab.js';

type Queue = components['schemas']['QueueResponse'];

/** Whether the queue receives changes, and since when it does or does not. */
export interface QueueState {
  live: boolean;
  since: Date;
}

interface QueueOptions {
  silence: number;
  whileHidden: boolean;
  signal?: AbortSignal | undefined;
  onState?: ((state: QueueState) => void) | undefined;
}

/** Milliseconds until the next try, after the connection ended. */
const pause = 2000;

/**
 * A queue, now and after every change. `connect` opens a stream of it, again after each failure but a refusal of the
 * service. `silence`: milliseconds without data after which a connection counts as dead. Ends when `signal` aborts.
 * Without `whileHidden`, a tab that nobody sees holds no connection, because browsers open at most six to a server by
 * HTTP/1.1: six queues in six tabs would stop every other call.
 */
export async function* queueOf(
  connect: (signal: AbortSignal) => Promise<Bytes>,
  { silence, whileHidden, signal, onState }: QueueOptions,
): AsyncGenerator<Queue['Queue'], void> {
  let isLive: boolean | undefined;
  const tell = (live: boolean): void => {
    if (live !== isLive) onState?.({ live, since: new Date() });
    isLive = live;
  };
  const inTab = !whileHidden && typeof document !== 'undefined';
  for (;;) {
    if (inTab) await isShown(signal);
    if (signal?.aborted) return;
    const hiding = inTab ? untilHidden(signal) : undefined;
    const heard = new Silence(silence, hiding?.signal ?? signal);
    try {
      const stream = await before(heard.signal, connect(heard.signal));
      for await (const data of dataOf(stream, heard)) {
        tell(true);
        yield (data as Queue).Queue;
      }
    } catch (error) {
      if (error instanceof AgencyError && isFinal(error.answered.response.status)) throw error;
    } finally {
      heard.end();
      hiding?.abort();
    }
    if (signal?.aborted) return;
    tell(false);
    await wait(pause, signal);
  }
}

/** A proxy may respond with 408 or more than 428 for a while; all other refusals stay. */
const isFinal = (status: number): boolean => status < 429 && status !== 408;

/** The result of the work, unless the signal aborts first: the renewal of a session takes no signal. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The connection ended.', 'AbortError')));
    work.then(resolve, reject);
  });
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
