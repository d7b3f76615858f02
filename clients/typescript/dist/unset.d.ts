/** Whether a field of a record is set: no zero, no empty text, no zeros of a GUID or of a date-time, not null. */
export declare function isSet<T>(value: T): value is NonNullable<T>;
/** The value of a field, or undefined if the field is unset: `ifSet(contact.DateOfBirth) ?? 'unknown'`. */
export declare function ifSet<T>(value: T): NonNullable<T> | undefined;
