import fc from 'fast-check';
import { fromDate, shift } from './datetime.js';
import { dayOf, daysLater, endOfDay, startOfDay } from './days.js';

const berlin = 'Europe/Berlin';

it.each([
  ['2026-03-01T22:59:59.9999999', berlin, '2026-03-01'],
  ['2026-03-01T23:00:00.0000000', berlin, '2026-03-02'],
  ['2026-07-01T22:00:00.0000000', berlin, '2026-07-02'],
  ['2026-03-01T04:59:59.9999999', 'America/New_York', '2026-02-28'],
  ['2026-03-01T23:59:59.9999999', 'UTC', '2026-03-01'],
  ['0001-01-01T00:00:00.0000000', 'America/New_York', '0001-01-01'],
  ['9999-12-31T23:59:59.9999999', berlin, '9999-12-31'],
  ['0099-06-01T12:00:00.0000000', berlin, '0099-06-01'],
])('assigns the moment %s in %s to the day %s', (moment, timeZone, expected) =>
  expect(dayOf(moment, timeZone)).toBe(expected),
);

it.each([
  ['2026-03-01', 'UTC', '2026-03-01T00:00:00.0000000', '2026-03-01T23:59:59.9999999'],
  ['2026-03-29', berlin, '2026-03-28T23:00:00.0000000', '2026-03-29T21:59:59.9999999'],
  ['2026-10-25', berlin, '2026-10-24T22:00:00.0000000', '2026-10-25T22:59:59.9999999'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.0000000', '2026-03-09T03:59:59.9999999'],
  ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.0000000', '2026-01-01T09:59:59.9999999'],
  // The clocks skip midnight on this day.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.0000000', '2018-11-05T01:59:59.9999999'],
  ['9999-12-31', berlin, '9999-12-30T23:00:00.0000000', '9999-12-31T23:59:59.9999999'],
])('lets the day %s in %s last from %s to %s', (date, timeZone, from, to) => {
  expect(startOfDay(date, timeZone)).toBe(from);
  expect(endOfDay(date, timeZone)).toBe(to);
});

it.each([
  ['2025-11-01T06:00:00.0000000', 366, 'America/Denver', '2026-11-02T07:00:00.0000000'],
  ['2026-03-29T11:30:00.1234567', 1, berlin, '2026-03-30T10:30:00.1234567'],
  ['2024-01-01T12:00:00.0000001', 366, 'UTC', '2025-01-01T12:00:00.0000001'],
  ['9999-12-31T12:00:00.0000000', 1, 'UTC', undefined],
])('moves %s by %d days in %s to %s', (moment, days, timeZone, later) =>
  expect(daysLater(moment, days, timeZone)).toBe(later),
);

it('assigns every moment to a day that contains it, and the last moment before that day to an earlier day', () => {
  const moments = fc.date({
    min: new Date('1990-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const zones = fc.constantFrom('UTC', berlin, 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland');
  fc.assert(
    fc.property(moments, zones, (date, timeZone) => {
      const moment = fromDate(date);
      const day = dayOf(moment, timeZone);
      const start = startOfDay(day, timeZone);
      expect(start <= moment && moment <= endOfDay(day, timeZone)).toBe(true);
      expect(dayOf(shift(start, -1)!, timeZone) < day).toBe(true);
    }),
  );
});
