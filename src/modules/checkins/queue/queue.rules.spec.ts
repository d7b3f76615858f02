import { forecast } from './queue.rules.js';

const now = '2026-03-10T09:00:00.0000000';
const visit = (Id: string, LineId: string, ServiceDurationMinutes: number, more: object = {}) => ({
  ...{ Id, LineId, ServiceDurationMinutes, Status: 0, StationId: null, ServingTime: null },
  ...more,
});
const station = (StationId: string, ...LineIds: string[]) => ({ StationId, LineIds });
const waits = (...given: [ReturnType<typeof visit>[], ReturnType<typeof station>[]]) =>
  Object.fromEntries(forecast(...given, now));

it('the forecast lets a station that serves several lines serve one customer at a time', () => {
  const visits = [visit('1', 'a', 20), visit('2', 'b', 30), visit('3', 'c', 10), visit('4', 'a', 20)];
  expect(waits(visits, [station('s', 'a', 'b', 'c')])).toEqual({ 1: 0, 2: 20, 3: 50, 4: 60 });
});

it('the forecast gives the next visit to the station that is free first, then to the lower StationId', () => {
  const visits = [visit('1', 'a', 20), visit('2', 'a', 10), visit('3', 'b', 5), visit('4', 'a', 20)];
  expect(waits(visits, [station('t', 'a', 'b'), station('s', 'a')])).toEqual({ 1: 0, 2: 0, 3: 10, 4: 15 });
});

it('the forecast frees a station when the usual duration is over, or now if it is exceeded', () => {
  const serving = (Id: string, StationId: string, time: string) =>
    visit(Id, 'a', 20, { Status: 2, StationId, ServingTime: `2026-03-10T${time}.0000000` });
  const busy = serving('1', 's', '08:44:30');
  expect(waits([busy, visit('2', 'a', 20)], [station('s', 'a')])).toEqual({ 2: 5 });
  const overdue = serving('1', 's', '07:00:00');
  expect(waits([overdue, visit('2', 'a', 20)], [station('s', 'a')])).toEqual({ 2: 0 });
  const called = visit('1', 'a', 20, { Status: 1, StationId: 's' });
  expect(waits([called, visit('2', 'a', 20)], [station('s', 'a')])).toEqual({ 2: 20 });
});

it('the forecast assumes one separate station for a line that no open station serves', () => {
  const visits = [visit('1', 'x', 20, { Status: 2, ServingTime: now }), visit('2', 'x', 10), visit('3', 'y', 10)];
  expect(waits([...visits, visit('4', 'x', 10)], [station('s', 'a')])).toEqual({ 2: 20, 3: 0, 4: 30 });
});
