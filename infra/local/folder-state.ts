/** What a folder holds, written down so that two moments can be compared. */
import type { BigIntStats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** By path below the folder: a mark that differs after every write, rename or change of rights. */
export type FolderState = ReadonlyMap<string, string>;

export interface Change {
  /** Path below the folder. */
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

export interface ReadingOptions {
  /** Paths below the folder that are not looked at. */
  readonly skip: readonly string[];
  /** Called with each folder before it is read, and with a mark that another folder does not have. */
  readonly enter: (path: string, mark: string) => void;
}

/** Errors of a path that is not there, or of a content folder that is a link to nothing. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Reads the state of a folder, which may be a link; a folder that is not there holds nothing. Links below it
 * are not followed and hidden files are left out, as by the compiler. What cannot be read is marked so: the
 * compiler says why.
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
 * Reads some files of a folder again, and takes the rest from the state before. Returns undefined if one of
 * them is a folder, or was one: then everything below it is to be read too.
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
    if (mark === folderIsThere || (!wasFile && hasFilesBelow(before, file))) return undefined;
    if (mark === undefined) state.delete(file);
    else state.set(file, mark);
  }
  return state;
}

function hasFilesBelow(state: FolderState, file: string): boolean {
  return [...state.keys()].some((known) => known.startsWith(`${file}/`));
}

/** Stands for the mark of a folder; no file has this one. */
const folderIsThere = 'folder';

/** The mark of a file; undefined if nothing is there. */
async function readFileMark(path: string): Promise<string | undefined> {
  try {
    const facts = await lstat(path, { bigint: true });
    return facts.isDirectory() ? folderIsThere : fileMark(facts);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return absent.has(code) ? undefined : code;
  }
}

/** What differs between two states, sorted by file. */
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

/** The time of change cannot be set, unlike that of modification: copies and restores set that one. */
function fileMark({ dev, ino, size, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, ctimeNs].join(':');
}

/** Tells a folder from any other: inode numbers are given again, but not with the same time of birth. */
export function folderMark({ dev, ino, birthtimeNs }: BigIntStats): string {
  return [dev, ino, birthtimeNs].join(':');
}
