/**
 * The content that an import writes from the neutral table, the common format of all import sources.
 */
import test from 'ava';
import type {
  NeutralPrice,
  NeutralStyle,
  NeutralVariant,
} from '../../../editing/import/neutral.ts';
import { createOmissions } from '../../../editing/import/omissions.ts';
import type { KnownOptions } from '../../../editing/import/options/import-options.ts';
import { proposeOptions } from '../../../editing/import/options/propose-options.ts';
import { proposeSkus } from '../../../editing/import/options/propose-skus.ts';
import { createReport } from '../../../editing/import/report.ts';
import { decimalSignIn } from '../../../editing/import/to-content/resolve-styles.ts';
import { toContent } from '../../../editing/import/to-content/to-content.ts';

const row = { line: 2, cells: {} };

type Variant = Partial<NeutralVariant> & {
  readonly color?: string;
  readonly size?: string;
  readonly price?: NeutralPrice;
};

function variantOf({ color = 'Navy', size = 'M', price, ...rest }: Variant): NeutralVariant {
  const options = [
    { name: 'color', value: { source: color } },
    { name: 'size', value: { source: size } },
  ];
  const prices = { source: price ?? { price: '10.00' } };
  return { row, options, code: '', gtin: '', prices, stock: [], pictures: [], ...rest };
}

type Style = Partial<Omit<NeutralStyle, 'variants'>> & { readonly variants?: readonly Variant[] };

function styleOf({ variants = [{}], ...rest }: Style): NeutralStyle {
  const texts = { name: { source: 'Tee' }, short: {}, long: {}, category: {}, keywords: {} };
  const facts = { row, code: 'TEE-1', isSku: true, brand: '', isDraft: false };
  const lists = { audience: [], pictures: [], variants: variants.map(variantOf) };
  return { ...texts, ...facts, ...lists, ...rest, variants: lists.variants };
}

/**
 * Imports styles in English and US dollars on 10 May 2024. Returns the content, the report, and `cells`, a function
 * that returns one text for each of the given table rows: its cells in the columns `names`, separated by spaces.
 */
function importStyles(styles: readonly Style[], known: KnownOptions = {}) {
  const table = { styles: styles.map(styleOf), hints: {} };
  const tiers = { base: 'A1', percentOfMsrp: { A1: 50 } };
  const decided = { language: 'en', currency: 'USD', tiers, ...known } as const;
  const report = createReport();
  const omissions = createOmissions(report);
  const { content } = toContent(table, {
    options: proposeOptions(table, decided),
    omissions,
    ...{ decimalSign: '.', today: '2024-05-10' },
  });
  const cells = (rows: readonly Readonly<Record<string, string>>[], ...names: string[]) =>
    rows.map((each) =>
      names
        .map((name) => each[name] ?? '')
        .join(' ')
        .trim(),
    );
  const leftOut = omissions.toCsv({ columns: [], separator: ',' });
  return { ...content, cells, leftOut, report: report.toText() };
}

test('the price of a size is its most frequent price, and only more expensive sizes have a surcharge', (t) => {
  const priced = (color: string, size: string, price: string) => ({
    color,
    size,
    price: { price },
  });
  const {
    msrp,
    surcharges = [],
    cells,
  } = importStyles([
    {
      variants: [
        ...[priced('Navy', 'M', '10.00'), priced('White', 'M', '10.00')],
        ...[priced('Red', 'M', '12.00'), priced('Navy', 'L', '10.00')],
        priced('Navy', 'XL', '11.50'),
      ],
    },
  ]);
  t.deepEqual(cells(msrp, 'price', 'regularPrice'), ['10.00']);
  t.deepEqual(cells(surcharges, 'size', 'list', 'surcharge'), ['XL msrp 1.50', 'XL A1 0.75']);
});

test('an unreadable price is listed once', (t) => {
  for (const currency of ['source', 'USD'] as const) {
    const { report } = importStyles([
      { variants: [{ prices: { [currency]: { price: 'free' } } }] },
    ]);
    t.regex(report, /unreadable prices: 1 /, currency);
  }
});

