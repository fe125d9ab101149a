/** A release as the comparison reads it: one document at a time, only what is asked for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { indexFile, type ReleaseIndex, readIndex } from '../../build/output/release-index.ts';
import type { Locale } from '../../contract/locales.ts';
import {
  type Manifest,
  type NetPrices,
  netPricesSchema,
  privateFiles,
  publicFiles,
} from '../../contract/release.ts';
import { detailPricingSchema } from '../../contract/schemas/pricing.ts';
import { productDetailSchema } from '../../contract/schemas/product.ts';
import { type SkusByLocale, skusByLocale } from '../products.ts';
import { readManifest } from '../standing.ts';
import { UnreadableError } from '../unreadable-error.ts';

/** Loose: a release may be older than a field, and a field that is not looked at cannot be wrong. */
const documentSchema = productDetailSchema
  .pick({ inventory: true })
  .extend({ pricing: detailPricingSchema.loose() })
  .loose();

/** A detail: prices and stock as the contract has them, all else as it was written. */
export type DetailDocument = z.infer<typeof documentSchema>;

export interface ReadableRelease {
  readonly manifest: Manifest;
  readonly index: ReleaseIndex;
  readonly skus: SkusByLocale;
  /** Rejects with `UnreadableError` when the document is missing or damaged. */
  detail(sku: string, locale: Locale): Promise<DetailDocument>;
  /** Rejects with `UnreadableError` when the file is missing or damaged. */
  netPrices(tier: string, locale: Locale): Promise<NetPrices>;
}

/** The path of a detail in a manifest. */
export function detailPath(sku: string, locale: Locale): string {
  return `public/${publicFiles.detail(sku, locale)}`;
}

/** The path of a list of net prices in a manifest. */
export function netPricesPath(tier: string, locale: Locale): string {
  return `private/${privateFiles.netPrices(tier, locale)}`;
}

/** Whether both releases have a file, with other bytes; no document is read. */
export function differs(path: string, before: ReadableRelease, after: ReadableRelease): boolean {
  const [one, other] = [before.manifest.files[path], after.manifest.files[path]];
  return one !== undefined && other !== undefined && one.sha256 !== other.sha256;
}

/** Whether both releases have a product in a locale, with other details; no document is read. */
export function detailDiffers(
  sku: string,
  locale: Locale,
  before: ReadableRelease,
  after: ReadableRelease,
): boolean {
  // Most products are the same object.
  if (before.manifest.products[sku] === after.manifest.products[sku]) return false;
  const [one, other] = [before, after].map(({ index }) => index.product(sku)?.locales[locale]);
  return one !== undefined && other !== undefined && one.sha256 !== other.sha256;
}

/** Opens a release by its folder. Rejects with `UnreadableError` when its manifest or index cannot be read. */
export async function openRelease(folder: string): Promise<ReadableRelease> {
  const open = async <Value>(name: string, read: (folder: string) => Promise<Value>) =>
    read(folder).catch((cause: unknown) => {
      throw new UnreadableError(join(folder, name), cause);
    });
  const manifest = await open('manifest.json', readManifest);
  const index = await open(indexFile, readIndex);
  return {
    ...{ manifest, index, skus: skusByLocale(index) },
    detail: (sku, locale) => readJson(join(folder, detailPath(sku, locale)), documentSchema),
    netPrices: (tier, locale) =>
      readJson(join(folder, netPricesPath(tier, locale)), netPricesSchema),
  };
}

async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new UnreadableError(path, cause);
  }
}
