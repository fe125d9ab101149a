/**
 * Builds two releases into one folder of a test: the fixture, and then the fixture with one changed price of each kind.
 */
import type { ExecutionContext } from 'ava';
import { build } from '../build/released-files.ts';
import { type ContentFolder, copyContent } from '../helpers/content.ts';

export interface TwoReleases {
  readonly out: string;
  readonly content: ContentFolder;
  /** The id of the release `previous`. */
  readonly first: string;
  /** The id of the release `current`. */
  readonly second: string;
}

/** Builds the fixture, edits it, and builds it again into the same folder. */
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
