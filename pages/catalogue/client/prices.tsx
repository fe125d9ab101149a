/** The prices of a product by quantity. */
import type { PriceTier } from '../../../contract/schemas/pricing.ts';
import type { ProductDetail as Detail } from '../../../contract/schemas/product.ts';
import { extension } from './extension.ts';
import { Markdown, Table } from './parts.tsx';
import { bracketAt, LineKey, PriceChart, type PriceList, quantitiesOf } from './price-chart.tsx';
import { day, money, text } from './texts.ts';

/** Shows the price brackets as a table and a chart, with markdowns, surcharges and prices to come. */
export function Prices({ detail: { sku, pricing } }: { detail: Detail }) {
  const { currency, msrp, sizes, upcoming } = pricing;
  if (msrp.length === 0) return <p>{text('noPrices')}</p>;
  const surcharges = Object.fromEntries(
    sizes.flatMap(({ name, surcharge }) => (surcharge?.msrp ? [[name, surcharge.msrp]] : [])),
  );
  const coming = upcoming && { name: text('upcoming', { date: day(upcoming.from) }) };
  const lists: readonly PriceList[] = [
    { name: text('msrp'), brackets: msrp, surcharges },
    ...(coming && upcoming.msrp ? [{ ...coming, brackets: upcoming.msrp, surcharges: {} }] : []),
    ...(extension.netPrices?.(sku) ?? []),
  ];
  const quantities = quantitiesOf(lists);
  const surcharged = sizes.filter(({ name }) => lists.some((list) => list.surcharges[name]));
  return (
    <div class="prices">
      <Table
        caption={text('priceCaption', { currency })}
        head={[
          text('quantity'),
          ...lists.map(({ name }, at) => (
            <span key={name} class="colored">
              {lists.length > 1 && <LineKey index={at} />}
              {name}
            </span>
          )),
        ]}
        rows={[
          ...quantities.map((from, at) => ({
            name: bracketText(from, quantities[at + 1]),
            cells: lists.map((list) => <Price tier={bracketAt(list, from)} currency={currency} />),
          })),
          ...surcharged.map(({ name: size }) => ({
            name: text('surcharge', { size }),
            cells: lists.map(({ surcharges: { [size]: amount } }) =>
              amount === undefined ? '–' : `+${money(amount, currency)}`,
            ),
          })),
        ]}
      />
      <PriceChart lists={lists} currency={currency} />
    </div>
  );
}

function Price({ tier, currency }: { tier: PriceTier | undefined; currency: string }) {
  if (tier === undefined) return <>–</>;
  const { price, regularPrice = price, until } = tier;
  return (
    <>
      <Markdown price={price} regular={regularPrice} currency={currency} />
      {until && <small>{text('until', { date: day(until) })}</small>}
    </>
  );
}

/** Returns the quantities of a bracket: `12–47`, or `48+` for the last one. Word joiners prevent a line break. */
function bracketText(from: number, next: number | undefined): string {
  return next === undefined ? `${from}+` : `${from}\u2060–\u2060${next - 1}`;
}
