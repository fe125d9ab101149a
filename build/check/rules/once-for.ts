/** Returns a function that computes a value once for each object: what several rules look up. */
export function onceFor<Key extends object, Value>(
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
