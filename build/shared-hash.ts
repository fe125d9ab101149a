/** Computes the hash of the data that all products are made from. */
import { createHash } from 'node:crypto';
import type { OpenContent } from './content/open-content.ts';
import type { Site } from './render/context.ts';

/**
 * Returns the SHA-256 of the public address and of those shared files on which the documents and findings of products
 * depend. Leaves out the pictures of products, which a build compares for each product. Hashes whole shared
 * files, even if products use only some entries: to render an unchanged product again costs little, but to reuse an
 * outdated one would be an error.
 */
export function hashShared({ shared }: Pick<OpenContent, 'shared'>, site: Site): string {
  const { catalogue, brands, categories, tags, families, colors, facets, decorations } = shared;
  const { sizes, sizeNames, sizeCharts, measures, locations, drawings } = shared;
  const files = { catalogue, brands, categories, tags, families, colors, facets, decorations };
  const ofSizes = [sizes, [...sizeNames], sizeCharts, measures];
  const icons = Object.values(decorations).map(({ icon }) => shared.pictures.get(icon)?.sha256);
  const inOrder = Object.entries(locations);
  const hash = createHash('sha256').update(
    JSON.stringify([site, files, ...ofSizes, icons, inOrder]),
  );
  for (const [name, svg] of [...drawings].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\n${name} ${svg.length}\n`).update(svg);
  }
  return hash.digest('hex');
}
