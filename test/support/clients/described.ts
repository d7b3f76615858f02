/** A part of an OpenAPI document. */
type Node = Record<string, unknown>;

/** A schema, as far as tests need it to find the fields of a record. */
export interface FieldSchema {
  $ref?: string;
  type?: string | string[];
  pattern?: string;
  examples?: unknown[];
  'x-sealed'?: boolean;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}

/**
 * The OpenAPI document with the shared parameters, responses, headers and examples at the places that refer to them, as
 * generators of clients see it. A media type has its example as `example`. References to schemas remain.
 */
export function inlined<Document>(document: Document): Document {
  const { components } = document as { components: Record<string, Node> };
  const resolve = (_: string, value: unknown): unknown => {
    const { $ref, examples, ...others } = (value ?? {}) as {
      $ref?: unknown;
      examples?: Record<string, { value: unknown }>;
    };
    if (typeof $ref === 'string' && !$ref.startsWith('#/components/schemas/')) {
      const [kind, name] = $ref.split('/').slice(2);
      return copy(components[kind][name]);
    }
    const one = Object.values(Array.isArray(examples) ? {} : (examples ?? {})).at(0);
    return 'schema' in others && one ? { ...others, example: one.value } : value;
  };
  // A reviver sees the inner values first, so that the examples are resolved before their media type.
  const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value), resolve);
  const { paths } = document as { paths: Node };
  return { ...document, paths: copy(paths) };
}

/** The fields of the records that the list in the JSON answer of an inlined operation has. */
export function listedFields(
  schemas: Readonly<Record<string, FieldSchema | undefined>>,
  responses: Record<string, unknown>,
): Record<string, FieldSchema> {
  const resolved = (schema: FieldSchema | undefined): FieldSchema =>
    (schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema) ?? {};
  const { content } = responses['200'] as { content?: Record<string, { schema: FieldSchema } | undefined> };
  const answered = resolved(content?.['application/json']?.schema);
  const list = Object.values(answered.properties ?? {}).find(({ items }) => resolved(items).properties);
  return resolved(list?.items).properties ?? {};
}
