import fc from 'fast-check';
import { jsonText } from './exact-json.js';

describe('jsonText', () => {
  it('writes every text as JSON.stringify does', () => {
    for (const text of ['', 'a "b"', 'a\\b', '\u0000\u001f', '\u007f\u2028\u2029', '😀', '\ud83d', '\ude00', 'é'])
      expect(jsonText(text)).toBe(JSON.stringify(text));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(jsonText(text)).toBe(JSON.stringify(text))));
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(fc.property(fc.string({ unit }), (text) => expect(jsonText(text)).toBe(JSON.stringify(text))));
  });
});
