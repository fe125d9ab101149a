/** Records the state of a folder, so that two states can be compared. */
import type { BigIntStats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The state of a folder: path of each file within the folder → a mark, a text that is different after every write,
 * rename or change of permissions.
 */
export type FolderState = ReadonlyMap<string, string>;

/** A difference between two states of a folder. */
export interface Change {
  /** Path within the folder. */
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** Options of `readFolderState`. */
export interface ReadingOptions {
  /** Paths within the folder that are not read. */
  readonly skip: readonly string[];
  /**
   * Called before each folder is read: first for the given folder, then for those below it. `path` begins with the path
   * of the given folder; `mark` changes if the folder at `path` is deleted and created again.
   */
  readonly enter: (path: string, mark: string) => void;
}

/** Codes of the errors for a missing path, or for a folder that is a link to itself. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Returns the state of a folder: path of each file → a mark that changes with every write. The folder may be a link; a
 * missing folder has no files. Like the compiler, does not follow links within the folder and ignores hidden files. The
 * mark of an unreadable path is the code of its error; the compiler reports the reason.
 */
export async function readFolderState(
  folder: string,
  { skip, enter }: ReadingOptions,
): Promise<FolderState> {
  const state = new Map<string, string>();

  async function visit(file: string): Promise<void> {
    try {
      const path = join(folder, file);
      const read = file === '' ? stat : lstat;
      const facts = await read(path, { bigint: true });
      if (facts.isDirectory()) await visitFolder(file, path, facts);
      else state.set(file, fileMark(facts));
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (!absent.has(code)) state.set(file, code);
    }
  }

  async function visitFolder(file: string, path: string, facts: BigIntStats): Promise<void> {
    enter(path, folderMark(facts));
    const names = (await readdir(path)).filter((name) => !name.startsWith('.'));
    const files = names.map((name) => (file === '' ? name : `${file}/${name}`));
    await Promise.all(files.filter((below) => !skip.includes(below)).map(visit));
  }

  await visit('');
  return state;
}

/**
 * Updates the state `before` of a folder after changes of `files` (paths within the folder), without reading other
 * files. Returns the new state, in which files that no longer exist are missing. Returns undefined if one of `files` is
 * or was a folder: the caller must then read the whole state again.
 */
export async function updateFolderState(
  folder: string,
  before: FolderState,
  files: Iterable<string>,
): Promise<FolderState | undefined> {
  const state = new Map(before);
  for (const file of files) {
    const mark = await readFileMark(join(folder, file));
    const wasFile = before.has(file);
    if (mark === foundFolder || (!wasFile && hasFilesBelow(before, file))) return undefined;
    if (mark === undefined) state.delete(file);
    else state.set(file, mark);
  }
  return state;
}

function hasFilesBelow(state: FolderState, file: string): boolean {
  return [...state.keys()].some((known) => known.startsWith(`${file}/`));
}

/** What `readFileMark` returns for a folder; no file has this mark. */
const foundFolder = 'folder';

/**
 * Returns the mark of a file, which changes with every write. Returns `foundFolder` for a folder, the error code (such
 * as `EACCES`) for an unreadable path, and undefined if nothing exists there.
 */
async function readFileMark(path: string): Promise<string | undefined> {
  try {
    const facts = await lstat(path, { bigint: true });
    return facts.isDirectory() ? foundFolder : fileMark(facts);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return absent.has(code) ? undefined : code;
  }
}

/** Returns the differences between two states of a folder, sorted by file. */
export function compareStates(before: FolderState, after: FolderState): Change[] {
  const changes: Change[] = [];
  for (const [file, mark] of after) {
    const known = before.get(file);
    if (known === undefined) changes.push({ file, kind: 'added' });
    else if (known !== mark) changes.push({ file, kind: 'changed' });
  }
  for (const file of before.keys()) {
    if (!after.has(file)) changes.push({ file, kind: 'removed' });
  }
  return changes.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/**
 * Returns a mark that changes with every write to a file. It contains the time of the status change (ctime), because
 * copying and restoring a file may set its modification time back.
 */
function fileMark({ dev, ino, size, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, ctimeNs].join(':');
}

/**
 * Returns a mark, a text that identifies a folder: if a folder is deleted and created again at the same path, its mark
 * is another. The inode number alone is not enough: systems use it again, but not with the same creation time.
 */
export function folderMark({ dev, ino, birthtimeNs }: BigIntStats): string {
  return [dev, ino, birthtimeNs].join(':');
}
