import { pino } from 'pino';
import { openLog } from './log-destination.js';

it('opens stdout once for all logs of a process', () => {
  const opened = jest.spyOn(pino, 'destination');
  for (let log = 0; log < 12; log++) openLog('silent');
  const [{ value: stdout }] = opened.mock.results as { value: ReturnType<typeof pino.destination> }[];
  expect([opened.mock.calls.length, stdout.listenerCount('drop')]).toEqual([1, 1]);
});
