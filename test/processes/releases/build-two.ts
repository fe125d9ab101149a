/** Builds two releases into one output folder: the fixture, and the fixture after an edit. */

import { type ContentFolder, copyContent } from '../../helpers/content.ts';
import { build, copiesOf, copyBuiltFixture } from '../../helpers/released-files.ts';
import type { Teardown } from '../../helpers/teardown.ts';

/** Two releases in the output folder `out`, and a copy of the content of the second one, which the test may edit. */
export interface TwoReleases {
  readonly out: string;
  readonly content: ContentFolder;
  /** Id of the release that was built first, to which the link `previous` points. */
  readonly first: string;
  /** Id of the release that was built second, to which the link `current` points. */
  readonly second: string;
}

const copyTwo = copiesOf(async (t) => {
  const content = await copyEditedContent(t);
  const { out, manifest: first } = await copyBuiltFixture(t);
  const { manifest: second } = await build(t, content.path, out);
  return { out, first: first.release, second: second.release };
});

async function copyEditedContent(t: Teardown): Promise<ContentFolder> {
  const content = await copyContent(t);
  await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  return content;
}

/**
 * Returns a copy of a release of the fixture and of one with another French text of TEE-1, which are built once for
 * each process.
 */
export async function buildTwo(t: Teardown): Promise<TwoReleases> {
  return { ...(await copyTwo(t)), content: await copyEditedContent(t) };
}
