/** Reads the manifest of a release, and makes the id and the manifest of a new one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Manifest,
  manifestFile,
  manifestSchema,
  releaseFormat,
} from '../../contract/release.ts';
import { sha256, shortHash } from '../content/sha256.ts';
import type { CatalogueContext } from '../render/context.ts';
import { cacheLastFiles } from './kept-files.ts';
import { ReleaseError } from './release-error.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { ReleasedProduct } from './released-product.ts';

/** Reads the manifest in a release's folder. Rejects if it is missing, damaged or, with `ReleaseError`, of another format. */
export function readManifest(folder: string): Promise<Manifest> {
  return readKept(join(folder, manifestFile));
}

const readKept = cacheLastFiles(async (path): Promise<Manifest> => {
  const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
  const { format = 1 } = (manifest ?? {}) as { format?: unknown };
  if (format !== releaseFormat) {
    throw new ReleaseError(
      `it has format ${String(format)}, and this version reads format ${releaseFormat}`,
    );
  }
  return manifestSchema.parse(manifest);
});

/** The members of the manifest that are settings of the catalogue. */
type ReleaseFacts = Pick<
  Manifest,
  'baseUrl' | 'defaultLocale' | 'tiers' | 'baseTier' | 'companies'
>;

/** Returns the members of the manifest that are settings of the catalogue, which are the same in all `contexts`. */
export function factsOf(contexts: readonly CatalogueContext[]): ReleaseFacts {
  const [{ content, site }] = contexts as readonly [CatalogueContext];
  const { defaultLocale, tiers } = content.catalogue;
  return {
    ...{ baseUrl: site.baseUrl, defaultLocale, tiers: tiers.all, baseTier: tiers.base },
    companies: Object.keys(content.companies),
  };
}

/**
 * Returns the id of a release, 16 hexadecimal digits: a hash of the plain files of its products and of the release
 * (`files.plain`), of the settings of the catalogue and of the time of the stock count. It is the same on every machine.
 */
export function releaseIdOf(
  products: readonly ReleasedProduct[],
  files: ReleaseFiles,
  { facts, asOf }: { readonly facts: ReleaseFacts; readonly asOf: string | undefined },
): string {
  const lines = [
    ...products.map(({ sku, indexed }) => `${sku} ${indexed.content}\n`),
    ...[...files.plain].map(([path, hash]) => `${path} ${hash}\n`),
    `facts ${sha256(JSON.stringify(facts))}\n`,
    ...(asOf === undefined ? [] : [`stock as of ${asOf}\n`]),
  ];
  return shortHash(lines.sort().join(''));
}

/** The data for the manifest of a new release, besides its id and its products. */
interface ManifestParts {
  readonly files: ReleaseFiles;
  readonly facts: ReleaseFacts;
  /** Why products are absent, and when the release must be made again because a date in the content is reached. */
  readonly datedFacts: Pick<Manifest, 'absences' | 'dueAt'>;
}

/** Returns the manifest of a new release. `products` must be sorted by SKU. */
export function manifestOf(
  release: string,
  products: readonly ReleasedProduct[],
  { files, facts, datedFacts }: ManifestParts,
): Manifest {
  const productBytes: [number, number, number] = [0, 0, 0];
  for (const { indexed } of products) {
    for (const at of [0, 1, 2] as const) productBytes[at] += indexed.bytes[at];
  }
  return {
    ...{ format: releaseFormat, release, ...facts, ...datedFacts, productBytes },
    products: Object.fromEntries(products.map(({ sku, object }) => [sku, object])),
    files: files.entries(),
  };
}
