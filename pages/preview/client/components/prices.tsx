/** The prices of a product in one locale. */
import type { PriceTier } from '../../../../contract/schemas/pricing.ts';
import type { LocaleView, ProductResponse } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { bracketAt, type PriceList, priceLists, quantitiesOf } from '../price-lists.ts';
import { LineKey, PriceChart, seriesClass } from './price-chart.tsx';
import { Table } from './table.tsx';

type Money = (amount: number) => string;

/** Shows MSRP and net prices of every tier by quantity as a table and a chart, then the surcharges by size. */
export function Prices({ product, view }: { product: ProductResponse; view: LocaleView }) {
  const lists = priceLists(view, product.tiers);
  const quantities = quantitiesOf(lists);
  const { currency } = view.detail.pricing;
  const format = new Intl.NumberFormat(view.detail.locale, { style: 'currency', currency });
  const money: Money = (amount) => format.format(amount);
  const sizes = view.detail.pricing.sizes.filter(({ name }) =>
    lists.some(({ surcharges }) => surcharges[name] !== undefined),
  );
  return (
    <>
      <div class="prices">
        <Table
          caption={`${translate('priceByQuantity')} (${currency})`}
          head={quantities.map((from, index) => bracketText(from, quantities[index + 1]))}
          rows={lists.map((list) => ({
            name: (
              <span class="list-name">
                <LineKey series={seriesClass(lists, list)} />
                {nameOf(list)}
              </span>
            ),
            cells: quantities.map((quantity) => (
              <Price key={quantity} tier={bracketAt(list, quantity)} money={money} />
            )),
          }))}
        />
        <PriceChart lists={lists} money={money} />
      </div>
      {sizes.length > 0 && (
        <Table
          caption={translate('surcharges')}
          head={sizes.map(({ name }) => name)}
          rows={lists.map((list) => ({
            name: nameOf(list),
            cells: sizes.map(({ name }) => {
              const surcharge = list.surcharges[name];
              return surcharge === undefined ? '–' : `+${money(surcharge)}`;
            }),
          }))}
        />
      )}
    </>
  );
}

function nameOf({ name, kind }: PriceList): string {
  if (kind === 'msrp') return translate('msrp');
  return kind === 'base' ? `${name} (${translate('base')})` : name;
}

function Price({ tier, money }: { tier: PriceTier | undefined; money: Money }) {
  if (tier === undefined) return <>–</>;
  const { price, regularPrice = price } = tier;
  if (price >= regularPrice) return <>{money(price)}</>;
  return (
    <span class="markdown">
      <span class="unseen">{translate('before')} </span>
      <s>{money(regularPrice)}</s> <span class="unseen">{translate('now')} </span>
      <strong>{money(price)}</strong>
    </span>
  );
}

/**
 * Returns the quantities of a bracket: `12–47`, or `48+` for the last one. `next` is where the next bracket begins.
 * Word joiners prevent a line break.
 */
function bracketText(from: number, next: number | undefined): string {
  return next === undefined ? `${from}+` : `${from}\u2060–\u2060${next - 1}`;
}
