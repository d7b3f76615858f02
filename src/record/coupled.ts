/**
 * Returns the fields of an update that differ from the stored record. If several fields state the same fact, the
 * unchanged ones must be ignored, so that a client can send a record back with one of them changed.
 */
export function changed<T extends object>(update: Partial<T>, stored: T): Partial<T> {
  const differences = Object.entries(update).filter(
    ([name, value]) => value !== undefined && value !== (stored as Record<string, unknown>)[name],
  );
  return Object.fromEntries(differences) as Partial<T>;
}
