/** The other end of a line between the primary and a worker. */
export interface Channel {
  send?(message: Message, done: () => void): boolean;
  on(event: 'message', listener: (message: Partial<Message>) => void): unknown;
  off(event: 'message', listener: (message: Partial<Message>) => void): unknown;
}

/** Requests, by who made them. */
export type Spent = readonly (readonly [key: string, requests: number])[];

/** What a worker and its primary tell each other. */
export type Message =
  /** The worker is through its start. */
  | { kind: 'started' }
  /** What was asked of a worker lately, for the others. */
  | { kind: 'spent'; users: Spent; addresses: Spent }
  | { kind: 'question'; about: string; number: number }
  /** answer: undefined where there is none. */
  | { kind: 'answer'; number: number; answer?: unknown };

/** Milliseconds that an answer may take. */
const patience = 5000;
let asked = 0;

/** Who has gone is told nothing. */
export function tell(channel: Channel, message: Message): void {
  channel.send?.(message, () => undefined);
}

/** Calls the listener with each message of that kind. */
export function hear<K extends Message['kind']>(
  channel: Channel,
  kind: K,
  listener: (message: Extract<Message, { kind: K }>) => void,
): void {
  channel.on('message', (message) => {
    if (message.kind === kind) listener(message as Extract<Message, { kind: K }>);
  });
}

/** The answer to a question; undefined: there is none in time. */
export function ask(channel: Channel, about: string): Promise<unknown> {
  const number = ++asked;
  return new Promise((resolve) => {
    const done = (answer?: unknown): void => {
      clearTimeout(timer);
      channel.off('message', listener);
      resolve(answer);
    };
    const listener = (message: Partial<Message>): void => {
      if (message.kind === 'answer' && message.number === number) done(message.answer);
    };
    const timer = setTimeout(done, patience);
    channel.on('message', listener);
    tell(channel, { kind: 'question', about, number });
  });
}

/** Answers each question about that. make: undefined where there is no answer. */
export function answer(channel: Channel, about: string, make: () => Promise<unknown>): void {
  hear(channel, 'question', (question) => {
    if (question.about !== about) return;
    const made = make().catch(() => undefined);
    void made.then((answer) => tell(channel, { kind: 'answer', number: question.number, answer }));
  });
}
