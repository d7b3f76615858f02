/**
 * Returns the names that `made` derives from other fields and that the record must take. A new record takes a derived
 * name unless it sends the name. A stored record keeps a name that the update sends, or that differed from the derived
 * name before. If the update sends an empty name, the record takes the derived one.
 */
export function following<T extends object>(
  made: (record: Partial<T>) => Partial<T>,
  sent: Partial<T>,
  before?: Partial<T>,
): Partial<T> {
  // A new record is not copied: an import has a million of them.
  const stated = ([, value]: [string, unknown]): boolean => value !== undefined;
  const all = before ? { ...before, ...Object.fromEntries(Object.entries(sent).filter(stated)) } : sent;
  const old = before && made(before);
  const follows = ([key, value]: [string, unknown]): boolean => {
    const name = key as keyof T;
    if (!value || sent[name]) return false;
    if (!old || sent[name] !== undefined) return true;
    return value !== old[name] && (!before[name] || before[name] === old[name]);
  };
  return Object.fromEntries(Object.entries(made(all)).filter(follows)) as Partial<T>;
}
