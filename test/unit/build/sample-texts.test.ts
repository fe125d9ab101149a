import { resolve } from 'node:path';
import test from 'ava';
import { type Content, loadContent } from '../../helpers/content.ts';

const folder = resolve(import.meta.dirname, '../../../content');

/** Words that are the same in English and French. */
const sameInFrench = new Set([
  'festival',
  'jersey',
  'lime',
  'nylon',
  'olive',
  'orange',
  'piqué',
  'polos',
  'polyester',
  'raglan',
  'ski',
  'soccer',
  'souvenir',
  'sublimation',
  't-shirts',
  'triathlon',
  'tuque',
  'viscose',
  'yoga',
]);

type Texts = Readonly<Record<string, string | readonly string[]>>;

/** Returns every localized text and list of texts in a JSON value. */
function textsIn(json: unknown): Texts[] {
  if (typeof json !== 'object' || json === null) return [];
  const keys = Object.keys(json);
  const isText = keys.includes('en') && keys.every((key) => /^(en|fr)(-CA|-US)?$/.test(key));
  if (!isText) return Object.values(json).flatMap(textsIn);
  // A singular and a plural are two texts.
  const plain = Object.entries(json).map(([key, value]) => {
    const isPlain = typeof value === 'string' || Array.isArray(value);
    return [key, isPlain ? value : Object.values(value)];
  });
  return [Object.fromEntries(plain)];
}

/** Returns the texts of the sample catalogue, without tables and URLs. */
async function sampleTexts(): Promise<readonly Texts[]> {
  const content = await loadContent(folder);
  const { catalogue, brands, categories, tags, families, colors } = content;
  const { facets, decorations, sizeCharts, products } = content;
  const shared: Partial<Content>[] = [{ brands, categories, tags, families, colors }];
  return textsIn([shared, catalogue.texts, facets, decorations, sizeCharts, products]);
}

test('every French text differs from its English text, except for words that are equal in both languages', async (t) => {
  const texts = await sampleTexts();
  t.true(texts.length > 500);
  for (const text of texts) {
    const [english, french = ''] = [text['en'] ?? '', text['fr-CA'] ?? text['fr']];
    const [left, right] = [[english].flat(), [french].flat()];
    for (const word of right) {
      t.false(left.includes(word) && !sameInFrench.has(word.toLowerCase()), word);
    }
  }
});

test('French texts use the quotation marks and apostrophes of Canadian French', async (t) => {
  for (const text of await sampleTexts()) {
    for (const french of [text['fr'] ?? ''].flat()) t.notRegex(french, /['"]/, french);
  }
});

test('regional texts of the United States differ from those of Canada', async (t) => {
  const american = (await sampleTexts()).filter((text) => Object.hasOwn(text, 'en-US'));
  t.true(american.length >= 50, String(american.length));
  for (const text of american) t.notDeepEqual(text['en-US'], text['en-CA'] ?? text['en']);
});

test('texts shown in the United States have no Canadian spelling', async (t) => {
  for (const text of await sampleTexts()) {
    for (const shown of [text['en-US'] ?? text['en'] ?? ''].flat()) {
      t.notRegex(shown, /colour|\bgrey\b|centre|fibre|tuque/i, shown);
    }
  }
});