test('a price in another currency than its column is left out, with the reason', (t) => {
  const priced = (...prices: readonly string[]) =>
    prices.map((price, at) => ({ code: `A${at}`, variants: [{ price: { price } }] }));
  const known: KnownOptions = { currency: 'CAD', markets: ['CA'] };
  const styles = priced('24,50 $ CA', '24,50 $', '24,50 $ US', '24,50 €');
  const { msrp, cells, report, leftOut } = importStyles(styles, known);
  t.deepEqual(cells(msrp, 'sku', 'price'), ['A0 24.50', 'A1 24.50']);
  t.regex(report, /prices in another currency: 2 /);
  t.regex(leftOut, /"24,50 \$ US"+ is in USD, its column in CAD; correct the price, or /);
});

test('the language is proposed from names and options, also of few products, with its currency', (t) => {
  const propose = (source: string, ...[color, value]: readonly [string, string]) => {
    const options = [{ name: color, value: { source: value } }];
    const styles = [styleOf({ name: { source }, variants: [{ options }, { options }] })];
    const { language, currency } = proposeOptions({ styles, hints: {} }, {});
    return `${language} ${currency}`;
  };
  t.is(propose('T-shirt', 'Couleur', 'Marine'), 'fr CAD');
  t.is(propose('Chandail à capuchon', 'Color', 'Noir'), 'fr CAD');
  t.is(propose('T-shirt', 'color', 'Noir'), 'fr CAD');
  t.is(propose('Veste d’hiver', 'Style', 'Long'), 'fr CAD');
  t.is(propose('Café mug', 'Color', 'Red'), 'en USD');
  t.is(propose('Tee', 'Style', 'Long'), 'en USD');
});

test('the currency that prices name is proposed', (t) => {
  const propose = (...prices: readonly string[]) => {
    const styles = prices.map((price) => styleOf({ variants: [{ price: { price } }] }));
    return proposeOptions({ styles, hints: {} }, { language: 'en' }).currency;
  };
  t.is(propose('24.50', '24,50 $ CA'), 'CAD');
  t.is(propose('24 US$', '24,50 $ CA'), 'USD');
  t.is(propose('24 €'), 'USD');
});

test('a compare-at price is used only if it is higher than the price, and a lower one is listed', (t) => {
  const pricesOf = (compareAt: string) => {
    const { msrp, net, cells, report } = importStyles([
      { variants: [{ price: { price: '10.00', compareAt } }] },
    ]);
    const isListed = report.includes('compare-at prices below the price: 1 (TEE-1 navy M)');
    t.is(isListed, compareAt === '9.00', report);
    return [msrp, net.get('A1') ?? []].flatMap((rows) => cells(rows, 'price', 'regularPrice'));
  };
  t.deepEqual(pricesOf('0.00'), ['10.00', '5.00']);
  t.deepEqual(pricesOf('9.00'), ['10.00', '5.00']);
  t.deepEqual(pricesOf('10.00'), ['10.00', '5.00']);
  t.deepEqual(pricesOf('15.00'), ['10.00 15.00', '5.00 7.50']);
});

test('a sale may have no first or no last day, and is valid on its last day', (t) => {
  const rowsOf = (sale: NeutralPrice['sale']) => {
    const { msrp, cells } = importStyles([
      { variants: [{ price: { price: '10.00', ...(sale && { sale }) } }] },
    ]);
    return cells(msrp, 'price', 'regularPrice', 'from', 'until').map((line) =>
      line.replaceAll(/ +/g, ' '),
    );
  };
  const price = '8.00';
  t.deepEqual(rowsOf({ price, from: '', until: '2024-05-10' }), [
    '8.00 10.00 2024-05-10',
    '10.00 2024-05-11',
  ]);
  t.deepEqual(rowsOf({ price, from: '2024-06-01', until: '' }), [
    '10.00 2024-05-31',
    '8.00 10.00 2024-06-01',
  ]);
  t.deepEqual(rowsOf({ price, from: '', until: '2024-05-09' }), ['10.00']);
  t.deepEqual(rowsOf({ price: '10.00', from: '2024-06-01', until: '' }), ['10.00']);
  t.deepEqual(rowsOf({ price, from: '2024-06-01', until: 'soon' }), ['10.00']);
  t.deepEqual(rowsOf({ price, from: '01/06/2024', until: '' }), ['10.00']);
});

