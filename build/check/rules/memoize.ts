/**
 * Returns a function that calls `compute` once for each object and returns the same value for the same object
 * afterwards. Rules use it for values that several of them need.
 */
export function memoize<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
