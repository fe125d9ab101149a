import test from 'ava';
import { renderDetail } from '../../../../build/render/detail.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { contextOf, copyContent, ofProduct, productOf } from '../../../helpers/content.ts';

const site = 'https://api.example.test';

async function detailOf(sku: string, locale: Locale) {
  const context = await contextOf(locale);
  return renderDetail(productOf(context, sku), ofProduct(context, sku));
}

test('a detail of a full product has every member of the contract', async (t) => {
  const { colors, images, assets, ...detail } = await detailOf('TEE-1', 'en-CA');
  t.deepEqual(detail, {
    sku: 'TEE-1',
    slug: 'tee-1',
    locale: 'en-CA',
    productName: 'Salt & < Pepper > Tee',
    descriptions: {
      tagline: 'Soft in every colour',
      short: 'A tee.',
      long: 'A tee for every day of the week.',
    },
    keywords: ['tee', 'colour'],
    tag: 'Best seller',
    tagId: 'best-seller',
    kind: 'standard',
    note: 'Runs small.',
    brand: {
      id: 'acme',
      name: 'Acme & Sons',
      description: 'Plain basics.',
      url: 'https://shop.example.test/ca/brand/acme',
    },
    catalog: {
      inspiration: ['Outdoors', 'Team colours'],
      inspirationIds: ['outdoor', 'team'],
      category: 'Tees',
      categoryId: 'tees',
      for: 'Adults',
      forId: 'adults',
      fabrics: ['Cotton'],
      fabricIds: ['cotton'],
    },
    minimumOrder: { quantity: 12, description: '12 pieces, colours mixed' },
    insufficientInventoryMessage: 'Not enough Salt & < Pepper > Tee in stock.',
    links: {
      product: 'https://shop.example.test/ca/product/tee-1',
      brand: 'https://shop.example.test/ca/brand/acme',
      category: 'https://shop.example.test/ca/category/tees',
      studio: 'https://shop.example.test/ca/studio/tee-1',
    },
    materials: [{ code: 'CO', label: 'Cotton' }],
    care: 'Machine wash cold.',
    customization: {
      colorBlocks: false,
      decorations: [
        {
          id: 'embroidery',
          name: 'Embroidery',
          note: 'Up to 12 colours of thread.',
          icon: `${site}/assets/icons/embroidery~3dc2fd2d.svg`,
          link: `${site}/docs/decorations/en-CA#embroidery`,
        },
        {
          id: 'print',
          name: 'Printing',
          note: 'Any picture.',
          icon: 'https://cdn.example.test/print.svg',
          link: `${site}/docs/decorations/en-CA#print`,
        },
      ],
      options: [],
    },
    studio: { available: true },
    pricing: {
      currency: 'CAD',
      msrp: [
        { minQuantity: 12, maxQuantity: 47, price: 8020, regularPrice: 8025 },
        { minQuantity: 48, maxQuantity: 143, price: 8018.5 },
        { minQuantity: 144, maxQuantity: null, price: 8017.25 },
      ],
      sizes: [{ name: 'S' }, { name: 'M' }, { name: '2XL', surcharge: { msrp: 6950.5 } }],
      designCredits: { included: 2, description: '2 credits' },
    },
    sizeChart: {
      ...{ id: 'tops', unit: 'cm' },
      measures: [
        { id: 'chest', name: 'Chest', values: { S: 90, M: 100, '2XL': 127 } },
        {
          ...{ id: 'sleeve-from-centre', name: 'Sleeve from centre' },
          values: { S: 83.5, M: 86, '2XL': 93 },
        },
      ],
    },
    sizeRecommendations: [
      { size: 'S', percentage: 30 },
      { size: 'M', percentage: 50.5 },
      { size: '2XL', percentage: 19.5 },
    ],
    inventory: [
      { colorId: 'navy', size: 'S', quantity: 120 },
      { colorId: 'navy', size: 'M', quantity: 0 },
      { colorId: 'navy', size: '2XL', quantity: 12 },
      { colorId: 'grey-navy', size: 'S', quantity: 44 },
      { colorId: 'grey-navy', size: '2XL', quantity: 5 },
    ],
  });
  t.deepEqual(images, [
    {
      url: `${site}/images/TEE-1/navy-front.svg`,
      alt: 'Salt & < Pepper > Tee, Navy, front',
      ...{ colorId: 'navy', view: 'front', type: 'drawing' },
    },
    {
      url: `${site}/images/TEE-1/navy-back.svg`,
      alt: 'Salt & < Pepper > Tee, Navy, back',
      ...{ colorId: 'navy', view: 'back', type: 'drawing' },
    },
  ]);
  t.is(assets.images.length, 4);
  t.deepEqual(assets.resources, [
    {
      type: 'size-chart',
      label: 'Size chart, tops',
      url: `${site}/docs/size-charts/tops/en-CA`,
    },
  ]);
  t.is(colors.length, 2);
});

