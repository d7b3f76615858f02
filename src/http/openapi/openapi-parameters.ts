import type { Class, Schema } from '../../record/field-types.js';
import { listOptionNames, mostTaken } from '../../record/lists/list-options.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { placeholdersOf } from '../endpoint/declaration.js';
import { named } from '../endpoint/format.js';
import { ownNames } from '../endpoint/input-names.js';
import { takesIfMatch, type Operation, type PathMatch } from '../endpoint/operation.js';
import { optional, parameter, type FilterParameters } from './filter-parameters.js';

type Json = Record<string, unknown>;

/** The documented maximum length of a query parameter or header. It is the default of HEADER_LIMIT. */
const longestQuery = 16_384;
export const tagExample = '"pX3yV0uJ4cZl9Cq0uJ4cAb-json"';

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

export function parameters(operation: Operation, path: PathMatch, filters: FilterParameters): Json[] {
  const { template } = path;
  const { declaration, list, hasStatus } = operation;
  const { inPath, inQuery } = textFieldsOf(operation, template);
  const needed = new Set(simpleFields(declaration.query).filter(({ options }) => options.required));
  // Writes accept list options, too. The document omits the list options of writes, because no client needs them.
  const isList = list && hasStatus && declaration.verb === 'GET';
  return [
    ...inPath.map((field) => parameter(field, 'path', true)),
    ...inQuery.map((field) => parameter(field, 'query', needed.has(field))),
    ...(isList ? listParameters(list.record) : []),
    optional('format', {
      description: 'Format of the response. A suffix of the path (`.json`, `.csv`, `.xlsx`) has precedence over it.',
      schema: { type: 'string', enum: named, examples: ['csv'] },
    }),
    ...(declaration.etag && declaration.verb === 'GET'
      ? [
          header('If-None-Match', 'The ETag of an earlier response; 304 while the response is unchanged.', {
            type: 'string',
            maxLength: longestQuery,
            examples: [tagExample],
          }),
        ]
      : []),
    ...(takesIfMatch(operation, path)
      ? [
          header(
            'If-Match',
            'The ETag of the record in any format, or `*`. The call fails with 412 if the record has changed since.',
            { type: 'string', maxLength: longestQuery, examples: [tagExample] },
          ),
        ]
      : []),
    ...(declaration.verb !== 'GET' && declaration.transaction !== false
      ? [
          header(
            'Idempotency-Key',
            'Makes a retry safe: for 24 hours, the same key and request return the first response. If that has the ' +
              'header `Idempotency-Response: not-stored` (too large, or with a secret), they return 422 instead.',
            { type: 'string', minLength: 1, maxLength: 255, examples: ['5d1c2f0e-6a53-4c9e-8f0b-1a2b3c4d5e6f'] },
          ),
        ]
      : []),
    ...(isList ? filters.of(list.record, ownNames(operation)) : []),
  ];
}

function simpleFields(record: Class | undefined): Field[] {
  return record ? fieldsOf(record).filter(({ type }) => !['nested', 'map'].includes((type.item ?? type).name)) : [];
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
      description: 'Number of records to skip.',
      schema: { type: 'integer', minimum: 0, maximum: 999_999_999, examples: [0] },
    },
    take: {
      description: 'Maximum number of records to return; all by default.',
      schema: { type: 'integer', minimum: 1, maximum: mostTaken, examples: [50] },
    },
    orderBy: listed('Ascending order.', 1),
    orderByDesc: listed('Descending order.', 1),
    fields: listed('Fields to return of each record; all by default.', 2),
    include: {
      description:
        '`total` puts the number of all records into ResponseStatus.Meta.Total. If more than 100,000 records must be ' +
        'read for it, the number may be estimated, rounded to two digits; Meta.TotalIsEstimate is then `true`.',
      schema: { type: 'string', enum: ['total'], examples: ['total'] },
    },
  };
  return listOptionNames.map((name) => optional(name, described[name]));
}
