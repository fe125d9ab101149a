import test from 'ava';
import { textRows } from '../../../../pages/preview/server/text-rows.ts';
import { contextOf, loadFixture, productOf } from '../../../helpers/content.ts';

test('each text is listed for every locale with its origin', async (t) => {
  const content = await loadFixture();
  const catalogue = { ...content.catalogue, fallbackLanguage: { fr: 'en' as const } };
  const contexts = [
    await contextOf('en-CA', { ...content, catalogue }),
    await contextOf('en-US', { ...content, catalogue }),
    await contextOf('fr-CA', { ...content, catalogue }),
  ];
  const product = {
    ...productOf(await contextOf('en-CA'), 'TEE-1'),
    name: { en: 'Colour', 'en-US': 'Color' },
    keywords: { en: ['one', 'two'], fr: ['un'] },
  };
  const rows = textRows({ product }, contexts);
  t.deepEqual(rows.find(({ name }) => name === 'name')?.texts, {
    'en-CA': { text: 'Colour', origin: 'language' },
    'en-US': { text: 'Color', origin: 'regional' },
    'fr-CA': { text: 'Colour', origin: 'fallback' },
  });
  t.deepEqual(rows.find(({ name }) => name === 'keywords')?.texts, {
    'en-CA': { text: 'one, two', origin: 'language' },
    'en-US': { text: 'one, two', origin: 'language' },
    'fr-CA': { text: 'un', origin: 'language' },
  });
});
