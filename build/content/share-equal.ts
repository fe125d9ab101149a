/**
 * Saves memory by sharing equal parts of many values: sizes, fabrics and decorations of products are often
 * equal.
 */

/**
 * Maximum number of remembered objects, lists and strings. When it is reached, all are forgotten; this costs
 * little, because products with equal parts are usually adjacent.
 */
const maxCachedParts = 10_000;

/**
 * Returns a function that copies a JSON value. If an object, list or string in the value equals one in an earlier copy,
 * with members in the same order, the new copy contains that same object, to save memory. The function remembers up to
 * 10,000 such parts, then forgets them all. Do not change a copy, because others share its parts.
 */
export function createSharing(): <Value>(value: Value) => Value {
  const known = new Map<string, unknown>();
  const share = (value: unknown): unknown => {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
    const text = JSON.stringify(value);
    const before = known.get(text);
    if (before !== undefined) return before;
    const shared = typeof value === 'string' ? value : shareMembers(value, share);
    // Limited, because most parts, such as pictures, occur in one product only.
    if (known.size >= maxCachedParts) known.clear();
    known.set(text, shared);
    return shared;
  };
  return (value) => share(value) as typeof value;
}

function shareMembers(value: object, share: (member: unknown) => unknown): object {
  if (Array.isArray(value)) return value.map(share);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, share(member)]));
}
