/** Content of one product for quality tests: complete, or generated with any member missing. */
import fc from 'fast-check';
import type { SharedContent, WholeProduct } from '../../../build/content/content.ts';
import type { ProductColor, ProductContent } from '../../../build/content/schemas/product.ts';
import { markets } from '../../../contract/locales.ts';
import type { Subject } from '../../../quality/checks/check.ts';
import { qualityChecks } from '../../../quality/checks/index.ts';
import { type Score, scoreProduct } from '../../../quality/score.ts';
import { createSubjects } from '../../../quality/subjects.ts';
import { type Content, loadFixture } from '../../helpers/content.ts';

/** Returns edited content, and does not change the content that it is given. */
export type Edit = (content: Content) => Content;

/** Returns the only product of the content, with its rows. Throws if the content has no product. */
export function wholeIn({ products: [only] }: Content): WholeProduct {
  if (only === undefined) throw new Error('there is no product');
  return only;
}

/** Returns the only product of the content. */
export function productIn(content: Content): ProductContent {
  return wholeIn(content).product;
}

export function subjectIn(content: Content): Subject {
  return createSubjects(content)(wholeIn(content));
}

/** Returns the content with `inventory` as the stock rows of its only product. */
export function withInventory(
  content: Content,
  inventory: WholeProduct['rows']['inventory'],
): Content {
  const whole = wholeIn(content);
  return { ...content, products: [{ ...whole, rows: { ...whole.rows, inventory } }] };
}

export function scoreIn(content: Content): Score {
  return scoreProduct(subjectIn(content), qualityChecks);
}

/**
 * Returns an edit that writes the members returned by `change` into the only product. A member with the value undefined
 * is removed.
 */
export function changing(
  change: (product: ProductContent) => { readonly [Name in keyof ProductContent]?: unknown },
): Edit {
  return (content) => {
    const product = productIn(content);
    const merged = Object.entries({ ...product, ...change(product) });
    const kept = Object.fromEntries(merged.filter(([, value]) => value !== undefined));
    const file = `products/${product.sku}.json`;
    return {
      ...content,
      products: [{ ...wholeIn(content), file, product: kept as ProductContent }],
    };
  };
}

/**
 * Returns an edit that gives every colour and size of the product a stock row with this quantity.
 */
export function stocking(quantity: number): Edit {
  return (content) => {
    const { sku, colors, sizes } = productIn(content);
    const inventory = colors.flatMap(({ color }) =>
      sizes.map((size, index) => ({ sku, color, size, quantity, line: index + 2 })),
    );
    return withInventory(content, inventory);
  };
}

export const fabric = {
  composition: { en: '100% cotton', fr: '100 % coton' },
  weight: { en: '180 g/m²', fr: '180 g/m²' },
  gsm: 180,
};
export const words = (en: string, fr: string) => ({ en, fr });

/** A complete colour, one with only a swatch, one of two swatches, and one without swatches. */
const colors: SharedContent['colors'] = {
  navy: { name: words('Navy', 'Marine'), pms: 'PMS 1', swatches: ['#112'], families: ['blue'] },
  bare: { name: words('Bare', 'Nu'), swatches: ['#EDC'], families: [] },
  duo: { name: words('Duo', 'Duo'), swatches: ['#112', '#EDC'], families: ['blue'] },
  free: { name: words('Your colour', 'Votre couleur'), swatches: [], families: [] },
};
const colorIds = Object.keys(colors);

export const shares = [
  { size: 'S', percentage: 40 },
  { size: 'M', percentage: 60 },
];

/** Loads content with one complete product and its stock. */
export async function loadComplete(): Promise<Content> {
  const fixture = await loadFixture();
  const tee = fixture.products.filter(({ product }) => product.sku === 'TEE-1');
  const chart = { label: words('Tops', 'Hauts'), measures: [words('Chest', 'Poitrine')] };
  const content: Content = {
    ...fixture,
    products: tee,
    colors,
    catalogue: { ...fixture.catalogue, fallbackLanguage: { en: 'fr', fr: 'en' } },
    sizeCharts: { tops: { ...chart, rows: { S: [90], M: [100] } } },
  };
  const complete = changing(() => ({
    colors: [{ color: 'navy' }, { color: 'duo' }],
    fabric,
    sizes: ['S', 'M'],
    sizeChart: 'tops',
    sizeRecommendations: shares,
  }));
  return stocking(5)(complete(content));
}

