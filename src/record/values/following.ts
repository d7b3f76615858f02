/**
 * Returns the derived names (such as a full name made of parts, by `made`) that a record must take. A new record takes
 * a name that the call does not send. A stored record also keeps a name that was not the derived one before. An empty
 * name in an update restores the derived name.
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
