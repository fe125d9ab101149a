/** Short examples of all answers for the OpenAPI document. A test validates them with the schemas. */
import { createApiCatalog } from '../discovery.ts';
import type { Changes } from '../schemas/changes.ts';
import type { Health } from '../schemas/health.ts';
import type { Inventory } from '../schemas/inventory.ts';
import type { ProductList } from '../schemas/list.ts';
import type { CatalogPricing, PriceTier, ProductPricing, SizePrice } from '../schemas/pricing.ts';
import type { ProductDetail, SummaryColor } from '../schemas/product.ts';
import type { PlainError, SyncItem } from '../schemas/sync.ts';

const msrp: PriceTier[] = [
  { minQuantity: 24, maxQuantity: 143, price: 15.5, regularPrice: 18.5, until: '2027-01-31' },
  { minQuantity: 144, maxQuantity: null, price: 13.25, regularPrice: 15.75 },
];
const net: PriceTier[] = [
  { minQuantity: 24, maxQuantity: 143, price: 9.6 },
  { minQuantity: 144, maxQuantity: null, price: 8.2 },
];
const publicSizes: SizePrice[] = [{ name: 'M' }, { name: '2XL', surcharge: { msrp: 2.5 } }];
const keyedSizes: SizePrice[] = [
  { name: 'M' },
  { name: '2XL', surcharge: { msrp: 2.5, net: 1.5 } },
];

const color: SummaryColor = {
  id: 'navy',
  pms: 'PMS 289 C',
  name: 'Navy',
  weight: '180 g/m²',
  swatches: ['#1B2A4A'],
  colorFamilies: [{ name: 'Blue', hex: '#1F4E9E', sortIndex: 4 }],
  images: ['https://catalogue.example/assets/products/TEE100/navy-front.jpg'],
};
const image = {
  url: 'https://catalogue.example/assets/products/TEE100/navy-front.jpg',
  alt: 'Everyday T-shirt in navy, front',
  width: 1200,
  height: 1500,
};
const shared = {
  sku: 'TEE100',
  slug: 'tee100',
  productName: 'Everyday T-shirt',
  descriptions: { tagline: 'The one everybody keeps.' },
  keywords: ['t-shirt', 'cotton'],
  tag: 'Best seller',
  catalog: { inspiration: ['Events'], category: 'T-shirts', for: 'Unisex', fabrics: ['Cotton'] },
  minimumOrder: { quantity: 24, description: 'Minimum order: 24 pieces' },
  studio: { available: true },
  images: [image],
};

const health: Health = {
  status: 'ok',
  release: '5f2c09d1a7b3e846',
  listing: { age: 42, expired: false },
};

const list: ProductList = {
  locale: 'en-CA',
  products: [
    {
      ...shared,
      brand: 'Mill Lantern',
      customization: { colorBlocks: false },
      pricing: { currency: 'CAD', msrp },
      colors: [color],
    },
  ],
  categories: [{ name: 'T-shirts', order: 1 }],
  brands: {
    'Mill Lantern': { name: 'Mill Lantern', description: 'Organic basics.', url: '' },
  },
};

const detail: ProductDetail = {
  ...shared,
  locale: 'en-CA',
  availableFrom: '2024-03-01',
  availableUntil: '2027-06-30',
  replacedBy: 'TEE110',
  formerSkus: ['TEE099'],
  brand: { name: 'Mill Lantern', description: 'Organic basics.', url: '' },
  customization: { colorBlocks: false, decorations: [], options: [] },
  pricing: { currency: 'CAD', msrp, sizes: publicSizes },
  assets: { images: [image], resources: [] },
  colors: [color],
  inventory: [
    {
      ...{ colorId: 'navy', size: 'M', partId: 'TEE100-NVY-M', gtin: '6291041500213' },
      quantity: 1240,
      locations: [
        { id: 'montreal', name: 'Montréal', quantity: 840 },
        {
          ...{ id: 'calgary', name: 'Calgary', quantity: 400 },
          ...{ incoming: 600, incomingDate: '2027-01-31' },
        },
      ],
    },
  ],
  asOf: '2026-11-20T05:30:00-05:00',
};

const keyedDetail: ProductDetail = {
  ...detail,
  pricing: { currency: 'CAD', msrp, net, priceTier: 'A3', sizes: keyedSizes },
};

