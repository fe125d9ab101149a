/** Computes the key of a product: a hash of everything that its documents are made from. */
import { createHash } from 'node:crypto';
import type { OpenContent, ProductName } from '../content/open-content.ts';
import type { Site } from '../render/context.ts';
import { sha256 } from './stamps.ts';

/**
 * Creates the function that returns the key of a product: a hash of everything that its documents and its
 * findings are made from. `hash` is that of its file and rows. Shared files are hashed completely, even if a
 * product uses only some entries: rendering too often is cheap, and too seldom would be wrong (decision 23).
 */
export function createProductKeys(
  { shared }: Pick<OpenContent, 'shared'>,
  site: Site,
): (product: ProductName, hash: string) => string {
  const { catalogue, brands, categories, tags, families, colors, facets, decorations } = shared;
  const { sizes, sizeNames, sizeCharts, locations, drawings } = shared;
  const files = { catalogue, brands, categories, tags, families, colors, facets, decorations };
  const ofSizes = [sizes, [...sizeNames], sizeCharts];
  const inOrder = Object.entries(locations);
  const hash = createHash('sha256').update(JSON.stringify([site, files, ...ofSizes, inOrder]));
  for (const [name, svg] of [...drawings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\n${name} ${svg.length}\n`).update(svg);
  }
  const common = hash.digest('hex');
  return ({ sku }, own) => sha256(JSON.stringify([common, sku, own]));
}
