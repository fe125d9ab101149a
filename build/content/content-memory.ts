/** Keeps data of a content folder between the builds of a long-lived process such as `npm run dev`. */
import type { KnownAssets } from './assets.ts';
import type { TableIndex } from './csv.ts';
import type { OpenContent } from './open-content.ts';

/** A change of a file, by its path within the content folder. */
export interface FileChange {
  readonly file: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** The data of a content folder that a process keeps between builds. */
export interface ContentMemory {
  /** The opened folder, without what is in its product files. */
  content: OpenContent | undefined;
  /** Path of a table within the content folder → index of its rows. */
  readonly tables: Map<string, TableIndex>;
  /** Descriptions of the files in `assets/`; `readAssets` notices changes itself. */
  readonly assets: KnownAssets;
}

/** Returns a memory without data, for a process before it first opens the content folder. */
export function createContentMemory(): ContentMemory {
  return { content: undefined, tables: new Map(), assets: new Map() };
}

/**
 * Removes the data of changed files from `memory`; all data except `assets` if the changes are not known. Call it before
 * each build.
 */
export function forgetContent(memory: ContentMemory, changes: readonly FileChange[] | undefined) {
  if (changes === undefined) memory.tables.clear();
  for (const { file } of changes ?? []) memory.tables.delete(file);
  const products = new Set(memory.content?.products.map(({ file }) => file));
  const isEdit = ({ file, kind }: FileChange) => kind === 'changed' && products.has(file);
  if (!changes?.every(isEdit)) memory.content = undefined;
}
