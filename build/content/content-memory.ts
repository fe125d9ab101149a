/**
 * The data of a content folder that a long-lived process such as `npm run dev` keeps between builds.
 */
import type { TableIndex } from './csv.ts';
import type { OpenContent } from './open-content.ts';

/** A change in a content folder. */
export interface FileChange {
  /** Path within the folder. */
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

export interface ContentMemory {
  /** The opened folder; undefined if anything but the bytes of product files has changed. */
  content: OpenContent | undefined;
  /** The index of the rows of each table. */
  readonly tables: Map<string, TableIndex>;
  /** Product file → SHA-256 of its bytes. */
  readonly hashes: Map<string, string>;
}

/** Creates an empty memory. */
export function createContentMemory(): ContentMemory {
  return { content: undefined, tables: new Map(), hashes: new Map() };
}

/** Removes data that depends on changed files, or all data if the changes are not known. */
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
