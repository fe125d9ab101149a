import { hintsFor } from '../../../content/findings/known-values.ts';
import type { ContentRule } from '../rule.ts';

export const unknownFamily: ContentRule = {
  id: 'shared/unknown-family',
  severity: 'error',
  summary: 'The families of a colour are among the families of colors.json.',
  remedy: 'Correct the id, or add the family to colors.json.',
  *check({ colors, ids: { families: known } }) {
    if (known === undefined) return;
    for (const [id, { families }] of Object.entries(colors)) {
      for (const [index, family] of families.entries()) {
        if (known.has(family)) continue;
        const message = `"${family}" is not among the families of this file`;
        const path = ['colors', id, 'families', index];
        yield { file: 'colors.json', path, message, ...hintsFor(family, known) };
      }
    }
  },
};
