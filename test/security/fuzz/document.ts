import { listedFields } from '../../support/clients/described.js';

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
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
  example?: unknown;
}

interface Content {
  schema: Schema;
  /** The value, or for a file its text. */
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

/** An operation at one of its paths, as the document describes it. */
export interface DescribedOperation extends Described {
  verb: string;
  template: string;
}

/** Every operation at each of its paths: first reads, then inserts, updates and deletes. */
export function operationsIn({ paths, components }: OpenApi): DescribedOperation[] {
  /** The filters without a suffix; the fuzzer adds suffixes to the names of all parameters. */
  const filters = ({ responses }: Described): Parameter[] =>
    Object.entries(listedFields(components.schemas, responses)).map(([name, schema]) => ({
      name,
      in: 'query',
      schema,
    }));
  const order = ['GET', 'POST', 'PUT', 'DELETE'];
  return Object.entries(paths)
    .flatMap(([template, item]) =>
      Object.entries(item).map(([verb, described]) => ({
        ...described,
        parameters: described.parameters.flatMap((one) => (one.name === 'filters' ? filters(described) : one)),
        verb: verb.toUpperCase(),
        template,
      })),
    )
    .sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
}
