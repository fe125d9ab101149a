/** Keeps data of a content folder between the builds of a long-lived process such as `npm run dev`. */
import type { KnownAssets } from './assets.ts';
import type { TableIndex } from './csv.ts';
import type { OpenContent } from './open-content.ts';

/** A change of a file in a content folder. */
export interface FileChange {
  /** Path within the content folder. */
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** The data of a content folder that a process keeps between builds. */
export interface ContentMemory {
  /**
   * The opened folder, without what is inside its product files. Undefined before the first build. `forgetContent`
   * makes it undefined again, unless all changes are edits of existing product files.
   */
  content: OpenContent | undefined;
  /** Path of a table within the content folder → index of its rows. */
  readonly tables: Map<string, TableIndex>;
  /** Descriptions of the files in `assets/`; `readAssets` reads a file again if its size, times or inode differ. */
  readonly assets: KnownAssets;
}

/** Returns a memory without data, for a process before it first opens the content folder. */
export function createContentMemory(): ContentMemory {
  return { content: undefined, tables: new Map(), assets: new Map() };
}

/**
 * Removes the data of changed files from `memory`, so that the next build reads them again. If a file was added or
 * removed, or a changed file is not a product file, sets the whole `content` to undefined. If `changes` is undefined,
 * because it is not known what changed, removes all data except `assets`. Call it before each build: except for
 * `assets`, the memory does not detect changes of files itself.
 */
export function forgetContent(memory: ContentMemory, changes: readonly FileChange[] | undefined) {
  if (changes === undefined) {
    memory.tables.clear();
    memory.content = undefined;
    return;
  }
  const products = new Set(memory.content?.products.map(({ file }) => file));
  for (const { file, kind } of changes) {
    memory.tables.delete(file);
    if (kind !== 'changed' || !products.has(file)) memory.content = undefined;
  }
}
