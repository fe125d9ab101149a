/** Reads product details of a release. It does not read the manifest, which is 200 MB for 100,000 products. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { manifestFile, publicFiles } from '../../contract/release.ts';
import { type ProductDetail, productDetailSchema } from '../../contract/schemas/product.ts';
import { isSku } from '../../contract/sku.ts';

export interface ReleasedDocuments {
  /**
   * Returns the public detail of a product, or undefined if the locale does not have it. Rejects if the release is
   * not on this machine or the file of the product is damaged.
   */
  detail(release: string, locale: Locale, sku: string): Promise<ProductDetail | undefined>;
}

/**
 * Validates a product detail. Keeps unknown members, so that those of later versions are passed on.
 */
const detailSchema = productDetailSchema.loose();

/** Creates a reader of the public product details in the releases below `<distDir>/releases`. */
export function createReleasedDocuments(distDir: string): ReleasedDocuments {
  return {
    async detail(release, locale, sku) {
      if (!isSku(sku)) return undefined;
      const folder = join(distDir, 'releases', release);
      const text = await readIfExists(join(folder, 'public', publicFiles.detail(sku, locale)));
      if (text === undefined) {
        // Pruning renames a release before it removes files, so the manifest exists if the release is complete.
        await access(join(folder, manifestFile));
        return undefined;
      }
      const detail = detailSchema.parse(JSON.parse(text));
      // On a file system that ignores case, another SKU may be found.
      return detail.sku === sku ? detail : undefined;
    },
  };
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
