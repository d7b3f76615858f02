import fc from 'fast-check';
import { effortOf } from '../../../test/support/time/time-of.js';
import { JsonProblem, jsonText, mostValues, parseExactJson } from './exact-json.js';

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

describe('jsonText', () => {
  it('writes every text as JSON.stringify does', () => {
    for (const text of ['', 'a "b"', 'a\\b', '\u0000\u001f', '\u007f\u2028\u2029', '😀', '\ud83d', '\ude00', 'é'])
      expect(jsonText(text)).toBe(JSON.stringify(text));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(jsonText(text)).toBe(JSON.stringify(text))));
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(fc.property(fc.string({ unit }), (text) => expect(jsonText(text)).toBe(JSON.stringify(text))));
  });
});
