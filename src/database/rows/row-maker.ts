import { compileFunction } from 'node:vm';
import type { Row } from '../dialect.js';

interface ResultColumn {
  readonly name: string;
  /** Its values need the conversion. */
  readonly isConverted: boolean;
}

type Values = readonly unknown[];
type Convert = (value: unknown) => unknown;
type Compiled = (values: Values, convert: Convert) => Row;

const mostKept = 500;
const compiled = new Map<string, Compiled>();

/**
 * What makes rows of a driver's lists of values. Of each list of columns it is compiled, once: an object that is made
 * with all its properties costs a tenth of one that gets them one after the other.
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
