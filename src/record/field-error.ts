/** What is wrong with one field of a request, as ResponseStatus.Errors lists it. */
export interface FieldError {
  ErrorCode: FieldErrorCode;
  /** Path of the field, for example `ProjectTeamMembers[2].ContactID`. */
  FieldName: string;
  /** Names the field and says what is allowed; never echoes the value. */
  Message: string;
  /** `Min`, `Max` and `Allowed` where they apply. */
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
  | 'TooDeep'
  | 'TooMany';

/** Errors that one answer lists. */
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

/** The errors of a request, one a field: the first hundred, and the names of all fields that have one. */
export class FoundErrors {
  readonly listed: FieldError[] = [];
  readonly names = new Set<string>();

  /** An error for a field that has one already is left out. */
  add(errors: readonly FieldError[]): this {
    for (const error of errors) this.of(error.FieldName, () => error);
    return this;
  }

  /** Adds all that others found. */
  merge({ listed, names }: FoundErrors): this {
    this.add(listed);
    for (const name of names) this.names.add(name);
    return this;
  }

  /** Adds one; it is made where it is listed. */
  of(name: string, make: () => FieldError): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    if (this.listed.length < mostListed) this.listed.push(make());
  }
}

/** The error of a list of a request that has to have items. */
export function emptyList(FieldName: string): FieldError {
  return fieldError('NotEmpty', FieldName, 'needs at least 1 item');
}

/** The error of an item that its list has before it already. */
export function repeatedItem(FieldName: string): FieldError {
  return fieldError('Duplicate', FieldName, 'appears more than once in the list');
}

export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
