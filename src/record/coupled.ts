/**
 * Returns the fields of an update that differ from the stored record. If several fields state the same fact, a client
 * may send the record back with only one of them changed. The unchanged fields must then be ignored.
 */
export function changed<T extends object>(update: Partial<T>, stored: T): Partial<T> {
  const differences = Object.entries(update).filter(
    ([name, value]) => value !== undefined && value !== (stored as Record<string, unknown>)[name],
  );
  return Object.fromEntries(differences) as Partial<T>;
}
