/** The prices of a product by quantity. */
import type { PriceTier } from '../../../contract/schemas/pricing.ts';
import type { Detail } from './api-types.ts';
import { extension } from './extension.ts';
import { Table } from './parts.tsx';
import { LineKey, PriceChart } from './price-chart.tsx';
import { bracketAt, isMarkdown, type PriceList, quantitiesOf } from './price-lists.ts';
import { day, money, text } from './texts.ts';

/** Shows the price brackets as a table and a chart, with markdowns, surcharges and prices to come. */
export function Prices({ detail: { sku, pricing } }: { detail: Detail }) {
  const { currency, msrp, sizes, upcoming } = pricing;
  const surcharges = sizes.flatMap(({ name, surcharge }) =>
    surcharge?.msrp === undefined ? [] : [[name, surcharge.msrp] as const],
  );
  const shown: PriceList = {
    name: text('msrp'),
    brackets: msrp,
    surcharges: Object.fromEntries(surcharges),
  };
  const lists = [shown, ...(extension.netPrices?.(sku) ?? [])];
  const coming: readonly PriceList[] = upcoming?.msrp
    ? [
        {
          name: text('upcoming', { date: day(upcoming.from) }),
          brackets: upcoming.msrp,
          surcharges: {},
        },
      ]
    : [];
  const all = [...lists, ...coming];
  const quantities = quantitiesOf(all);
  const surcharged = sizes
    .map(({ name }) => name)
    .filter((size) => all.some((list) => list.surcharges[size] !== undefined));
  return (
    <div class="prices">
      <Table
        caption={text('priceCaption', { currency })}
        head={[
          text('quantity'),
          ...all.map((list, at) => (
            <span key={list.name} class="list-name">
              {all.length > 1 && <LineKey index={at} />}
              {list.name}
            </span>
          )),
        ]}
        rows={[
          ...quantities.map((from, at) => ({
            name: bracketText(from, quantities[at + 1]),
            cells: all.map((list) => <Price tier={bracketAt(list, from)} currency={currency} />),
          })),
          ...surcharged.map((size) => ({
            name: text('surcharge', { size }),
            cells: all.map(({ surcharges: own }) => {
              const amount = own[size];
              return amount === undefined ? '–' : `+${money(amount, currency)}`;
            }),
          })),
        ]}
      />
      <PriceChart lists={all} currency={currency} />
    </div>
  );
}

function Price({ tier, currency }: { tier: PriceTier | undefined; currency: string }) {
  if (tier === undefined) return <>–</>;
  const { price, regularPrice, until } = tier;
  return (
    <>
      {regularPrice !== undefined && isMarkdown(tier) && (
        <>
          <span class="unseen">{text('was')} </span>
          <s>{money(regularPrice, currency)}</s> <span class="unseen">{text('now')} </span>
        </>
      )}
      <strong class={isMarkdown(tier) ? 'markdown' : undefined}>{money(price, currency)}</strong>
      {until && <small>{text('until', { date: day(until) })}</small>}
    </>
  );
}

/** Returns the quantities of a bracket: `12–47`, or `48+` for the last one. Word joiners prevent a line break. */
function bracketText(from: number, next: number | undefined): string {
  return next === undefined ? `${from}+` : `${from}\u2060–\u2060${next - 1}`;
}
