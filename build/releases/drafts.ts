/**
 * Drafts: what stands in the output folder for as long as somebody works on it. The name tells whose
 * it is, so that what a killed process has left can be told from the work of a living one.
 */
import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** `draft` is a folder being written, `link` a link being swapped, `build` the mark of a running build. */
export type DraftKind = 'draft' | 'link' | 'build';

interface Draft {
  readonly name: string;
  readonly kind: DraftKind;
  readonly pid: number;
}

const pattern = /^\.(draft|link|build)-(\d+)-[0-9a-f-]{36}(?:-discarded)?$/;

/** A name that nobody else uses: `.draft-<pid>-<uuid>`. */
export function draftName(kind: DraftKind): string {
  return `.${kind}-${process.pid}-${randomUUID()}`;
}

/** Removes what processes that are gone have left in a folder; one that is not there is clean. */
export async function removeStaleDrafts(folder: string): Promise<void> {
  for (const { name, pid } of await readDrafts(folder)) {
    const path = join(folder, name);
    if (!(await isAtWork(pid, path))) await rm(path, { recursive: true, force: true });
  }
}

/** The processes that are building into a folder now. */
export async function runningBuilds(out: string): Promise<number[]> {
  const pids: number[] = [];
  for (const { name, kind, pid } of await readDrafts(out)) {
    if (kind === 'build' && (await isAtWork(pid, join(out, name)))) pids.push(pid);
  }
  return pids;
}

async function readDrafts(folder: string): Promise<Draft[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names.flatMap((name): Draft[] => {
    const [, kind, pid] = pattern.exec(name) ?? [];
    return kind === undefined ? [] : [{ name, kind: kind as DraftKind, pid: Number(pid) }];
  });
}

async function isAtWork(pid: number, path: string): Promise<boolean> {
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
