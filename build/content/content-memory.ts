/** What a process that stays, such as `npm run dev`, keeps of a content folder from one build to the next. */
import type { TableIndex } from './csv.ts';
import type { OpenContent } from './open-content.ts';

/** A difference in a content folder. */
export interface FileChange {
  /** Path below the folder. */
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

export interface ContentMemory {
  /** The folder as it was opened last; undefined if more than the bytes of product files has changed. */
  content: OpenContent | undefined;
  /** Table → where its rows are. */
  readonly tables: Map<string, TableIndex>;
  /** Product file → SHA-256 of its bytes. */
  readonly hashes: Map<string, string>;
}

/** Creates a memory that holds nothing yet. */
export function createContentMemory(): ContentMemory {
  return { content: undefined, tables: new Map(), hashes: new Map() };
}

/** Forgets what depends on files that changed; everything if it is not known which these are. */
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
