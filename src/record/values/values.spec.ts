import fc from 'fast-check';
import { fromDate, shift, unsetDateTime } from './datetime.js';
import { parseDateTime, parseDay, saysMoment } from './datetime-text.js';
import { localTime, momentOf, offsetAt } from './local-time.js';
import { dayOf, daysLater, endOfDay, startOfDay } from './days.js';
import { effortOf } from '../../../test/support/time/time-of.js';
import { JsonProblem, mostValues, parseExactJson } from './exact-json.js';
import { folded, nameKey } from './folded.js';
import { bareEnds, hasInvisible, isVisible, withoutInvisible, withoutMarks } from './invisible.js';
import { digitsOf, isShortened, phonesIn, readPhone, type Country } from './phone.js';

describe('date-times', () => {
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
});

describe('days', () => {
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
});

describe('local times', () => {
  const chicago = 'America/Chicago';

  it.each([
    ['2026-07-01T12:00:00.1234567', '2026-07-01T07:00:00.1234567', chicago],
    ['2026-12-01T12:00:00.0000000', '2026-12-01T06:00:00.0000000', chicago],
    ['2026-03-08T07:59:59.9999999', '2026-03-08T01:59:59.9999999', chicago],
    ['2026-03-08T08:00:00.0000000', '2026-03-08T03:00:00.0000000', chicago],
    ['2026-12-01T12:00:00.0000000', '2026-12-01T17:45:00.0000000', 'Asia/Kathmandu'],
    ['1883-11-18T12:00:00.0000000', '1883-11-18T06:09:24.0000000', chicago],
    ['2026-12-01T12:00:00.0000000', '2026-12-01T12:00:00.0000000', 'UTC'],
  ])('shows %s as %s in %s, and reads it back', (moment, local, timeZone) => {
    expect(localTime(moment, timeZone)).toBe(local);
    expect(momentOf(local, timeZone)).toBe(moment);
  });

  it('takes the first occurrence of an hour that occurs twice', () => {
    expect(localTime('2026-11-01T06:30:00.0000000', chicago)).toBe('2026-11-01T01:30:00.0000000');
    expect(localTime('2026-11-01T07:30:00.0000000', chicago)).toBe('2026-11-01T01:30:00.0000000');
    expect(momentOf('2026-11-01T01:30:00.0000000', chicago)).toBe('2026-11-01T06:30:00.0000000');
  });

  it('finds no moment for a time that the clocks skip', () => {
    expect(momentOf('2026-03-08T02:30:00.0000000', chicago)).toBeUndefined();
    expect(parseDateTime('2026-03-08T02:30', { timeZone: chicago, localTimes: true })).toBeUndefined();
    expect(parseDateTime('2026-03-08T02:30', { timeZone: chicago })).toBe('2026-03-08T02:30:00.0000000');
  });

  it('finds the offset of every moment, whatever moments were asked for before', () => {
    const moment = fc.date({ min: new Date('1850-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const zones = fc.constantFrom(chicago, 'Africa/Casablanca', 'Australia/Lord_Howe', 'Pacific/Apia');
    fc.assert(
      fc.property(moment, zones, (date, timeZone) => {
        const local = new Date(date.getTime() + offsetAt(date.getTime(), timeZone)).toISOString().slice(0, 19);
        expect(local).toBe(date.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T'));
      }),
    );
  });

  it('reads a time without an offset as a local time if told so', () => {
    const reading = { timeZone: chicago, localTimes: true };
    expect(parseDateTime('2026-07-01T08:00', reading)).toBe('2026-07-01T13:00:00.0000000');
    expect(parseDateTime('2026-07-01T08:00Z', reading)).toBe('2026-07-01T08:00:00.0000000');
    expect(parseDateTime('/Date(0)/', reading)).toBe('1970-01-01T00:00:00.0000000');
    expect(parseDateTime('0001-01-01T00:00:00', reading)).toBe(unsetDateTime);
  });

  it.each([
    ['2026-11-01T01:30', true],
    ['2026-11-01T01:30:25', true],
    ['2026-11-01T01:30:25.123', true],
    ['2026-11-01T01:30:00', false],
    ['2026-11-01T01:30:25.124', false],
    ['2026-11-01T07:30:25Z', true],
    ['2026-11-01T06:30:25Z', false],
    ['2026-11-01', false],
    ['no time', false],
  ])('finds that %s says the second half past one: %p', (text, isSaid) => {
    expect(saysMoment(text, '2026-11-01T07:30:25.1234567', chicago)).toBe(isSaid);
  });

  it('says midnight by the date alone', () => {
    expect(saysMoment('2026-11-02', '2026-11-02T06:00:00.5000000', chicago)).toBe(true);
    expect(saysMoment('2026-11-02', '2026-11-02T06:00:01.0000000', chicago)).toBe(false);
  });
});

describe('exact JSON', () => {
  const problemOf = (text: string, depth?: number): Partial<JsonProblem> | undefined => {
    try {
      parseExactJson(text, depth);
      return undefined;
    } catch (error) {
      const { kind, at } = error as JsonProblem;
      return { kind, at };
    }
  };
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  describe('parseExactJson', () => {
    it('reads every text that JSON.parse reads, with the same result', () => {
      const options = { depthSize: 'small', maxDepth: 8, stringUnit: 'binary' } as const;
      fc.assert(
        fc.property(fc.json(options), fc.constantFrom('', ' ', '\n\t\r '), (text, space) => {
          const spaced = JSON.stringify(JSON.parse(text), null, space);
          // The numbers are written by JSON.stringify, so JSON.parse reads them without loss, too.
          expect(JSON.stringify(parseExactJson(spaced))).toBe(JSON.stringify(JSON.parse(spaced)));
        }),
      );
      for (const text of [
        ' {"a" : [ 1 , true,false,null ] } ',
        '"\\\\"',
        '"\\\""',
        '""',
        '{"__proto__":{"a":1}}',
        '[[],{}]',
      ])
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      expect(({} as { a?: number }).a).toBeUndefined();
    });

    it('rejects every text that JSON.parse rejects', () => {
      const part = fc.constantFrom(...'{}[],:"\\ \n01-+.eE'.split(''), 'true', 'nul', '"a"', '\u0001', '\ufeff');
      fc.assert(
        fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
          const text = parts.join('');
          const problem = problemOf(text);
          if (problem?.kind !== 'repeated') expect(problem === undefined).toBe(isJson(text));
        }),
        { numRuns: 5000 },
      );
    });

    it('reports the position of a repeated name, too deep nesting and too many values', () => {
      expect(problemOf('{"a":1, "a":1}')).toEqual({ kind: 'repeated', at: 9 });
      expect(problemOf('[[[]]]', 3)).toBeUndefined();
      expect(problemOf('[[[]]]', 2)).toEqual({ kind: 'deep', at: 2 });
      const list = (items: number): string => `[${Array(items).fill('0').join(',')}]`;
      expect(problemOf(list(mostValues - 1))).toBeUndefined();
      expect(problemOf(list(mostValues))?.kind).toBe('many');
    });

    it.each(['x', '\\n', '\\"', '\\\\'])('reads a string of a megabyte of %j at once', (part) => {
      const text = `"${part.repeat(2 ** 20 / part.length)}"`;
      const effort = Math.min(...[1, 2, 3].map(() => effortOf(() => parseExactJson(text))));
      expect(effort).toBeLessThan(40);
    });
  });
});

describe('folded text', () => {
  it.each([
    ['Álvarez', 'alvarez'],
    ['A\u0301lvarez', 'alvarez'],
    ['ÖZGÜR İnce', 'ozgur ince'],
    ['Şahin', 'sahin'],
    ['김민준', '김민준'],
    ['😀 Smith', '😀 smith'],
  ])('folds the name %s to %s', (name, key) => {
    expect(folded(name)).toBe(key);
  });

  it.each([
    ["O'Neil", 'oneil'],
    ['O´Neil', 'oneil'],
    ['O＇Neil', 'oneil'],
    ['ﾔﾏﾀﾞ', 'ヤマタ'],
    ['㈱ Ｙamada', '(株) yamada'],
    ['D’Ávila', 'davila'],
    ['Łukasz Sørensen', 'lukasz sorensen'],
    ['ＡＤＡ ﬁnn', 'ada finn'],
    ['van  Dyke', 'van  dyke'],
  ])('sorts the name %s as %s', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });

  it('a folded name never has more code points than the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect([...folded(name)].length).toBeLessThanOrEqual([...name].length);
      }),
    );
  });
});

