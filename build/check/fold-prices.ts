/**
 * Replaces several faults that follow from one mistyped price or minimum order by one fault at this price or minimum
 * order.
 */

import type { Found } from '../content/findings/finding.ts';
import { groupBy } from '../content/group-by.ts';
import type { PartialContent } from '../content/partial-content.ts';
import { productsBySku } from './rules/rows-of-products.ts';

/**
 * Removes faults that follow from one wrong number, so that one fault at this number remains:
 * - If `price/bracket-jump` reports a price as far too large or too small, removes the other faults that compare this
 *   price with another one.
 * - If net prices of several tiers are above the same MSRP, one fault at the MSRP replaces those at the net prices.
 * - If several faults report that the price lists of a product do not begin at its minimum order, and all its price
 *   lists begin at the same quantity, one new fault at the minimum order replaces these faults.
 * Returns the new faults and all faults that were not removed.
 */
export function foldPrices(found: readonly Found[], content: PartialContent): readonly Found[] {
  return foldMinimumOrders(foldAboveMsrp(foldJumps(found)), content);
}

/**
 * Removes faults that compare two prices, such as the fault of a price that rises with the quantity, if
 * `price/bracket-jump` reports one of the two as far too large or too small.
 */
function foldJumps(found: readonly Found[]): readonly Found[] {
  const jumps = new Set(
    found.flatMap(({ rule, fault: { file, line } }) =>
      rule.id === 'price/bracket-jump' ? [`${file}:${line}`] : [],
    ),
  );
  return found.filter(({ rule, fault: { about } }) => {
    const isJump = rule.id === 'price/bracket-jump';
    return isJump || !about?.compared?.some((place) => jumps.has(place));
  });
}

/**
 * If net prices of several tiers are above the same MSRP, replaces the faults at the net prices by one fault at the
 * MSRP, which is probably the wrong price.
 */
function foldAboveMsrp(found: readonly Found[]): readonly Found[] {
  const msrpOf = ({ rule, fault }: Found) =>
    rule.id === 'price/net-above-msrp' ? fault.about?.compared?.[1] : undefined;
  const groups = groupBy(found, msrpOf);
  return found.flatMap((each) => {
    const place = msrpOf(each);
    // Before reading the group: that of all other faults may be long.
    if (place === undefined) return [each];
    const group = groups.get(place) ?? [];
    const tables = [...new Set(group.map(({ fault }) => fault.file))];
    if (tables.length < 2) return [each];
    if (group[0] !== each) return [];
    const [file = '', line] = place.split(':');
    const message = `the net prices of ${each.fault.about?.sku} in ${tables.join(', ')} are above this MSRP`;
    return [{ ...each, fault: { file, line: Number(line), column: 'price', message } }];
  });
}

/**
 * Replaces the faults about price lists that do not begin at the minimum order by one fault at the product's minimum
 * order, if all price lists of the product begin at the same other quantity: the minimum order is then probably wrong.
 */
function foldMinimumOrders(found: readonly Found[], content: PartialContent): readonly Found[] {
  const keyOf = ({ rule, fault: { about } }: Found) =>
    rule.id === 'price/first-bracket' ? about?.sku : undefined;
  const groups = groupBy(found, keyOf);
  return found.flatMap((each) => {
    const sku = keyOf(each);
    const group = groups.get(sku) ?? [];
    if (sku === undefined || group.length < 2) return [each];
    const [quantity, ...others] = new Set(group.map(({ fault }) => fault.about?.quantity));
    const product = productsBySku(content).get(sku);
    if (others.length > 0 || product === undefined) return [each];
    if (group.length < (each.fault.about?.lists ?? Number.POSITIVE_INFINITY)) return [each];
    if (group[0] !== each) return [];
    const path = ['minimumOrder', 'quantity'];
    const message = `the minimum order is ${product.product.minimumOrder?.quantity}, but every price list of ${sku} begins at ${quantity}`;
    return [{ ...each, fault: { file: product.file, path, message } }];
  });
}
