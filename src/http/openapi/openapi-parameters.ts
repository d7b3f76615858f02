import type { Class, Schema } from '../../record/field-types.js';
import { filteredFields } from '../../record/lists/list-filters.js';
import { listOptionNames, mostTaken } from '../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { exampleOf, fieldSchema } from '../../record/schema.js';
import { placeholdersOf } from '../endpoint/declaration.js';
import { named } from '../endpoint/format.js';
import { ownNames } from '../endpoint/input-names.js';
import type { Operation } from '../endpoint/operation.js';

type Json = Record<string, unknown>;

/** Longer queries and headers are refused. */
const longestQuery = 16_384;

/** The fields that path and query can fill, with those of the filters. */
export function textFieldsOf({ declaration }: Operation, template: string): { inPath: Field[]; inQuery: Field[] } {
  const placeholders = placeholdersOf(template);
  const fields = simpleFields(declaration.request);
  const inPath = placeholders.map((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`${template} has a placeholder ${name} that the request record does not know.`);
    return field;
  });
  const filters = [
    ...fields.filter(({ name }) => declaration.filters?.includes(name)),
    ...simpleFields(declaration.query),
  ];
  return { inPath, inQuery: filters.filter(({ name }) => !placeholders.includes(name)) };
}

export function parameters(operation: Operation, template: string): Json[] {
  const { declaration, list, hasStatus } = operation;
  const { inPath, inQuery } = textFieldsOf(operation, template);
  return [
    ...inPath.map((field) => parameter(field, 'path')),
    ...inQuery.map((field) => parameter(field, 'query')),
    // A write takes them for its answer, too, but nobody who writes looks for them.
    ...(list && hasStatus && declaration.verb === 'GET'
      ? [...filterParameters(operation, list.record), ...listParameters(list.record)]
      : []),
    optional('format', {
      description:
        'Format of the answer; a suffix of the path (`.json`, `.csv`, `.xlsx`) wins over it, it over `Accept`.',
      schema: { type: 'string', enum: named, examples: ['csv'] },
    }),
    ...(declaration.etag
      ? [
          header('If-None-Match', 'The ETag of an earlier answer: 304 while it is still the same.', {
            type: 'string',
            maxLength: longestQuery,
            examples: ['W/"1f-Zl9Cq0uJ4c"'],
          }),
        ]
      : []),
    ...(declaration.verb !== 'GET' && declaration.transaction !== false
      ? [
          header(
            'Idempotency-Key',
            'Makes a retry safe: the same key with the same request gives the first answer again, for 24 hours.',
            { type: 'string', minLength: 1, maxLength: 255, examples: ['5d1c2f0e-6a53-4c9e-8f0b-1a2b3c4d5e6f'] },
          ),
        ]
      : []),
  ];
}

function simpleFields(record: Class | undefined): Field[] {
  return record ? fieldsOf(record).filter(({ type }) => !['nested', 'map'].includes((type.item ?? type).name)) : [];
}

/**
 * Only what a path needs has an example of the parameter: Swagger UI fills those
 * in, and a filter is the caller's choice.
 */
function parameter(field: Field, place: 'path' | 'query'): Json {
  const { description, ...options } = field.options;
  // No text is null, and Swagger UI would take none for a value that may be.
  const {
    description: _told,
    examples: _shown,
    ...schema
  } = fieldSchema({ ...field, options: { ...options, nullable: false } });
  const example = exampleOf(field) ?? field.name;
  const described =
    description ?? (place === 'path' ? `${field.name} of the record.` : `Only those with this ${field.name}.`);
  if (place === 'path') return { name: field.name, in: place, required: true, description: described, schema, example };
  return {
    ...optional(field.name, { description: described, schema: { ...schema, examples: [example] } }),
    ...(field.type.name === 'list' && { explode: false }),
  };
}

/** The values alone: the document tells once what else can follow a field's name. */
function filterParameters(operation: Operation, record: Class): Json[] {
  const own = ownNames(operation);
  return filteredFields(record)
    .filter(({ name }) => !own.has(name))
    .map((field) => parameter({ ...field, options: { ...field.options, description: undefined } }, 'query'));
}

function optional(name: string, described: { description: string; schema: Schema }): Json {
  return { name, in: 'query', required: false, ...described };
}

function header(name: string, description: string, schema: Schema): Json {
  return { name, in: 'header', required: false, description, schema };
}

function listParameters(record: Class): Json[] {
  const names = fieldsOf(record).map(({ name }) => name);
  const listed = (description: string, count: number): { description: string; schema: Schema } => ({
    description: `${description} Comma-separated fields of ${record.name}.`,
    schema: { type: 'string', maxLength: longestQuery, examples: [names.slice(0, count).join(',')] },
  });
  const described: Record<(typeof listOptionNames)[number], { description: string; schema: Schema }> = {
    skip: {
      description: 'How many records to leave out at the start.',
      schema: { type: 'integer', minimum: 0, maximum: 999_999_999, examples: [0] },
    },
    take: {
      description: 'How many records to send at the most; all of them without it.',
      schema: { type: 'integer', minimum: 1, maximum: mostTaken, examples: [50] },
    },
    orderBy: listed('What to order by, ascending.', 1),
    orderByDesc: listed('What to order by, descending.', 1),
    fields: listed('What to send of each record; without it everything, as the schema says.', 2),
    include: {
      description: '`total` puts the number of all records into ResponseStatus.Meta.Total.',
      schema: { type: 'string', enum: ['total'], examples: ['total'] },
    },
  };
  return listOptionNames.map((name) => optional(name, described[name]));
}
