/** Determines the currencies of each market. */
import { type Currency, localeFacts, type Market, markets } from './locales.ts';

const currencies = new Map(
  markets.map((market) => {
    const ofMarket = Object.values(localeFacts).filter((facts) => facts.market === market);
    return [market, [...new Set(ofMarket.map(({ currency }) => currency))]];
  }),
);

/** Returns the currencies of a market's locales without duplicates, in the order of `localeFacts`. */
export function currenciesOf(market: Market): readonly Currency[] {
  return currencies.get(market) ?? [];
}