const kinds = [
  ['sale', { sale: { price: '8.00', from: '2024-06-01', until: '' } }, ['10.00', '8.00 10.00']],
  ['compare-at', { compareAt: '15.00' }, ['10.00 15.00']],
] as const;

for (const [kind, marked, prices] of kinds) {
  test(`a ${kind} price is imported if most variants of a style have it, and the report lists the others`, (t) => {
    for (const [isMarked, expected] of [
      [[true, false, false], ['10.00']],
      [[true, true, false], prices],
    ] as const) {
      const variants = isMarked.map((is, at) => ({
        color: ['Navy', 'White', 'Red'][at] ?? '',
        price: { price: '10.00', ...(is && marked) },
      }));
      const { msrp, cells, report } = importStyles([{ variants }]);
      t.deepEqual(cells(msrp, 'price', 'regularPrice'), expected);
      t.regex(report, new RegExp(`${kind} prices of a colour or size: 1 `));
    }
  });
}

test('a colour on sale without dates is listed once, for its different price', (t) => {
  const sale = { price: '8.00', from: '', until: '' };
  const variants = ['Navy', 'White', 'Red'].map((color) => ({
    color,
    price: { price: '10.00', ...(color === 'Navy' && { sale }) },
  }));
  const { msrp, cells, report } = importStyles([{ variants }]);
  t.deepEqual(cells(msrp, 'price', 'regularPrice'), ['10.00']);
  t.regex(report, /Left out:\n {2}prices of a colour: 1 [^\n]*\n$/);
});

test('the decimal sign is derived from all prices, including sale prices', (t) => {
  const signOf = (...prices: readonly NeutralPrice[]) =>
    decimalSignIn([styleOf({ variants: prices.map((price) => ({ price })) })]);
  const sale = (price: string) => ({ price, from: '', until: '' });
  t.is(signOf({ price: '1,200' }), undefined);
  t.is(signOf({ price: '1,200', compareAt: '1400.50' }), '.');
  t.is(signOf({ price: '1,200', sale: sale('1050.50') }), '.');
  t.is(signOf({ price: '1.200', sale: sale('1050,50') }), ',');
  t.is(signOf({ price: '12.50', sale: sale('10,50') }), undefined);
});

test('the exchange rate converts only prices that the source lacks', (t) => {
  const prices = { USD: { price: '10.00' } };
  const both = { USD: { price: '10.00' }, CAD: { price: '13.00' } };
  const { msrp, cells } = importStyles(
    [
      { code: 'B', variants: [{ prices }] },
      { code: 'A', variants: [{ prices: both }] },
    ],
    { markets: ['CA', 'US'], rate: 1.4 },
  );
  t.deepEqual(cells(msrp, 'sku', 'currency', 'price'), [
    ...['A CAD 13.00', 'A USD 10.00'],
    ...['B CAD 14.00', 'B USD 10.00'],
  ]);
});

