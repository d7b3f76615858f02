/** The values that a response writes for an unset field, besides null. */
const unset = /^(|0|0{32}|0001-01-01T.*)$/;

/** Whether a field of a record is set: no zero, no empty text, no zeros of a GUID or of a date-time, not null. */
export function isSet<T>(value: T): value is NonNullable<T> {
  return !unset.test(String(value ?? ''));
}

/** The value of a field, or undefined if the field is unset: `ifSet(contact.DateOfBirth) ?? 'unknown'`. */
export function ifSet<T>(value: T): NonNullable<T> | undefined {
  return isSet(value) ? value : undefined;
}
