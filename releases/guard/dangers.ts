/** Describes differences between two releases that are probably mistakes: removed products, price jumps and others. */
import type { Currency, Locale } from '../../contract/locales.ts';
import type { PriceTier } from '../../contract/schemas/pricing.ts';
import type { AmountLine, PricePair } from '../diff/compare-prices.ts';
import { allSkus, type SkusByLocale } from '../release-store.ts';
import { formatRenamedId, formatReusedPartId, type RenamedId, type ReusedPartId } from './ids.ts';

/** Kinds of dangers: such a change stops a deploy, unless the option `--accept` names its kind. */
export const dangerKinds = [
  'removed-products',
  'price-jumps',
  'emptied-locale',
  'lost-stock',
  'removed-tiers',
  'reused-part-ids',
  'renamed-ids',
  'unreadable-release',
] as const;
/** A kind of danger: a value of the option `--accept`. */
export type DangerKind = (typeof dangerKinds)[number];

/** The largest share of the SKUs of the catalogue or of a locale that may be removed without a danger. */
const maxRemovedShare = 0.05;
/** The largest share of the products in stock that may be out of stock in the next release without a danger. */
const maxEmptiedShare = 0.2;
/** Fewer products than these may sell their last pieces in a day. */
const minEmptied = 5;
/** The largest factor by which a price may rise or fall before the change counts as a danger. */
export const maxPriceFactor = 3;

/** A price that rose or fell by more than `maxPriceFactor`, with its amounts, such as 18.5 for $18.50. */
export interface PriceJump extends AmountLine {
  readonly sku: string;
  readonly currency: Currency;
  /** Name of the price list: `msrp`, or a tier (a list of net prices) such as `A3`. */
  readonly list: string;
  readonly before: number;
  readonly after: number;
}

/** A difference that is probably a mistake. The message has counts and examples; a table row may be found from the rest. */
export type Danger = { readonly message: string } & (
  | { readonly kind: 'removed-products' | 'emptied-locale' | 'lost-stock' | 'removed-tiers' }
  | { readonly kind: 'price-jumps'; readonly jumps: readonly PriceJump[] }
  | { readonly kind: 'reused-part-ids'; readonly reuses: readonly ReusedPartId[] }
  | { readonly kind: 'renamed-ids'; readonly renames: readonly RenamedId[] }
  | { readonly kind: 'unreadable-release' }
);

