/**
 * What an update says of fields that say one thing together: one that comes as it is stored says nothing, so that a
 * record can be sent back with one of them changed.
 */
export function changed<T extends object>(sent: Partial<T>, stored: T): Partial<T> {
  const said = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && value !== (stored as Record<string, unknown>)[name],
  );
  return Object.fromEntries(said) as Partial<T>;
}
