import type { ContentRule } from '../rule.ts';
import { findUnpricedMarkets } from './unpriced-markets.ts';

export const priceMissingNet: ContentRule = {
  id: 'price/missing-net',
  severity: 'error',
  summary:
    'A product has a net price in every tier, in the currency of each market that it is sold in.',
  remedy:
    'Add its brackets to the tables that the message names, or take the market out of `markets`.',
  check: (draft) => findUnpricedMarkets(draft, [...draft.net.values()]),
};
