import { hintsFor } from '../../content/findings/known-values.ts';
import { isAssetPath } from '../../content/schemas/values.ts';
import { onceADraft } from './once-a-draft.ts';

/** The assets that content can name, by path. */
export const assetNames = onceADraft(
  ({ assets }): ReadonlySet<string> => new Set([...assets.keys()].filter(isAssetPath)),
);

/** The asset that was probably meant; their whole list would be too long to be of help. */
export function assetHint(
  file: string,
  draft: Parameters<typeof assetNames>[0],
): { readonly suggestion?: string } {
  const { suggestion } = hintsFor(file, assetNames(draft));
  return suggestion === undefined ? {} : { suggestion };
}
