/**
 * Finds damaged objects (folders with the public files of one product). Uses a separate thread for many objects,
 * because ten thousand products have more than a hundred thousand files.
 */
import { join } from 'node:path';
import { objectPath, readWholeObject } from './object-records.ts';

/** Objects to check: the output folder and the names of objects in it. */
export interface ObjectsToCheck {
  readonly out: string;
  readonly names: readonly string[];
}

/** Minimum number of objects for which a thread is started: starting it takes as long as checking these. */
const threadedObjects = 1000;

/**
 * Resolves to the names of damaged objects: those that are missing or have a missing or damaged file. Compares the
 * size and modification time of each file with the object's `object.json`, and does not read the file.
 */
export async function findDamagedObjects(objects: ObjectsToCheck): Promise<ReadonlySet<string>> {
  if (objects.names.length < threadedObjects) return new Set(damagedObjects(objects));
  // Imported only here, because small catalogues need no thread.
  const { Piscina } = await import('piscina');
  const task = { filename: import.meta.url, name: damagedObjects.name };
  const thread = new Piscina({ ...task, maxThreads: 1 });
  try {
    return new Set(await thread.run(objects));
  } finally {
    await thread.destroy();
  }
}

/**
 * Returns the names of damaged objects, like `findDamagedObjects`, but never starts a thread. Exported because the
 * thread that `findDamagedObjects` starts calls it.
 */
export function damagedObjects({ out, names }: ObjectsToCheck): string[] {
  return names.filter((name) => readWholeObject(join(out, objectPath(name))) === undefined);
}
