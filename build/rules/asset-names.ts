import { hintsFor } from './known-values.ts';
import { onceADraft } from './once-a-draft.ts';

const assetNames = onceADraft(({ assets }): ReadonlySet<string> => new Set(assets.keys()));

/** The asset that was probably meant; their whole list would be too long to be of help. */
export function assetHint(
  file: string,
  draft: Parameters<typeof assetNames>[0],
): { readonly suggestion?: string } {
  const { suggestion } = hintsFor(file, assetNames(draft));
  return suggestion === undefined ? {} : { suggestion };
}
