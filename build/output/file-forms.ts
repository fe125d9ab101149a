/** Writes the forms of a file (plain, gzip, Brotli) at one or several paths. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formSuffixes } from './encode.ts';
import { hasStamp, linkOrCopy, type Stamp, setTime, stampOf } from './stamps.ts';

/** The paths of a file within a folder; all have the same bytes. */
export type Paths = readonly [string, ...string[]];

/** Path of each form, with its suffix → its size and SHA-256. */
export type FormStamps = Readonly<Record<string, Stamp>>;

/**
 * Writes a file in every form, in the order of `formSuffixes`, to its paths below `folder`. Each form gets the
 * modification time that follows from its SHA-256. Throws file-system errors, such as if a file exists already.
 */
export function writeForms(
  folder: string,
  paths: Paths,
  forms: readonly Uint8Array[],
  stamps: readonly Stamp[] = forms.map(stampOf),
): FormStamps {
  return placeForms(folder, paths, stamps, (target, at) => {
    // Only owner and group may read private files.
    const mode = paths[0].startsWith('private/') ? 0o640 : 0o666;
    writeFileSync(target, forms[at] as Uint8Array, { flag: 'wx', mode });
    setTime(target, stamps[at] as Stamp);
  });
}

/**
 * Links, or copies, the forms of a file from the folder `from`, where they have the first of the paths. Returns
 * undefined, and links nothing, if a form is missing there or does not have its size and time.
 */
export function takeForms(
  folder: string,
  paths: Paths,
  stamps: readonly Stamp[],
  from: string,
): FormStamps | undefined {
  const source = (at: number) => join(from, `${paths[0]}${formSuffixes[at]}`);
  if (!stamps.every((stamp, at) => hasStamp(source(at), stamp))) return undefined;
  return placeForms(folder, paths, stamps, (target, at) =>
    linkOrCopy(source(at), target, stamps[at] as Stamp),
  );
}

/** Calls `put` for each form at the first path, and links it, or copies it, to the other paths. */
function placeForms(
  folder: string,
  [first, ...others]: Paths,
  stamps: readonly Stamp[],
  put: (target: string, at: number) => void,
): FormStamps {
  const placed: Record<string, Stamp> = {};
  for (const path of [first, ...others]) makeFolderOf(folder, path);
  for (const [at, stamp] of stamps.entries()) {
    const path = `${first}${formSuffixes[at]}`;
    put(join(folder, path), at);
    placed[path] = stamp;
    for (const other of others) {
      const name = `${other}${formSuffixes[at]}`;
      linkOrCopy(join(folder, path), join(folder, name), stamp);
      placed[name] = stamp;
    }
  }
  return placed;
}

function makeFolderOf(folder: string, path: string): void {
  // `folder` itself exists; most files of an object are in no other folder.
  if (path.includes('/')) mkdirSync(dirname(join(folder, path)), { recursive: true });
}
