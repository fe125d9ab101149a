/**
 * The content that an import writes from the neutral table, the common format of all import
 * sources.
 */
import test from 'ava';
import type { KnownOptions } from '../../../../editing/import/options/import-options.ts';
import { guessLanguage } from '../../../../editing/import/options/propose-language.ts';
import { proposeOptions } from '../../../../editing/import/options/propose-options.ts';
import { proposeSkus } from '../../../../editing/import/options/propose-skus.ts';
import { importStyles, type Style, styleOf } from './import-styles.ts';

test('the language is proposed from names and options, with its currency', (t) => {
  const propose = (source: string, ...[color, value]: readonly [string, string]) => {
    const options = [{ name: color, value: { source: value } }];
    const styles = [styleOf({ name: { source }, variants: [{ options }, { options }] })];
    const { language, currency } = proposeOptions({ styles, hints: {} }, {});
    return `${language} ${currency}`;
  };
  t.is(propose('T-shirt', 'Couleur', 'Marine'), 'fr CAD');
  t.is(propose('Veste d’hiver', 'Style', 'Long'), 'fr CAD');
  t.is(propose('Café mug', 'Color', 'Red'), 'en USD');
});

test('the language is said with its certainty', (t) => {
  const certainty = (...names: readonly string[]) =>
    guessLanguage({ styles: names.map((source) => styleOf({ name: { source } })), hints: {} })
      .certainty;
  t.regex(
    certainty('The tee with the logo, for men and women'),
    /^certain: 5 frequent English words/,
  );
  for (const name of [
    'Tee',
    'Der Pullover in Blau mit der Kapuze',
    'The tee, le t-shirt et la veste, with a cap',
  ]) {
    t.regex(certainty(name), /^uncertain, check it or set --language: /, name);
  }
});

test('an unknown option is named with what it probably is', (t) => {
  const adviceFor = (name: string, ...values: readonly string[]) => {
    const options = values.map((source) => [
      { name: 'Size', value: { source: 'M' } },
      { name, value: { source } },
    ]);
    return importStyles([{ variants: options.map((each) => ({ options: each })) }]).leftOut;
  };
  t.regex(
    adviceFor('Variante', 'Rubin', 'Onyx'),
    /probably a colour: to import all, set options\.Variante to color/,
  );
  t.regex(
    adviceFor('Bund', '28W', '30W'),
    /probably a size: to import all, set options\.Bund to size/,
  );
});

test('quantities are rounded down; ambiguous and too large ones are omitted', (t) => {
  const stockOf = (quantity: string) => {
    const stock = [{ location: undefined, quantity }];
    const { inventory, cells, report } = importStyles([{ variants: [{ stock }] }]);
    return [cells(inventory, 'quantity'), /unreadable stock/.test(report)];
  };
  t.deepEqual(stockOf('2.9'), [['2'], false]);
  t.deepEqual(stockOf('-4'), [['0'], false]);
  t.deepEqual(stockOf('1000000000'), [[], true]);
  t.deepEqual(stockOf('1.200'), [[], true], 'which may be 1200 pieces');
});

test('a GTIN may contain spaces and hyphens, and a variant without ids has no row', (t) => {
  const { variants = [], cells } = importStyles([
    {
      variants: [
        { color: 'Navy', gtin: '6 20011-00011 2' },
        { color: 'White' },
        { color: 'Red', code: 'T/R' },
      ],
    },
  ]);
  t.deepEqual(cells(variants, 'color', 'part_id', 'gtin'), ['navy  620011000112', 'red T/R']);
});

test('a size or part id that a spreadsheet changed needs an option, or is left out', (t) => {
  const styles: Style[] = [
    { code: 'A', variants: ['12-oct', '2026-12-10', 'M'].map((size) => ({ size })) },
    { code: 'B', variants: [{ code: '10-mars' }] },
    { code: 'C', variants: [{ code: '1,23457E+12' }] },
    { code: 'D', variants: [{ code: 'MAR-10' }] },
  ];
  const { products, variants = [], cells, report } = importStyles(styles);
  t.deepEqual(products[0]?.sizes, ['M']);
  t.deepEqual(cells(variants, 'sku', 'part_id'), ['D MAR-10']);
  t.true(report.includes('sizes that a spreadsheet changed: 2 (A navy 12-oct, A navy 2026-12-10)'));
  t.true(report.includes('codes that a spreadsheet changed: 2 (10-mars, 1,23457E+12)'));
  const sizes = { '12-oct': '10-12', '2026-12-10': '12-14' };
  const decided = importStyles(styles, { sizes, partIds: { '10-mars': 'MAR-10-B' } });
  t.deepEqual(decided.products[0]?.sizes, ['M', '10-12', '12-14']);
  t.deepEqual(cells(decided.variants ?? [], 'sku', 'part_id'), ['B MAR-10-B', 'D MAR-10']);
});