test('a product has no price, converted ones included, in a market in which it is not sold', (t) => {
  const style: Style = { code: 'A', notSoldIn: ['CAD'] };
  const known: KnownOptions = { markets: ['CA', 'US'], rate: 1.4 };
  const { msrp, products, cells, leftOut } = importStyles([style], known);
  t.deepEqual(cells(msrp, 'currency', 'price'), ['USD 10.00']);
  t.deepEqual(products[0]?.markets, ['US']);
  t.regex(leftOut, /prices of a market in which the product is not sold,A navy M,"CAD 14\.00; /);
  const draft = { ...style, isDraft: true, variants: [{ prices: {} }] };
  t.deepEqual(importStyles([draft], known).products[0]?.markets, ['US']);
  const prices = { CAD: { price: '9' }, USD: { price: '8' } };
  const styles = [styleOf({ ...style, variants: [{ prices }] })];
  const { markets } = proposeOptions({ styles, hints: {} }, {});
  t.deepEqual(markets, ['US']);
});

test('quantities are rounded down to whole pieces; ambiguous and too large ones are omitted', (t) => {
  const stockOf = (quantity: string) => {
    const stock = [{ location: undefined, quantity }];
    const { inventory, cells, report } = importStyles([{ variants: [{ stock }] }]);
    return [cells(inventory, 'quantity'), /unreadable stock/.test(report)];
  };
  t.deepEqual(stockOf('2.9'), [['2'], false]);
  t.deepEqual(stockOf('-4'), [['0'], false]);
  t.deepEqual(stockOf('999999999'), [['999999999'], false]);
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

test('a size or part id that a spreadsheet changed is left out, unless the options name the right one', (t) => {
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

const pictureOf = (name: string, alt = '') => ({ url: `https://img.example.com/${name}`, alt });
const urlOf = (name: string) => pictureOf(name).url;

test('the pictures of a style with one colour belong to the colour, and the first also to the style', (t) => {
  const [product] = importStyles([
    { pictures: [pictureOf('a'), { url: '//img.example.com/b', alt: '' }] },
  ]).products;
  t.deepEqual(product?.colors, [{ color: 'navy', images: [urlOf('a'), urlOf('b')] }]);
  t.deepEqual(product?.images, [{ file: urlOf('a'), alt: { en: 'Tee' } }]);
});

test('a style with several colours has the pictures that belong to no colour, with their texts', (t) => {
  const [product] = importStyles([
    {
      pictures: [pictureOf('a'), pictureOf('detail', 'The <b>collar</b>')],
      variants: [
        { color: 'Navy', pictures: [urlOf('a')] },
        { color: 'White', pictures: [urlOf('w')] },
      ],
    },
  ]).products;
  t.deepEqual(product?.images, [{ file: urlOf('detail'), alt: { en: 'The collar' } }]);
  t.deepEqual(
    product?.colors.map(({ images }) => images),
    [[urlOf('a')], [urlOf('w')]],
  );
});

test('a style for several audiences, or for none, is for adults', (t) => {
  for (const [audience, expected] of [
    [['Women'], 'women'],
    [['women', 'Men'], 'adults'],
    [['summer'], 'adults'],
  ] as const) {
    t.is(importStyles([{ audience }]).products[0]?.for, expected, audience.join());
  }
});

test('another language is used if all styles have a name in it; otherwise it falls back to the source language', (t) => {
  const named = (code: string, ...words: readonly string[]) => {
    const [en = '', fr] = words;
    return { code, name: { en, ...(fr && { fr }) }, category: { en: 'Tees', fr: 'T-shirts' } };
  };
  const navy = [{ options: [{ name: 'color', value: { en: 'Navy', fr: 'Marine' } }] }];
  const known: KnownOptions = { currency: 'CAD', markets: ['CA'] };
  const both = [named('A', 'Tee', 'T-shirt'), named('B', 'Cap', 'Casquette')];
  const whole = importStyles(
    both.map((style) => ({ ...style, variants: navy })),
    known,
  ).catalogue;
  t.is(whole.fallbackLanguage, undefined);
  t.is(whole.texts.minimumOrder.fr, 'Commande minimale : {quantity}');
  const some = [...both.slice(0, 1), named('B', 'Cap')];
  const part = importStyles(
    some.map((style) => ({ ...style, variants: navy })),
    known,
  ).catalogue;
  t.deepEqual(part.fallbackLanguage, { fr: 'en' });
  t.is(part.texts.minimumOrder.fr, undefined);
});

test('a draft without a price is sold in the markets of the options', (t) => {
  const variants = [{ prices: {} }];
  const [product] = importStyles([{ isDraft: true, variants }], { markets: ['CA', 'US'] }).products;
  t.deepEqual(product?.markets, ['CA', 'US']);
});

test('a proposed SKU is the common beginning of all variant codes if it is unique, otherwise the handle', (t) => {
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
