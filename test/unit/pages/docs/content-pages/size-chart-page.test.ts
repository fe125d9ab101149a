import test from 'ava';
import type { Locale } from '../../../../../contract/locales.ts';
import { renderSizeChartPage } from '../../../../../pages/docs/content-pages/size-chart-page.ts';
import { type Content, contextOf, copyContent } from '../../../../helpers/content.ts';

/**
 * Renders the page of the size chart `tops`. Returns its title, its column heads, and its rows as lists of
 * cells.
 */
async function chartIn(locale: Locale, edited?: Content) {
  const context = await contextOf(locale, edited);
  const chart = context.content.sizeCharts['tops'];
  if (chart === undefined) throw new Error('the fixture has no chart "tops"');
  const { title, body } = renderSizeChartPage(chart, context);
  const { text } = body;
  const cells = (tag: string, part: string) =>
    [...part.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, cell]) => cell);
  const rows = [...text.matchAll(/<tr><th scope="row">.*<\/tr>/g)].map(([row]) => [
    ...cells('th', row),
    ...cells('td', row),
  ]);
  const [head = ''] = /<thead>.*<\/thead>/.exec(text) ?? [];
  return { title, head: cells('th', head), rows };
}

test('size charts for Canada are in centimetres', async (t) => {
  t.deepEqual(await chartIn('en-CA'), {
    title: 'Size chart, tops',
    head: ['Size', 'Chest (cm)', 'Sleeve from centre (cm)'],
    rows: [
      ['S', '90', '83.5'],
      ['M', '100', '86'],
      ['2XL', '127', '93'],
    ],
  });
});

test('size charts for the United States are in inches, rounded to the half inch', async (t) => {
  t.deepEqual(await chartIn('en-US'), {
    title: 'Size chart, tops',
    head: ['Size', 'Chest (in)', 'Sleeve from center (in)'],
    rows: [
      ['S', '35.5', '33'],
      ['M', '39.5', '34'],
      ['2XL', '50', '36.5'],
    ],
  });
});

test('French size charts have decimal commas', async (t) => {
  const { head, rows } = await chartIn('fr-CA');
  t.deepEqual(head, ['Taille', 'Poitrine (cm)', 'Manche depuis le milieu (cm)']);
  t.deepEqual(rows[0], ['S', '90', '83,5']);
});

test('rows are in the order of sizes.json, also for numeric sizes and names with spaces', async (t) => {
  const sizes = ['9', '9.5', '10', '10.5', 'One size'];
  const folder = await copyContent(t);
  await folder.replace('sizes.json', '"S",', `${sizes.map((size) => `"${size}", `).join('')}"S",`);
  const rows = [...sizes].reverse().map((size) => `"${size}": [1, 2], `);
  await folder.replace('size-charts.json', '"S": [', `${rows.join('')}"S": [`);
  const chart = await chartIn('en-CA', await folder.load());
  t.deepEqual(
    chart.rows.map(([size]) => size),
    [...sizes, 'S', 'M', '2XL'],
  );
});
