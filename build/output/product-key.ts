/** The key of a product: a hash of everything that its documents are made from. */
import { createHash } from 'node:crypto';
import type { ContentSource, SourceUnit } from '../content/open-source.ts';
import type { Site } from '../render/site.ts';

/**
 * Makes the key of any product. Files that products share count whole, whichever entry a product
 * refers to: rendering once too often is cheap, and once too seldom would be wrong (decision 23).
 * Equal keys also mean equal answers of the rules that look at one product at a time.
 */
export function createProductKeys(
  { shared }: Pick<ContentSource, 'shared'>,
  site: Site,
): (unit: Pick<SourceUnit, 'sku' | 'hash'>) => string {
  const { catalogue, brands, categories, tags, families, colors, facets, decorations } = shared;
  const { sizes, sizeCharts, drawings } = shared;
  const files = { catalogue, brands, categories, tags, families, colors, facets, decorations };
  const hash = createHash('sha256').update(JSON.stringify([site, files, sizes, sizeCharts]));
  for (const [name, bytes] of [...drawings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\n${name} ${bytes.length}\n`).update(bytes);
  }
  const common = hash.digest('hex');
  return ({ sku, hash: own }) =>
    createHash('sha256')
      .update(JSON.stringify([common, sku, own]))
      .digest('hex');
}
