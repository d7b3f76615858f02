import { BusinessClock } from './business-clock.js';
import { orderErrors, rangeErrors } from './range.js';

const now = '2026-03-15T10:00:00.1234567';
const denver = new BusinessClock(now, 'America/Denver');

describe('orderErrors', () => {
  it('reports a range that ends before it starts, by the field names that the caller passes', () => {
    expect(orderErrors(now, '2026-03-14T00:00:00.0000000', ['From', 'To'])).toMatchObject([
      { FieldName: 'To', Message: 'To must not be before From.', Meta: { Min: `${now}Z` } },
    ]);
  });
  it('accepts a range without a start or an end', () => {
    expect([...orderErrors(undefined, now), ...orderErrors(now, null)]).toEqual([]);
  });
});

describe('rangeErrors', () => {
  it('counts calendar days of the time zone, so 366 days last an hour longer if the clocks go back twice', () => {
    const [from, to] = ['2025-11-01T06:00:00.0000000', '2026-11-02T06:59:59.9999999'];
    expect(rangeErrors({ from, to }, denver)).toEqual([]);
    expect(rangeErrors({ from, to }, new BusinessClock(now))).toMatchObject([{ ErrorCode: 'InclusiveBetween' }]);
    expect(rangeErrors({ from, to: '2026-11-02T07:00:00.0000001' }, denver)).toMatchObject([{ FieldName: 'EndDate' }]);
  });
  it('formats the limit in Meta like a date-time in a response', () => {
    const [from, to] = [now, '2026-03-14T00:00:00.0000000'];
    expect(rangeErrors({ from, to }, denver)).toMatchObject([{ Meta: { Min: `${now}Z` } }]);
  });
});
