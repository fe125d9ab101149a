/** Builds releases whose exports consist of several chunks. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { copyContent } from '../../helpers/content.ts';
import { buildCompressed } from '../../helpers/released-files.ts';
import type { Teardown } from '../../helpers/teardown.ts';
import { addProducts } from '../compiler/build/edit-products.ts';

/** SKUs of products that end a group of products in the exports, so that each of them is compressed separately. */
const skus = Array.from({ length: 1500 }, (_, at) => `BAG-${at + 10}`)
  .filter((sku) => crc32(sku) % 64 === 0)
  .slice(0, 12);

/**
 * Builds the fixture and products with long texts, and makes the release current. `edited` changes one of the texts.
 */
export async function buildLongExports(
  t: Teardown,
  out: string,
  { edited }: { readonly edited: boolean },
): Promise<void> {
  const content = await copyContent(t);
  await addProducts(content, skus);
  for (const [at, sku] of skus.entries()) {
    const text = longText(edited && at === 5 ? 'edited' : sku);
    await content.replace(`products/${sku}.json`, 'It holds things', text);
  }
  await buildCompressed(t, content.path, out);
}

/** Returns a text of 64 kB that cannot be compressed by more than half. */
function longText(seed: string): string {
  const word = (_: unknown, at: number) =>
    createHash('sha256').update(`${seed} ${at}`).digest('hex');
  return Array.from({ length: 1000 }, word).join(' ');
}
