export interface Schema {
  $ref?: string;
  type?: string | string[];
  oneOf?: Schema[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  examples?: unknown[];
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
  example?: unknown;
}

interface Content {
  schema: Schema;
  /** Text of a file. */
  example?: object | string;
}

interface Described {
  operationId: string;
  'x-callers': readonly string[] | 'authenticated' | 'open';
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content | undefined> };
  responses: Record<string, unknown>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema | undefined> };
}

/** One path of an operation, as the document describes it. */
export interface DescribedOperation extends Described {
  verb: string;
  template: string;
}

/** Every operation at each of its paths: first reads, then inserts, updates and deletes. */
export function operationsIn({ paths }: OpenApi): DescribedOperation[] {
  const order = ['GET', 'POST', 'PUT', 'DELETE'];
  return Object.entries(paths)
    .flatMap(([template, item]) =>
      Object.entries(item).map(([verb, described]) => ({
        ...described,
        // Leave out filters with a suffix, which are references: the fuzzer makes them from the names of fields.
        parameters: described.parameters.filter(({ $ref }) => !$ref),
        verb: verb.toUpperCase(),
        template,
      })),
    )
    .sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
}
