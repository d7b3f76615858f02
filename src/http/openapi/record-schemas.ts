import type { Class } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { ResponseStatus } from '../../record/response-status.js';
import { answeredSchema, recordsUnder, sentSchema } from '../../record/schema.js';
import { refusesUnknownNames } from '../endpoint/declaration.js';
import type { Operation } from '../endpoint/operation.js';

type Json = Record<string, unknown>;

/**
 * The schemas of all records. One that is both answered and sent has two: an answer (`Contact`) has every field, a
 * request (`ContactInput`) those that its sender wants to set.
 */
export class RecordSchemas {
  private readonly sent = new Map<string, Class>();
  /** Those of them, and those within them, that operations take that ignore names that they do not know. */
  private readonly loose = new Map<string, Class>();
  private readonly answered = recordsUnder(ResponseStatus);
  /** The records whose schema is an answer's, or a request's, own. */
  private readonly shown = new Set<Class>();

  constructor(private readonly operations: readonly Operation[]) {
    for (const { declaration, list, resource } of operations) {
      const { bare, file, request, response, verb } = declaration;
      if (request && verb !== 'GET' && !file) {
        recordsUnder(request, this.sent);
        if (!refusesUnknownNames(resource)) recordsUnder(request, this.loose);
      }
      const record = bare ? list!.record : response;
      this.shown.add(record);
      if (file !== 'sent') recordsUnder(record, this.answered);
    }
  }

  all(): Json {
    const answered = [...this.answered.values()].map((record) => [
      record.name,
      answeredSchema(record, this.shown.has(record)),
    ]);
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

  ofAnswer({ name }: Class): Json {
    return { $ref: `#/components/schemas/${name}` };
  }

  ofRequest(record: Class): Json {
    return { $ref: `#/components/schemas/${this.sentName(record)}` };
  }

  /**
   * What a request cannot do without. Where one verb adds and another changes with the same
   * record, that is not the record's to say.
   */
  neededFields(record: Class): readonly Field[] {
    const uses = this.operations.filter(({ declaration }) => declaration.request === record);
    const verbs = new Set(uses.map(({ declaration }) => declaration.verb));
    return verbs.size === 1 ? fieldsOf(record).filter(({ options }) => options.required) : [];
  }

  private sentName({ name }: Class): string {
    return this.answered.has(name) ? `${name}Input` : name;
  }
}
