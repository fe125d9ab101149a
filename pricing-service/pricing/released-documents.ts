/**
 * Reads the released files that keyed answers are made from. Only what is asked for: the manifest of
 * 100,000 products is 200 MB long.
 */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../contract/locales.ts';
import { publicFiles } from '../../contract/release.ts';
import { type ProductDetail, productDetailSchema } from '../../contract/schemas/product.ts';
import { isSku } from '../../contract/sku.ts';

export interface ReleasedDocuments {
  /**
   * The public detail of a product, or undefined when the locale has no such product. Rejects when the
   * release is not on this machine.
   */
  detail(release: string, locale: Locale, sku: string): Promise<ProductDetail | undefined>;
}

/** Loose: what a later version adds is handed on. */
const detailSchema = productDetailSchema.loose();

/** Reads releases below `<distDir>/releases`. */
export function createReleasedDocuments(distDir: string): ReleasedDocuments {
  return {
    async detail(release, locale, sku) {
      if (!isSku(sku)) return undefined;
      const folder = join(distDir, 'releases', release);
      const text = await readOrNothing(join(folder, 'public', publicFiles.detail(sku, locale)));
      if (text === undefined) {
        // Pruning takes a release away by its name first, so that it is there whole or not at all.
        await access(join(folder, 'manifest.json'));
        return undefined;
      }
      const detail = detailSchema.parse(JSON.parse(text));
      // Where names are found in any case, SKUs are not.
      return detail.sku === sku ? detail : undefined;
    },
  };
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
