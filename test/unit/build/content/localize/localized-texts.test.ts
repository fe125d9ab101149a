import test from 'ava';
import { sharedTexts } from '../../../../../build/content/localize/localized-texts.ts';
import { locales } from '../../../../../contract/locales.ts';
import { loadFixture } from '../../../../helpers/content.ts';

test('rows of a size chart are no texts, even if all sizes have names of languages', async (t) => {
  const content = await loadFixture();
  const chart = {
    label: { en: 'Tops' },
    measures: [{ en: 'Chest' }],
    rows: { en: [90], fr: [80] },
  };
  const files = [...sharedTexts({ ...content, sizeCharts: { tops: chart } }, locales)];
  t.deepEqual(files.find(({ file }) => file === 'size-charts.json')?.texts, [
    { path: ['charts', 'tops', 'label'], text: chart.label },
    { path: ['charts', 'tops', 'measures', 0], text: { en: 'Chest' } },
  ]);
});
