import { companionRecords } from './companion.js';
import { records, type Fields } from './records.js';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  additionalProperties?: unknown;
  'x-calendar-day'?: boolean;
}

/** For each notation: whether a schema describes that type. */
const simple: Readonly<Record<string, (schema: Schema) => boolean>> = {
  string: (schema) => schema.type === 'string' && (schema.maxLength ?? schema.pattern) !== undefined,
  int32: ({ type, format }) => type === 'integer' && format === 'int32',
  int64: ({ type, format }) => type === 'integer' && format === 'int64',
  decimal: ({ type, format }) => type === 'number' && format === 'decimal',
  double: ({ type, format }) => type === 'number' && format === 'double',
  boolean: ({ type }) => type === 'boolean',
  GUID: ({ type, pattern }) => type === 'string' && pattern === '^[0-9a-f]{32}$',
  datetime: (schema) => isDateTime(schema) && schema['x-calendar-day'] === undefined,
  // The interface has a datetime here, but only its date counts.
  day: (schema) => isDateTime(schema) && schema['x-calendar-day'] === true,
  map: ({ type, additionalProperties }) => type === 'object' && additionalProperties !== undefined,
};

function isDateTime({ type, pattern }: Schema): boolean {
  return type === 'string' && (pattern ?? '').startsWith('^\\d{4}-');
}

/** Compares schemas of an OpenAPI document with the transcribed records. */
export class SchemaDifferences {
  constructor(private readonly components: Readonly<Record<string, Schema>>) {}

  /** The differences between the schema of a record and its fields, in their names, order and types. */
  ofRecord(given: Schema | undefined, fields: Fields, path: string): string[] {
    if (!given) return [`${path}: no schema`];
    const properties = this.resolve(given).properties ?? {};
    const names = Object.keys(properties).join(', ');
    const expected = Object.keys(fields).join(', ');
    if (names !== expected) return [`${path}: has the fields ${names} instead of ${expected}`];
    return Object.entries(fields).flatMap(([name, notation]) =>
      this.ofField(properties[name], notation, `${path}.${name}`),
    );
  }

  /** Like `ofRecord`, for a request, in which every field may be null. */
  ofRequest(given: Schema | undefined, fields: Fields, path: string): string[] {
    return this.ofRecord(given, fields, path).filter((difference) => !difference.endsWith(': may be null'));
  }

  /** The differences between the schema of a field and its notation. */
  ofField(given: Schema, notation: string, path: string): string[] {
    const bare = notation.replace(/\?$/, '');
    const { schema, nullable } = this.withoutNull(given);
    const list = /^list<(.+)>$/.exec(bare);
    const differences = list
      ? this.ofList(schema, list[1], path)
      : bare in simple
        ? simple[bare](schema)
          ? []
          : [`${path}: ${JSON.stringify(given)} is no ${bare}`]
        : this.ofRecord(schema, this.record(bare), path);
    const mayBeNull = bare in simple || list ? nullable === (bare !== notation) : true;
    return mayBeNull ? differences : [...differences, `${path}: ${nullable ? 'may' : 'may not'} be null`];
  }

  private ofList(schema: Schema, item: string, path: string): string[] {
    if (schema.type !== 'array' || !schema.items) return [`${path}: ${JSON.stringify(schema)} is no list`];
    return this.ofField(schema.items, item, `${path}[]`);
  }

  private record(name: string): Fields {
    const known: Readonly<Record<string, Fields | undefined>> = { ...records, ...companionRecords };
    const found = known[name];
    if (!found)
      throw new Error(`${name} is no record of test/contract, and no type: ${Object.keys(simple).join(', ')}.`);
    return found;
  }

  private resolve(schema: Schema): Schema {
    return schema.$ref ? this.components[schema.$ref.replace('#/components/schemas/', '')] : schema;
  }

  private withoutNull(given: Schema): { schema: Schema; nullable: boolean } {
    if (given.oneOf) {
      const others = given.oneOf.filter(({ type }) => type !== 'null');
      return { schema: this.resolve(others[0]), nullable: others.length < given.oneOf.length };
    }
    const schema = this.resolve(given);
    if (!Array.isArray(schema.type)) return { schema, nullable: false };
    const types = schema.type.filter((type) => type !== 'null');
    return { schema: { ...schema, type: types[0] }, nullable: types.length < schema.type.length };
  }
}
