/**
 * Groups of products in the exports (decision 62): a group is compressed as a whole by one thread, and copied by later
 * builds as long as its products are unchanged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Locale } from '../../contract/locales.ts';
import { objectFiles } from '../../contract/release.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import { createExportRenderers } from '../render/exports.ts';
import { type Encoding, exportLevels } from './encode.ts';
import { deflateSegment, type Segment } from './gzip-segments.ts';
import { objectPath } from './objects.ts';
import { shortHash } from './stamps.ts';
import type { ReleasedProduct } from './write-release.ts';

/** Products that follow each other in the exports. */
export interface Group {
  /** A hash of the products. */
  readonly key: string;
  readonly products: readonly ReleasedProduct[];
}

/**
 * Divides products, which must be sorted by SKU, into groups of about 64. A group ends after each product whose SKU has
 * a certain hash, so that an added or removed product changes only the groups next to it.
 */
export function* groupsOf(products: readonly ReleasedProduct[]): Generator<Group> {
  let group: ReleasedProduct[] = [];
  for (const [at, product] of products.entries()) {
    group.push(product);
    if (crc32(product.sku) % 64 !== 0 && at < products.length - 1) continue;
    const lines = group.map(({ sku, content }) => `${sku} ${content}\n`);
    yield { key: shortHash(lines.join('')), products: group };
    group = [];
  }
}

/** A task for a worker thread: the group to compress, in one locale. */
export interface GroupTask {
  readonly locale: Locale;
  /** Names of the objects of its products. */
  readonly objects: readonly string[];
}

/**
 * Returns a function that renders a group from the details in the output folder `out`, and compresses it. The function
 * resolves to the group's segment (compressed part) of each export, in the order of `createExportRenderers`. It rejects
 * with file-system errors.
 */
export function createGroupCompressor({
  out,
  encoding,
}: {
  readonly out: string;
  readonly encoding: Encoding;
}): (task: GroupTask) => Promise<readonly Segment[]> {
  return ({ locale, objects }) => {
    const renderers = createExportRenderers(locale);
    const texts: string[][] = renderers.map(() => []);
    for (const object of objects) {
      const text = readFileSync(join(out, objectPath(object), objectFiles.detail(locale)), 'utf8');
      const detail = JSON.parse(text) as ProductDetail;
      for (const [at, { part }] of renderers.entries()) texts[at]?.push(part(detail, text));
    }
    return Promise.all(
      renderers.map(({ separator }, at) =>
        deflateSegment(Buffer.from(texts[at]?.join(separator) ?? ''), exportLevels[encoding]),
      ),
    );
  };
}