test('a variant whose colour has no letter or digit is left out and listed, with its row', (t) => {
  const variants = ['-', '🔥', '<br>', 'Navy 🔵'].map((color) => ({ color }));
  const { products, report, leftOut } = importStyles([
    { variants },
    { code: 'TEE-2', variants: [{ color: '–', code: 'T2' }] },
  ]);
  const kept = products.map(({ sku, colors }) => [sku, ...colors.map(({ color }) => color)]);
  t.deepEqual(kept, [['TEE-1', 'navy']]);
  const names = 'TEE-1 - M, TEE-1 🔥 M, TEE-1 <br> M, T2';
  t.true(report.includes(`colours without a letter or digit: 4 (${names})`), report);
  t.regex(
    leftOut,
    /\n2,colours without a letter or digit,TEE-1 - M,.*write the name of the colour, or /,
  );
});

const pictureOf = (name: string, alt = '') => ({ url: `https://img.example.com/${name}`, alt });
const urlOf = (name: string) => pictureOf(name).url;

test('pictures of a style with one colour belong to it; the first is the style’s', (t) => {
  const [product] = importStyles([
    { pictures: [pictureOf('a'), { url: '//img.example.com/b', alt: '' }] },
  ]).products;
  t.deepEqual(product?.colors, [{ color: 'navy', images: [urlOf('a'), urlOf('b')] }]);
  t.deepEqual(product?.images, [{ file: urlOf('a'), alt: { en: 'Tee' } }]);
});

test('a style with several colours has its first picture, and those of no colour', (t) => {
  const [product] = importStyles([
    {
      pictures: [pictureOf('a'), pictureOf('detail', 'The <b>collar</b>')],
      variants: [
        { color: 'Navy', pictures: [urlOf('a')] },
        { color: 'White', pictures: [urlOf('w')] },
      ],
    },
  ]).products;
  // The first picture stays the main one, although it belongs to a colour.
  t.deepEqual(product?.images, [
    { file: urlOf('a'), alt: { en: 'Tee' } },
    { file: urlOf('detail'), alt: { en: 'The collar' } },
  ]);
  t.deepEqual(
    product?.colors.map(({ images }) => images),
    [[urlOf('a')], [urlOf('w')]],
  );
});

test('another language is used only if all styles have a name in it', (t) => {
  const named = (code: string, ...words: readonly string[]) => {
    const [en = '', fr] = words;
    return { code, name: { en, ...(fr && { fr }) }, category: { en: 'Tees', fr: 'T-shirts' } };
  };
  const navy = [{ options: [{ name: 'color', value: { en: 'Navy', fr: 'Marine' } }] }];
  const known: KnownOptions = { currency: 'CAD', markets: ['CA'] };
  const tee = named('A', 'Tee', 'T-shirt');
  for (const [cap, fallback, text] of [
    [named('B', 'Cap', 'Casquette'), undefined, 'Commande minimale : {quantity}'],
    [named('B', 'Cap'), { fr: 'en' }, undefined],
  ] as const) {
    const styles = [tee, cap].map((style) => ({ ...style, variants: navy }));
    const { catalogue } = importStyles(styles, known);
    t.deepEqual(catalogue.fallbackLanguage, fallback);
    t.is(catalogue.texts.minimumOrder.fr, text);
  }
});

test('a proposed SKU is the unique beginning of all variant codes, or the handle', (t) => {
  const shop = (code: string, ...codes: readonly string[]) =>
    styleOf({ code, isSku: false, variants: codes.map((each) => ({ code: each })) });
  t.deepEqual(
    proposeSkus(
      [
        shop('tee', 'TEE100-S', 'TEE100-M'),
        ...[shop('red-cap', 'CAP-R-S', 'CAP-R-M'), shop('new-cap', 'CAP-R-L', 'CAP-R-XL')],
        shop('bag', 'B-S', 'B-M'),
        shop('vest', 'TOTE-S', 'TOTE-M'),
        ...[shop('kept', 'NEW-S', 'NEW-M'), shop('hat', 'NEW-L', 'NEW-XL')],
        styleOf({ code: 'TOTE' }),
        styleOf({ code: 'INDEX' }),
      ],
      { kept: 'MINE' },
    ),
    {
      ...{ kept: 'MINE', tee: 'TEE100', 'red-cap': 'RED-CAP', 'new-cap': 'NEW-CAP' },
      ...{ bag: 'BAG', vest: 'VEST', hat: 'NEW', INDEX: 'INDEX-2' },
    },
  );
});
