/** Reads the id and the manifest of the current release, the target of the link `current` in the output folder. */
import { existsSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type Manifest,
  manifestFile,
  manifestSchema,
  publicFiles,
} from '../../contract/release.ts';

/** Returns the id of the current release of an output folder. Rejects if no release is current. */
export async function readCurrentRelease(out: string): Promise<string> {
  return basename(await readlink(join(out, 'current')));
}

/** Returns the SKU of a product that is sold in the default locale, and also in French if possible; else `{sku}`. */
export function findSampleSku(out: string, { release, products }: Manifest): string {
  const skus = Object.keys(products);
  const has = (file: string) => existsSync(join(out, 'releases', release, 'public', file));
  const isSold = (sku: string) => has(publicFiles.detail(sku));
  const isSoldInFrench = (sku: string) => isSold(sku) && has(publicFiles.detail(sku, 'fr-CA'));
  return skus.find(isSoldInFrench) ?? skus.find(isSold) ?? '{sku}';
}

/** Returns the manifest of the current release. Rejects if no release is current or its manifest is invalid. */
export async function readCurrentManifest(out: string): Promise<Manifest> {
  return manifestSchema.parse(
    JSON.parse(await readFile(join(out, 'current', manifestFile), 'utf8')),
  );
}
