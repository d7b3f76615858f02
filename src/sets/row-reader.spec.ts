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

const readingCsv = async (text: Iterable<string>): Promise<void> => {
  for await (const _ of readRows(Readable.from(text), 'csv', { fields: fieldsOf(Named), key: ['Id'] }));
};

it.each(['<a b="c">\n', 'Id,Name\n1,a "word\n', 'Id\n"1"2\n', '"Id'])('says that %j is not CSV', async (file) => {
  await expect(readingCsv([file])).rejects.toThrow(/^line \d+: this is not CSV: /);
});

it('names the line of the record that is not CSV', async () => {
  const rows = '0,of\n0,"two\nlines"\n'.repeat(500);
  await expect(readingCsv([`Id,Name\n${rows}\n1,a "word\n2,b\n`])).rejects.toThrow(/^line 1503: this is not CSV: /);
});

it('names the line on which a quote opens that is never closed', async () => {
  const rows = (before: string, count: number): string[] => [
    `Id,Name\n1,"a ""word""\nof two lines"\n\n2,""\n"${before}\n`,
    ...Array.from({ length: count }, (_, id) => `${id},and so on\n`.repeat(1000)),
  ];
  const told = (line: number): string => `line ${line}: this is not CSV: the quote that opens here is never closed`;
  await expect(readingCsv(rows('3', 1))).rejects.toThrow(told(6));
  await expect(readingCsv(rows('3\n","b ""', 1))).rejects.toThrow(told(7));
  await expect(readingCsv(rows('3', 3000))).rejects.toThrow(told(6));
});
