import type { DateTime } from '../../../record/fields.js';
import { fromDate, toDate } from '../../../record/values/datetime.js';
import { endOfDay, startOfDay } from '../../../record/values/days.js';
import { localTime } from '../../../record/values/local-time.js';
import { timesErrors, weeklyErrors } from '../../lines/hours.js';
import {
  countsOf,
  daysOf,
  endOf,
  freeStarts,
  isOpenFor,
  isQuarterHour,
  lengthOf,
  nearest,
  openingOf,
  openQuarters,
  quarter,
  quartersOf,
  type Schedule,
  type Taken,
} from './free-times.js';

const always = [1, 2, 3, 4, 5, 6, 7].map((Weekday) => ({ Weekday, From: '00:00', To: '24:00' }));
const open = (changes: Partial<Schedule> = {}): Schedule => ({
  ...{ opening: always, special: [], hours: [], places: 1, locationPlaces: 0 },
  ...changes,
});

/** The free starts of a day, as the clock of the time zone shows them. */
function starts(date: string, timeZone: string, schedule: Schedule, minutes: number, taken: readonly Taken[] = []) {
  const [from, to] = [startOfDay(date, timeZone), endOfDay(date, timeZone)];
  const supply = {
    open: openQuarters(schedule, daysOf(from, to, timeZone), timeZone),
    onLine: countsOf(taken),
    atLocation: countsOf(taken),
    locationPlaces: schedule.locationPlaces,
  };
  return freeStarts(supply, { from, to, minutes, timeZone });
}
const clockOf = (moment: DateTime, timeZone: string): string => localTime(moment, timeZone)!.slice(11, 16);

describe('the days on which clocks change', () => {
  const cases = [
    // The clock skips 02:00 to 03:00.
    { timeZone: 'America/Denver', date: '2027-03-14', quarters: 92, skipped: '02:30', repeated: '' },
    { timeZone: 'America/Denver', date: '2027-11-07', quarters: 100, skipped: '', repeated: '01:30' },
    { timeZone: 'Pacific/Auckland', date: '2027-09-26', quarters: 92, skipped: '02:30', repeated: '' },
    { timeZone: 'Pacific/Auckland', date: '2027-04-04', quarters: 100, skipped: '', repeated: '02:30' },
  ];
  it.each(cases)('$timeZone on $date has $quarters quarter-hours, and each clock time at most once', (each) => {
    const { timeZone, date, quarters, skipped, repeated } = each;
    const range = [startOfDay(date, timeZone), endOfDay(date, timeZone)] as const;
    expect(openQuarters(open(), [date], timeZone).size).toBe(quarters);
    const clocks = starts(date, timeZone, open(), 15).map(({ StartDate }) => clockOf(StartDate, timeZone));
    expect(new Set(clocks).size).toBe(clocks.length);
    expect(clocks).toHaveLength(Math.min(quarters, 96));
    if (skipped) expect(clocks).not.toContain(skipped);
    if (repeated) expect(clocks.filter((clock) => clock === repeated)).toHaveLength(1);
    for (const { StartDate } of starts(date, timeZone, open(), 15))
      expect([StartDate >= range[0], StartDate <= range[1]]).toEqual([true, true]);
  });

  it.each(cases)('$timeZone on $date: the office opens and closes when its clock says so', ({ timeZone, date }) => {
    const schedule = open({ opening: always.map((hours) => ({ ...hours, From: '09:00', To: '17:00' })) });
    const found = starts(date, timeZone, schedule, 30);
    expect(clockOf(found[0].StartDate, timeZone)).toBe('09:00');
    expect(clockOf(found.at(-1)!.EndDate, timeZone)).toBe('17:00');
    expect(found).toHaveLength(31);
  });

  it.each(cases)('$timeZone on $date: a booking over the change has its real minutes', ({ timeZone, date }) => {
    const schedule = open({ opening: always.map((hours) => ({ ...hours, From: '01:00', To: '05:00' })) });
    for (const { StartDate, EndDate } of starts(date, timeZone, schedule, 90)) {
      expect(toDate(EndDate).getTime() - toDate(StartDate).getTime()).toBe(90 * 60_000);
      expect(clockOf(EndDate, timeZone) <= '05:00').toBe(true);
    }
  });

  it('a booking in the repeated hour does not take the second one', () => {
    const [first] = starts('2027-11-07', 'America/Denver', open(), 15).filter(
      ({ StartDate }) => clockOf(StartDate, 'America/Denver') === '01:30',
    );
    expect(first.StartDate).toBe('2027-11-07T07:30:00.0000000');
    expect(quartersOf(first)).toHaveLength(1);
  });
});

