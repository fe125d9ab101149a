/** The prices of a product that differ between two releases. */
import type { ChangedProduct } from '../../responses.ts';
import { translate } from '../interface-texts.ts';
import { createPriceGrids, type PriceGrid } from '../release-changes.ts';
import { interfaceLocale } from '../settings.ts';
import { Table } from './table.tsx';

type Change = ChangedProduct['prices'][number];

const captions = {
  price: 'priceByQuantity',
  regularPrice: 'regularPrices',
  until: 'lastDays',
  surcharge: 'surcharges',
} as const;

/**
 * Shows changed prices, regular prices, last days of prices, and surcharges, each with old and new value: a table for
 * each of these four in each currency.
 */
export function PriceChanges({ prices }: Pick<ChangedProduct, 'prices'>) {
  return (
    <>
      {createPriceGrids(prices).map(({ kind, currency, columns, rows }) => (
        <Table
          key={`${kind} ${currency}`}
          caption={`${translate(captions[kind])} (${currency})`}
          head={columns}
          rows={rows.map(({ list, cells }) => ({
            name: list === 'msrp' ? translate('msrp') : list,
            cells: cells.map((change, at) =>
              change ? <Values key={columns[at]} change={change} currency={currency} /> : '',
            ),
          }))}
        />
      ))}
    </>
  );
}

function Values({ change, currency }: { change: Change } & Pick<PriceGrid, 'currency'>) {
  const { before, after, percent } = change;
  const format = new Intl.NumberFormat(interfaceLocale.value, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const show = (value: Change['before']) =>
    typeof value === 'number' ? format.format(value) : (value ?? translate('none'));
  return (
    <span class="amounts">
      <span class="unseen">{translate('before')} </span>
      <s>{show(before)}</s> <span class="unseen">{translate('now')} </span>
      <strong>{show(after)}</strong>
      {percent !== null && <span class="percent"> {formatPercent(percent)}</span>}
    </span>
  );
}

function formatPercent(percent: number): string {
  const options = {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  } as const;
  return (percent / 100).toLocaleString(interfaceLocale.value, options);
}
