import { Readable } from 'node:stream';
import { HandlerResult, type Listener } from '../endpoint/handler-result.js';
import { contentTypes } from '../endpoint/format.js';
import { isPart, jsonOf, ResponseBody, type Shape } from './response-body.js';

/** Milliseconds between comments in the stream, because proxies and clients close a silent connection. */
export const commentInterval = 15_000;
/** Milliseconds that a client waits before it reconnects. */
const retry = 2000;

/** The response with an event stream. The header X-Accel-Buffering stops nginx from buffering the events. */
export async function eventsBodyOf(shape: Shape, result: HandlerResult): Promise<ResponseBody> {
  const headers = { 'Content-Type': contentTypes.events, 'X-Accel-Buffering': 'no' };
  return new ResponseBody(headers, await EventStream.open(shape, result));
}

type EventShape = Omit<Shape, 'format' | 'today' | 'timeZone' | 'withVersions'>;

/**
 * Sends a record as a server-sent event, and again after every change. If the record changes several times before the
 * client has read the last event, the next event has only the latest record. Nest's `@Sse` would keep every event
 * in memory until a slow client reads it.
 */
export class EventStream extends Readable implements Listener {
  private latest?: HandlerResult;
  private wanted = false;
  private ended = false;
  private opening = `retry: ${retry}\n\n`;
  private unsubscribe?: () => void;
  private readonly comments = setInterval(() => this.comment(), commentInterval);

  private constructor(
    private readonly shape: EventShape,
    result: HandlerResult,
  ) {
    super({ highWaterMark: 1 });
    this.latest = result;
  }

  /** Opens a stream and subscribes it to `result.changes`. Throws the error of the subscription if that fails. */
  static async open(shape: EventShape, result: HandlerResult): Promise<EventStream> {
    const stream = new EventStream(shape, result);
    try {
      stream.unsubscribe = await result.changes?.(stream);
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  next(record: object): void {
    this.latest = new HandlerResult(record);
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
    this.unsubscribe?.();
    done(error);
  }

  private send(): void {
    const { latest } = this;
    if (!this.wanted || !latest) return;
    this.wanted = false;
    this.latest = undefined;
    textOf(this.shape, latest).then(
      (text) => this.sendText(`event: ${this.shape.operation.declaration.events}\ndata: ${text}\n`),
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

const texts = new WeakMap<object, Promise<string>>();

/** The JSON text of a result. Streams without list options share one text for each record object. */
function textOf({ operation, options }: EventShape, result: HandlerResult): Promise<string> {
  if (isPart(options)) return jsonOf(operation, result, options);
  let text = texts.get(result.record);
  if (!text) texts.set(result.record, (text = jsonOf(operation, result, options)));
  return text;
}
