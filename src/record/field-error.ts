/** The error of one field of a request, as ResponseStatus.Errors lists it. */
export interface FieldError {
  ErrorCode: FieldErrorCode;
  /** Path of the field in the request, for example `ProjectTeamMembers[2].ContactID`. */
  FieldName: string;
  /** Names the field and states the allowed values; never echoes the value. */
  Message: string;
  /** `Min`, `Max` or `Allowed`, if the rule has such a limit. For an item of a list, its key, such as `ContactId`. */
  Meta?: Record<string, string>;
}

export type FieldErrorCode =
  | 'NotEmpty'
  | 'NotNull'
  | 'Invalid'
  | 'Length'
  | 'InclusiveBetween'
  | 'GreaterThanOrEqual'
  | 'Enum'
  | 'Unknown'
  | 'Duplicate'
  | 'WrongCase'
  | 'Mismatch'
  | 'Ambiguous'
  | 'TooDeep'
  | 'TooMany';

export const mostListed = 100;

/** A field error whose message is `<field> <rest>.` */
export function fieldError(
  ErrorCode: FieldErrorCode,
  FieldName: string,
  rest: string,
  Meta?: Record<string, string>,
): FieldError {
  return { ErrorCode, FieldName, Message: `${FieldName} ${rest}.`, ...(Meta && { Meta }) };
}

/** Returns the error of a nested record's field, with the nested record's `path` before the name and the message. */
export function within(path: string, { FieldName, Message, ...error }: FieldError): FieldError {
  return { ...error, FieldName: join(path, FieldName), Message: join(path, Message) };
}

/** `listed` has the first error of each field, at most a hundred. `names` has the names of all fields with errors. */
export class FoundErrors {
  readonly listed: FieldError[] = [];
  readonly names = new Set<string>();

  add(errors: readonly FieldError[]): this {
    for (const error of errors) this.of(error.FieldName, () => error);
    return this;
  }

  merge({ listed, names }: FoundErrors): this {
    this.add(listed);
    for (const name of names) this.names.add(name);
    return this;
  }

  /**
   * Adds an error of the field `name`, unless that field has one already. Calls `make`, which returns the error, only
   * if the error is one of the first hundred, which are listed.
   */
  of(name: string, make: () => FieldError): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    if (this.listed.length < mostListed) this.listed.push(make());
  }
}

export function emptyList(FieldName: string): FieldError {
  return fieldError('NotEmpty', FieldName, 'needs at least 1 item');
}

export function repeatedItem(FieldName: string): FieldError {
  return fieldError('Duplicate', FieldName, 'appears more than once in the list');
}

export function tooLong(FieldName: string, most: number): FieldError {
  return fieldError('Length', FieldName, `must have at most ${most} characters`, { Max: String(most) });
}

/** The error of a field with more than `most` parts. `what` is the plural noun for these parts, such as `items`. */
export function tooMany(FieldName: string, most: number, what: string): FieldError {
  return fieldError('TooMany', FieldName, `can have at most ${most} ${what}`, { Max: String(most) });
}

/** The error of a field name in the wrong letter case. `right` is the correct name. */
export function wrongCase(FieldName: string, right: string): FieldError {
  return fieldError('WrongCase', FieldName, `must be written ${right}`, { Allowed: right });
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
