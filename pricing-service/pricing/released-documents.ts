/** Reads product details of a release. It does not read the manifest, which grows with the number of products. */
import { access, lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { manifestFile, publicFiles } from '../../contract/release.ts';
import { type ProductDetail, productDetailSchema } from '../../contract/schemas/product.ts';
import { isSku } from '../../contract/sku.ts';

/** Reads the public product details of releases. */
export interface ReleasedDocuments {
  /**
   * Returns the public detail of a product, or undefined if the locale does not have it. Rejects if the release is
   * not on this machine or the file of the product is damaged or lost.
   */
  detail(release: string, locale: Locale, sku: string): Promise<ProductDetail | undefined>;
}

/** Validates a product detail. Keeps unknown members, which later versions of the API may add. */
const detailSchema = productDetailSchema.loose();

/** Creates a reader of the public product details in the releases below `<distDir>/releases`. */
export function createReleasedDocuments(distDir: string): ReleasedDocuments {
  return {
    async detail(release, locale, sku) {
      if (!isSku(sku)) return undefined;
      const folder = join(distDir, 'releases', release);
      const text = await undefinedIfMissing(
        readFile(join(folder, 'public', publicFiles.detail(sku, locale)), 'utf8'),
      );
      if (text === undefined) {
        // Pruning renames a release before it removes files, so the manifest exists if the release is complete.
        await access(join(folder, manifestFile));
        await assertObject(join(folder, 'public'), sku);
        return undefined;
      }
      const detail = detailSchema.parse(JSON.parse(text));
      // On a file system that ignores case, another SKU may be found.
      return detail.sku === sku ? detail : undefined;
    },
  };
}

/**
 * Call this if the file of a product was not found in a release, to distinguish a lost file from one that the release
 * never had. `publicFolder` has the release's public files, with a link for each product to the folder of its files.
 * Rejects if the link of this product exists, but the folder to which it leads does not: the file was lost. Resolves if
 * both exist, or neither: the release has no such file.
 */
export async function assertObject(publicFolder: string, sku: string): Promise<void> {
  const link = join(publicFolder, dirname(publicFiles.detail(sku)));
  if (await undefinedIfMissing(lstat(link))) await access(link);
}

async function undefinedIfMissing<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
