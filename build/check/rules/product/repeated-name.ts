/** The indexes at which a list names what it has named before. */
export function* repeatedAt(names: readonly string[]): Generator<number> {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) yield index;
    seen.add(name);
  }
}
