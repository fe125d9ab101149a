/** Makes a function of an object that is worked out once for each: what several rules look up. */
export function onceFor<Key extends object, Value>(
  derive: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const { value } = known.get(key) ?? { value: derive(key) };
    known.set(key, { value });
    return value;
  };
}
