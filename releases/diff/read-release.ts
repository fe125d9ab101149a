/** Reads the documents of a release one at a time, for comparisons. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import {
  indexFile,
  type ReleaseIndex,
  readIndex,
  readManifest,
} from '../../build/output/release-records.ts';
import type { Locale } from '../../contract/locales.ts';
import {
  type Manifest,
  manifestFile,
  type NetPrices,
  netPricesSchema,
  privateFiles,
  publicFiles,
} from '../../contract/release.ts';
import { detailPricingSchema } from '../../contract/schemas/pricing.ts';
import { productDetailSchema } from '../../contract/schemas/product.ts';
import { type SkusByLocale, skusByLocale, UnreadableError } from '../release-store.ts';

/** Validates prices and stock of a detail and accepts all other fields, because an older release may lack some. */
const documentSchema = productDetailSchema
  .pick({ inventory: true })
  .extend({ pricing: detailPricingSchema.loose() })
  .loose();

/** A detail of any release: prices and stock are validated; other fields are as released. */
export type DetailDocument = z.infer<typeof documentSchema>;

/** An opened release, whose documents are read on demand. */
export interface ReadableRelease {
  readonly manifest: Manifest;
  readonly index: ReleaseIndex;
  /** Returns the SKUs of each locale. The first call reads the locales of every product in the index. */
  skus(): SkusByLocale;
  /** Returns a product's detail. Rejects with `UnreadableError` if the document is missing or damaged. */
  detail(sku: string, locale: Locale): Promise<DetailDocument>;
  /** Returns the net prices of a tier in a locale. */
  netPrices(tier: string, locale: Locale): Promise<NetPrices>;
}

/** Returns the path of a product's detail, relative to the release's folder. */
export function detailPath(sku: string, locale: Locale): string {
  return `public/${publicFiles.detail(sku, locale)}`;
}

/** Returns the path of the net prices of a tier in a locale, relative to the release's folder. */
export function netPricesPath(tier: string, locale: Locale): string {
  return privateFiles.netPrices(tier, locale);
}

/** Returns true if both releases have the file at `path` and its SHA-256 differs in their manifests. */
export function fileDiffers(
  path: string,
  before: ReadableRelease,
  after: ReadableRelease,
): boolean {
  const [one, other] = [before.manifest.files[path], after.manifest.files[path]];
  return one !== undefined && other !== undefined && one.sha256 !== other.sha256;
}

/** Returns the SKUs of products of `before` that `after` lacks or has with another object, sorted. Reads no file. */
export function changedProducts(
  { manifest: { products: before } }: Pick<ReadableRelease, 'manifest'>,
  { manifest: { products: after } }: Pick<ReadableRelease, 'manifest'>,
): string[] {
  const skus = Object.keys(before);
  return skus.filter((sku) => !Object.hasOwn(after, sku) || before[sku] !== after[sku]).sort();
}

/** Returns true if both releases have a product in a locale and the SHA-256 of its detail differs. */
export function detailDiffers(
  sku: string,
  locale: Locale,
  before: ReadableRelease,
  after: ReadableRelease,
): boolean {
  // Most products share one object.
  if (before.manifest.products[sku] === after.manifest.products[sku]) return false;
  const [one, other] = [before, after].map(({ index }) => index.product(sku)?.locales[locale]);
  return one !== undefined && other !== undefined && one.sha256 !== other.sha256;
}

/** Opens the release in a folder. Rejects with `UnreadableError` if its manifest or index cannot be read. */
export async function openRelease(folder: string): Promise<ReadableRelease> {
  const open = async <Value>(name: string, read: (folder: string) => Promise<Value>) =>
    read(folder).catch((cause: unknown) => {
      throw new UnreadableError(join(folder, name), cause);
    });
  const manifest = await open(manifestFile, readManifest);
  const index = await open(indexFile, readIndex);
  let skus: SkusByLocale | undefined;
  return {
    ...{ manifest, index },
    skus() {
      skus ??= skusByLocale(index);
      return skus;
    },
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
