import { assetHint } from '../asset-names.ts';
import { type ContentRule, eachProduct } from '../rule.ts';
import { isElsewhere, picturesOf } from './pictures.ts';

/** Pictures by URL are not asked for: a build needs no network. */
export const unknownAsset: ContentRule = {
  id: 'product/unknown-asset',
  severity: 'error',
  summary: 'The pictures that a product names are in assets/, or elsewhere by https URL.',
  remedy: 'Correct the path, or add the file to assets/.',
  check: eachProduct(function* (product, draft) {
    for (const { path, file } of picturesOf(product)) {
      if (isElsewhere(file) || draft.assets.has(file)) continue;
      yield { path, message: `"${file}" is not in assets/`, ...assetHint(file, draft) };
    }
  }),
};
