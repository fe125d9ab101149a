/** Reads the released files that keyed answers are made from. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../contract/locales.ts';
import { type Manifest, manifestSchema, publicFiles } from '../../contract/release.ts';
import { type ProductDetail, productDetailSchema } from '../../contract/schemas/product.ts';

export interface ReleasedDocuments {
  /** The manifest of a release. Rejects when the release is not on this machine. */
  manifest(release: string): Promise<Manifest>;
  /** The public detail of a product, or undefined when the locale has no such product. */
  detail(release: string, locale: Locale, sku: string): Promise<ProductDetail | undefined>;
}

/** Releases whose manifest is kept in memory: the active one and the one before. */
const keptManifests = 2;

/** Reads releases below `<distDir>/releases`. */
export function createReleasedDocuments(distDir: string): ReleasedDocuments {
  const folderOf = (release: string) => join(distDir, 'releases', release);
  const manifests = new LRUCache<string, Manifest>({
    max: keptManifests,
    fetchMethod: async (release) =>
      manifestSchema.parse(await readJson(join(folderOf(release), 'manifest.json'))),
  });
  return {
    manifest: (release) => manifests.forceFetch(release),
    async detail(release, locale, sku) {
      const path = `public/${publicFiles.detail(sku, locale)}`;
      const { files } = await manifests.forceFetch(release);
      if (!Object.hasOwn(files, path)) return undefined;
      return productDetailSchema.loose().parse(await readJson(join(folderOf(release), path)));
    },
  };
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
