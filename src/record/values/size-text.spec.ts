import { sizeText } from './size-text.js';

it.each([
  [0, '0 bytes'],
  [5000, '5,000 bytes'],
  [65_536, '64 KiB'],
  [26_214_400, '25 MiB'],
  [2 ** 31, '2 GiB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
