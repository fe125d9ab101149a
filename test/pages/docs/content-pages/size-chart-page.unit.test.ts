import test from 'ava';
import type { Locale } from '../../../../contract/locales.ts';
import { renderSizeChartPage } from '../../../../pages/docs/content-pages/size-chart-page.ts';
import { contextOf } from '../../../helpers/content.ts';

/** The page of the fixture's chart: heading, column heads, and rows as lists of cells. */
async function chartIn(locale: Locale) {
  const { content, localizer } = await contextOf(locale);
  const chart = content.sizeCharts['tops'];
  if (chart === undefined) throw new Error('the fixture has no chart "tops"');
  const text = renderSizeChartPage(chart, localizer);
  const cells = (tag: string, part: string) =>
    [...part.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, cell]) => cell);
  const rows = [...text.matchAll(/<tr><th scope="row">.*<\/tr>/g)].map(([row]) => [
    ...cells('th', row),
    ...cells('td', row),
  ]);
  const [head = ''] = /<thead>.*<\/thead>/.exec(text) ?? [];
  return { heading: /<h1>(.*)<\/h1>/.exec(text)?.[1], head: cells('th', head), rows };
}

test('Canada measures in centimetres', async (t) => {
  t.deepEqual(await chartIn('en-CA'), {
    heading: 'Size chart, tops',
    head: ['', 'Chest (cm)', 'Sleeve from centre (cm)'],
    rows: [
      ['S', '90', '83.5'],
      ['M', '100', '86'],
      ['2XL', '127', '93'],
    ],
  });
});

test('the United States measures in inches, to the half inch', async (t) => {
  t.deepEqual(await chartIn('en-US'), {
    heading: 'Size chart, tops',
    head: ['', 'Chest (in)', 'Sleeve from center (in)'],
    rows: [
      ['S', '35.5', '33'],
      ['M', '39.5', '34'],
      ['2XL', '50', '36.5'],
    ],
  });
});

test('French writes a decimal comma', async (t) => {
  const { head, rows } = await chartIn('fr-CA');
  t.deepEqual(head, ['', 'Poitrine (cm)', 'Manche depuis le milieu (cm)']);
  t.deepEqual(rows[0], ['S', '90', '83,5']);
});
