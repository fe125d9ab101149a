import test from 'ava';
import { renderDetail } from '../../../../build/render/detail.ts';
import { renderParts } from '../../../../build/render/exports.ts';
import { renderSummary } from '../../../../build/render/summary.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { productDetailSchema } from '../../../../contract/schemas/product.ts';
import { contextOf, copyContent, ofProduct, productOf } from '../../../helpers/content.ts';
import { locatedStock } from '../../../helpers/located-stock.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

const tee = 'products/TEE-1.json';
const shipping = {
  pieceWeight: { value: 176, unit: 'g' },
  casePack: 48,
  cartonWeight: { value: 9.5, unit: 'kg' },
  carton: { length: 60, width: 40, height: 32, unit: 'cm' },
  originCountries: ['HN', 'NI'],
  hsCode: '610910',
  leadTime: { minimum: 2, maximum: 5 },
};
const variants = `sku,color,size,part_id,piece_weight,case_pack,carton,origin_countries,lead_time_minimum,lead_time_maximum
TEE-1,navy,2XL,,205.5 g,36,60 x 40 x 36.5 cm,CA,3,8
`;

/** Returns a function that renders the detail of TEE-1 in a locale, from content with `files` in place of its own. */
async function teeOf(t: Teardown, files: Readonly<Record<string, string>>) {
  const folder = await copyContent(t);
  for (const [file, text] of Object.entries(files)) await folder.write(file, text);
  const text = JSON.stringify(shipping);
  await folder.replace(tee, '"customization": {', `"shipping": ${text}, "customization": {`);
  const content = await folder.load();
  return async (locale: Locale) => {
    const context = await contextOf(locale, content);
    const [product, rows] = [productOf(context, 'TEE-1'), ofProduct(context, 'TEE-1')];
    const summary = renderSummary(product, rows);
    const detail = productDetailSchema.parse(renderDetail(product, rows, summary));
    return { summary, detail };
  };
}

test('a variant shows the trade data in which it differs, and its row of the table all of it', async (t) => {
  const render = await teeOf(t, { 'variants.csv': variants });
  const { detail, summary } = await render('fr-CA');
  t.deepEqual(detail.shipping, shipping as typeof detail.shipping);
  t.false('shipping' in summary);
  const own = detail.inventory.find(({ size }) => size === '2XL');
  t.deepEqual(own?.shipping, {
    pieceWeight: { value: 205.5, unit: 'g' },
    casePack: 36,
    carton: { length: 60, width: 40, height: 36.5, unit: 'cm' },
    originCountries: ['CA'],
    leadTime: { minimum: 3, maximum: 8 },
  });
  t.is(detail.inventory.filter((each) => each.shipping !== undefined).length, 1);
  const rows = renderParts(summary, detail, 'fr-CA').catalogueRows.split('\r\n');
  const ends = (colorAndSize: RegExp) =>
    rows.find((row) => colorAndSize.test(row))?.replace(/^.*;standard;/, '');
  t.is(ends(/;navy;[^;]+;2XL;/), 'tees;"205,5";g;36;"9,5";kg;60;40;"36,5";cm;CA;610910;3;8');
  t.is(ends(/;navy;[^;]+;S;/), 'tees;176;g;48;"9,5";kg;60;40;32;cm;HN NI;610910;2;5');
});

test('a size chart has its measures as numbers of the sizes of the product, in the unit of the locale', async (t) => {
  const how = { en: 'Under the arms.', fr: 'Sous les bras.' };
  const chest = { name: { en: 'Chest', fr: 'Poitrine' }, how };
  const sleeve = { en: 'Sleeve, from the middle', fr: 'Manche' };
  const rows = { S: [90, 83.5], '2XL': [127, 93], OSFA: [1, 2] };
  const chart = { label: { en: 'Tops', fr: 'Hauts' }, measures: ['chest', sleeve], rows };
  const charts = JSON.stringify({ measures: { chest }, charts: { tops: chart } });
  const render = await teeOf(t, { ...locatedStock, 'size-charts.json': charts });
  const { sizeChart: canadian } = (await render('fr-CA')).detail;
  t.deepEqual(canadian, {
    id: 'tops',
    unit: 'cm',
    measures: [
      { id: 'chest', name: 'Poitrine', how: 'Sous les bras.', values: { S: 90, '2XL': 127 } },
      { id: 'sleeve-from-the-middle', name: 'Manche', values: { S: 83.5, '2XL': 93 } },
    ],
  });
  const { sizeChart: american } = (await render('en-US')).detail;
  t.is(american?.unit, 'in');
  t.deepEqual(
    american?.measures.map(({ id, values }) => [id, values['2XL']]),
    [
      ['chest', 50],
      ['sleeve-from-the-middle', 36.5],
    ],
  );
});
