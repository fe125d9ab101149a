import test from 'ava';
import { renderSummary } from '../../../../build/render/summary.ts';
import { contextOf, ofProduct, productOf } from '../../../helpers/content.ts';

const drawn = 'https://api.example.test/images';

test('a summary of a full product has every member of the contract', async (t) => {
  const context = await contextOf('en-US');
  const { colors, ...summary } = renderSummary(
    productOf(context, 'TEE-1'),
    ofProduct(context, 'TEE-1'),
  );
  t.deepEqual(summary, {
    sku: 'TEE-1',
    slug: 'tee-1',
    productName: 'Salt & < Pepper > Tee',
    descriptions: {
      tagline: 'Soft in every color',
      short: 'A tee.',
      long: 'A tee for every day of the week.',
    },
    keywords: ['tee', 'color'],
    tag: 'Best seller',
    brand: 'Acme & Sons',
    customization: { colorBlocks: false },
    catalog: {
      inspiration: ['Outdoors', 'Team colors'],
      category: 'Tees',
      for: 'Adults',
      fabrics: ['Cotton'],
    },
    minimumOrder: { quantity: 12, description: '12 pieces, colors mixed' },
    studio: { available: true },
    pricing: {
      currency: 'USD',
      msrp: [
        { minQuantity: 12, maxQuantity: 47, price: 8015 },
        { minQuantity: 48, maxQuantity: null, price: 8013.75 },
      ],
      designCredits: { included: 2, description: '2 credits' },
    },
    images: [
      { url: `${drawn}/TEE-1/navy-front.svg`, alt: 'Salt & < Pepper > Tee, Navy, front' },
      { url: `${drawn}/TEE-1/navy-back.svg`, alt: 'Salt & < Pepper > Tee, Navy, back' },
    ],
  });
  t.deepEqual(
    colors.map(({ id }) => id),
    ['navy', 'grey-navy'],
  );
});

test('a summary of a sparse product leaves optional members out', async (t) => {
  const context = await contextOf('fr-CA');
  const { colors, ...summary } = renderSummary(
    productOf(context, 'BAG-5'),
    ofProduct(context, 'BAG-5'),
  );
  t.deepEqual(summary, {
    sku: 'BAG-5',
    slug: 'bag-5',
    productName: 'Sac uni',
    descriptions: { tagline: 'Il contient des choses' },
    tag: 'Plus vert',
    brand: 'Acme & Sons',
    customization: { colorBlocks: false },
    catalog: { inspiration: [], category: 'Sacs', for: 'Adultes' },
    minimumOrder: { quantity: 10, description: '10 pièces, couleurs au choix' },
    studio: { available: false },
    pricing: { currency: 'CAD', msrp: [{ minQuantity: 10, maxQuantity: null, price: 8008 }] },
    images: [],
  });
  t.deepEqual(
    colors.map(({ images }) => images),
    [[], []],
  );
});

test('a summary of a color-block product has its type and texts', async (t) => {
  const context = await contextOf('en-CA');
  const { customization, minimumOrder } = renderSummary(
    productOf(context, 'HOOD-2'),
    ofProduct(context, 'HOOD-2'),
  );
  t.deepEqual(customization, {
    colorBlocks: true,
    colorBlocksTagline: 'Pick a colour for each panel',
  });
  t.deepEqual(minimumOrder, { quantity: 24, description: '24 hoodies in one plan' });
});
