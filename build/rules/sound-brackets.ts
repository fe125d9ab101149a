/**
 * The brackets of a product's price list begin at its minimum order, name each quantity once, and a
 * regular price stands above the price it is the markdown of.
 */
import { localeFacts, locales } from '../../contract/locales.ts';
import type { Finding } from '../findings.ts';
import { groupBy } from '../group-by.ts';
import type { Content, Placed } from '../load/content.ts';
import type { PriceRow } from '../schemas/tables.ts';
import type { Rule } from './rule.ts';

export const soundBrackets: Rule = (content) =>
  [content.msrp, ...content.net.values()].flatMap((rows) => {
    const groups = groupBy(rows, ({ sku, currency }) => `${sku} ${currency}`);
    return [...groups.values()].flatMap((group) => checkGroup(group, content));
  });

function checkGroup(rows: readonly Placed<PriceRow>[], content: Content): Finding[] {
  const [first] = rows;
  if (first === undefined) return [];
  const product = content.products.find((each) => each.product.sku === first.sku)?.product;
  if (product === undefined) {
    return [{ ...first.at, path: 'sku', message: `no product has the SKU "${first.sku}"` }];
  }
  const sold = locales.some(
    (locale) =>
      localeFacts[locale].currency === first.currency &&
      product.markets.includes(localeFacts[locale].market),
  );
  if (!sold) {
    const message = `${first.sku} is not sold where one pays in ${first.currency}; remove the rows`;
    return [{ ...first.at, path: 'currency', message }];
  }
  const { quantity } = product.minimumOrder;
  return rows.flatMap((row, index) => [...checkRow(row, rows[index - 1], quantity)]);
}

function* checkRow(
  row: Placed<PriceRow>,
  previous: Placed<PriceRow> | undefined,
  minimum: number,
): Generator<Finding> {
  if (previous === undefined && row.minQuantity !== minimum) {
    const message = `the first bracket begins at ${row.minQuantity}, the minimum order is ${minimum}`;
    yield { ...row.at, path: 'minQuantity', message };
  }
  if (previous !== undefined && row.minQuantity <= previous.minQuantity) {
    const message = `${row.minQuantity} does not follow ${previous.minQuantity}; sort the brackets`;
    yield { ...row.at, path: 'minQuantity', message };
  }
  if (row.regularPrice !== undefined && row.regularPrice <= row.price) {
    const message = `is not above the price ${row.price}; leave it empty where there is no markdown`;
    yield { ...row.at, path: 'regularPrice', message };
  }
}
