/** What is paid with where a product is sold. */
import { type Currency, localeFacts, type Market, markets } from './locales.ts';

const currencies = new Map(
  markets.map((market) => {
    const ofMarket = Object.values(localeFacts).filter((facts) => facts.market === market);
    return [market, [...new Set(ofMarket.map(({ currency }) => currency))]];
  }),
);

/** The currencies of a market's locales, each once. */
export function currenciesOf(market: Market): readonly Currency[] {
  return currencies.get(market) ?? [];
}
