/** What is paid with where a product is sold. */
import { type Currency, localeFacts, type Market } from '../../contract/locales.ts';

/** The currencies of a market's locales, each once. */
export function currenciesOf(market: Market): readonly Currency[] {
  const ofMarket = Object.values(localeFacts).filter((facts) => facts.market === market);
  return [...new Set(ofMarket.map(({ currency }) => currency))];
}
