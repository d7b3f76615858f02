import { commandOf, queries, rangeOf } from './activity.rules.js';

const now = '2026-03-15T10:00:00.1234567';

describe('commandOf', () => {
  it('accepts a command in any letter case', () => expect(commandOf('NOTcontacted', queries)).toBe('NotContacted'));
  it('rejects a command that is not allowed', () => {
    expect(commandOf('Log', queries)).toMatchObject({
      ErrorCode: 'Enum',
      FieldName: 'CommandType',
      Message: 'CommandType must be one of: Contacted, NotContacted, New, All.',
    });
  });
});

describe('rangeOf', () => {
  it('defaults to the 30 days that end now, exact to the seventh digit of the seconds', () => {
    expect(rangeOf(undefined, null, now)).toEqual({ from: '2026-02-13T10:00:00.1234567', to: now });
  });
  it('derives the missing start or end of a range', () => {
    const end = '2024-02-29T00:00:00.0000000';
    expect(rangeOf(undefined, end, now)).toEqual({ from: '2024-01-30T00:00:00.0000000', to: end });
    expect(rangeOf('2026-03-01T00:00:00.0000000', undefined, now)).toEqual({
      from: '2026-03-01T00:00:00.0000000',
      to: now,
    });
  });
  it('never starts a range before year 1', () => {
    expect(rangeOf(undefined, '0001-01-05T00:00:00.0000000', now).from).toBe('0001-01-01T00:00:00.0000000');
  });
});