/** Returns the first five items, separated by commas, and the number of the others: ` and 3 more`. */
function formatExamples<Item>(items: readonly Item[], format: (item: Item) => string): string {
  const shown = items.slice(0, 5).map(format);
  const more = items.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Returns a danger for the catalogue and for each locale that lost more than 5 % of its products. Those in `expected`,
 * whose absence the content explains, do not count; but a locale without any product is always a danger.
 */
export function findRemovedProducts(
  before: SkusByLocale,
  after: SkusByLocale,
  expected: ReadonlySet<string> = new Set(),
): Danger[] {
  const all = new Set(allSkus(before));
  const dangers = removedFrom('the catalogue', all, new Set([...allSkus(after), ...expected]));
  for (const [locale, skus] of before) {
    const left = after.get(locale) ?? new Set();
    if (skus.size > 0 && left.size === 0) {
      const message = `${locale} has no products any more; it had ${skus.size}`;
      dangers.push({ kind: 'emptied-locale', message });
    } else dangers.push(...removedFrom(locale, skus, new Set([...left, ...expected])));
  }
  return dangers;
}

function removedFrom(
  place: Locale | 'the catalogue',
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Danger[] {
  const skus = [...before].filter((sku) => !after.has(sku)).sort();
  if (skus.length <= before.size * maxRemovedShare) return [];
  const share = ((skus.length / before.size) * 100).toFixed(1);
  const limit = `more than ${maxRemovedShare * 100} %`;
  const counts = `${skus.length} of ${before.size} SKUs (${share} %, ${limit})`;
  const message = `${counts} were removed from ${place}: ${formatExamples(skus, String)}`;
  return [{ kind: 'removed-products', message }];
}

/** Returns a danger if at least five products, and more than a fifth of the `stocked` ones, are `emptied` now. */
export function lostStockDanger(emptied: readonly string[], stocked: number): Danger[] {
  if (emptied.length < minEmptied || emptied.length <= stocked * maxEmptiedShare) return [];
  const counts = `${emptied.length} of ${stocked} products with stock`;
  const limit = `more than ${maxEmptiedShare * 100} %`;
  const message = `${counts} (${limit}) have none any more, as if inventory.csv were cut off: ${formatExamples(emptied, String)}`;
  return [{ kind: 'lost-stock', message }];
}

/** Returns a danger if tiers were removed that accounts have, or, if `accounts` are unknown, that accounts may have. */
export function findRemovedTiers(
  before: readonly string[],
  after: readonly string[],
  accounts?: ReadonlyMap<string, readonly string[]>,
): Danger[] {
  const kind = 'removed-tiers';
  if (accounts) {
    const missing = [...accounts].filter(([tier]) => !after.includes(tier));
    return missing.map(([tier, ids]) => {
      const having = ids.length === 1 ? '1 account has it' : `${ids.length} accounts have it`;
      const message = `the release has no tier ${tier}, and ${having} (${formatExamples(ids, String)}): give them other tiers first, or their keyed requests get 503`;
      return { kind, message };
    });
  }
  const tiers = before.filter((tier) => !after.includes(tier));
  if (tiers.length === 0) return [];
  const removed =
    tiers.length === 1 ? `tier ${tiers[0]} was removed` : `tiers ${tiers.join(', ')} were removed`;
  const message = `${removed}: move their accounts to other tiers first, or keyed requests of these accounts get 503; npm run keys -- account list shows them`;
  return [{ kind, message }];
}

/** Returns a danger that describes all price jumps; none if there is no jump. */
export function priceJumpsDanger(jumps: readonly PriceJump[]): Danger[] {
  if (jumps.length === 0) return [];
  const prices = jumps.length === 1 ? '1 price' : `${jumps.length} prices`;
  const examples = formatExamples(jumps, formatPriceJump);
  const message = `${prices} rose or fell by more than a factor of ${maxPriceFactor}: ${examples}`;
  return [{ kind: 'price-jumps', jumps, message }];
}

/** Returns a danger that describes all reused part ids; none if no id is reused. */
export function reusedPartIdsDanger(reuses: readonly ReusedPartId[]): Danger[] {
  if (reuses.length === 0) return [];
  const partIds = reuses.length === 1 ? '1 part id belongs' : `${reuses.length} part ids belong`;
  const examples = formatExamples(reuses, formatReusedPartId);
  const message = `${partIds} to another variant than before: ${examples}`;
  return [{ kind: 'reused-part-ids', reuses, message }];
}

/** Returns a danger that describes all renamed ids; none if no id is renamed. */
export function renamedIdsDanger(renames: readonly RenamedId[]): Danger[] {
  if (renames.length === 0) return [];
  const message = `clients store ids, and ${formatExamples(renames, formatRenamedId)}`;
  return [{ kind: 'renamed-ids', renames, message }];
}

/** Formats a price jump as text such as `TEE-1 CAD A3 for 12: 10.00 → 40.00`. */
export function formatPriceJump(jump: PriceJump): string {
  const { sku, currency, list, kind, minQuantity, size, before, after } = jump;
  const regular = kind === 'regularPrice' ? ', regular' : '';
  const line = kind === 'surcharge' ? `surcharge ${size}` : `for ${minQuantity}${regular}`;
  return `${sku} ${currency} ${list} ${line}: ${before.toFixed(2)} → ${after.toFixed(2)}`;
}

/**
 * Returns the prices and surcharges of a product that rose or fell by more than `maxPriceFactor`, compared at each
 * quantity at which a bracket of either release begins. An added or removed price is no jump; a change from or to 0 is.
 */
export function findPriceJumps({ before, after, ...product }: PricePair): PriceJump[] {
  const jumpOf = (line: AmountLine, from: number | undefined, to: number | undefined) =>
    from !== undefined && to !== undefined && isJump(from, to)
      ? [{ ...product, ...line, before: from, after: to }]
      : [];
  const starts = [...before.brackets, ...after.brackets].map(({ minQuantity }) => minQuantity);
  const quantities = [...new Set(starts)].sort((a, b) => a - b);
  const atQuantities = quantities.flatMap((minQuantity) => {
    const [old, now] = [before, after].map(({ brackets }) => bracketAt(brackets, minQuantity));
    return [
      ...jumpOf({ kind: 'price', minQuantity }, old?.price, now?.price),
      ...jumpOf({ kind: 'regularPrice', minQuantity }, old?.regularPrice, now?.regularPrice),
    ];
  });
  const surcharges = Object.entries(before.surcharges).flatMap(([size, old]) => {
    const now = Object.hasOwn(after.surcharges, size) ? after.surcharges[size] : undefined;
    return jumpOf({ kind: 'surcharge', size }, old, now);
  });
  return [...atQuantities, ...surcharges];
}

/** Compares cents: 0.1 × 3 is not exactly 0.3. */
function isJump(before: number, after: number): boolean {
  const [low, high] = before < after ? [before, after] : [after, before];
  return Math.round(high * 100) > Math.round(low * 100) * maxPriceFactor;
}

function bracketAt(brackets: readonly PriceTier[], quantity: number): PriceTier | undefined {
  return brackets.find(
    ({ minQuantity, maxQuantity }) =>
      minQuantity <= quantity && quantity <= (maxQuantity ?? Number.POSITIVE_INFINITY),
  );
}