describe('opening hours', () => {
  it('a day that ends at 24:00 goes on at 00:00 if the next day is open', () => {
    const late = open({ opening: [{ Weekday: 1, From: '22:00', To: '24:00' }] });
    expect(starts('2027-03-01', 'UTC', late, 60).map(({ StartDate }) => StartDate.slice(11, 16))).toEqual([
      ...['22:00', '22:15', '22:30', '22:45', '23:00'],
    ]);
    const through = open({ opening: [...late.opening, { Weekday: 2, From: '00:00', To: '01:00' }] });
    expect(starts('2027-03-01', 'UTC', through, 60).at(-1)!.StartDate.slice(11, 16)).toBe('23:45');
  });

  it('a special day of the location goes before one of all, and both before the weekly hours', () => {
    const [FirstDay, LastDay] = ['2027-03-01T00:00:00.0000000', '2027-03-02T00:00:00.0000000'];
    const ofAll = { LocationId: null, FirstDay, LastDay, From: '', To: '' };
    const own = { LocationId: 'a', FirstDay, LastDay: FirstDay, From: '10:00', To: '11:00' };
    const of = (date: string, special: Schedule['special']) =>
      openingOf(date, open({ special })).map(({ From, To }) => `${From}-${To}`);
    expect(of('2027-03-01', [ofAll, own])).toEqual(['10:00-11:00']);
    expect(of('2027-03-02', [ofAll, own])).toEqual([]);
    expect(of('2027-03-03', [ofAll, own])).toEqual(['00:00-24:00']);
  });

  it("the line's hours have their own places, and count only within the opening hours", () => {
    const schedule = open({
      opening: [{ Weekday: 1, From: '09:00', To: '12:00' }],
      hours: [
        { Weekday: 1, From: '08:00', To: '10:00', Places: 2 },
        { Weekday: 1, From: '11:00', To: '13:00', Places: 3 },
      ],
    });
    const found = starts('2027-03-01', 'UTC', schedule, 30).map(
      ({ StartDate, Places }) => `${StartDate.slice(11, 16)} ${Places}`,
    );
    expect(found).toEqual(['09:00 2', '09:15 2', '09:30 2', '11:00 3', '11:15 3', '11:30 3']);
  });
});

it('never offers a place that is taken, on random schedules and bookings', () => {
  let seed = 7;
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const zones = ['UTC', 'America/Denver', 'Pacific/Auckland', 'Asia/Kolkata', 'America/St_Johns'];
  for (let run = 0; run < 60; run++) {
    const timeZone = zones[run % zones.length];
    const schedule = open({ places: 1 + random(3), locationPlaces: random(4) });
    const base = toDate(startOfDay('2027-03-14', timeZone)).getTime();
    const minutes = lengthOf(random(70));
    const taken = Array.from({ length: random(60) }, () => {
      const StartDate = fromDate(new Date(base + random(96) * quarter));
      return { StartDate, EndDate: endOf(StartDate, 15 * (1 + random(4))) };
    });
    const most = schedule.locationPlaces === 0 ? schedule.places : Math.min(schedule.places, schedule.locationPlaces);
    for (const found of starts('2027-03-14', timeZone, schedule, minutes, taken)) {
      expect(isQuarterHour(found.StartDate, timeZone)).toBe(true);
      // As many more as there are places fit, and not one more.
      const more = Array.from({ length: found.Places }, () => found);
      const highest = (all: readonly Taken[]): number =>
        Math.max(...quartersOf(found).map((at) => countsOf(all).get(at) ?? 0));
      expect(highest([...taken, ...more])).toBe(most);
    }
  }
});

it('lengths are whole quarter-hours from 15 to 240 minutes', () => {
  expect([0, 1, 15, 16, 20, 45, 240, 500].map(lengthOf)).toEqual([15, 15, 15, 30, 30, 45, 240, 240]);
});

it('a booking is outside if one of its quarter-hours is closed', () => {
  const quarters = openQuarters(open({ opening: [{ Weekday: 1, From: '09:00', To: '10:00' }] }), ['2027-03-01'], 'UTC');
  const at = (clock: string) => `2027-03-01T${clock}:00.0000000`;
  expect(isOpenFor({ StartDate: at('09:30'), EndDate: at('10:00') }, quarters)).toBe(true);
  expect(isOpenFor({ StartDate: at('09:45'), EndDate: at('10:15') }, quarters)).toBe(false);
});

it('the nearest starts are before or after the moment, in order', () => {
  const all = starts('2027-03-01', 'UTC', open(), 15);
  const shown = nearest(all, '2027-03-01T12:05:00.0000000', 3).map(({ StartDate }) => StartDate.slice(11, 16));
  expect(shown).toEqual(['11:45', '12:00', '12:15']);
});

it('refuses hours that overlap, are no quarter-hours, or end before they begin', () => {
  const errors = (...hours: [number, string, string][]) =>
    weeklyErrors(
      hours.map(([Weekday, From, To]) => ({ Weekday, From, To })),
      'Hours',
    ).map(({ ErrorCode, FieldName }) => `${FieldName} ${ErrorCode}`);
  expect(errors([1, '09:00', '12:00'], [1, '12:00', '24:00'], [2, '09:00', '12:00'])).toEqual([]);
  expect(errors([1, '09:00', '12:15'], [1, '12:00', '13:00'])).toEqual(['Hours[1].From Invalid']);
  expect(errors([1, '09:05', '12:00'], [2, '12:00', '12:00'], [3, '09:00', '24:15'])).toEqual([
    ...['Hours[0].From Invalid', 'Hours[1].To Invalid', 'Hours[2].To Invalid'],
  ]);
  expect(timesErrors({ From: '24:00', To: '24:00' })).toHaveLength(1);
});
