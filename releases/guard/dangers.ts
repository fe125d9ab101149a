/** What the guard stops a build for, and from where on (decision 27). */

/** The kinds, as `--accept` takes them. */
export const dangerKinds = [
  'removed-products',
  'price-jumps',
  'emptied-locale',
  'unreadable-release',
] as const;
export type DangerKind = (typeof dangerKinds)[number];

/** More than this share of the SKUs, of the catalogue or of a locale, may not go unasked. */
export const maxGoneShare = 0.05;

/** No price may become more than this many times what it was, or less than such a part of it. */
export const maxPriceFactor = 3;

export interface Danger {
  readonly kind: DangerKind;
  /** What was found, with counts and examples. */
  readonly message: string;
}

/** Names of some, and how many more there are. */
export function someOf(items: readonly string[], count = items.length): string {
  const shown = items.slice(0, 5);
  const more = count - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
