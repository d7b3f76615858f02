import { LosslessNumber } from 'lossless-json';
import { Readable } from 'node:stream';
import { readRows } from './row-reader.js';

it('reads every number of an NDJSON row exactly', async () => {
  const text = Readable.from(['{"Cents":4503599627370497.25,"Id":9007199254740993,"Small":12.5}\n']);
  const rows = [];
  for await (const row of readRows(text, 'ndjson', { fields: [], key: [] })) rows.push(row);
  const Cents = new LosslessNumber('4503599627370497.25');
  const Id = new LosslessNumber('9007199254740993');
  expect(rows).toEqual([{ line: 1, json: { Cents, Id, Small: 12.5 } }]);
});
