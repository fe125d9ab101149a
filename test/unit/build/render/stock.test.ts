import test from 'ava';
import { renderDetail } from '../../../../build/render/detail.ts';
import { exportFrames, renderParts } from '../../../../build/render/exports.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { type ProductSummary, productDetailSchema } from '../../../../contract/schemas/product.ts';
import { contextOf, copyContent, ofProduct, productOf } from '../../../helpers/content.ts';
import { locatedStock } from '../../../helpers/located-stock.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

async function detailsIn(t: Teardown, locale: Locale, more: Readonly<Record<string, string>> = {}) {
  const folder = await copyContent(t);
  for (const [file, text] of Object.entries(locatedStock)) await folder.write(file, text);
  for (const [file, rows] of Object.entries(more)) await folder.append(file, rows);
  const context = await contextOf(locale, await folder.load());
  return (sku: string) =>
    productDetailSchema.parse(renderDetail(productOf(context, sku), ofProduct(context, sku)));
}

test('a locale counts the locations that ship to its market, in the order of locations.json', async (t) => {
  const canadian = (await detailsIn(t, 'fr-CA'))('TEE-1');
  t.deepEqual(canadian.inventory, [
    {
      ...{ colorId: 'navy', size: 'S', partId: 'TEE-1-NVY-S', gtin: '051275060824' },
      quantity: 105,
      locations: [
        { id: 'montreal', name: 'Montréal', quantity: 100 },
        { id: 'calgary', name: 'Calgary', quantity: 5 },
      ],
    },
    { colorId: 'navy', size: 'M', gtin: '6291041500213', quantity: 12 },
    {
      ...{ colorId: 'grey-navy', size: '2XL', partId: 'TEE-1-GRY-2XL', gtin: '00888430139121' },
      quantity: 0,
      locations: [],
    },
  ]);
  const american = (await detailsIn(t, 'en-US'))('TEE-1');
  t.deepEqual(american.inventory[0]?.locations, [
    { id: 'montreal', name: 'Montreal', quantity: 100 },
    { id: 'reno', name: 'Reno', quantity: 20, incoming: 600, incomingDate: '2027-01-31' },
  ]);
  t.is(american.inventory[0]?.quantity, 120);
});

test('the time of a product’s stock is the earliest time of its rows, and is the last member', async (t) => {
  const detailOf = await detailsIn(t, 'en-CA');
  // 10:30 in London is before 06:00 in Toronto.
  t.is(detailOf('TEE-1').asOf, '2026-11-20T10:30:00Z');
  t.is(detailOf('HOOD-2').asOf, '2026-11-20T06:00:00-05:00');
  t.deepEqual(Object.keys(detailOf('TEE-1')).slice(-2), ['inventory', 'asOf']);
  t.false('asOf' in detailOf('BAG-5'));
});

test('stock without locations and variants has no members about them', async (t) => {
  const { inventory } = (await detailsIn(t, 'en-CA'))('HOOD-2');
  t.deepEqual(
    inventory.map((entry) => JSON.stringify(entry)),
    [
      '{"colorId":"grey-navy","size":"M","quantity":31}',
      '{"colorId":"bright","size":"2XL","quantity":7}',
    ],
  );
});

test('the stock table has a row for each location, and the export has the ids of variants', async (t) => {
  const stock = exportFrames('en-US', { release: '', asOf: undefined }).at(-1);
  const detail = (await detailsIn(t, 'en-US'))('TEE-1');
  const entries = renderParts({} as ProductSummary, detail, 'en-US');
  const rows = (text: string | undefined) => text?.split('\r\n').slice(0, -1);
  t.deepEqual(rows(stock?.beginning.slice(1)), [
    'sku,colorId,size,partId,gtin,quantity,location,incoming,incomingDate,asOf',
  ]);
  const asOf = '2026-11-20T10:30:00Z';
  t.deepEqual(rows(entries.stockRows), [
    `TEE-1,navy,S,TEE-1-NVY-S,051275060824,100,montreal,,,${asOf}`,
    `TEE-1,navy,S,TEE-1-NVY-S,051275060824,20,reno,600,2027-01-31,${asOf}`,
    `TEE-1,navy,M,,6291041500213,12,,,,${asOf}`,
    `TEE-1,grey-navy,2XL,TEE-1-GRY-2XL,00888430139121,9,reno,,,${asOf}`,
  ]);
  const canadian = renderParts(
    {} as ProductSummary,
    (await detailsIn(t, 'en-CA'))('TEE-1'),
    'en-CA',
  );
  t.is(
    rows(canadian.stockRows)?.at(-1),
    `TEE-1,grey-navy,2XL,TEE-1-GRY-2XL,00888430139121,0,,,,${asOf}`,
    'a colour and size without a location in the market has one row with quantity 0',
  );
  const [first] = rows(entries.catalogueRows) ?? [];
  t.regex(first ?? '', /,navy,[^,]+,S,TEE-1-NVY-S,051275060824,120,12,USD,/);
  const { sku, inventory } = detail;
  t.is(entries.stock, JSON.stringify({ sku, asOf, inventory }));
});
