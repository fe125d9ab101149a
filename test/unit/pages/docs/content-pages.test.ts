/** The pages about content: size charts and the decoration guide. */
import test, { type ExecutionContext } from 'ava';
import type { Locale } from '../../../../contract/locales.ts';
import { renderDecorationsPage } from '../../../../pages/docs/content-pages/decorations-page.ts';
import { renderSizeChartPage } from '../../../../pages/docs/content-pages/size-chart-page.ts';
import { contextOf } from '../../../helpers/content.ts';

/** Returns title, column heads and rows of the page of the size chart `tops`, in the unit that is shown first. */
async function chartIn(t: ExecutionContext, locale: Locale) {
  const context = await contextOf(locale);
  const chart = context.content.sizeCharts['tops'];
  if (chart === undefined) throw new Error('the fixture has no chart "tops"');
  const { title, body } = renderSizeChartPage(chart, context, ['TEE-1']);
  const cells = (part: string) =>
    Array.from(part.matchAll(/<t[hd][^>]*>([^<]*)</g), ([, cell]) => cell);
  const [, unit] = /value="(\w+)" checked/.exec(body.text) ?? [];
  const shown = body.text.split('<div').find((part) => part.includes(`chart ${unit}`)) ?? '';
  const rows = [...shown.matchAll(/<tr><th scope="row">.*<\/tr>/g)].map(([row]) => cells(row));
  const [head = ''] = /(?<=<thead>).*(?=<\/thead>)/.exec(shown) ?? [];
  t.true(body.text.includes(`href="/v1/products/TEE-1?locale=${locale}">TEE-1</a>`));
  return { title, head: cells(head), rows };
}

test('size charts are in the units, numbers and texts of the locale', async (t) => {
  t.deepEqual(await chartIn(t, 'en-CA'), {
    title: 'Size chart, tops',
    head: ['Size', 'Chest (cm)', 'Sleeve from centre (cm)'],
    rows: [
      ['S', '90', '83.5'],
      ['M', '100', '86'],
      ['2XL', '127', '93'],
    ],
  });
  t.deepEqual(await chartIn(t, 'en-US'), {
    title: 'Size chart, tops',
    head: ['Size', 'Chest (in)', 'Sleeve from center (in)'],
    rows: [
      ['S', '35.5', '33'],
      ['M', '39.5', '34'],
      ['2XL', '50', '36.5'],
    ],
  });
  const { head, rows } = await chartIn(t, 'fr-CA');
  t.deepEqual(head, ['Taille', 'Poitrine (cm)', 'Manche depuis le milieu (cm)']);
  t.deepEqual(rows[0], ['S', '90', '83,5']);
});

test('the decoration guide has an anchor, an icon and escaped texts of each decoration', async (t) => {
  const [canadian, american, french] = await Promise.all(
    (['en-CA', 'en-US', 'fr-CA'] as const).map(async (locale) =>
      renderDecorationsPage(await contextOf(locale)),
    ),
  );
  const text = canadian?.body.text ?? '';
  const all = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found);
  t.deepEqual(all(/<section id="([^"]+)">/g), ['embroidery', 'print']);
  t.deepEqual(all(/<img src="([^"]+)"/g), [
    'https://api.example.test/assets/icons/embroidery~3dc2fd2d.svg',
    'https://cdn.example.test/print.svg',
  ]);
  t.true(text.includes('5 mm &lt; blurred &gt; are &quot;lost&quot; &amp; gone.'));
  t.true(text.includes('<p>Up to 12 colours of thread.</p>'));
  t.true(american?.body.text.includes('<p>Up to 12 colors of thread.</p>'));
  t.is(french?.title, 'Guide de marquage');
  t.true(french?.body.text.includes('Envoyez un fichier vectoriel.'));
});
