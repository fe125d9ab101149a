/** Records the state of a folder, so that two states can be compared. */
import { type BigIntStats, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The state of a folder: path of each file → a mark that changes with every write, rename or change of permissions. */
export type FolderState = ReadonlyMap<string, string>;

/** A difference between two states of a folder. */
export interface Change {
  /** Path within the folder. */
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** Codes of the errors for a missing path, or for a folder that is a link to itself. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Returns the state of a folder; a missing one has no files. Like the compiler, ignores hidden files and does not follow
 * links within. Skips the paths `skip`, and calls `enter` before each folder. An unreadable path has its error code.
 */
export function readFolderState(
  folder: string,
  options: {
    readonly skip: readonly string[];
    readonly enter: (path: string, facts: BigIntStats) => void;
  },
): FolderState {
  const state = new Map<string, string>();
  const visit = (file: string) => {
    try {
      const path = join(folder, file);
      const facts = (file === '' ? statSync : lstatSync)(path, { bigint: true }) as BigIntStats;
      // The time of the status change, because copying a file may set its modification time back.
      const { dev, ino, size, ctimeNs } = facts;
      if (!facts.isDirectory()) {
        state.set(file, [dev, ino, size, ctimeNs].join(':'));
        return;
      }
      options.enter(path, facts);
      for (const name of readdirSync(path).filter((each) => !each.startsWith('.'))) {
        const below = file === '' ? name : `${file}/${name}`;
        if (!options.skip.includes(below)) visit(below);
      }
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (!absent.has(code)) state.set(file, code);
    }
  };
  visit('');
  return state;
}

/** Returns the differences between two states of a folder, sorted by file. */
export function compareStates(before: FolderState, after: FolderState): Change[] {
  const files = [...new Set([...before.keys(), ...after.keys()])].sort();
  return files.flatMap((file): Change[] => {
    if (!after.has(file)) return [{ file, kind: 'removed' }];
    if (!before.has(file)) return [{ file, kind: 'added' }];
    return before.get(file) === after.get(file) ? [] : [{ file, kind: 'changed' }];
  });
}
