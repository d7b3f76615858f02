import type { Class } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { ResponseStatus } from '../../record/response-status.js';
import { answeredSchema, recordsUnder, sentSchema } from '../../record/schema.js';
import { refusesUnknownNames } from '../endpoint/declaration.js';
import type { Operation } from '../endpoint/operation.js';

type Json = Record<string, unknown>;

/**
 * The schemas of all records. A record that is both in responses and in requests has two schemas: `Contact` for
 * responses, and `ContactInput` for requests, which requires only the fields that must be set.
 */
export class RecordSchemas {
  private readonly sent = new Map<string, Class>();
  /** The request records of operations that ignore unknown names, including nested records. */
  private readonly loose = new Map<string, Class>();
  private readonly answered = recordsUnder(ResponseStatus);

  constructor(private readonly operations: readonly Operation[]) {
    for (const { declaration, list, isBare, group } of operations) {
      const { file, request, response, verb } = declaration;
      if (request && verb !== 'GET' && !file) {
        recordsUnder(request, this.sent);
        if (!refusesUnknownNames(group)) recordsUnder(request, this.loose);
      }
      const record = isBare ? list!.record : response;
      if (file !== 'sent' && file !== 'content sent') recordsUnder(record, this.answered);
    }
  }

  all(): Json {
    const answered = [...this.answered.values()].map((record) => [record.name, answeredSchema(record)]);
    const sent = [...this.sent.values()].map((record) => [
      this.sentName(record),
      {
        ...sentSchema(record, this.neededFields(record), (other) => this.sentName(other)),
        ...(!this.loose.has(record.name) && { additionalProperties: false }),
      },
    ]);
    const failure = {
      type: 'object',
      required: ['ResponseStatus'],
      properties: { ResponseStatus: this.ofAnswer(ResponseStatus) },
    };
    return { Failure: failure, ...(Object.fromEntries([...answered, ...sent]) as Json) };
  }

  /** The names of the records, apart from ResponseStatus, that send null for some unset fields. */
  withNull(): string[] {
    return [...this.answered.values()]
      .filter((record) => record !== ResponseStatus && JSON.stringify(answeredSchema(record)).includes('"null"'))
      .map(({ name }) => name);
  }

  ofAnswer({ name }: Class): Json {
    return { $ref: `#/components/schemas/${name}` };
  }

  ofRequest(record: Class): Json {
    return { $ref: `#/components/schemas/${this.sentName(record)}` };
  }

  /**
   * The fields that the schema of a request record requires. There are none if several verbs share the record, or if
   * the record of an update extends the record of an insert, because an update requires fewer fields than an insert.
   */
  neededFields(record: Class): readonly Field[] {
    const verbsOf = (holds: (request: Class) => boolean): Set<string> =>
      new Set(this.operations.flatMap(({ declaration: { request, verb } }) => (request && holds(request) ? verb : [])));
    const verbs = verbsOf((request) => request === record);
    if (verbs.has('PUT') && verbsOf((request) => record.prototype instanceof request).has('POST')) return [];
    return verbs.size === 1 ? fieldsOf(record).filter(({ options }) => options.required) : [];
  }

  private sentName({ name }: Class): string {
    return this.answered.has(name) ? `${name}Input` : name;
  }
}
