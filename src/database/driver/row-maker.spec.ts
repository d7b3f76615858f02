import fc from 'fast-check';
import { rowMaker } from './row-maker.js';

describe('rowMaker', () => {
  it('rowMaker makes the same rows as assigning each value by name, for any names', () => {
    const column = fc.tuple(
      fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__'),
      fc.boolean(),
    );
    const list = fc.array(fc.tuple(column, fc.oneof(fc.string(), fc.integer(), fc.constant(null))));
    fc.assert(
      fc.property(list, (cells) => {
        const columns = cells.map(([[name, isConverted]]) => ({ name, isConverted }));
        const row = rowMaker(columns, (value) => [value])(cells.map(([, value]) => value));
        const named = cells.map(([[name, isConverted], value]) => [name, isConverted ? [value] : value] as const);
        expect(row).toEqual(Object.fromEntries(named));
      }),
    );
  });

  it('rowMaker keeps a separate function for each list of columns', () => {
    for (let round = 0; round < 2; round++)
      for (let column = 0; column < 600; column++) {
        const columns = [{ name: `c${column}`, isConverted: column % 2 === 0 }];
        expect(rowMaker(columns, String)([column])).toEqual({ [`c${column}`]: column % 2 ? column : `${column}` });
      }
  });
});
