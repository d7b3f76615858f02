import fc from 'fast-check';
import { fromDate, shift, unsetDateTime } from './datetime.js';
import { parseDateTime, parseDay } from './datetime-text.js';

describe('parseDateTime', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.0000000'],
    ['2026-03-01T10:20', '2026-03-01T10:20:00.0000000'],
    ['2026-03-01T10:20:30Z', '2026-03-01T10:20:30.0000000'],
    ['2026-03-01t10:20:30.1z', '2026-03-01T10:20:30.1000000'],
    ['2026-03-01T10:20:30.1234567', '2026-03-01T10:20:30.1234567'],
    ['2026-03-01T01:00:00.1234567+02:30', '2026-02-28T22:30:00.1234567'],
    ['2026-03-01T23:00:00-0130', '2026-03-02T00:30:00.0000000'],
    ['2026-03-01T23:00:00 05:00', '2026-03-01T18:00:00.0000000'],
    ['20260301T102030Z', '2026-03-01T10:20:30.0000000'],
    ['2024-02-29', '2024-02-29T00:00:00.0000000'],
    ['0001-01-01T00:00:00', '0001-01-01T00:00:00.0000000'],
    ['/Date(1772359230123)/', '2026-03-01T10:00:30.1230000'],
    ['/Date(1772359230123+0230)/', '2026-03-01T10:00:30.1230000'],
    ['/Date(1772359230123 0230)/', '2026-03-01T10:00:30.1230000'],
    ['/Date(-62135596800000-0000)/', '0001-01-01T00:00:00.0000000'],
    ['/Date(-1)/', '1969-12-31T23:59:59.9990000'],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.9999999'],
  ])('parses the date-time %s', (text, expected) => {
    expect(parseDateTime(text)).toBe(expected);
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-03-01T24:00:00',
    '2026-03-01T10:60',
    '2026-03-01T10:20:30.12345678',
    '2026-03-01T10:20:30+15:00',
    '0001-01-01T00:30:00+01:00',
    '9999-12-31T23:30:00-01:00',
    '2026-3-1',
    'now',
    '',
    '2026-03-01Z',
    '/Date(253402300800000)/',
    '/Date(1772359230123+2430)/',
    '/Date(1.5)/',
    'Date(1772359230123)',
  ])('rejects the date-time %s', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  it.each([
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00',
    '0001-01-01',
    '0001-01-01T00:00:00-07:00',
    '0001-01-01T00:00:00.0000000+05:30',
    '0001-01-01T00:00:00+14:00',
    '0001-01-01T07:00:00+07:00',
    '00010101T000000-0500',
    '/Date(-62135596800000)/',
    '/Date(-62135596800000-0700)/',
    '/Date(-62135596800000+0200)/',
    '/Date(-62135571600000-0700)/',
    '/Date(-62135604000000+0200)/',
  ])('takes %s, the first moment of the year 1 in some time zone, for unset', (text) => {
    expect(parseDateTime(text, { timeZone: 'America/Denver' })).toBe(unsetDateTime);
    expect(parseDay(text, 'America/Denver')).toBe(unsetDateTime);
  });

  it('treats a date without a time at the end of a range as the whole day', () => {
    expect(parseDateTime('2026-03-01', { endOfDay: true })).toBe('2026-03-01T23:59:59.9999999');
    expect(parseDateTime('2026-03-01T00:00:00', { endOfDay: true })).toBe('2026-03-01T00:00:00.0000000');
  });

  it('applies the time zone only to a date without a time', () => {
    const timeZone = 'Europe/Berlin';
    expect(parseDateTime('2026-03-29', { timeZone })).toBe('2026-03-28T23:00:00.0000000');
    expect(parseDateTime('2026-03-29', { timeZone, endOfDay: true })).toBe('2026-03-29T21:59:59.9999999');
    expect(parseDateTime('2026-03-29T00:00', { timeZone })).toBe('2026-03-29T00:00:00.0000000');
  });

  const instants = fc.date({
    min: new Date('0002-01-01T00:00:00Z'),
    max: new Date('9998-12-31T00:00:00Z'),
    noInvalidDate: true,
  });

  it('parses every instant and offset as Date does', () => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        fc.integer({ min: 0, max: 9999 }),
        (date, offset, rest) => {
          const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 23);
          const size = Math.abs(offset);
          const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
          const zone = `${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
          const fine = String(rest).padStart(4, '0');
          expect(parseDateTime(`${local}${fine}${zone}`)).toBe(`${date.toISOString().slice(0, 23)}${fine}`);
        },
      ),
    );
  });

  it('keeps the order of time when date-times are sorted as text', () => {
    fc.assert(fc.property(instants, instants, (a, b) => a < b === fromDate(a) < fromDate(b)));
  });
});

it.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01T00:30:00+14:00', '2026-03-01'],
  ['2026-03-01T23:30:00-05:00', '2026-03-01'],
  ['2026-03-01T23:30:00.0000000', '2026-03-01'],
  ['/Date(1772319600000+0100)/', '2026-03-01'],
  ['/Date(1772319600000)/', '2026-03-01'],
  ['/Date(1772319600000+0000)/', '2026-02-28'],
])('parseDay reads the day of %s without converting it', (text, day) => {
  expect(parseDay(text, 'Europe/Berlin')).toBe(`${day}T00:00:00.0000000`);
});

it('moves a date-time without changing digits finer than a millisecond', () => {
  expect(shift('2026-03-01T00:00:00.0001234', -1000)).toBe('2026-02-28T23:59:59.0001234');
  expect(shift('0001-01-01T00:00:00.0000000', -1)).toBeUndefined();
});
