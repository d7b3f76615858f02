/**
 * Returns the derived names to store. `made` derives them from other fields, for example a full name from its parts. A
 * name that `sent` states is never derived. In a new record (without `before`), all other names are derived. In an
 * update, a name that is empty in `sent` is derived again. A name that is absent from `sent` follows a change of its
 * parts, unless the stored name is neither empty nor the one that `made` derives from `before`.
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
