/**
 * Names that are derived from others. A new record gets the derived name unless it sends one; a stored one keeps a name
 * that was sent or differs from the derived one. An empty name that is sent is derived again.
 */
export function following<T extends object>(
  made: (record: Partial<T>) => Partial<T>,
  sent: Partial<T>,
  before?: Partial<T>,
): Partial<T> {
  const stated = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<T>;
  const old = before && made(before);
  const follows = ([key, value]: [string, unknown]): boolean => {
    const name = key as keyof T;
    if (!value || sent[name]) return false;
    if (!old || sent[name] !== undefined) return true;
    return value !== old[name] && (!before[name] || before[name] === old[name]);
  };
  return Object.fromEntries(Object.entries(made({ ...before, ...stated })).filter(follows)) as Partial<T>;
}
