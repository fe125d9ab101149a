/** Keeps data of a content folder between the builds of a long-lived process such as `npm run dev`. */
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
   * The opened folder. Undefined before the first build, and after changes to other files than existing product
   * files.
   */
  content: OpenContent | undefined;
  /** File of a table → index of its rows. */
  readonly tables: Map<string, TableIndex>;
  /** Product file → SHA-256 of its bytes. */
  readonly hashes: Map<string, string>;
}

/** Returns a memory without data, for a process before it first opens the content folder. */
export function createContentMemory(): ContentMemory {
  return { content: undefined, tables: new Map(), hashes: new Map() };
}

/** Removes the data that depends on changed files, or all data if `changes` is undefined. */
export function forgetContent(memory: ContentMemory, changes: readonly FileChange[] | undefined) {
  if (changes === undefined) {
    memory.tables.clear();
    memory.hashes.clear();
    memory.content = undefined;
    return;
  }
  const products = new Set(memory.content?.products.map(({ file }) => file));
  for (const { file, kind } of changes) {
    memory.tables.delete(file);
    memory.hashes.delete(file);
    if (kind !== 'changed' || !products.has(file)) memory.content = undefined;
  }
}
