import type { RequestCounts } from '../../http/server/request-budgets.js';

/** The channel of Node's cluster between the primary and a worker, as one of the two sees it. */
export interface Channel {
  send?(message: Message, done: () => void): boolean;
  on(event: 'message', listener: (message: Partial<Message>) => void): unknown;
  off(event: 'message', listener: (message: Partial<Message>) => void): unknown;
}

type Message =
  | { kind: 'started' }
  /** The requests that a worker received since its last report. The primary forwards them to other workers. */
  | { kind: 'requests'; counts: RequestCounts }
  | { kind: 'question'; about: string; number: number }
  /** The answer is undefined if the other process failed to make it. */
  | { kind: 'answer'; number: number; answer?: unknown };

/** A worker's channel to its primary. */
export const primary = process as Channel;

/** Milliseconds for which `ask` waits for the answer. */
const answerTimeout = 5000;
let questions = 0;

/** Sends a message to the other process. Does nothing if that process has exited. */
export function send(channel: Channel, message: Message): void {
  channel.send?.(message, () => undefined);
}

/** Calls the listener with each message of one kind. */
export function receive<K extends Message['kind']>(
  channel: Channel,
  kind: K,
  listener: (message: Extract<Message, { kind: K }>) => void,
): void {
  channel.on('message', (message) => {
    if (message.kind === kind) listener(message as Extract<Message, { kind: K }>);
  });
}

/** Sends a question about the topic `about` and returns the answer; undefined if no answer arrives in time. */
export function ask(channel: Channel, about: string): Promise<unknown> {
  const number = ++questions;
  return new Promise((resolve) => {
    const done = (answer?: unknown): void => {
      clearTimeout(timer);
      channel.off('message', listener);
      resolve(answer);
    };
    const listener = (message: Partial<Message>): void => {
      if (message.kind === 'answer' && message.number === number) done(message.answer);
    };
    const timer = setTimeout(done, answerTimeout);
    channel.on('message', listener);
    send(channel, { kind: 'question', about, number });
  });
}

/** Answers each question about the topic `about` with the result of `make`. */
export function answer(channel: Channel, about: string, make: () => Promise<unknown>): void {
  receive(channel, 'question', (question) => {
    if (question.about !== about) return;
    void make()
      .catch(() => undefined)
      .then((answer) => send(channel, { kind: 'answer', number: question.number, answer }));
  });
}
