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
