/** Writes a release: checked content in, `dist/releases/<id>/` out. It is not current yet. */
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Manifest, objectFiles, publicFiles, releaseFormat } from '../../contract/release.ts';
import type { Health } from '../../contract/schemas/health.ts';
import type { RenderContext } from '../render/context.ts';
import { compareInList } from '../render/list.ts';
import { allSettled } from './background.ts';
import { cleaningUp, installFolder } from './install.ts';
import type { LongDocument } from './long-documents.ts';
import { objectPath } from './objects.ts';
import { createReleaseFiles, type ReleaseFiles } from './release-files.ts';
import { indexFile, writeIndex } from './release-index.ts';
import { toJson } from './rendered-file.ts';
import { type RenderPages, renderSharedFiles } from './shared-files.ts';
import { hashOfFile, type Stamp, sha256, shortHash, stampTime } from './stamps.ts';
import { tempName } from './temp-entries.ts';
import {
  type ProductWriting,
  type WrittenProduct,
  type WrittenProducts,
  writeProducts,
} from './write-products.ts';

export interface ReleaseWriting
  extends Pick<
    ProductWriting,
    'out' | 'pool' | 'previous' | 'documents' | 'encoding' | 'units' | 'keyOf' | 'read'
  > {
  /** Of every locale; they know the outlines of products only. */
  readonly contexts: readonly RenderContext[];
  readonly pages: RenderPages;
  /** Called with the number of products written, of how many. */
  onProgress(done: number, all: number): void;
}

/** Number of plain files that were rendered, and that were taken from earlier builds. */
export interface DocumentCounts {
  readonly rendered: number;
  readonly reused: number;
}

/** A release that is written. */
export interface WrittenRelease {
  readonly manifest: Manifest;
  readonly products: readonly WrittenProduct[];
  readonly counts: DocumentCounts;
}

/** Writes the release below `out`. Throws `ReleaseError`, and then nothing of it is left. */
export function writeRelease(writing: ReleaseWriting): Promise<WrittenRelease> {
  const parent = join(writing.out, 'releases');
  const folder = join(parent, tempName());
  return cleaningUp(folder, `cannot write ${parent}`, async () => {
    await mkdir(folder, { recursive: true });
    const files = createReleaseFiles(folder, writing);
    const written = await writeDocuments(folder, files, writing);
    const { products } = written;
    const release = releaseIdOf(products, files, factsOf(writing.contexts));
    const health: Health = { status: 'ok', release };
    await files.write([{ paths: [`public/${publicFiles.health}`], bytes: toJson(health) }]);
    files.add(indexFile, await writeIndexFile(folder, written, writing));
    const links = linkObjects(folder, writing.out, products);
    const manifest = manifestOf(release, written, files, factsOf(writing.contexts));
    const text = JSON.stringify(manifest);
    writeFileSync(join(folder, 'manifest.json'), text, { flag: 'wx' });
    await installFolder(folder, join(parent, release), {
      ...{ files: files.stamps, links },
      texts: new Map([['manifest.json', text]]),
    });
    return { manifest, products, counts: countDocuments(products, files) };
  });
}

/** Writes every file but health, index and manifest, which follow from the others. */
async function writeDocuments(
  folder: string,
  files: ReleaseFiles,
  writing: ReleaseWriting,
): Promise<WrittenProducts> {
  const { contexts, documents, pages, onProgress, units } = writing;
  const [{ content }] = contexts as readonly [RenderContext];
  const inList = compareInList(content);
  let done = 0;
  const written = await writeProducts({
    ...writing,
    folder,
    units: [...units].sort((a, b) => inList(a.product, b.product)),
    onProduct() {
      done += 1;
      onProgress(done, units.length);
    },
  });
  // Before anything runs in threads: what it throws would leave that behind, in a folder that is removed.
  const shared = renderSharedFiles(contexts, pages);
  const long = documents.map(({ paths }: LongDocument, at) =>
    files.finishLong(paths, written.documents[at]?.stamp as Stamp),
  );
  await allSettled([...long, files.write(shared)]);
  return written;
}

/** The part of the manifest that follows from the content alone. */
type Facts = Pick<Manifest, 'baseUrl' | 'defaultLocale' | 'tiers' | 'baseTier' | 'companies'>;

function factsOf(contexts: readonly RenderContext[]): Facts {
  const [{ content, site }] = contexts as readonly [RenderContext];
  const { defaultLocale, tiers } = content.catalogue;
  return {
    ...{ baseUrl: site.baseUrl, defaultLocale, tiers: tiers.all, baseTier: tiers.base },
    companies: Object.keys(content.companies),
  };
}

/** The id of a release: a hash of all bytes before encoding, the same on every machine. */
function releaseIdOf(
  products: readonly WrittenProduct[],
  files: ReleaseFiles,
  facts: Facts,
): string {
  const lines = [
    ...products.map(({ sku, entry }) => `${sku} ${entry.content}\n`),
    ...files.plain().map(([path, hash]) => `${path} ${hash}\n`),
    `facts ${sha256(JSON.stringify(facts))}\n`,
  ];
  return shortHash(lines.sort().join(''));
}

async function writeIndexFile(
  folder: string,
  { products, documents }: WrittenProducts,
  { previous: { compiler } }: ReleaseWriting,
): Promise<Stamp> {
  const header = { format: releaseFormat, compiler, documents } as const;
  await writeIndex(
    folder,
    header,
    products.map(({ line }) => line),
  );
  const path = join(folder, indexFile);
  const stamp: Stamp = [statSync(path).size, await hashOfFile(path)];
  stampTime(path, stamp);
  return stamp;
}

/** Links the release to the object of every product; returns the targets by path. */
function linkObjects(
  folder: string,
  out: string,
  products: readonly WrittenProduct[],
): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const { sku, entry } of products) {
    const object = objectPath(entry.object);
    links.set(`public/v1/products/${sku}`, object);
    if (Object.keys(entry.pictures).length === 0) continue;
    links.set(`public/images/${sku}`, join(object, objectFiles.pictures));
  }
  for (const parent of ['public/v1/products', 'public/images']) {
    mkdirSync(join(folder, parent), { recursive: true });
  }
  for (const [path, object] of links) {
    const target = relative(dirname(join(folder, path)), join(out, object));
    symlinkSync(target, join(folder, path));
    links.set(path, target);
  }
  return links;
}

function manifestOf(
  release: string,
  { products }: WrittenProducts,
  files: ReleaseFiles,
  facts: Facts,
): Manifest {
  const productBytes: [number, number, number] = [0, 0, 0];
  for (const { entry } of products) {
    for (const at of [0, 1, 2] as const) productBytes[at] += entry.bytes[at];
  }
  const sorted = products.toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
  return {
    ...{ format: releaseFormat, release, ...facts, productBytes },
    products: Object.fromEntries(sorted.map(({ sku, entry }) => [sku, entry.object])),
    files: files.entries(),
  };
}

function countDocuments(products: readonly WrittenProduct[], files: ReleaseFiles): DocumentCounts {
  const counts = { ...files.counts() };
  for (const { entry, reused } of products) {
    const documents = Object.keys(entry.locales).length + Object.keys(entry.pictures).length;
    counts[reused ? 'reused' : 'rendered'] += documents;
  }
  return counts;
}
