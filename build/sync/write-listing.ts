/** Writes a listing below `dist/sync/`, makes it the one that is served, and removes old ones. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry } from '../../contract/release.ts';
import { effortOf, formSuffixes } from '../release/encode.ts';
import { placeFiles } from '../release/file-tasks.ts';
import { fileEntryOf, releaseIdOf, type Stamp } from '../release/manifest.ts';
import type { RenderedFile } from '../release/rendered-file.ts';
import { pointAt, writeTree } from '../release/write-tree.ts';
import { isReleaseId } from '../releases/standing.ts';

/** Old ones that stay, for requests under way. */
const keptBefore = 2;

/** Writes each file with its gzip and Brotli forms; gives the id of the listing. Throws `ReleaseError`. */
export async function writeListing(
  folder: string,
  rendered: readonly RenderedFile[],
): Promise<string> {
  const { name } = await writeTree(folder, async (draft) => {
    const tasks = rendered.map(({ paths: [path = '', ...others], bytes }) => {
      const effort = effortOf(path, bytes.length);
      return { paths: [path, ...others], bytes, ...(effort && { effort }) };
    });
    const placed = placeFiles({ draft, files: tasks });
    const entries: Record<string, FileEntry> = {};
    const plain: [path: string, sha256: string][] = [];
    for (const [at, { paths }] of rendered.entries()) {
      const forms = placed[at]?.forms ?? [];
      for (const path of paths) {
        plain.push([path, (forms[0] as Stamp)[1]]);
        for (const [form, stamp] of forms.entries()) {
          entries[`${path}${formSuffixes[form]}`] = fileEntryOf(stamp);
        }
      }
    }
    return { name: releaseIdOf(plain), entries, others: {} };
  });
  return name;
}

/** Makes a listing the one that is served, in one step. Throws `ReleaseError`. */
export async function serveListing(folder: string, id: string): Promise<void> {
  await pointAt(folder, 'current', id);
}

/** Removes all listings but the one that is served and the newest before it. */
export async function removeOldListings(folder: string, current: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isReleaseId(name) && name !== current);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.at - a.at).slice(keptBefore);
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
}
