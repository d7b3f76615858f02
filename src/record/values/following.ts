/**
 * Returns those names derived by `made` (such as a full name made of parts) that the record must take. A new record
 * takes a derived name unless the call sends that name. A stored record keeps a name that the update sends, and a name
 * that was not the derived one before. If the update sends an empty name, the record takes the derived name.
 */
export function following<T extends object>(
  made: (record: Partial<T>) => Partial<T>,
  sent: Partial<T>,
  before?: Partial<T>,
): Partial<T> {
  // Do not copy a new record, because an import may have a million of them.
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
