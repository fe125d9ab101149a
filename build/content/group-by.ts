/**
 * Groups items by key: returns key → the items with this key. Keys are in the order of their first items.
 * (`Map.groupBy` of ES2024 does the same, but Node.js 20 lacks it.)
 */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
