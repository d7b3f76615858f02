import type { Class, Schema } from '../../record/field-types.js';
import { filteredFields, filterForms, filterNamesOf, longestNeedle } from '../../record/lists/list-filters.js';
import type { Field } from '../../record/metadata.js';
import { mostItems } from '../../record/rules.js';
import { exampleOf, fieldSchema } from '../../record/schema.js';

type Json = Record<string, unknown>;
type FilterForm = (typeof filterForms)[number];

/**
 * The filters of lists as OpenAPI parameters. Filters with a suffix, such as `NameContains`, are shared components,
 * because hundreds of filters have the same name and type.
 */
export class FilterParameters {
  private readonly components = new Map<string, Json>();

  all(): Json {
    return Object.fromEntries([...this.components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * The filters of a list of `record`; those without a suffix come first. Omits the names in `own`, which mean
   * something else in the operation.
   */
  of(record: Class, own: ReadonlySet<string>): Json[] {
    const fields = filteredFields(record).map((field) => ({
      ...field,
      options: { ...field.options, description: undefined },
    }));
    const isFree = (name: string): boolean => !own.has(name);
    return [
      ...fields.filter(({ name }) => isFree(name)).map((field) => parameter(field, 'query')),
      ...fields.flatMap((field) =>
        filterForms
          .filter((form) => filterNamesOf(field).includes(field.name + form) && isFree(field.name + form))
          .map((form) => this.reference(record, suffixed(field, form))),
      ),
    ];
  }

  private reference(record: Class, parameter: Json): Json {
    const shared = String(parameter.name);
    const isSame = JSON.stringify(this.components.get(shared) ?? parameter) === JSON.stringify(parameter);
    const name = isSame ? shared : `${record.name}.${shared}`;
    this.components.set(name, parameter);
    return { $ref: `#/components/parameters/${name}` };
  }
}

/** The filter of a field whose name ends with the suffix `form`, such as `Contains`. */
function suffixed(field: Field, form: FilterForm): Json {
  const { schema, examples } = querySchema(field);
  const name = field.name + form;
  // In a query, a comma separates the values of a list, so each example has only the first value.
  const items = examples.map((example) => (typeof example === 'string' ? example.split(',')[0] : example));
  const list = { type: 'array', items: schema, examples: [items] };
  const text = { type: 'string', maxLength: longestNeedle, examples };
  switch (form) {
    case 'In':
      return {
        ...optional(name, {
          description: `Only records whose ${field.name} is one of these, comma-separated.`,
          schema: { ...list, maxItems: mostItems },
        }),
        explode: false,
      };
    case 'Between':
      return {
        ...optional(name, {
          description: `Only records with ${field.name} from the first to the second value, both included.`,
          schema: { ...list, minItems: 2, maxItems: 2, examples: [[...items, ...items]] },
        }),
        explode: false,
      };
    case 'StartsWith':
      return optional(name, { description: `Only records whose ${field.name} begins with this.`, schema: text });
    case 'Contains':
      return optional(name, { description: `Only records whose ${field.name} contains this.`, schema: text });
    case 'GreaterThanOrEqualTo':
    case 'LessThanOrEqualTo': {
      const bound = form === 'LessThanOrEqualTo' ? 'at most' : 'at least';
      return optional(name, {
        description: `Only records whose ${field.name} is ${bound} this.`,
        schema: { ...schema, examples },
      });
    }
    case 'IsNull':
      return optional(name, {
        description: `true: only records whose ${field.name} is unset; false: only those whose ${field.name} is set.`,
        schema: { type: 'boolean', examples: [true] },
      });
  }
}

function querySchema(field: Field): { schema: Schema; examples: unknown[] } {
  // Omit null, because a parameter cannot be null, and Swagger UI would accept no text for a nullable parameter.
  const {
    description: _description,
    examples: _examples,
    ...schema
  } = fieldSchema({ ...field, options: { ...field.options, description: undefined, nullable: false } });
  return { schema, examples: [exampleOf(field) ?? field.name] };
}

/**
 * A field as an OpenAPI parameter. Only a required parameter has an `example`, because Swagger UI fills it in, and
 * filters must stay empty.
 */
export function parameter(field: Field, place: 'path' | 'query', required = false): Json {
  const { name, options, type } = field;
  const { schema, examples } = querySchema(field);
  const description =
    options.description ?? (place === 'path' ? `${name} of the record.` : `Only records with this ${name}.`);
  if (required) return { name, in: place, required, description, schema, example: examples[0] };
  return {
    ...optional(name, { description, schema: { ...schema, examples } }),
    ...(type.name === 'list' && { explode: false }),
  };
}

export function optional(name: string, described: { description: string; schema: Schema }): Json {
  return { name, in: 'query', required: false, ...described };
}
