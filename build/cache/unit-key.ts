/** The key of a product in the cache: a hash of everything that its documents are made from. */
import { createHash } from 'node:crypto';
import type { Content } from '../load/content.ts';
import type { PriceBook } from '../price/price-book.ts';
import type { Site } from '../render/site.ts';
import type { Stock } from '../render/stock.ts';
import type { ProductContent } from '../schemas/product.ts';

interface Inputs {
  readonly content: Content;
  readonly prices: PriceBook;
  readonly stock: Stock;
  readonly site: Site;
}

/**
 * Makes the key of any product. Files that products share count whole, whichever entry a product
 * refers to: rendering once too often is cheap, and once too seldom would be wrong (decision 23).
 */
export function createUnitKeys({ content, prices, stock, site }: Inputs) {
  // What follows stands in no product's own documents, or is looked up for each product below.
  const { products, msrp, net, surcharges, inventory, activeProducts, drawings, ...rest } = content;
  const { assets, companies, ...shared } = rest;
  const hash = createHash('sha256').update(JSON.stringify([site, shared]));
  for (const [name, bytes] of [...drawings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\n${name} ${bytes.length}\n`).update(bytes);
  }
  const common = hash.digest('hex');
  return (product: ProductContent): string => {
    const rows = stock
      .rowsOf(product.sku)
      .map(({ color, size, quantity }) => [color, size, quantity]);
    const facts = [common, product, prices.factsOf(product.sku), rows];
    return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  };
}
