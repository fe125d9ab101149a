/** Equal parts of many values become one: sizes, fabrics and decorations of products are often the same. */

/** Texts of parts that are remembered at most; those of similar products come one after the other. */
const knownParts = 10_000;

/**
 * Returns a function that copies a JSON value and reuses the objects and strings of equal parts of earlier ones.
 * The copy is the same JSON, members in their order. It is read-only: others share its parts.
 */
export function createSharing(): <Value>(value: Value) => Value {
  const known = new Map<string, unknown>();
  const share = (value: unknown): unknown => {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
    const text = JSON.stringify(value);
    const before = known.get(text);
    if (before !== undefined) return before;
    const shared = typeof value === 'string' ? value : shareMembers(value, share);
    // Pictures are in one product only: remembering all of them would take more memory than sharing saves.
    if (known.size >= knownParts) known.clear();
    known.set(text, shared);
    return shared;
  };
  return (value) => share(value) as typeof value;
}

function shareMembers(value: object, share: (member: unknown) => unknown): object {
  if (Array.isArray(value)) return value.map(share);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, share(member)]));
}
