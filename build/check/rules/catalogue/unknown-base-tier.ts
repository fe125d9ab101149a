import { hintsFor } from '../../../content/findings/known-values.ts';
import type { ContentRule } from '../rule.ts';

export const unknownBaseTier: ContentRule = {
  id: 'catalogue/unknown-base-tier',
  severity: 'error',
  summary: 'The base tier of the catalogue is one of its tiers.',
  remedy: 'Correct "base", or add the tier to "all" and its prices to prices/.',
  *check({ catalogue: { tiers } }) {
    if (tiers === undefined || tiers.all.includes(tiers.base)) return;
    const message = `"${tiers.base}" is not among the tiers of this catalogue`;
    const hints = hintsFor(tiers.base, new Set(tiers.all));
    yield { file: 'catalogue.json', path: ['tiers', 'base'], message, ...hints };
  },
};
