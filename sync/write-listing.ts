/** Writes a listing below `dist/sync/`, makes it the one that is served, and removes old ones. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Encoding, effortOf } from '../build/output/encode.ts';
import { cleaningUp, installFolder, pointAt } from '../build/output/install.ts';
import { writeForms } from '../build/output/objects.ts';
import type { RenderedFile } from '../build/output/rendered-file.ts';
import { type Stamp, sha256, shortHash } from '../build/output/stamps.ts';
import { tempName } from '../build/output/temp-entries.ts';
import { isReleaseId } from '../releases/release-store.ts';

/** Old ones that stay, for requests under way. */
const keptBefore = 2;

/** Writes each file with its gzip and Brotli forms; returns the id of the listing. Throws `ReleaseError`. */
export async function writeListing(
  folder: string,
  rendered: readonly RenderedFile[],
  encoding?: Encoding,
): Promise<string> {
  const temporary = join(folder, tempName());
  return cleaningUp(temporary, `cannot write ${folder}`, async () => {
    const files = new Map<string, Stamp>();
    for (const { paths, bytes } of rendered) {
      const effort = effortOf(paths[0], bytes.length, encoding);
      const stamps = writeForms(temporary, { paths, bytes, ...(effort && { effort }) });
      for (const [path, stamp] of Object.entries(stamps)) files.set(path, stamp);
    }
    const lines = rendered.flatMap(({ paths, bytes }) =>
      paths.map((path) => `${path} ${sha256(bytes)}\n`),
    );
    const id = shortHash(lines.sort().join(''));
    await installFolder(temporary, join(folder, id), { files });
    return id;
  });
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
