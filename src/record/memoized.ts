/** A function that makes its result once for each key. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>();
  return (key) => {
    let found = made.get(key);
    if (!found) made.set(key, (found = { value: make(key) }));
    return found.value;
  };
}
