import type { Schema } from '../../record/field-types.js';
import { listOptionNames, mostTaken } from '../../record/lists/list-options.js';
import { named } from '../endpoint/format.js';

type Json = Record<string, unknown>;

/** The documented maximum length of a query parameter or header. It is the default of HEADER_LIMIT. */
const longestQuery = 16_384;
export const tagExample = '"pX3yV0uJ4cZl9Cq0uJ4cAb-json"';

const count = (minimum: number, maximum: number, example: number): Schema => {
  return { type: 'integer', minimum, maximum, examples: [example] };
};
const fieldNames: Schema = { type: 'string', maxLength: longestQuery, examples: ['LastName,FirstName'] };
const tag: Schema = { type: 'string', maxLength: longestQuery, examples: [tagExample] };
const filterValue: Schema = { type: ['string', 'number', 'boolean'] };

/**
 * The parameters that operations share, by the name of their component. Generators make type names from these names, so
 * they differ in more than letter case, dots and hyphens.
 */
export const sharedParameters = {
  skip: query('skip', 'Number of records to skip.', count(0, 999_999_999, 0)),
  take: query('take', 'Maximum number of records to return; all by default.', count(1, mostTaken, 50)),
  orderBy: query(
    'orderBy',
    'Ascending order. Comma-separated fields of the record, `-Field` for descending.',
    fieldNames,
  ),
  orderByDesc: query(
    'orderByDesc',
    'Descending order. Comma-separated fields of the record, `-Field` for ascending.',
    fieldNames,
  ),
  fields: query(
    'fields',
    'Fields to return of each record; all by default. Comma-separated. Columns of CSV and XLSX have this order. ' +
      'Records that have an ETag when they are read alone have the field `Version`, too.',
    fieldNames,
  ),
  include: query(
    'include',
    '`total` puts the number of all records into ResponseStatus.Meta.Total. If more than 100,000 records must be ' +
      'read for it, the number may be estimated, rounded to two digits; Meta.TotalIsEstimate is then `true`.',
    {
      type: 'string',
      enum: ['total'],
      examples: ['total'],
    },
  ),
  // Swagger UI fills in the example, so it has no filter. One that Swagger UI makes of the schema would be refused.
  filters: {
    ...query(
      'filters',
      'Filters on the fields of the record: a field, or a field with a suffix such as `In` (see Lists in the ' +
        'description of this document). Each member is a parameter of its own: `{"StateIn": "TX,AZ"}` is sent as ' +
        '`StateIn=TX,AZ`.',
      {
        type: 'object',
        additionalProperties: filterValue,
      },
    ),
    style: 'form',
    explode: true,
    example: {},
  },
  format: query(
    'format',
    'Format of the response. A suffix of the path (`.json`, `.csv`, `.xlsx`) has precedence over it.',
    { type: 'string', enum: named, examples: ['csv'] },
  ),
  'If-None-Match': header(
    'If-None-Match',
    'The ETag of an earlier response; 304 while the response is unchanged.',
    tag,
  ),
  'If-Match': header(
    'If-Match',
    'The ETag of the record in any format, or `*`. The call fails with 412 if the record has changed since.',
    tag,
  ),
  'Idempotency-Key': header(
    'Idempotency-Key',
    'Makes a retry safe: for 24 hours, the same key and request return the first response. If that has the header ' +
      '`Idempotency-Response: not-stored` (too large, with a secret, or a person was erased during the call), ' +
      'they return 422 instead.',
    {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      examples: ['5d1c2f0e-6a53-4c9e-8f0b-1a2b3c4d5e6f'],
    },
  ),
} as const satisfies Record<string, Json>;

export function shared(name: keyof typeof sharedParameters): Json {
  return { $ref: `#/components/parameters/${name}` };
}

/** The parameters of a list: its options, and the filters on the fields of its record. */
export function listParameters(): Json[] {
  return [...listOptionNames, 'filters' as const].map(shared);
}

function query(name: string, description: string, schema: Schema): Json {
  return { name, in: 'query', description, schema };
}

function header(name: string, description: string, schema: Schema): Json {
  return { name, in: 'header', description, schema };
}
