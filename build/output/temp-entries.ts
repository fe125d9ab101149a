/**
 * Drafts: what stands in the output folder, or in the cache, for as long as somebody works on it. The
 * name tells whose it is, so that what a killed process has left can be told from the work of a living
 * one.
 */
import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `draft` is a folder or file being written, `link` a link being swapped; `build` and `prune` are
 * marks of work that is under way (`while-at-work.ts`).
 */
export type DraftKind = 'draft' | 'link' | 'build' | 'prune';

interface Draft {
  readonly path: string;
  readonly kind: DraftKind;
  /** The process that made it. */
  readonly pid: number;
}

const pattern = /^\.(draft|link|build|prune)-(\d+)-[0-9a-f-]{36}(?:-discarded)?$/;

/** A name that nobody else uses: `.draft-<pid>-<uuid>`. */
export function draftName(kind: DraftKind): string {
  return `.${kind}-${process.pid}-${randomUUID()}`;
}

/** Removes what processes that are gone have left in a folder; one that is not there is clean. */
export async function removeStaleDrafts(folder: string): Promise<void> {
  for (const draft of await readDrafts(folder)) {
    if (!(await isAtWork(draft))) await rm(draft.path, { recursive: true, force: true });
  }
}

/** Removes every draft in a folder. For a process that alone may write there: all are of killed ones. */
export async function removeAllDrafts(folder: string): Promise<void> {
  for (const { path } of await readDrafts(folder)) await rm(path, { recursive: true, force: true });
}

/** The drafts in a folder of processes that are at work now, this one's own among them. */
export async function livingDrafts(folder: string): Promise<readonly Draft[]> {
  const drafts = await readDrafts(folder);
  const atWork = await Promise.all(drafts.map(isAtWork));
  return drafts.filter((_draft, at) => atWork[at]);
}

async function readDrafts(folder: string): Promise<Draft[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names.flatMap((name): Draft[] => {
    const [, kind, pid] = pattern.exec(name) ?? [];
    if (kind === undefined) return [];
    return [{ path: join(folder, name), kind: kind as DraftKind, pid: Number(pid) }];
  });
}

/** An id may be another's by now: then what is left stays until that process ends as well. */
async function isAtWork({ pid, path }: Draft): Promise<boolean> {
  if (pid === process.pid) return isOwn(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In a container every build may have the same pid: what is older than this process is another's. */
async function isOwn(path: string): Promise<boolean> {
  const { ctimeMs } = await lstat(path).catch(() => ({ ctimeMs: 0 }));
  return ctimeMs >= Date.now() - process.uptime() * 1000;
}
