import { maskedSsn } from './ssn.service.js';

describe('maskedSsn', () => {
  it.each([
    ['123-45-6789', '***-**-6789'],
    ['123456789', '***-**-6789'],
    ['6789', '***-**-****'],
    ['unknown', '***-**-****'],
  ])('masks %s as %s', (ssn, shown) => expect(maskedSsn(ssn)).toBe(shown));
});
