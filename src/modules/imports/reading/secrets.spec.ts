import { mayBeSecret } from './secrets.js';

const secrets = [
  ...['123-45-6789', '123 45 6789', '123.45.6789', '123456789', 'her SSN is 123-45-6789.', '123–45–6789'],
  ...['123456789', '４１１１１１１１１１１１１１１１'],
  ...['4111 1111 1111 1111', '4111111111111111', '378282246310005', '6304000000000000000', 'card: 5500-0000-0000-0004'],
  ...['DE89 3704 0044 0532 0130 00', 'de89370400440532013000', 'IBAN GB29NWBK60161331926819'],
  ...['agk_demo-key', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '-----BEGIN PRIVATE KEY-----'],
  ...['6f0f6a3b0c1d4e5f8a9b0c1d2e3f4a5b', 'ghp_16C7e42F292c6912E7', 'token: c2VjcmV0LXNlY3JldDE='],
];
it.each(secrets)('takes %s for a secret', (text) => {
  expect(mayBeSecret(text)).toBe(true);
});

const others = [
  ...['', 'Ada Lovelace', 'ada.lovelace@example.com', '303-555-0101', '+1 (303) 555-0101 x12', '3035550101'],
  ...['20742-1234', '20742', '2026-11-28', '2026-11-28T19:52:26.0000000Z', '11/28/2026 7:52 PM', '1,234,567.89'],
  ...['4111 1111 1111 1112', '12 Main Street, Springfield', 'Donaudampfschifffahrtsgesellschaft', '***-**-6789'],
];
it.each(others)('shows %s', (text) => {
  expect(mayBeSecret(text)).toBe(false);
});

it('judges a text of any length', () => {
  for (const part of ['eyJ', 'a1-', '4', 'AB12', '=', 'a '])
    expect(() => mayBeSecret(part.repeat(10e6 / part.length))).not.toThrow();
});
