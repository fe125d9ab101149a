/**
 * Finds damaged objects in a thread of its own, because a catalogue of ten thousand products has more than a hundred
 * thousand files.
 */
import { join } from 'node:path';
import { objectPath, readWholeObject } from './object-records.ts';

/** Objects to check: the output folder and the names of objects in it. */
export interface ObjectsToCheck {
  readonly out: string;
  readonly names: readonly string[];
}

/** Number of objects from which a thread is started, because starting it takes as long as checking these. */
const threadedObjects = 1000;

/** Resolves to the names of the given objects that are missing, or of which a file is missing or damaged. */
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

/** The task of the thread: returns the names of the given objects that are missing or damaged. */
export function damagedObjects({ out, names }: ObjectsToCheck): string[] {
  return names.filter((name) => readWholeObject(join(out, objectPath(name))) === undefined);
}
