/** A product has an MSRP, and a net price in every tier, in the currency of each market it is sold in. */
import { localeFacts, locales } from '../../contract/locales.ts';
import { productRule } from './rule.ts';

export const completePrices = productRule(function* (product, content) {
  const lists = [
    ['msrp', content.msrp] as const,
    ...[...content.net].map(([tier, rows]) => [`net-${tier}`, rows] as const),
  ];
  const sold = locales.filter((locale) => product.markets.includes(localeFacts[locale].market));
  const currencies = new Set(sold.map((locale) => localeFacts[locale].currency));
  for (const currency of currencies) {
    for (const [name, rows] of lists) {
      const priced = rows.some((row) => row.sku === product.sku && row.currency === currency);
      if (priced) continue;
      const message = `sells for ${currency} but has no row in prices/${name}.csv; add its brackets`;
      yield { path: 'markets', message };
    }
  }
});
