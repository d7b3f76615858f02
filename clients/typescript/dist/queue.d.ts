import type { components } from '../schema.js';
import { type Bytes } from './events.js';
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
/**
 * A queue, now and after every change. `connect` opens a stream of it, again after each failure but a refusal of the
 * service. `silence`: milliseconds without data after which a connection counts as dead. Ends when `signal` aborts.
 * Without `whileHidden`, a tab that nobody sees holds no connection, because browsers open at most six to a server by
 * HTTP/1.1: six queues in six tabs would stop every other call.
 */
export declare function queueOf(connect: (signal: AbortSignal) => Promise<Bytes>, { silence, whileHidden, signal, onState }: QueueOptions): AsyncGenerator<Queue['Queue'], void>;
export {};
