/** Writes edits of a content folder by renaming temporary files, and finishes or discards an interrupted edit. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type EditPlan,
  explainUnfinishedEdit,
  hashOf,
  newTextOf,
  planFile,
  readUnfinishedEdit,
  unfinishedFolder,
} from '../../build/content/unfinished-edit.ts';
import { ExpectedError } from '../../console/errors.ts';
import type { FileEdit } from './content-edits.ts';

/** Throws an `ExpectedError` with the written and the other files if an edit of a content folder was interrupted. */
export function assertNoUnfinishedEdit(folder: string): void {
  const edit = readUnfinishedEdit(folder);
  if (edit === undefined) return;
  const where = folder === 'content' ? '' : ` (with --content ${folder})`;
  throw new ExpectedError(`${folder}: ${explainUnfinishedEdit(edit)}${where}`);
}

/** Writes all edited files or none. Throws an `ExpectedError` if a file has changed since it was read. */
export async function writeEdits(folder: string, edits: readonly FileEdit[]): Promise<void> {
  assertNoUnfinishedEdit(folder);
  const plan = edits.map(({ file, before, after }) => ({
    ...{ file, before: before === undefined ? null : sha256(before) },
    isRemoval: after === undefined,
  }));
  assertUnchanged(folder, plan);
  try {
    await mkdir(join(folder, unfinishedFolder));
    for (const { file, before, after } of edits) {
      if (after === undefined) continue;
      const path = join(folder, newTextOf(file));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, after, { flush: true });
      if (before !== undefined) await chmod(path, (await stat(join(folder, file))).mode);
      await mkdir(dirname(join(folder, file)), { recursive: true });
    }
    await writeFile(join(folder, `${planFile}.new`), JSON.stringify(plan), { flush: true });
    await rename(join(folder, `${planFile}.new`), join(folder, planFile));
  } catch (cause) {
    await discardEdit(folder);
    const { message } = cause as Error;
    throw new ExpectedError(`cannot write ${folder}: ${message}; nothing was changed`, { cause });
  }
  const changed = await finishEdit(folder);
  if (changed.length > 0) assertNoUnfinishedEdit(folder);
}

function assertUnchanged(folder: string, plan: EditPlan): void {
  const changed = plan.find(({ file, before }) => hashOf(join(folder, file)) !== before);
  if (changed === undefined) return;
  throw new ExpectedError(
    `${join(folder, changed.file)} has changed since it was read; nothing was written, run the command again`,
  );
}

/** Renames and removes what an interrupted edit has not, except files that changed, which it returns. */
export async function finishEdit(folder: string): Promise<readonly string[]> {
  const changed: string[] = [];
  try {
    for (const { file, before, isRemoval, isDone } of stepsOf(folder)) {
      const path = join(folder, file);
      if (isDone) continue;
      if (hashOf(path) !== before) changed.push(file);
      else if (isRemoval) await rm(path);
      else await rename(join(folder, newTextOf(file)), path);
    }
  } catch (cause) {
    if (cause instanceof ExpectedError) throw cause;
    const edit = readUnfinishedEdit(folder) ?? [];
    const message = `cannot finish writing ${folder}: ${(cause as Error).message}`;
    throw new ExpectedError(`${message}; ${explainUnfinishedEdit(edit)}`, { cause });
  }
  if (changed.length === 0) await discardEdit(folder);
  return changed;
}

function stepsOf(folder: string) {
  const edit = readUnfinishedEdit(folder);
  if (edit === undefined) throw new ExpectedError(`${folder} has no interrupted edit`);
  return edit;
}

/** Removes what an interrupted edit has left; the files that it has written stay. Returns false if there was nothing. */
export async function discardEdit(folder: string): Promise<boolean> {
  const path = join(folder, unfinishedFolder);
  const exists = existsSync(path);
  await rm(path, { recursive: true, force: true });
  return exists;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
