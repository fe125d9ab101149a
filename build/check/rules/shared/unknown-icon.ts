import { assetHint } from '../asset-names.ts';
import { isElsewhere } from '../product/pictures.ts';
import type { ContentRule } from '../rule.ts';

export const unknownIcon: ContentRule = {
  id: 'shared/unknown-icon',
  severity: 'error',
  summary: 'The icon of a decoration is in assets/, or elsewhere by https URL.',
  remedy: 'Correct the path, or add the file to assets/.',
  *check(draft) {
    for (const [id, { icon }] of Object.entries(draft.decorations)) {
      if (isElsewhere(icon) || draft.assets.has(icon)) continue;
      const path = ['decorations', id, 'icon'];
      const message = `"${icon}" is not in assets/`;
      yield { file: 'decorations.json', path, message, ...assetHint(icon, draft) };
    }
  },
};
