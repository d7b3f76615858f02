import { Problem, type Class } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { exampleOf, exampleRecord } from '../../record/schema.js';
import { csvWriter } from '../../record/writers/csv.js';
import type { EndpointDeclaration } from '../endpoint/declaration.js';
import { fileTypes } from '../endpoint/files.js';
import { mediaType } from '../endpoint/format.js';
import { taggedPathOf, type Operation, type PathMatch } from '../endpoint/operation.js';
import { headers } from './failure-responses.js';
import type { Examples } from './examples.js';
import type { RecordSchemas } from './record-schemas.js';

type Json = Record<string, unknown>;

/** The responses with status 200. Operations with the same response record share one, and its examples. */
export class SuccessResponses {
  private readonly shared = new Map<string, Json>();

  constructor(
    private readonly records: RecordSchemas,
    private readonly examples: Examples,
  ) {}

  all(): Json {
    return Object.fromEntries(this.shared);
  }

  of(operation: Operation, path: PathMatch): Json {
    const { declaration, list, isBare } = operation;
    const { etag, events, file, headers: own = {}, response } = declaration;
    const isTagged = etag !== undefined || taggedPathOf(operation, path) !== undefined;
    const described = {
      description: file === 'content sent' ? 'The file, or with `Range` a part of it (206).' : 'Success.',
      headers: {
        ...headers('RequestId', ...(isTagged ? ['ETag'] : []), 'Content-Disposition'),
        ...Object.fromEntries(Object.entries(own).map(([name, header]) => [name, ownHeader(header)])),
      },
    };
    if (file === 'content sent')
      return {
        ...described,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      };
    if (file === 'sent') return { ...described, content: fileContent(declaration, fileTypes) };
    const content = this.contentOf(operation, isTagged);
    if (Object.keys(own).length > 0) return { ...described, content };
    const name = [
      isBare ? `${list!.record.name}List` : response.name,
      ...(events === undefined ? [] : ['Live']),
      ...(isTagged ? ['Tagged'] : []),
    ].join('');
    this.shared.set(name, { ...described, content });
    return { $ref: `#/components/responses/${name}` };
  }

  /**
   * The content of a response record for each format. All have the same schema, so that typed clients get the record
   * type for every format. The examples of other formats than JSON are text, and therefore belong to the schema. The
   * CSV of one record (`isTagged`) looks like that of a list of them, which has the example.
   */
  private contentOf({ declaration, list, isBare }: Operation, isTagged: boolean): Json {
    const { events, response } = declaration;
    const record = isBare ? list!.record : response;
    const schema = isBare ? { type: 'array', items: this.records.ofAnswer(record) } : this.records.ofAnswer(record);
    const one = exampleRecord(record);
    return {
      'application/json': {
        schema,
        ...this.examples.add(isBare ? `${record.name}List` : record.name, isBare ? [one] : one),
      },
      'text/csv': { schema: { ...schema, ...(!isTagged && { examples: [csvExample(list?.record ?? response)] }) } },
      [mediaType('xlsx')]: { schema },
      ...(events !== undefined && {
        'text/event-stream': { schema: { ...schema, examples: [`event: ${events}\ndata: {…}\n\n`] } },
      }),
    };
  }
}

/** The 302 response of an operation that redirects browsers. */
export function redirect(location: { description: string; example: string }): Json {
  return { description: 'Redirects a browser.', headers: { ...headers('RequestId'), Location: ownHeader(location) } };
}

/**
 * The content of a file for each of the media types `types`. `example` has the text of the file by media type. The file
 * in a form may have any of these types.
 */
export function fileContent({ example, file }: EndpointDeclaration, types: readonly string[]): Json {
  const examples = example as Readonly<Record<string, string>> | undefined;
  const isAny = file === 'content taken';
  const [any = isAny ? 'application/octet-stream' : 'text/csv'] = Object.keys(examples ?? {});
  const text = examples?.[any];
  const schema: Json = isAny ? { type: 'string', format: 'binary' } : { type: 'string' };
  return Object.fromEntries(
    types.map((type): [string, Json] => {
      if (type === 'multipart/form-data') {
        const properties = { file: { ...schema, contentMediaType: any } };
        return [type, { schema: { type: 'object', required: ['file'], properties }, example: { file: text } }];
      }
      return [type, { schema, ...(examples && { example: examples[type] ?? text }) }];
    }),
  );
}

function ownHeader({ description, example }: { description: string; example: string }): Json {
  return { description, schema: { type: 'string', examples: [example] } };
}

function csvExample(record: Class): string {
  const fields = fieldsOf(record).filter(({ name }) => name !== 'ResponseStatus');
  const { header, rows } = csvWriter(record, fields);
  return header + rows([Object.fromEntries(fields.map((field) => [field.name, storedExample(field)]))]);
}

/** The example of a field, converted from its JSON form to the value that records have in the process. */
function storedExample(field: Field): unknown {
  const value = field.type.read(exampleOf(field));
  return value instanceof Problem ? undefined : value;
}
