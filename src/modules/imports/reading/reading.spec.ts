import { Day, DateTime, Decimal, Flag, Phone, Text } from '../../../record/fields.js';
import { fieldOf } from '../../../record/metadata.js';
import { cellText, dateOrderOf, decimalSignOf, type Conventions } from './cell-values.js';
import { damageOf, isMisread, lostZeros } from './damage.js';

class Values {
  @Day() Day!: string;
  @DateTime() At!: string;
  @Decimal(18, 2) Amount!: number;
  @Flag() Is!: boolean;
  @Phone(50) Phone!: string;
  @Text(50) Note!: string;
}

const read = (name: keyof Values, text: string, conventions: Partial<Conventions> = {}): unknown =>
  cellText(fieldOf(Values, name)!, text, { isWorkbook: false, ...conventions });

it.each<[string, string, Partial<Conventions>]>([
  ['3/4/1980', '1980-03-04', { dates: 'mdy' }],
  ['3/4/1980', '1980-04-03', { dates: 'dmy' }],
  ['03.04.1980', '1980-04-03', { dates: 'mdy' }],
  ['5/5/1980', '1980-05-05', {}],
  ['1980-04-03', '1980-04-03', { dates: 'mdy' }],
  ['1980-04-03 10:00', '1980-04-03', {}],
])('reads the day %s as %s with %j', (text, day, conventions) => {
  expect(read('Day', text, conventions)).toBe(day);
});

it.each<[string, Partial<Conventions>]>([
  ['3/4/1980', {}],
  ['3/4/1980', { dates: 'iso' }],
])('asks what the day %s means with %j', (text, conventions) => {
  expect(read('Day', text, conventions)).toMatchObject({
    ...{ FieldName: 'Day', ErrorCode: 'Invalid' },
    Meta: { Option: 'Dates', Allowed: 'mdy dmy' },
  });
});

it.each([
  ['2026-07-01 08:00', '2026-07-01T08:00'],
  ['2026-07-01T08:00:05.1234567', '2026-07-01T08:00:05.1234567'],
  ['1.7.2026 8:00', '2026-07-01T08:00'],
  ['2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z'],
])('keeps the precision and the offset of the time %s', (text, time) => {
  expect(read('At', text)).toBe(time);
});

it.each<[string, string, Partial<Conventions>]>([
  ['1.234,50', '1234.50', { decimal: ',' }],
  ['1,234.50', '1234.50', { decimal: '.' }],
  ['1 234,5', '1234.5', { decimal: ',' }],
  ['1234.5', '1234.5', {}],
  ['1234.5', '1234.5', { decimal: ',', isWorkbook: true }],
])('reads the number %s as %s with %j', (text, number, conventions) => {
  expect(read('Amount', text, conventions)).toBe(number);
});

it('asks whether 1,234 has thousands or decimals', () => {
  expect(read('Amount', '1,234')).toMatchObject({
    FieldName: 'Amount',
    Meta: { Option: 'Decimal', Allowed: '. ,' },
  });
});

it.each([
  [['3/4/1980', '13/4/1980'], 'dmy'],
  [['3/4/1980', '4/13/1980'], 'mdy'],
  [['13/4/1980', '4/13/1980'], undefined],
  [['3/4/1980', '13.4.1980'], undefined],
])('finds that the dates %j prove the order %p', (texts, order) => {
  expect(dateOrderOf(texts)).toBe(order);
});

it.each([
  [['1,5', '1.234'], ','],
  [['1.5', '1,234'], '.'],
  [['1.5', '1,5'], undefined],
  [['1.234', '12'], undefined],
])('finds that the numbers %j prove the decimal sign %p', (texts, sign) => {
  expect(decimalSignOf(texts)).toBe(sign);
});

it('reads flags as people write them', () => {
  expect(['yes', 'WAHR', 'x', 'no', 'falsch', 'maybe'].map((text) => read('Is', text))).toEqual([
    ...['true', 'true', 'true', 'false', 'false', 'maybe'],
  ]);
});

it('finds values that a spreadsheet damaged', () => {
  const damage = (name: keyof Values, text: string, country: 'US' | 'DE' = 'US') =>
    damageOf(fieldOf(Values, name)!, text, country) !== undefined;
  expect(damage('Note', '#REF!')).toBe(true);
  expect(damage('Note', '1.5E+11')).toBe(true);
  expect(damage('Note', 'E-mail')).toBe(false);
  expect(damage('Phone', '505-555-0142')).toBe(false);
  expect(lostZeros('02134', '2134')).toBe(true);
  expect(lostZeros('0049 30 123456', '4930123456')).toBe(true);
  expect(lostZeros('2134', '2134')).toBe(false);
});

it('recognises letters that a spreadsheet misread', () => {
  expect(isMisread('José Núñez', 'JosÃ© NÃºÃ±ez')).toBe(true);
  expect(isMisread('José', 'Jos√©')).toBe(true);
  for (const text of ['José', 'Jose', 'Josè', '']) expect(isMisread('José', text)).toBe(false);
  expect(isMisread('Jose', 'Jose')).toBe(false);
});