/** A text in some languages or locales. */
const text = fc.constantFrom<object[]>(
  words('Text', 'Texte'),
  { en: 'English only' },
  { fr: 'Français seulement' },
  { 'en-US': 'American only' },
  { en: 'English', 'fr-CA': 'Québécois' },
);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

const anyColor: fc.Arbitrary<Omit<ProductColor, 'color'>> = fc.record(
  {
    images: fc.constantFrom<string[][]>([], ['a.png'], ['a.png', 'b.png']),
    fabric: fc.constant(fabric),
  },
  { requiredKeys: [] },
);

const anyMembers = fc.record({
  name: fc.constantFrom<object[]>(
    words('Tee', 'Tee-shirt'),
    { en: 'Tee' },
    { en: 'A name that goes on '.repeat(4) },
  ),
  descriptions: fc.record({ tagline: text, short: text, long: text }, { requiredKeys: [] }),
  keywords: maybe(fc.constantFrom<object[]>({ en: [], fr: ['mot'] }, { en: ['word'] }, {})),
  note: maybe(text),
  markets: fc.subarray([...markets], { minLength: 1 }),
  madeToOrder: maybe(fc.boolean()),
  drawing: maybe(fc.constant('tee')),
  images: maybe(fc.constantFrom<object[][]>([], [{ file: 'a.png', alt: words('A', 'A') }])),
  fabric: maybe(fc.constant(fabric)),
  materials: maybe(fc.constantFrom<string[][]>([], ['CO'])),
  fabrics: maybe(fc.constantFrom<string[][]>([], ['cotton'])),
  inspiration: fc.constantFrom<string[][]>([], ['team']),
  sizes: fc.subarray(['S', 'M', '2XL']),
  sizeChart: maybe(fc.constant('tops')),
  sizeRecommendations: maybe(fc.constantFrom([], shares)),
  customization: fc.record({
    colorBlocks: fc.boolean(),
    decorations: fc.constantFrom<string[][]>([], ['print']),
  }),
  colors: fc
    .tuple(fc.subarray(colorIds), fc.array(anyColor, { minLength: 4, maxLength: 4 }))
    .map(([ids, rest]) => ids.map((color, index) => ({ color, ...rest[index] }))),
});

/** Generates edits that add texts to the only product, in any languages, and change no text that it has. */
export const anyTexts: fc.Arbitrary<Edit> = fc
  .record({
    name: fc.constantFrom({}, { fr: 'Tee-shirt' }, { fr: 'Un nom qui continue '.repeat(4) }),
    descriptions: fc.record({ tagline: text, short: text, long: text }, { requiredKeys: [] }),
  })
  .map(({ name, descriptions }) =>
    changing((product) => {
      const present: Readonly<Record<string, object>> = product.descriptions;
      const added = Object.entries(descriptions).map(([member, each]) => [
        member,
        { ...each, ...present[member] },
      ]);
      return {
        name: { ...name, ...product.name },
        descriptions: { ...present, ...Object.fromEntries(added) },
      };
    }),
  );

/**
 * Generates content like `complete`, but with random members of its only product, any of which may be missing or
 * incomplete, and with random stock rows.
 */
export function anyContent(complete: Content): fc.Arbitrary<Content> {
  const anyRow = fc.record({
    sku: fc.constant(productIn(complete).sku),
    color: fc.constantFrom(...colorIds),
    size: fc.constantFrom('S', 'M', '2XL'),
    quantity: fc.nat(2),
    line: fc.constant(2),
  });
  const rows = fc.uniqueArray(anyRow, { selector: ({ color, size }) => `${color} ${size}` });
  return fc
    .tuple(anyMembers, rows)
    .map(([members, inventory]) => withInventory(changing(() => members)(complete), inventory));
}
