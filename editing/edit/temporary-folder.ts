/** Creates temporary folders beside a content folder, in which edits are checked and imports are written. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = '.editing-';
/** Age after which a folder counts as left by a killed command, in milliseconds; commands need minutes at most. */
const abandonedMs = 24 * 3600 * 1000;

/** Calls `work` with a path in a new temporary folder at which nothing exists yet, and removes the folder. */
export async function inTemporaryFolder<Result>(
  parent: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, prefix));
  try {
    return await work(join(folder, 'content'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    // A folder of another user stays: it cannot be removed.
    if (Date.now() - mtimeMs > abandonedMs) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}
