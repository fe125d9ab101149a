/** Release: rendered files in, `dist/releases/<id>/` out. It is not current yet. */
import { join } from 'node:path';
import { type Manifest, publicFiles } from '../../contract/release.ts';
import type { Health } from '../../contract/schemas/health.ts';
import { type Files, toJson } from './documents.ts';
import { encodeFiles } from './encode.ts';
import { fileEntryOf, releaseIdOf } from './manifest.ts';
import { writeTree } from './write-tree.ts';

/** What the manifest says beyond the files. */
export type ReleaseFacts = Pick<Manifest, 'baseUrl' | 'defaultLocale' | 'tiers' | 'baseTier'>;

/** Writes the release below `out` and gives its manifest. Throws `ReleaseError`. */
export async function writeRelease(
  out: string,
  rendered: Files,
  facts: ReleaseFacts,
): Promise<Manifest> {
  const release = releaseIdOf(new Map(rendered).set('facts', toJson(facts)));
  const health: Health = { status: 'ok', release };
  const files = await encodeFiles(
    new Map(rendered).set(`public/${publicFiles.health}`, toJson(health)),
  );
  const paths = [...files.keys()].sort();
  const entries = new Map(paths.map((path) => [path, fileEntryOf(files.get(path) as Buffer)]));
  const manifest: Manifest = { release, ...facts, files: Object.fromEntries(entries) };
  files.set('manifest.json', toJson(manifest));
  await writeTree(join(out, 'releases'), release, files, entries);
  return manifest;
}
