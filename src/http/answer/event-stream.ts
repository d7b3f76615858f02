import { Readable } from 'node:stream';
import { Answer, type Listener } from '../endpoint/answer.js';
import type { Operation } from '../endpoint/operation.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { textOf } from './response-body.js';

/** Milliseconds between comments in the stream, because proxies and clients close a silent connection. */
export const commentInterval = 15_000;
/** Milliseconds that a client waits before it reconnects. */
const retry = 2000;

/**
 * Sends a record as a server-sent event, and again after every change. If the record changes several times before the
 * client has read the last event, the next event has only the latest record.
 */
export class EventStream extends Readable implements Listener {
  private latest?: Answer;
  private wanted = false;
  private ended = false;
  private opening = `retry: ${retry}\n\n`;
  private leave?: () => void;
  private readonly comments = setInterval(() => this.comment(), commentInterval);

  private constructor(
    private readonly operation: Operation,
    private readonly options: ListOptions,
    answer: Answer,
  ) {
    super({ highWaterMark: 1 });
    this.latest = answer;
  }

  /** Opens a stream and subscribes it to `answer.changes`. Throws the error of the subscription if that fails. */
  static async open(operation: Operation, answer: Answer, options: ListOptions): Promise<EventStream> {
    const stream = new EventStream(operation, options, answer);
    try {
      stream.leave = await answer.changes?.(stream);
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  next(record: object): void {
    this.latest = new Answer(record);
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
      (text) => this.sendText(`event: ${this.operation.declaration.events}\ndata: ${text}\n`),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  private comment(): void {
    if (!this.wanted || this.ended) return;
    this.wanted = false;
    this.sendText(':\n');
  }

  private sendText(text: string): void {
    if (this.destroyed || this.ended) return;
    this.push(`${this.opening}${text}\n`);
    this.opening = '';
  }
}
