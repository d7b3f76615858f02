import { ListOf, Nested, Text, TextMap } from './fields.js';

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