test('a detail of a sparse product leaves optional members out', async (t) => {
  const detail = await detailOf('BAG-5', 'fr-CA');
  const absent = ['keywords', 'note', 'materials', 'care', 'sizeRecommendations'];
  for (const name of absent) t.false(Object.hasOwn(detail, name), name);
  t.deepEqual(detail.descriptions, { tagline: 'Il contient des choses' });
  t.deepEqual(detail.catalog, {
    ...{ inspiration: [], inspirationIds: [] },
    ...{ category: 'Sacs', categoryId: 'bags', for: 'Adultes', forId: 'adults' },
  });
  t.deepEqual(detail.pricing, {
    currency: 'CAD',
    msrp: [{ minQuantity: 10, maxQuantity: null, price: 8008 }],
    sizes: [{ name: 'OSFA' }],
  });
  t.deepEqual(detail.assets, { images: [], resources: [] });
  t.deepEqual(detail.inventory, [{ colorId: 'navy', size: 'OSFA', quantity: 400 }]);
  t.is(detail.insufficientInventoryMessage, 'Stock de Sac uni insuffisant.');
});

test('a detail of a color-block product has its tagline and options, and a brand without a page', async (t) => {
  const { customization, brand } = await detailOf('HOOD-2', 'en-US');
  t.is(customization.colorBlocks, true);
  t.is(customization.colorBlocksTagline, 'Pick a color for each panel');
  t.deepEqual(customization.options, [{ id: 'panels', choices: ['hood', 'body'], limit: 3 }]);
  t.deepEqual(brand, { id: 'zeta', name: 'Zeta', description: 'Team gear in color.', url: '' });
});

test('a detail of a made-to-order product has the reason for missing stock', async (t) => {
  const detail = await detailOf('JER-3', 'fr-CA');
  t.deepEqual(detail.inventory, []);
  t.is(detail.insufficientInventoryMessage, 'Maillot sur mesure : cousu après la commande.');
  t.deepEqual(detail.descriptions, {});
  t.deepEqual(detail.materials, [{ code: 'RPET', label: 'Polyester recyclé' }]);
});

test('a website without addresses gives a detail without links', async (t) => {
  const content = await (await copyContent(t)).load();
  const { website: _website, ...catalogue } = content.catalogue;
  const context = await contextOf('en-CA', { ...content, catalogue });
  const detail = renderDetail(productOf(context, 'TEE-1'), ofProduct(context, 'TEE-1'));
  t.false(Object.hasOwn(detail, 'links'));
  t.is(detail.brand.url, '');
});

test('a colour has the material of its own, or otherwise of the product', async (t) => {
  const { colors } = await detailOf('TEE-1', 'en-US');
  t.deepEqual(colors[0], {
    id: 'navy',
    pms: 'PMS 2768 C',
    name: 'Navy',
    weight: '5.3 oz/yd²',
    material: { composition: '100% cotton', weight: '5.3 oz/yd²', gsm: 180 },
    swatches: ['#1B2745'],
    colorFamilies: [{ id: 'blue', name: 'Blue', hex: '#2457A6', sortIndex: 0 }],
    images: ['front', 'back'].map((side) => `${site}/images/TEE-1/navy-${side}.svg`),
  });
  const material = { composition: '60% cotton, 40% polyester', weight: '5.9 oz/yd²', gsm: 200 };
  const grey = { id: 'grey-navy', name: 'Gray and navy', swatches: ['#8E9196', '#1B2745'] };
  t.like(colors[1], { ...grey, weight: material.weight, material });
  t.deepEqual(
    colors[1]?.colorFamilies.map(({ id, sortIndex }) => `${id} ${sortIndex}`),
    ['grey 3', 'blue 0'],
  );
  const { colors: bare } = await detailOf('BAG-5', 'en-CA');
  const nothing = { swatches: [], colorFamilies: [], images: [] };
  t.deepEqual(bare[1], { id: 'free-choice', name: 'Your own colours', ...nothing });
});

test('ids are the same in every language, and the kind says how a product is made', async (t) => {
  const idsOf = (value: unknown): unknown[] =>
    Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(
      ([name, member]) => (/^(kind|id|\w+Ids?)$/.test(name) ? [[name, member]] : idsOf(member)),
    );
  for (const sku of ['TEE-1', 'HOOD-2', 'JER-3']) {
    const [english, french] = [await detailOf(sku, 'en-CA'), await detailOf(sku, 'fr-CA')];
    t.deepEqual(idsOf(french), idsOf(english));
  }
  t.is((await detailOf('HOOD-2', 'en-CA')).kind, 'color-block');
  const context = await contextOf('en-CA');
  const jersey = productOf(context, 'JER-3');
  const render = (colorBlocks: boolean) => {
    const customization = { ...jersey.customization, colorBlocks };
    return renderDetail({ ...jersey, customization }, ofProduct(context, 'JER-3')).kind;
  };
  t.deepEqual([render(false), render(true)], ['made-to-order', 'made-to-order-color-block']);
});
