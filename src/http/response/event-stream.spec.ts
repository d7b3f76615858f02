import { Int32, ListOf } from '../../record/fields.js';
import { noOptions } from '../../record/lists/list-options.js';
import { HandlerResult, type Listener } from '../endpoint/handler-result.js';
import type { Operation } from '../endpoint/operation.js';
import { commentInterval, EventStream } from './event-stream.js';

class Entry {
  @Int32() Number!: number;
}
class Entries {
  @ListOf(() => Entry) Entries!: Entry[];
}
const operation = {
  declaration: { response: Entries, events: 'entries' },
  list: { name: 'Entries', record: Entry },
} as unknown as Operation;
const shape = { operation, options: noOptions };

let listener: Listener;
let left = 0;
const entries = (Number: number) => ({ Entries: [{ Number }] });
const event = (Number: number) => `event: entries\ndata: {"Entries":[{"Number":${Number}}]}\n\n`;
const open = () =>
  EventStream.open(
    shape,
    new HandlerResult(entries(1), {
      changes: async (given) => {
        listener = given;
        return () => {
          left++;
        };
      },
    }),
  );
/** Reads what the stream has sent so far. */
async function read(stream: EventStream): Promise<string> {
  let text = '';
  for (let turn = 0; turn < 10; turn++) {
    text += String(stream.read() ?? '');
    await new Promise((resolve) => setImmediate(resolve));
  }
  return text;
}

beforeEach(() => (left = 0));

it('sends the record, then every change, and ends with the subscription', async () => {
  const stream = await open();
  expect(await read(stream)).toBe(`retry: 2000\n\n${event(1)}`);
  listener.next(entries(2));
  expect(await read(stream)).toBe(event(2));
  listener.end();
  await read(stream);
  expect(stream.readableEnded).toBe(true);
  expect(left).toBe(1);
});

it('keeps only the latest record while the client reads nothing', async () => {
  const stream = await open();
  await new Promise((resolve) => setImmediate(resolve));
  for (let number = 2; number <= 1000; number++) {
    listener.next(entries(number));
    if (number % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(stream.readableLength).toBeLessThan(200);
  const text = await read(stream);
  expect(text.endsWith(event(1000))).toBe(true);
  expect(text.split('event: ').length - 1).toBeLessThanOrEqual(3);
  stream.destroy();
});

it('unsubscribes from the changes when the client disconnects', async () => {
  const stream = await open();
  stream.destroy();
  await read(stream);
  listener.next(entries(2));
  listener.end();
  expect(left).toBe(1);
});

it('sends comments in the stream at intervals while the client reads', async () => {
  const every = jest.spyOn(globalThis, 'setInterval');
  const stream = await open();
  const [comment, interval] = every.mock.calls.at(-1)! as [() => void, number];
  every.mockRestore();
  expect(interval).toBe(commentInterval);
  await read(stream);
  comment();
  expect(await read(stream)).toBe(':\n\n');
  // Without a reader, comments do not accumulate.
  for (let times = 0; times < 5; times++) comment();
  expect(await read(stream)).toBe(':\n\n');
  stream.destroy();
});

it('throws the error of a failed subscription to changes', async () => {
  const changes = async (): Promise<never> => {
    throw new Error('too many');
  };
  const refused = new HandlerResult(entries(1), { changes });
  await expect(EventStream.open(shape, refused)).rejects.toThrow('too many');
});
