/**
 * Returns the fields of an update that differ from the stored record. A client may change one of several fields that
 * state the same fact, and send the other fields unchanged. The unchanged fields must not undo the change.
 */
export function changedFields<T extends object>(update: Partial<T>, stored: T): Partial<T> {
  const differences = Object.entries(update).filter(
    ([name, value]) => value !== undefined && value !== (stored as Record<string, unknown>)[name],
  );
  return Object.fromEntries(differences) as Partial<T>;
}
