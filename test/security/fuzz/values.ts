import fc, { type Arbitrary } from 'fast-check';
import type { OpenApi, Schema } from './document.js';
import { hostileJson, hostileName } from './hostile.js';

const json = (value: unknown): string => JSON.stringify(value);

/** Makes JSON text: values that fit the schemas of the document, and records with some wrong values. */
export class Values {
  constructor(private readonly document: OpenApi) {}

  /** A value that the schema allows. */
  fitting(schema: Schema, depth = 3): Arbitrary<string> {
    const { $ref, oneOf, enum: choices, type, examples = [] } = schema;
    if ($ref) return this.fitting(this.named($ref), depth);
    if (oneOf) return fc.oneof(...oneOf.map((one) => this.fitting(one, depth)));
    if (choices) return fc.constantFrom(...choices.map(json));
    const types = [type ?? 'null'].flat();
    const known = examples.map((example) => ({ arbitrary: fc.constant(json(example)), weight: 3 }));
    return fc.oneof(...known, ...types.map((name) => ({ arbitrary: this.ofType(name, schema, depth), weight: 2 })));
  }

  private ofType(type: string, schema: Schema, depth: number): Arbitrary<string> {
    switch (type) {
      case 'boolean':
        return fc.boolean().map(json);
      case 'integer': {
        const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = schema;
        const small = fc.integer({ min: Math.max(0, minimum), max: Math.min(60, maximum) });
        return fc.oneof(small, fc.constantFrom(minimum, maximum, 0), fc.integer()).map(json);
      }
      case 'number':
        return fc.oneof(fc.integer({ min: -1000, max: 100_000 }), fc.double({ noNaN: true })).map(json);
      case 'string':
        return text(schema).map(json);
      case 'array':
        return depth === 0
          ? fc.constant('[]')
          : fc.array(this.fitting(schema.items ?? {}, depth - 1), { maxLength: 3 }).map((items) => `[${items.join()}]`);
      case 'object':
        return depth === 0 ? fc.constant('{}') : this.changed(schema, {}, depth - 1);
      default:
        return fc.constant('null');
    }
  }

  /** A record like the example, with some fields added or changed. */
  changed(schema: Schema, example: object, depth = 3): Arbitrary<string> {
    const { properties = {} } = this.resolved(schema);
    const before = Object.entries(example).map(([name, value]): [string, string] => [name, json(value)]);
    const changes = Object.entries(properties).map(([name, field]) =>
      this.field(field, (example as Record<string, unknown>)[name], depth).map((value): [string, string] => [
        name,
        value,
      ]),
    );
    const odd = fc.tuple(hostileName, hostileJson);
    const wrongCase = Object.keys(properties).map((name) => fc.constant<[string, string]>([name.toLowerCase(), '1']));
    const one = fc.oneof(
      ...(changes.length > 0 ? [{ arbitrary: fc.oneof(...changes), weight: 12 }] : []),
      ...(wrongCase.length > 0 ? [{ arbitrary: fc.oneof(...wrongCase), weight: 1 }] : []),
      { arbitrary: odd, weight: 1 },
    );
    return fc.array(one, { maxLength: 4 }).map((found) => {
      const fields = new Map([...before, ...found]);
      return `{${[...fields].map(([name, value]) => `${json(name)}:${value}`).join()}}`;
    });
  }

  private field(schema: Schema, example: unknown, depth: number): Arbitrary<string> {
    const within = example === undefined || depth === 0 ? [] : this.within(schema, example, depth - 1);
    return fc.oneof(
      ...within.map((arbitrary) => ({ arbitrary, weight: 4 })),
      { arbitrary: this.fitting(schema, depth), weight: 2 },
      { arbitrary: hostileJson, weight: 2 },
    );
  }

  /** Values like the example, with a change inside. */
  private within(schema: Schema, example: unknown, depth: number): Arbitrary<string>[] {
    const { items, properties } = this.resolved(schema);
    if (Array.isArray(example) && example.length > 0 && items)
      return this.within(items, example[0], depth).map((item) => item.map((one) => `[${one}]`));
    return typeof example === 'object' && example !== null && properties ? [this.changed(schema, example, depth)] : [];
  }

  private resolved(schema: Schema): Schema {
    if (schema.$ref) return this.named(schema.$ref);
    return schema.oneOf ? this.resolved(schema.oneOf[0]) : schema;
  }

  private named(reference: string): Schema {
    return this.document.components.schemas[reference.split('/').at(-1)!]!;
  }
}

/** A cache, because fast-check takes longer to make an arbitrary from a pattern than to make its values. */
const texts = new Map<string, Arbitrary<string>>();

function text({ pattern = '', maxLength = 100 }: Schema): Arbitrary<string> {
  const key = `${maxLength} ${pattern}`;
  const made = texts.get(key) ?? textOf(pattern, maxLength);
  texts.set(key, made);
  return made;
}

function textOf(pattern: string, maxLength: number): Arbitrary<string> {
  if (pattern.includes('[0-9a-f]{32}')) return fc.stringMatching(/^[0-9a-f]{32}$/);
  if (pattern.startsWith('^\\d{4}-'))
    return fc
      .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString());
  const longest = Math.min(maxLength, 5000);
  return fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: Math.min(20, longest) }),
    fc.constantFrom('x'.repeat(longest), '💥'.repeat(longest), 'x'.repeat(longest + 1)),
  );
}
