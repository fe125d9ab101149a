/** Keeps the content of large files of releases in memory, because the steps of a deploy read the same files. */
import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

/** Number of files whose content is kept: one of the current release and one of the new release. */
const keptFiles = 2;

/**
 * Returns a function that reads a file with `read` and keeps the results for the last two files. When it is called
 * again for a kept file that is unchanged (device, inode, size, times), it returns the kept result without reading.
 * Callers must not change the results. The function rejects with file-system errors, and with the errors of `read`.
 */
export function cacheLastFiles<Value extends object>(
  read: (path: string) => Promise<Value>,
): (path: string) => Promise<Value> {
  const kept = new LRUCache<string, Value>({ max: keptFiles });
  return async (path) => {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    const state = [dev, ino, size, mtimeNs, ctimeNs].join();
    const value = kept.get(state) ?? (await read(path));
    kept.set(state, value);
    return value;
  };
}
