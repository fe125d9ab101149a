/** Keeps the content of large files of releases in memory, because the steps of a deploy read the same files. */
import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

/** Number of files that are kept: those of the current release and of the new one. */
const keptFiles = 2;

/**
 * Returns a function that reads a file as `read` does, but returns the value of an earlier call if the file is the same
 * and unchanged (device, inode, size, times). Values must not be changed. Rejects with file-system errors, and with the
 * errors of `read`.
 */
export function keepingLast<Value extends object>(
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
