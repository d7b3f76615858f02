import { periodsOf, yearsFrom } from './summary-period.js';

const days = (from: string, to: string) => ({ from: `${from}T00:00:00.0000000`, to: `${to}T00:00:00.0000000` });

describe('periodsOf', () => {
  it('includes the first and the last day of a range in full', () => {
    const periods = periodsOf('2026-03-01', '2026-03-31', '2026-04-30');
    expect(periods).toEqual({
      range: days('2026-03-01', '2026-03-31'),
      yearToDate: days('2026-01-01', '2026-03-31'),
      running: days('2025-04-01', '2026-03-31'),
      currentYearToDate: days('2026-01-01', '2026-04-30'),
      currentRunning: days('2025-05-01', '2026-04-30'),
    });
  });

  it.each([
    ['2024-02-29', '2023-03-01'],
    ['2025-02-28', '2024-02-29'],
    ['2024-02-28', '2023-03-01'],
    ['2025-12-31', '2025-01-01'],
    ['2026-01-01', '2025-01-02'],
    ['0001-06-30', '0001-01-01'],
  ])('starts the twelve months that end on %s on %s', (end, start) => {
    expect(periodsOf(end, end, end).running).toEqual(days(start, end));
  });
});

describe('yearsFrom', () => {
  it.each([
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2016-05-31', 10, '2026-05-31'],
    ['9995-01-01', 10, undefined],
    ['0001-01-01', -1, undefined],
  ])('moves %s by %i years', (day, years, expected) => expect(yearsFrom(day, years)).toBe(expected));
});
