import 'reflect-metadata';
import { LosslessNumber } from 'lossless-json';
import { Readable } from 'node:stream';
import { Int32, Text } from '../record/fields.js';
import { fieldsOf } from '../record/metadata.js';
import { readRows } from './row-reader.js';

class Named {
  @Int32() Id!: number;
  @Text(50) Name!: string;
}

it('reads every number of an NDJSON row exactly', async () => {
  const text = Readable.from(['{"Cents":4503599627370497.25,"Id":9007199254740993,"Small":12.5}\n']);
  const rows = [];
  for await (const row of readRows(text, 'ndjson', { fields: [], key: [] })) rows.push(row);
  const Cents = new LosslessNumber('4503599627370497.25');
  const Id = new LosslessNumber('9007199254740993');
  expect(rows).toEqual([{ line: 1, json: { Cents, Id, Small: 12.5 } }]);
});

it.each(['<a b="c">\n', 'Id,Name\n1,a "word\n', 'Id\n"1"2\n', '"Id'])('says that %j is not CSV', async (file) => {
  const rows = readRows(Readable.from([file]), 'csv', { fields: fieldsOf(Named), key: ['Id'] });
  const reading = (async () => {
    for await (const _ of rows);
  })();
  await expect(reading).rejects.toThrow(/^line \d+: this is not CSV: /);
});
