import type { Class } from './field-types.js';
import { ListOf, Nested, Text, TextMap } from './fields.js';
import type { Rows } from './lists/list-options.js';

const textLength = 4000;

class ResponseError {
  @Text(100) ErrorCode!: string;
  @Text(textLength) FieldName!: string;
  @Text(textLength) Message!: string;
  @TextMap() Meta!: Record<string, string>;
}

/** The outcome of a call. On success the ErrorCode is null. */
export class ResponseStatus {
  @Text(100, { nullable: true }) ErrorCode!: string | null;
  @Text(textLength, { nullable: true }) Message!: string | null;
  @Text(textLength, { nullable: true }) StackTrace!: string | null;
  @ListOf(() => ResponseError) Errors!: ResponseError[];
  @TextMap() Meta!: Record<string, string>;
}

export function succeeded(Meta: Record<string, string> = {}): ResponseStatus {
  return { ErrorCode: null, Message: null, StackTrace: null, Errors: [], Meta };
}

export const Status = (): PropertyDecorator => Nested(() => ResponseStatus);

/** A response record with the outcome of the call as its first field. */
export abstract class ResponseRecord {
  @Status() ResponseStatus!: ResponseStatus;
}

/** The fields that the errors of operations with this response have besides ResponseStatus: `{ Success: false }`. */
export const FailsWith =
  (fields: Failure): ClassDecorator =>
  (response) => {
    failures.set(response, fields);
  };

type Failure = Readonly<Record<string, unknown>>;
const failures = new WeakMap<object, Failure>();

export function failureOf(response: Class): Failure | undefined {
  return failures.get(response);
}

type Listed<Name extends string, R> = { [List in Name]: Rows<R> };

/** The response record with one list. `class StatesResponse extends responseOf('States', State) {}` names it. */
export function responseOf<const Name extends string, R extends object>(list: Name, record: Class<R>) {
  const name = `${list}Response`;
  const { [name]: response } = { [name]: class extends ResponseRecord {} };
  ListOf(() => record)(response.prototype, list);
  return response as new () => ResponseRecord & Listed<Name, R>;
}

abstract class BareList {}

/** A response record with one list, whose JSON is the array alone, without the list options. */
export function bareListOf<const Name extends string, R extends object>(list: Name, record: Class<R>) {
  class Response extends BareList {}
  ListOf(() => record)(Response.prototype, list);
  return Response as new () => Listed<Name, R>;
}

export function isBareList(response: Class): boolean {
  return response.prototype instanceof BareList;
}
