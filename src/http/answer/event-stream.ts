import { Readable } from 'node:stream';
import { followOf, type Listener } from '../endpoint/endpoint.js';
import type { Operation } from '../endpoint/operation.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { textOf } from './response-body.js';

/** Milliseconds between comments: proxies and clients give up a connection that says nothing for longer. */
export const commentInterval = 15_000;
/** Milliseconds after which a client comes again. */
const retry = 2000;

/**
 * An answer, and the same again after every change, as server-sent events. A reader who is slower than the changes gets
 * the latest alone: no more than one answer ever waits for it.
 */
export class EventStream extends Readable implements Listener {
  private latest?: object;
  private wanted = false;
  private ended = false;
  private opening = `retry: ${retry}\n\n`;
  private leave?: () => void;
  private readonly comments = setInterval(() => this.comment(), commentInterval);

  private constructor(
    private readonly operation: Operation,
    private readonly options: ListOptions,
    answer: object,
  ) {
    super({ highWaterMark: 1 });
    this.latest = answer;
  }

  /** Throws what following throws. */
  static async open(operation: Operation, answer: object, options: ListOptions): Promise<EventStream> {
    const stream = new EventStream(operation, options, answer);
    try {
      stream.leave = await followOf(answer)?.(stream);
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  next(answer: object): void {
    this.latest = answer;
    this.send();
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.push(null);
  }

  override _read(): void {
    this.wanted = true;
    this.send();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.comments);
    this.leave?.();
    done(error);
  }

  private send(): void {
    const { latest } = this;
    if (!this.wanted || !latest) return;
    this.wanted = false;
    this.latest = undefined;
    textOf(this.operation, latest, this.options).then(
      (text) => this.tell(`event: ${this.operation.declaration.events}\ndata: ${text}\n`),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  private comment(): void {
    if (!this.wanted || this.ended) return;
    this.wanted = false;
    this.tell(':\n');
  }

  private tell(text: string): void {
    if (this.destroyed || this.ended) return;
    this.push(`${this.opening}${text}\n`);
    this.opening = '';
  }
}
