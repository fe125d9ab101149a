/** What a product lacks costs points, and is named in the report. */
import test from 'ava';
import type { ProductContent } from '../../../build/content/schemas/product.ts';
import type { QualityCheck, Tally } from '../../../quality/checks.ts';
import { qualityChecks } from '../../../quality/checks.ts';
import { renderQuality } from '../../../quality/report.ts';
import type { CatalogueQuality } from '../../../quality/score.ts';
import { scoreProduct } from '../../../quality/score.ts';
import { type Content, loadFixture } from '../../helpers/content.ts';

type Members = { readonly [Name in keyof ProductContent]?: unknown };
/** Returns the quantity of a colour and size in stock; undefined if it has no row. */
type Stock = (color: string, size: string) => number | undefined;

const words = (en: string, fr: string) => ({ en, fr });
const fabric = { composition: words('Cotton', 'Coton'), weight: words('180 g', '180 g'), gsm: 180 };
const inColors = (...ids: readonly string[]) => ({ colors: ids.map((color) => ({ color })) });

/** A complete colour, one with only a swatch, one of two swatches, and one without swatches. */
const colors: Content['colors'] = {
  navy: { name: words('Navy', 'Marine'), pms: 'PMS 1', swatches: ['#112'], families: ['blue'] },
  bare: { name: words('Bare', 'Nu'), swatches: ['#EDC'], families: [] },
  duo: { name: words('Duo', 'Duo'), swatches: ['#112', '#EDC'], families: ['blue'] },
  free: { name: words('Your colour', 'Votre couleur'), swatches: [], families: [] },
};

const complete: Members = {
  ...inColors('navy', 'duo'),
  ...{ fabric, sizes: ['S', 'M'], sizeChart: 'tops' },
  sizeRecommendations: [
    { size: 'S', percentage: 40 },
    { size: 'M', percentage: 60 },
  ],
};

/** Returns TEE-1 of the fixture as a complete product with these members, and with stock. */
async function subjectWith(members: Members = {}, stock: Stock = () => 5) {
  const fixture = await loadFixture();
  const tee = fixture.products.find(({ product }) => product.sku === 'TEE-1');
  if (tee === undefined) throw new Error('the fixture has no TEE-1');
  const changed = { ...tee.product, ...complete, ...members };
  const product = Object.fromEntries(
    Object.entries(changed).filter(([, value]) => value !== undefined),
  ) as ProductContent;
  const inventory = product.colors.flatMap(({ color }) =>
    product.sizes.flatMap((size, index) => {
      const quantity = stock(color, size);
      return quantity === undefined
        ? []
        : [{ sku: 'TEE-1', color, size, quantity, line: index + 2 }];
    }),
  );
  const whole = { ...tee, product, rows: { ...tee.rows, inventory } };
  const chart = { label: words('Tops', 'Hauts'), measures: [words('Chest', 'Poitrine')] };
  const content: Content = {
    ...{ ...fixture, products: [whole], colors },
    catalogue: { ...fixture.catalogue, fallbackLanguage: { en: 'fr', fr: 'en' } },
    sizeCharts: { tops: { ...chart, rows: { S: [90], M: [100] } } },
  };
  return { ...whole, shared: content };
}

/** Returns what each check that is not satisfied finds missing. */
async function lacks(members?: Members, stock?: Stock): Promise<Record<string, readonly string[]>> {
  const subject = await subjectWith(members, stock);
  const { reasons } = scoreProduct(subject);
  return Object.fromEntries(reasons.map(({ check, missing }) => [check, missing]));
}

const texts = { tagline: words('Tag', 'Accroche'), short: words('A', 'B'), long: words('A', 'B') };

