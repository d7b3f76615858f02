import 'reflect-metadata';
import { effortOf } from '../../../test/support/time/time-of.js';
import { bind } from '../../record/bind.js';
import { Decimal, Int32, Int64, ListOf, Nested } from '../../record/fields.js';
import { int32 } from '../../record/field-types.js';
import { parseUrlencoded, urlencodedToJson } from './urlencoded.js';

class Inner {
  @Int64() Big!: Int64;
}

class Form {
  @Int32() Count!: number;
  @Int64() Big!: Int64;
  @Decimal(18, 4) Amount!: Decimal;
  @ListOf(int32) Ids!: number[];
  @ListOf(() => Inner) Inners!: Inner[];
  @Nested(() => Inner) Inner!: Inner;
}

const read = (form: string) => bind(Form, urlencodedToJson(parseUrlencoded(form, 'form'), Form));

describe('a form', () => {
  it('parses a form in linear time if one name is repeated', () => {
    const effort = effortOf(() => {
      const values = parseUrlencoded('Ids=1&'.repeat(170_000), 'form');
      expect(values.get('Ids')).toHaveLength(170_000);
      const { errors } = bind(Form, urlencodedToJson(values, Form));
      expect(errors.map(({ ErrorCode, FieldName }) => [ErrorCode, FieldName])).toEqual([['Length', 'Ids']]);
    });
    expect(effort).toBeLessThan(5000);
  });

  it('accepts numbers with leading zeros in a form', () => {
    const { value, errors } = read('Count=007&Big=-0012&Amount=00.50');
    expect(errors).toEqual([]);
    expect(value).toEqual({ Count: 7, Big: -12, Amount: 5000 });
    expect(effortOf(() => expect(read(`Count=${'0'.repeat(500_000)}x`).errors).toHaveLength(1))).toBeLessThan(5000);
  });

  it('keeps all digits of numbers in JSON text of a form field', () => {
    const { value, errors } = read('Inner={"Big":9007199254740993}&Inners=[{"Big":-9007199254740995}]');
    expect(errors).toEqual([]);
    expect(value).toEqual({ Inner: { Big: '9007199254740993' }, Inners: [{ Big: '-9007199254740995' }] });
  });
});
