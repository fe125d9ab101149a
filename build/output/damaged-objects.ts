/**
 * Finds damaged objects (folders with the public files of one product). Uses a separate thread for many objects,
 * because ten thousand products have more than a hundred thousand files.
 */
import { join } from 'node:path';
import { runInThread, threadedItems } from '../content/run-in-thread.ts';
import { objectPath, readWholeObject } from './object-records.ts';

/**
 * The objects to check, in the output folder `out`. An object is a folder with the public files of one version of a
 * product; `objectPath` converts its name to a path.
 */
export interface ObjectsToCheck {
  readonly out: string;
  readonly names: readonly string[];
}

/**
 * Resolves to the names of damaged objects: those that are missing or have a missing or damaged file. Compares the size
 * and modification time of each file with the object's `object.json`, and does not read the file. Rejects with the
 * errors of `readWholeObject`.
 */
export async function findDamagedObjects(objects: ObjectsToCheck): Promise<ReadonlySet<string>> {
  if (objects.names.length < threadedItems) return new Set(damagedObjects(objects));
  return new Set(await runInThread<string[]>(import.meta.url, damagedObjects.name, objects));
}

/**
 * Returns the names of damaged objects, like `findDamagedObjects`, but never starts a thread. Throws the errors of
 * `readWholeObject`. Exported because the thread that `findDamagedObjects` starts calls it.
 */
export function damagedObjects({ out, names }: ObjectsToCheck): string[] {
  return names.filter((name) => readWholeObject(join(out, objectPath(name))) === undefined);
}
