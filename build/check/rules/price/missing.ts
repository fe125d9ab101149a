import type { ContentRule } from '../rule.ts';
import { findUnpricedMarkets } from './unpriced-markets.ts';

export const priceMissing: ContentRule = {
  id: 'price/missing',
  severity: 'error',
  summary: 'A product has an MSRP in the currency of each market that it is sold in.',
  remedy: 'Add its brackets to `prices/msrp.csv`, or take the market out of `markets`.',
  check: (draft) => findUnpricedMarkets(draft, [draft.msrp]),
};
