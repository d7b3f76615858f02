import fc from 'fast-check';
import type { FieldError } from '../../../record/field-error.js';
import { reschedule, type Schedule, type SentSchedule } from './gantt-schedule.js';
import { inCircles, type Step } from './circles.js';

describe('Gantt schedule', () => {
  const names = { start: 'start_date', end: 'end_date', days: 'duration' };
  const at = (day: string, time = '00:00:00'): string => `${day}T${time}.0000000`;
  const stored: Schedule = { start: at('2026-03-02'), end: at('2026-03-05'), days: 3 };
  const none: Schedule = { start: null, end: null, days: null };

  function after(before: Schedule, sent: SentSchedule): Schedule | string[] {
    const errors: FieldError[] = [];
    const schedule = reschedule(before, sent, names, errors);
    return errors.length > 0 ? errors.map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`) : schedule;
  }

  it.each<[string, Schedule, SentSchedule, Schedule]>([
    ['keeps the schedule of a task if nothing is sent', stored, {}, stored],
    [
      'moves the end with the start',
      stored,
      { start: '2026-03-10' },
      { start: at('2026-03-10'), end: at('2026-03-13'), days: 3 },
    ],
    [
      'derives the days from a new end',
      stored,
      { end: '2026-03-04' },
      { start: at('2026-03-02'), end: at('2026-03-04'), days: 2 },
    ],
    ['derives the end from new days', stored, { days: 5 }, { start: at('2026-03-02'), end: at('2026-03-07'), days: 5 }],
    [
      'ends a task of 0 days at its start',
      stored,
      { days: 0 },
      { start: at('2026-03-02'), end: at('2026-03-02'), days: 0 },
    ],
    [
      'derives the days from start and end',
      stored,
      { start: '2026-02-27 08:30', end: '2026-03-01 08:30:00' },
      { start: at('2026-02-27', '08:30:00'), end: at('2026-03-01', '08:30:00'), days: 2 },
    ],
    [
      'prefers start and days to the end',
      stored,
      { start: '2026-03-10', end: '2026-03-20', days: 1 },
      { start: at('2026-03-10'), end: at('2026-03-11'), days: 1 },
    ],
    ['derives the end if the client sends an unset end', stored, { end: '' }, stored],
    [
      'converts an ISO date with an offset to UTC',
      stored,
      { start: '2026-03-02T01:00:00+02:00' },
      { start: at('2026-03-01', '23:00:00'), end: at('2026-03-04', '23:00:00'), days: 3 },
    ],
    ['accepts a start without days', none, { start: '2026-03-02' }, { start: at('2026-03-02'), end: null, days: null }],
    [
      'adds days to a stored start',
      { ...none, start: at('2026-03-02') },
      { days: 1 },
      { start: at('2026-03-02'), end: at('2026-03-03'), days: 1 },
    ],
    ['adds an end to a stored start', { ...none, start: at('2026-03-02') }, { end: '2026-03-05' }, stored],
    ['adds a start to a stored end', { ...none, end: at('2026-03-05') }, { start: '2026-03-02' }, stored],
    ['unsets all dates', stored, { start: '', end: '', days: null }, none],
    ['unsets the days', stored, { days: null }, { start: at('2026-03-02'), end: null, days: null }],
  ])('%s', (_, before, sent, expected) => {
    expect(after(before, sent)).toEqual(expected);
  });

  it.each<[string, SentSchedule, string]>([
    ['an end before the start', { end: '2026-03-01' }, 'end_date GreaterThanOrEqual'],
    [
      'an end before the start, with days',
      { start: '2026-03-02', end: '2026-03-01', days: 1 },
      'end_date GreaterThanOrEqual',
    ],
    ['a fraction of a day', { end: '2026-03-04 12:00' }, 'end_date Invalid'],
    ['another date format', { start: '02.03.2026' }, 'start_date Invalid'],
    ['digits without separators', { start: '20260302' }, 'start_date Invalid'],
    ['a day that does not exist', { end: '2026-02-30' }, 'end_date Invalid'],
    ['an end beyond the year 9999', { start: '9999-12-30', days: 9 }, 'duration Invalid'],
  ])('refuses a schedule with %s', (_, sent, error) => {
    expect(after(stored, sent)).toEqual([error]);
  });

  it('reports a day that does not exist', () => {
    const errors: FieldError[] = [];
    reschedule(stored, { start: '2026-02-30', end: '2026-02-2' }, names, errors);
    expect(errors.map(({ Message }) => Message)).toEqual([
      'start_date must be a day that exists in the calendar.',
      'end_date must be a date as YYYY-MM-DD or YYYY-MM-DD HH:mm:ss.',
    ]);
  });

  it('the end of a task is its start plus its days, for random fields in random order', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-02-${String(number).padStart(2, '0')}`);
    const option = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
    const change = fc.record({ start: option(day), end: option(day), days: option(fc.integer({ min: 0, max: 40 })) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        let schedule = stored;
        for (const sent of changes) {
          const next = after(schedule, sent);
          if (!Array.isArray(next)) schedule = next;
        }
        const elapsed = Date.parse(`${schedule.end!.slice(0, 23)}Z`) - Date.parse(`${schedule.start!.slice(0, 23)}Z`);
        expect(elapsed).toBe(schedule.days! * 86_400_000);
      }),
    );
  });
});

describe('circles', () => {
  const steps = (text: string): Step[] =>
    text.split(' ').map((step) => {
      const [from, to] = step.split('>').map(Number);
      return { from, to };
    });

  it.each([
    ['1>2 2>3 3>4', []],
    ['1>1', [1]],
    ['1>2 2>1', [1, 2]],
    ['9>8 8>1 1>2 2>3 3>1 3>4 4>5', [1, 2, 3]],
    ['1>2 1>3 2>4 3>4 4>5', []],
    ['1>2 2>1 3>4 4>3 5>1 4>6', [1, 2, 3, 4]],
    ['1>2 1>2 2>1', [1, 2]],
  ])('finds the nodes on circles in %s', (text, found) => {
    expect(inCircles(steps(text))).toEqual(found);
  });
});