const productPricing: ProductPricing = {
  sku: 'TEE100',
  currency: 'CAD',
  priceTier: 'A3',
  msrp,
  net,
  sizes: keyedSizes,
};

const catalogPricing: CatalogPricing = {
  release: '5f2c09d1a7b3e846',
  currency: 'CAD',
  priceTier: 'A3',
  products: [{ sku: 'TEE100', msrp, net, sizes: keyedSizes }],
};

/** The example `catalogPricing` as CSV. */
const priceList = `\uFEFF${[
  'sku,sizes,minQuantity,maxQuantity,currency,msrp,net,regularPrice',
  'TEE100,M,24,143,CAD,15.5,9.6,',
  'TEE100,M,144,,CAD,13.25,8.2,',
  'TEE100,2XL,24,143,CAD,18,11.1,',
  'TEE100,2XL,144,,CAD,15.75,9.7,',
  '',
].join('\r\n')}`;

const sync: SyncItem[] = [
  {
    sku: 'TEE100',
    slug: 'tee100',
    productName: 'Everyday T-shirt',
    brand: 'Mill Lantern',
    category: 'T-shirts',
    companies: ['maple-promo'],
    status: 'active',
    url: 'https://catalogue.example/v1/products/TEE100?locale=en-CA',
    updatedAt: '2026-11-21T16:10:09.318Z',
    revision: '9b1f22c07de4a135',
  },
];

const syncError: PlainError = {
  error: 'The parameter locale must be one of en-CA, en-US, fr-CA.',
};

const apiCatalog = createApiCatalog('https://catalogue.example');

const inventory: Inventory = {
  asOf: '2026-11-20T06:00:00-05:00',
  release: '5f2c09d1a7b3e846',
  products: [{ sku: 'TEE100', asOf: '2026-11-20T05:30:00-05:00', inventory: detail.inventory }],
};

const retention = { days: 30, releases: 200 };
const changes: Changes = {
  from: '5f2c09d1a7b3e846',
  release: '9b1de0427c58fa36',
  releasedAt: '2026-11-20T11:04:09.000Z',
  retention,
  complete: true,
  changes: [
    { sku: 'CAP210', change: 'added', revision: '0d6c1b7f58e2a943' },
    {
      ...{ sku: 'HOOD12', change: 'removed', removedAt: '2026-11-20T11:04:09.000Z' },
      ...{ reason: 'replaced', replacedBy: 'HOOD14' },
    },
    { sku: 'TEE100', change: 'changed', parts: ['prices', 'stock'], revision: '4a7be90c21d3f865' },
  ],
};
const incompleteChanges: Changes = {
  release: '9b1de0427c58fa36',
  releasedAt: '2026-11-20T11:04:09.000Z',
  retention,
  complete: false,
  changes: [],
  reload: 'https://catalogue.example/v1/products/export?locale=en-CA',
};

/** Examples of answers that are not JSON: name → text. */
export const textExamples = {
  exportLines: `${JSON.stringify(detail)}\n`,
  exportTable:
    '\uFEFFsku,productName,brand,category,colorId,color,size,partId,gtin,quantity,minQuantity,currency,msrp,surcharge,image\r\nTEE100,Everyday T-shirt,Mill Lantern,T-shirts,navy,Navy,M,TEE100-NVY-M,6291041500213,1240,24,CAD,15.5,,https://catalogue.example/assets/products/TEE100/navy-front.jpg\r\n',
  priceList,
  inventoryTable: `\uFEFF${[
    'sku,colorId,size,partId,gtin,quantity,location,incoming,incomingDate,asOf',
    'TEE100,navy,M,TEE100-NVY-M,6291041500213,840,montreal,,,2026-11-20T05:30:00-05:00',
    'TEE100,navy,M,TEE100-NVY-M,6291041500213,400,calgary,600,2027-01-31,2026-11-20T05:30:00-05:00',
    '',
  ].join('\r\n')}`,
} as const;

/**
 * Name of an additional example of an answer → summary, which says how it differs from the first example.
 */
export const exampleSummaries: Readonly<Record<string, string>> = {
  keyedDetail: 'With a key',
  incompleteChanges: 'After an unknown `since`',
};

/** Examples of JSON answers: name → document. */
export const examples = {
  health,
  list,
  detail,
  keyedDetail,
  productPricing,
  catalogPricing,
  inventory,
  changes,
  incompleteChanges,
  sync,
  syncError,
  apiCatalog,
} as const;
