import { compileFunction } from 'node:vm';
import type { Row } from './dialect.js';

interface ResultColumn {
  readonly name: string;
  readonly isConverted: boolean;
}

type Values = readonly unknown[];
type Convert = (value: unknown) => unknown;
type Compiled = (values: Values, convert: Convert) => Row;

const mostKept = 500;
const compiled = new Map<string, Compiled>();

/**
 * Returns a function that makes rows from a driver's lists of values. It is compiled for each list of columns, as an
 * object literal. A loop that adds the properties one by one takes 1.6 times the time for the row "Row objects are
 * created with all columns at once" of docs/performance.md, because objects of many columns that are made so are also
 * slower to read.
 */
export function rowMaker(columns: readonly ResultColumn[], convert: Convert): (values: Values) => Row {
  const properties = columns.map(({ name, isConverted }, at) => {
    const value = `values[${at}]`;
    return `${JSON.stringify(name)}:${isConverted ? `convert(${value})` : value}`;
  });
  const code = `return {${properties.join()}}`;
  let make = compiled.get(code);
  if (!make) {
    make = compileFunction(code, ['values', 'convert']) as Compiled;
    if (compiled.size >= mostKept) compiled.clear();
    compiled.set(code, make);
  }
  const made = make;
  return (values) => made(values, convert);
}