/** Members of an otherwise complete product → what its checks then find missing. */
const incomplete: readonly (readonly [members: Members, found: object, stock?: Stock])[] = [
  [inColors('navy', 'bare'), { 'color/family': ['bare'], 'color/pms': ['bare'] }],
  [{ customization: { colorBlocks: false, decorations: [] } }, { 'decoration/offered': [] }],
  [{ fabrics: [] }, { 'facet/fabrics': [] }],
  [{ inspiration: [] }, { 'facet/inspiration': [] }],
  [{ materials: undefined }, { 'material/codes': [] }],
  [
    { fabric: undefined, colors: [{ color: 'navy', fabric }, { color: 'duo' }] },
    { 'material/fabric': ['duo'] },
  ],
  [
    { colors: [{ color: 'navy', images: ['photos/a.png'] }, { color: 'duo' }] },
    { 'picture/back': ['navy'] },
  ],
  [
    { drawing: undefined, images: [] },
    { 'picture/back': ['navy', 'duo'], 'picture/colors': ['navy', 'duo'], 'picture/product': [] },
  ],
  [{ sizes: ['S', 'M', '2XL'] }, { 'size/chart': ['2XL'] }],
  [{ sizeRecommendations: undefined }, { 'size/recommendations': [] }],
  [{}, { 'stock/pieces': ['duo'] }, (color) => (color === 'duo' ? 0 : 5)],
  [{}, { 'stock/rows': ['duo M'] }, (color, size) => (color + size === 'duoM' ? undefined : 5)],
  [{ keywords: { en: [], fr: [] } }, { 'text/keywords': [] }],
  [{ descriptions: {} }, { 'text/long': [], 'text/short': [], 'text/tagline': [] }],
  [{ name: words('Short', 'L’élégance'.repeat(7)) }, { 'text/name-length': ['fr'] }],
  [
    { descriptions: { ...texts, long: { fr: 'Texte' } } },
    { 'text/translated': ['descriptions.long en-CA', 'descriptions.long en-US'] },
  ],
];

test('a complete product scores 100 without a reason', async (t) => {
  t.like(scoreProduct(await subjectWith()), { score: 100, reasons: [] });
});

test('each check finds what a product lacks, and nothing else', async (t) => {
  for (const [members, found, stock] of incomplete) {
    t.deepEqual(await lacks(members, stock), found, Object.keys(found).join());
  }
  const tested = incomplete.flatMap(([, found]) => Object.keys(found));
  t.deepEqual(
    [...new Set(tested)].sort(),
    qualityChecks.map(({ id }) => id),
  );
});

test('a check asks a product only for what it can have', async (t) => {
  const products: readonly Members[] = [
    { madeToOrder: true },
    { sizes: ['S'], sizeRecommendations: undefined },
    inColors('navy', 'free'),
    // Two swatches have no Pantone colour.
    inColors('duo'),
    // Texts are needed only in the locales that show the product.
    { markets: ['US'], note: { en: 'Only here.' } },
  ];
  for (const members of products) {
    t.deepEqual(await lacks(members, members.madeToOrder ? () => undefined : undefined), {});
  }
});

test('a check costs points by its weight and the share of missing data', async (t) => {
  const subject = await subjectWith();
  const check = (id: string, tally: Tally | undefined, importance: QualityCheck['importance']) => {
    return { id, importance, lack: '', remedy: '', count: () => tally };
  };
  // Of 5 + 3 + 1 points, half of 5 and all of 1 are lost.
  const { score, reasons } = scoreProduct(subject, [
    check('half', { missing: ['a', 'b'], of: 4 }, 'critical'),
    check('fine', { missing: [], of: 1 }, 'important'),
    check('all', { missing: [], of: 0 }, 'welcome'),
    check('other', undefined, 'critical'),
  ]);
  t.is(score, Math.floor((100 * 5.5) / 9));
  t.deepEqual(
    reasons.map((reason) => reason.check),
    ['half', 'all'],
  );
  const little = check('little', { missing: ['a'], of: 100_000 }, 'welcome');
  t.is(scoreProduct(subject, [little]).score, 99, 'a score of 100 means that nothing is missing');
});

test('a report has what is missing, and the products up to the limit', (t) => {
  const missing = Array.from({ length: 8 }, (_, index) => `navy ${index + 1}XL`);
  const reasons = [
    { check: 'picture/product', points: 9.09, count: 0, missing: [] },
    { check: 'stock/rows', points: 9.01, count: 8, missing },
  ];
  const product = { sku: 'TEE-1', name: { en: 'Tee' }, file: 'products/TEE-1.json', score: 80 };
  const quality: CatalogueQuality = {
    average: 90,
    products: [
      { ...product, reasons },
      { ...product, sku: 'TEE-2', score: 100, reasons: [] },
    ],
  };
  const text = renderQuality(quality, 'text', 50);
  t.regex(text, /^Quality of 2 products: 90 of 100 on average, 80 at the lowest\n/);
  t.regex(text, /\n {2}80 {2}TEE-1 {2}-9\.0 {2}stock\/rows .+ navy 6XL and 2 more\n/);
  const markdown = renderQuality(quality, 'markdown', 1);
  t.regex(markdown, /\| 80 \| TEE-1 \| -9\.1 \| picture\/product \| .+ \|\n\n… and 1 more/);
  t.like(JSON.parse(renderQuality(quality, 'json', 1)), { ...quality });
});
