import type { Class, Schema } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { exampleOf, fieldSchema } from '../../record/schema.js';
import { placeholdersOf } from '../endpoint/declaration.js';
import { takesIfMatch, type Operation, type PathMatch } from '../endpoint/operation.js';
import { listParameters, shared } from './shared-parameters.js';

type Json = Record<string, unknown>;

/** The fields that a client can send in the path and in the query, including the operation's own filters. */
export function textFieldsOf({ declaration }: Operation, template: string): { inPath: Field[]; inQuery: Field[] } {
  const placeholders = placeholdersOf(template);
  const fields = simpleFields(declaration.request);
  const inPath = placeholders.map((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`${template} has a placeholder ${name} that is not a field of the request record.`);
    return field;
  });
  const filters = [
    ...fields.filter(({ name }) => declaration.filters?.includes(name)),
    ...simpleFields(declaration.query),
  ];
  return { inPath, inQuery: filters.filter(({ name }) => !placeholders.includes(name)) };
}

/**
 * The placeholders of paths as shared parameters. Two fields whose names differ in letter case only, or that have
 * different descriptions, cannot share one: the second one is described where it is used.
 */
export class Placeholders {
  private readonly components = new Map<string, Json>();

  all(): Json {
    return Object.fromEntries([...this.components.values()].map((made) => [String(made.name), made]));
  }

  of(field: Field): Json {
    const made = parameter(field, 'path', true);
    const folded = field.name.toLowerCase();
    const known = this.components.get(folded);
    if (!known) this.components.set(folded, made);
    else if (JSON.stringify(known) !== JSON.stringify(made)) return made;
    return { $ref: `#/components/parameters/${field.name}` };
  }
}

export function parameters(operation: Operation, path: PathMatch, placeholders: Placeholders): Json[] {
  const { declaration, list, hasStatus } = operation;
  const { etag, file, verb } = declaration;
  const { inPath, inQuery } = textFieldsOf(operation, path.template);
  const needed = new Set(simpleFields(declaration.query).filter(({ options }) => options.required));
  // Writes accept `format` and list options, too. The document omits them, because no client needs them.
  const isList = list && hasStatus && verb === 'GET';
  return [
    ...inPath.map((field) => placeholders.of(field)),
    ...inQuery.map((field) => parameter(field, 'query', needed.has(field))),
    ...(isList ? listParameters() : []),
    ...(verb === 'GET' && file !== 'content sent' ? [shared('format')] : []),
    ...(etag && verb === 'GET' ? [shared('If-None-Match')] : []),
    ...(takesIfMatch(operation, path) ? [shared('If-Match')] : []),
    ...(verb !== 'GET' && declaration.transaction !== false ? [shared('Idempotency-Key')] : []),
  ];
}

function simpleFields(record: Class | undefined): Field[] {
  return record ? fieldsOf(record).filter(({ type }) => !['nested', 'map'].includes((type.item ?? type).name)) : [];
}

/**
 * A field as an OpenAPI parameter. Only a required parameter has an `example`, because Swagger UI fills it in, and
 * filters must stay empty.
 */
function parameter(field: Field, place: 'path' | 'query', required: boolean): Json {
  const { name, options, type } = field;
  const { schema, examples } = querySchema(field);
  const description =
    options.description ?? (place === 'path' ? `${name} of the record.` : `Only records with this ${name}.`);
  // Parameters are optional by default, so that the document need not say it.
  const described = { name, in: place, ...(required && { required }), description };
  if (required) return { ...described, schema, example: examples[0] };
  return { ...described, schema: { ...schema, examples }, ...(type.name === 'list' && { explode: false }) };
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
