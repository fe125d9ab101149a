/** Builds two releases into one output folder: the fixture, and the fixture after an edit. */
import type { ExecutionContext } from 'ava';
import { build } from '../build/released-files.ts';
import { type ContentFolder, copyContent } from '../helpers/content.ts';

/** Two releases in the output folder `out`, and the content folder that they were built from, with its edits. */
export interface TwoReleases {
  readonly out: string;
  readonly content: ContentFolder;
  /** Id of the release that was built first, to which the link `previous` points. */
  readonly first: string;
  /** Id of the release that was built second, to which the link `current` points. */
  readonly second: string;
}

/**
 * Builds a copy of the fixture, calls `edit` with that copy, and builds it again into the same output folder. By
 * default, `edit` changes a French text of TEE-1.
 */
export async function buildTwo(
  t: ExecutionContext,
  edit: (content: ContentFolder) => Promise<void> = (content) =>
    content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.'),
): Promise<TwoReleases> {
  const content = await copyContent(t);
  const { out, manifest: first } = await build(t, content.path);
  await edit(content);
  const { manifest: second } = await build(t, content.path, out);
  return { out, content, first: first.release, second: second.release };
}
