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
    signal?: AbortSignal | undefined;
    onState?: ((state: QueueState) => void) | undefined;
}
/**
 * A queue, now and after every change. `connect` opens a stream of it, again after each failure but a refusal of the
 * service. `silence`: milliseconds without data after which a connection counts as dead. Ends when `signal` aborts.
 */
export declare function queueOf(connect: (signal: AbortSignal) => Promise<Bytes>, { silence, signal, onState }: QueueOptions): AsyncGenerator<Queue['Queue'], void>;
export {};
