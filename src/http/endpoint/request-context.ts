import type { IncomingMessage } from 'node:http';
import type { CallContext } from '../../context/call-context.js';
import { bind, madeUnset, namesOf, type Bound } from '../../record/bind.js';
import { fieldError, FoundErrors, type FieldError } from '../../record/field-error.js';
import { parseFilters } from '../../record/lists/list-filters.js';
import { listOptionNames, noOptions, parseListOptions, type ListOptions } from '../../record/lists/list-options.js';
import type { Class, Reading } from '../../record/field-types.js';
import { fieldsOf, type Field } from '../../record/metadata.js';
import { ownNames, unknownInBody, unknownNames, usedByDelete } from './input-names.js';
import { parseBody } from '../body/body.js';
import { Invalid } from '../../errors/errors.js';
import { takesFile } from './declaration.js';
import type { Format } from './format.js';
import { noValues, type Operation, type PathMatch } from './operation.js';
import { urlencodedToJson, type UrlencodedValues } from '../body/urlencoded.js';

interface Incoming extends IncomingMessage {
  body?: Uint8Array;
}

interface BoundInput {
  request: Bound<object>;
  options: ListOptions;
  /**
   * The field errors that the binding of a write found. The operation runs nevertheless, so that one response reports
   * these errors together with those that the operation finds.
   */
  errors: FoundErrors;
}

class NoFields {}

/** The bytes of an uploaded file, and the transaction in which the operation processes them. */
export interface UploadedBytes {
  /** The bytes as they arrive. Reading them throws PayloadTooLarge, and RequestTimeout if no chunk arrives in time. */
  readonly bytes: AsyncIterable<Buffer>;
  /**
   * Runs `work` in one transaction, which also stores the result for the Idempotency-Key. If a result is already stored
   * for the key, returns that result instead. `hash` is the hash of the uploaded bytes.
   */
  readonly once: (hash: string, work: () => Promise<object>) => Promise<object>;
}

/** The state of one HTTP request in the pipeline; also the CallContext of its call. */
export class RequestContext implements CallContext {
  userId: CallContext['userId'] = null;
  rights: CallContext['rights'];
  showsSecret: CallContext['showsSecret'];
  leaving: CallContext['leaving'];
  format: Format = 'json';
  path?: PathMatch;
  operation?: Operation;
  /** Decoded placeholder values of the matched path. */
  pathValues = noValues;
  query: UrlencodedValues = new Map();
  bodyRead = false;
  upload?: UploadedBytes;
  private readonly bytesBefore: number;
  private bound?: BoundInput;
  private json?: unknown;

  constructor(
    readonly request: Incoming,
    readonly requestId: string,
    readonly traceId: string,
    private readonly reading: Required<Reading> & { depth: number },
  ) {
    this.bytesBefore = request.socket.bytesWritten;
  }

  get operationName(): string {
    return this.operation?.name ?? '';
  }

  get filters(): readonly string[] | undefined {
    // Omit names that begin with _. Clients add such parameters to bypass caches, and their names may be any text.
    return this.bound && this.query.size > 0
      ? [...this.query.keys()].filter((name) => !name.startsWith('_'))
      : undefined;
  }

  bytesSent(): number {
    return this.request.socket.bytesWritten - this.bytesBefore;
  }

  /** Size of the request body in bytes. */
  get bodySize(): number {
    return this.request.body?.length ?? 0;
  }

  body(): unknown {
    const { request: record = NoFields, file } = this.operation?.declaration ?? {};
    if (takesFile({ file })) return {};
    this.json ??= parseBody(this.request.body, this.request.headers['content-type'], record, this.reading.depth);
    return this.json;
  }

  /**
   * Returns the bound request record and the list options. Binds them at the first call only. Throws Invalid with all
   * field errors, unless the operation may find further ones: then it returns the field errors in `errors`.
   */
  input(): BoundInput {
    this.bound ??= this.bind();
    return this.bound;
  }

  /**
   * A request to another operation, with the same path values and without a query. `json` is the body of the request.
   */
  readBy(operation: Operation, json?: string): Incoming {
    const request = Object.create(this.request) as Incoming;
    if (json !== undefined) {
      const headers = { ...this.request.headers, 'content-type': 'application/json' };
      Object.defineProperties(request, { headers: { value: headers }, body: { value: Buffer.from(json) } });
    }
    const context = new RequestContext(request, this.requestId, this.traceId, this.reading);
    Object.assign(context, { operation, path: this.path, pathValues: this.pathValues });
    attachContext(request, context);
    return request;
  }