describe('invisible characters', () => {
  it.each([
    ['  Ada  ', 'Ada'],
    ['\u200BAda\u200B', 'Ada'],
    ['\u202EAda\u202C', 'Ada'],
    ['\uFEFFAda\u00AD', 'Ada'],
    ['\u2800Ada \u2060', 'Ada'],
    ['Ada\u200E\r\n', 'Ada'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['क्\u200Dष', 'क्\u200Dष'],
    ['\u200Dक्\u200D', 'क्'],
    ['Ada ❤\uFE0F ', 'Ada ❤\uFE0F'],
    ['👩\u200D🚀', '👩\u200D🚀'],
    [
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    ],
    ['Ada\u{E0041}\u{E007F}', 'Ada'],
    ['\u200B\u2800 \u202E', ''],
    ['', ''],
  ])('takes white space and invisible characters off the ends of %j', (text, bare) => {
    expect(bareEnds(text)).toBe(bare);
  });

  it('keeps or takes off a million spaces, which would take minutes in quadratic time', () => {
    expect(bareEnds(`a${' \u200B'.repeat(500_000)}b`)).toHaveLength(1_000_002);
    expect(bareEnds(`a${' \u200B'.repeat(500_000)}`)).toBe('a');
  });

  it.each(['\u200B', '\u2800', '\u202E', '\u3164', ' \u00AD ', '\u0301', '\u0001', ''])(
    'sees no visible character in %j',
    (text) => expect(isVisible(text)).toBe(false),
  );

  it.each(['A', '李', 'é', '7', '-', '❤\uFE0F', 'می\u200Cخواهم'])('sees a visible character in %j', (text) =>
    expect(isVisible(text)).toBe(true),
  );

  it('removes invisible characters within a number, and leaves joiners within an address', () => {
    expect(withoutInvisible('\u202A505\u200B-555\u2011\u00AD0142')).toBe('505-555\u20110142');
    expect(withoutMarks('\u200E12 می\u200Cخواهم\u200B St\u00AD.')).toBe('12 می\u200Cخواهم St.');
    expect([hasInvisible('a\u200Db'), hasInvisible('ab'), hasInvisible('é')]).toEqual([true, false, false]);
  });
});

describe('telephone numbers', () => {
  it.each<[string, string, (string | null)?, Country?]>([
    ['505-555-0142', '+15055550142'],
    ['(505) 555-0142', '+15055550142'],
    ['1 505 555 0142', '+15055550142'],
    ['+1.505.555.0142', '+15055550142'],
    ['505–555–0142', '+15055550142'],
    ['tel:+1-505-555-0142', '+15055550142'],
    ['１５０５５５５０１４２', '+15055550142'],
    ['٥٠٥٥٥٥٠١٤٢', '+15055550142'],
    ['\u202A+1 505-555-0142\u202C', '+15055550142'],
    ['\u200E505\u00AD-555-0142\u200B', '+15055550142'],
    ['505-555-0142 (cell)', '+15055550142'],
    ['505-555-0142 x12', '+15055550142', '12'],
    ['505-555-0142, ext. 12', '+15055550142', '12'],
    ['505-555-0142;ext=12', '+15055550142', '12'],
    ['505-555-0142 extn 12', '+15055550142', '12'],
    ['505-555-0142 (x12)', '+15055550142', '12'],
    ['505-555-0142,,12', '+15055550142', '12'],
    ['505-555-0142,,12#', '+15055550142', '12'],
    ['505-555-0142 #12', '+15055550142', '12'],
    ['505-555-0142 extension 1234', '+15055550142', '1234'],
    ['(+65) 6123 4567', '+6561234567'],
    ['+44 (0)20 7946 0019', '+442079460019'],
    ['(+44) 20 7946 0019', '+442079460019'],
    ['011 44 20 7946 0019', '+442079460019'],
    ['0044 20 7946 0019', '+442079460019'],
    ['00 1 505 555 0142', '+15055550142'],
    ['0044 (0) 20 7946 0019', '+442079460019'],
    ['020 7946 0019', '+442079460019', null, 'GB'],
    ['0114 496 0019', '+441144960019', null, 'GB'],
    ['00 1 505 555 0142', '+15055550142', null, 'GB'],
    ['030/1234567', '+49301234567', null, 'DE'],
    ['06 1234567', '+39061234567', null, 'IT'],
    ['+15055550142', '+15055550142', null, 'DE'],
    ['5055550142.0', '+15055550142'],
    ['+15055550142.00', '+15055550142'],
    // With the 0 of the decimal as its last digit, this is a valid number too, which may belong to another person.
    ['1711234567.0', '+491711234567', null, 'DE'],
    ['1711234567,0', '+491711234567', null, 'DE'],
  ])('reads the telephone number %j as %s', (written, e164, extension = null, country = 'US') => {
    expect(readPhone(written, country)).toMatchObject({ e164, extension, digits: e164.slice(1) });
  });

  it.each([
    ['555-0146', '5550146', null],
    ['1-800-FLOWERS', '1800', null],
    ['12345', '12345', null],
    ['911', '911', null],
    ['0612345678', '0612345678', null],
    ['020 7946 0019', '02079460019', null],
    ['555-0146 x12', '5550146', '12'],
    ['505-555-0147/8', '50555501478', null],
    ['+1 505 555 01', '150555501', null],
    ['nobody', '', null],
    ['9'.repeat(5000), '9'.repeat(5000), null],
  ])('keeps the digits of %j, which is no valid number', (written, digits, extension) => {
    const read = readPhone(written, 'US');
    expect(read).toMatchObject({ e164: null, digits, national: digits, extension });
    expect(read.untextable).toMatch(/no valid/);
  });

  it.each<[string, RegExp | undefined, Country?]>([
    ['505-555-0142', undefined],
    ['07911 123456', undefined, 'GB'],
    ['020 7946 0019', /land line/, 'GB'],
    ['030 1234567', /land line/, 'DE'],
    ['1-800-555-0199', /toll-free/],
    ['0800 123 4567', /toll-free/, 'GB'],
    ['900 555 0142', /service/],
    ['12345', /no valid/],
    ['555-0146', /no valid/],
    ['+44 20 79', /no valid/],
    ['+49 171 1234567', undefined],
    ['0171/1234567', undefined, 'DE'],
    ['0664 123 45 67', undefined, 'AT'],
    ['tel:+1-505-555-0142', undefined],
    ['Cell: 505-555-0142', undefined],
    ['505-555-0142 x12', /extension/],
    ["wife's cell 505-555-0142", /another person/],
    ['wrong number 505-555-0142', /another person/],
    ['505-555-0142 (do not text)', /another person/],
    ['5055550142@txt.example', /another person/],
    ['Мама 505-555-0142', /another person/],
    ['0171/1234567/8', /two numbers/, 'DE'],
    ['0171 1234567-8', /two numbers/, 'DE'],
    ['0171 1234567 (2)', /two numbers/, 'DE'],
    ['+49 171 1234567 8', /two numbers/],
    ['0664 1234567/68', /two numbers/, 'AT'],
  ])('says whether %j can get text messages: %s', (written, reason, country = 'US') => {
    const { untextable } = readPhone(written, country);
    if (reason) expect(untextable).toMatch(reason);
    else expect(untextable).toBeUndefined();
  });

  it.each([
    ['505-555-0147 / 505-555-0148', ['505-555-0147', '505-555-0148']],
    ['505-555-0147 ::: 505-555-0148', ['505-555-0147', '505-555-0148']],
    ['505-555-0147, 505-555-0148', ['505-555-0147', '505-555-0148']],
    ['505-555-0147;505-555-0148', ['505-555-0147', '505-555-0148']],
    ['505-555-0147 or (505) 555-0148', ['505-555-0147', '(505) 555-0148']],
    ['505-555-0147 & 505-555-0148', ['505-555-0147', '505-555-0148']],
    ['505-555-0147\n505-555-0148', ['505-555-0147', '505-555-0148']],
    ['505-555-0147 505-555-0148', ['505-555-0147', '505-555-0148']],
    ['+1 505 555 0147 / +44 20 7946 0018', ['+1 505 555 0147', '+44 20 7946 0018']],
    ['505-555-0147 x12 / 505-555-0148', ['505-555-0147 x12', '505-555-0148']],
    ['555-0146 / 555-0147', ['555-0146', '555-0147']],
    ['505-555-0147 | 505-555-0148 | 505-555-0149', ['505-555-0147', '505-555-0148', '505-555-0149']],
    ['505-555-0142', ['505-555-0142']],
    ['5055550147; 5055550148', ['5055550147', '5055550148']],
    ['5055550147;5055550148', ['5055550147', '5055550148']],
    ['5055550147,5055550148', ['5055550147', '5055550148']],
    ['5055550147/5055550148', ['5055550147', '5055550148']],
    ['5055550147 or 5055550148', ['5055550147', '5055550148']],
    ['5055550147,,5055550148', ['5055550147', '5055550148']],
    ['+1 505 555 0147; 505 555 0148', ['+1 505 555 0147', '505 555 0148']],
    ['505-555-0147; 5550148', ['505-555-0147', '5550148']],
    ['505-555-0142; 12', ['505-555-0142; 12']],
    ['505-555-0142;ext=12', ['505-555-0142;ext=12']],
    ['505-555-0142;ext=5055550148', ['505-555-0142;ext=5055550148']],
    ['505-555-0142 ext. 1234567', ['505-555-0142 ext. 1234567']],
    ['505-555-0142,,12345#', ['505-555-0142,,12345#']],
    ['505-555-0142,,123456789', ['505-555-0142,,123456789']],
    ['505-555-0142,1234567#', ['505-555-0142,1234567#']],
    ['0049 (0) 172 / 12 34 567', ['0049 (0) 172 / 12 34 567']],
    ['505-555-0147/8', ['505-555-0147/8']],
    ['12345678901234567890', ['12345678901234567890']],
    ['', ['']],
  ])('finds the numbers in %j', (written, found) => {
    expect(phonesIn(written, 'US')).toEqual(found);
  });

  it.each(['5.06E+09', '5,06E+09', '4.47911E+11', '5E+09', ' 4.47911e+11 ', '1.23457E+15'])(
    'recognises %j as a number that a spreadsheet has shortened',
    (text) => expect(isShortened(text)).toBe(true),
  );

  it.each(['505-555-0142', '5.06', 'E+09', '1E5', 'P-1001', '5.06E+09 x12', '', '12E4567'])(
    'does not take %j for a number that a spreadsheet has shortened',
    (text) => expect(isShortened(text)).toBe(false),
  );

  it('reads the digits of every script that people write numbers in', () => {
    expect(digitsOf('１٢۳-4')).toBe('1234');
  });
});
