/**
 * Shares equal parts of many values in memory: sizes, fabrics and decorations of products are often the
 * same.
 */

/** Maximum number of remembered parts; similar products follow each other. */
const knownParts = 10_000;

/**
 * Returns a function that copies a JSON value and reuses equal objects and strings of earlier copies.
 * Members keep their order. The copy is read-only, because it shares its parts.
 */
export function createSharing(): <Value>(value: Value) => Value {
  const known = new Map<string, unknown>();
  const share = (value: unknown): unknown => {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
    const text = JSON.stringify(value);
    const before = known.get(text);
    if (before !== undefined) return before;
    const shared = typeof value === 'string' ? value : shareMembers(value, share);
    // Each picture is in only one product: remembering pictures would take more memory than sharing
    // saves.
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