  private bind(): BoundInput {
    const { declaration, list, hasStatus } = this.operation!;
    const isEmpty = declaration.verb === 'GET' && this.query.size === 0 && this.pathValues === noValues;
    if (isEmpty) return { request: {}, options: noOptions, errors: new FoundErrors() };
    const record: Class = declaration.request ?? NoFields;
    const filters: Class = declaration.query ?? NoFields;
    const { exact: filterNames, folded: foldedFilters } = namesOf(filters);
    const { exact: names, folded } = namesOf(record);
    const placeholders = new Map(Object.entries(this.pathValues).map(([name, text]) => [name, [text]]));
    const ownQuery = select(this.query, (name) => folded.has(name.toLowerCase()) && !filterNames.has(name));
    const filterQuery = select(this.query, (name) => foldedFilters.has(name.toLowerCase()) && !names.has(name));

    const used = (json: unknown): unknown =>
      declaration.verb === 'DELETE' ? usedByDelete(json, record, this.operation!) : json;
    const path = bind(record, urlencodedToJson(placeholders, record), this.reading);
    const query = bind(record, used(urlencodedToJson(ownQuery, record)), this.reading);
    const filter = bind(filters, urlencodedToJson(filterQuery, filters), this.reading);
    const json = declaration.verb === 'GET' ? {} : this.body();
    const body = bind(record, used(json), this.reading);
    const { options, errors } = list && hasStatus ? this.listOptions(list.record) : { options: noOptions, errors: [] };
    const isFile = takesFile(declaration);
    const found = new FoundErrors()
      .merge(path.found)
      .merge(query.found)
      .merge(filter.found)
      .add([path, query].flatMap(({ value }) => madeUnset(record, value)))
      .add(madeUnset(filters, filter.value))
      .add(errors)
      .add(secretsIn(ownQuery, names))
      // Check the query of an upload too, because a call with a misspelt dryRun would write.
      .add(declaration.verb === 'GET' || isFile ? unknownNames(this.query, this.operation!) : []);
    const bodyAlone = found.names.size === 0;
    found
      .merge(body.found)
      .merge(unknownInBody(json, this.operation!))
      .add(mismatches('path', path.value, { query: query.value, body: body.value }))
      .add(mismatches('query', query.value, { body: body.value }));
    const { verb, transaction = true } = declaration;
    const canAddErrors = verb !== 'GET' && transaction && bodyAlone && !hidesRecord(record, body.found);
    if (found.names.size > 0 && !canAddErrors) throw new Invalid(found.listed, undefined, found.names.size);
    return { request: Object.assign(body.value, query.value, path.value, filter.value), options, errors: found };
  }

  /** The list options in the query. They omit the filters that the operation applies itself. */
  private listOptions(record: Class): { options: ListOptions; errors: FieldError[] } {
    if (this.query.size === 0) return { options: noOptions, errors: [] };
    const { declaration } = this.operation!;
    const single = new Map([...this.query].map(([name, [value]]) => [name, value]));
    const { options, errors } = parseListOptions(single, record);
    if (declaration.verb !== 'GET') return { options, errors };
    const named = ownNames(this.operation!);
    const rest = new Map([...this.query].filter(([name]) => !named.has(name)));
    const found = parseFilters(rest, record, this.reading.timeZone);
    return { options: { ...options, filters: found.filters }, errors: [...errors, ...found.errors] };
  }
}

/**
 * Whether the body is invalid as a whole, or a key field in it is, so that the operation cannot know which record to
 * change.
 */
function hidesRecord(record: Class, { names }: FoundErrors): boolean {
  return (
    names.has('Body') || fieldsOf(record).some(({ name, options }) => options.key !== undefined && names.has(name))
  );
}

/** An error for each secret field in the query, because proxies log URLs and browsers keep them. */
function secretsIn(query: UrlencodedValues, names: ReadonlyMap<string, Field>): FieldError[] {
  return [...query.keys()]
    .filter((name) => names.get(name)?.options.secret)
    .map((name) => fieldError('Invalid', name, 'is a secret: send it in the body, never in the URL'));
}

const contexts = new WeakMap<object, RequestContext>();

export function attachContext(request: object, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a request. Throws if the request did not pass the pipeline. */
export function contextOf(request: object): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error('The request did not come through the pipeline.');
  return context;
}

export function findContext(request: object): RequestContext | undefined {
  return contexts.get(request);
}

function select(values: UrlencodedValues, wanted: (name: string) => boolean): UrlencodedValues {
  return new Map([...values].filter(([name]) => wanted(name) && !isOption(name)));
}

function isOption(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'format' || listOptionNames.some((option) => option.toLowerCase() === lower);
}

/** An error for each field that has different values in two parts of the request, such as the path and the body. */
function mismatches(source: string, values: object, others: Record<string, object>): FieldError[] {
  return Object.entries(values).flatMap(([name, value]) =>
    Object.entries(others)
      .filter(([, other]) => {
        const given = (other as Record<string, unknown>)[name];
        return given !== undefined && given !== null && given !== '' && JSON.stringify(given) !== JSON.stringify(value);
      })
      .map(([other]) => fieldError('Mismatch', name, `has different values in the ${source} and the ${other}`)),
  );
}
