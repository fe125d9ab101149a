/** Release: checked content in, `dist/releases/<id>/` out. It is not current yet. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import type { Health } from '../../contract/schemas/health.ts';
import type { AssembledDocument } from '../cache/index-file.ts';
import type { RenderContext } from '../render/context.ts';
import { compareInList } from '../render/list.ts';
import { allSettled } from './background.ts';
import type { LongDocument } from './long-documents.ts';
import { manifestText, releaseIdOf, sha256 } from './manifest.ts';
import { type ProductWriting, writeProducts } from './product-writer.ts';
import { toJson } from './rendered-file.ts';
import { renderSharedFiles } from './shared-files.ts';
import {
  createTreeFiles,
  type DocumentCounts,
  type TreeFiles,
  type Workshop,
} from './tree-files.ts';
import { type Tree, writeTree } from './write-tree.ts';

export interface ReleaseWriting extends Workshop, Pick<ProductWriting, 'units' | 'keyOf' | 'read'> {
  /** Output folder; releases stand below it. */
  readonly out: string;
  /** Of every locale; they know the outlines of products only. */
  readonly contexts: readonly RenderContext[];
  readonly documents: readonly LongDocument[];
  readonly styleSheet: Buffer;
  /** Told how far it is: products written, of how many. */
  onProgress(done: number, all: number): void;
}

/** A release that is written whole. */
export interface WrittenRelease extends Tree {
  readonly manifest: Manifest;
  readonly counts: DocumentCounts;
  /** The documents that the next build takes parts from. */
  readonly assembled: readonly AssembledDocument[];
}

/** Writes the release below `out`. Throws `ReleaseError`, and then nothing of it is left. */
export function writeRelease(writing: ReleaseWriting): Promise<WrittenRelease> {
  return writeTree(join(writing.out, 'releases'), async (draft) => {
    const files = createTreeFiles(draft, writing);
    const assembled = await writeDocuments(draft, files, writing);
    const facts = factsOf(writing.contexts);
    const hash = sha256(JSON.stringify(facts));
    const release = releaseIdOf([...files.plain(), ['facts', hash]]);
    const health: Health = { status: 'ok', release };
    const path = `public/${publicFiles.health}`;
    writing.cache.keepFiles(await files.place([{ paths: [path], bytes: toJson(health) }]));
    const manifest: Manifest = { release, ...facts, files: files.entries() };
    const size = await writeManifest(join(draft, 'manifest.json'), manifest);
    const tree = { name: release, entries: manifest.files, others: { 'manifest.json': size } };
    return { ...tree, manifest, counts: files.counts(), assembled };
  });
}

/** Writes every file but health and manifest, which need the release's id. */
async function writeDocuments(
  draft: string,
  files: TreeFiles,
  writing: ReleaseWriting,
): Promise<readonly AssembledDocument[]> {
  const { pool, cache, contexts, documents, styleSheet, onProgress } = writing;
  const [{ content }] = contexts as readonly [RenderContext];
  const { units, keyOf, read } = writing;
  const inList = compareInList(content);
  let done = 0;
  const onProduct = () => {
    done += 1;
    onProgress(done, units.length);
  };
  const assembled = await writeProducts({
    ...{ draft, files, pool, cache, documents, keyOf, read, onProduct },
    units: [...units].sort((a, b) => inList(a.product, b.product)),
  });
  const long = documents.map(async ({ paths }, at) => [
    await files.placeLong(paths, (assembled[at] as AssembledDocument).stamp),
  ]);
  const shared = files.place(renderSharedFiles(contexts, styleSheet));
  cache.keepFiles((await allSettled([...long, shared])).flat());
  return assembled;
}

function factsOf(contexts: readonly RenderContext[]): Omit<Manifest, 'release' | 'files'> {
  const [{ content, site }] = contexts as readonly [RenderContext];
  const { defaultLocale, tiers } = content.catalogue;
  return {
    ...{ baseUrl: site.baseUrl, defaultLocale, tiers: tiers.all, baseTier: tiers.base },
    companies: Object.keys(content.companies),
  };
}

/** Gives the size of what was written. */
async function writeManifest(path: string, manifest: Manifest): Promise<number> {
  await writeFile(path, manifestText(manifest));
  const { size } = await stat(path);
  return size;
}
