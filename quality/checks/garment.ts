/** Checks about decorations, facets, materials, sizes and stock. */
import { type QualityCheck, type Subject, type Tally, tallyMany, tallyOne } from './check.ts';

/**
 * Quality checks about decorations, facets, materials, sizes and stock. The code comment of each check names
 * the industry requirement behind it.
 */
export const garmentChecks: readonly QualityCheck[] = [
  {
    // PS Score: sizes and colours of imprints; ASI: imprint methods are order details.
    id: 'decoration/offered',
    importance: 'important',
    demand: 'The product has at least one decoration method.',
    lack: 'no decoration',
    remedy: 'List ids of decorations.json in `customization.decorations`.',
    count: ({ product }) => tallyOne(product.customization.decorations.length > 0),
  },
  {
    // Google: attributes that filters use; ASI: materials are searched by.
    id: 'facet/fabrics',
    importance: 'welcome',
    demand: 'The product has fabrics to filter by.',
    lack: 'no fabric to filter by',
    remedy: 'List ids of facets.json in `fabrics`.',
    count: ({ product: { fabrics = [] } }) => tallyOne(fabrics.length > 0),
  },
  {
    // ASI: themes are attributes that distributors search by.
    id: 'facet/inspiration',
    importance: 'welcome',
    demand: 'The product has occasions to filter by.',
    lack: 'no occasion',
    remedy: 'List ids of facets.json in `inspiration`.',
    count: ({ product }) => tallyOne(product.inspiration.length > 0),
  },
  {
    // PS Score: “Every part has primaryMaterial”; Google: `material`.
    id: 'material/codes',
    importance: 'important',
    demand: 'The materials of the product are known.',
    lack: 'no materials',
    remedy: 'List codes of facets.json in `materials`.',
    count: ({ product: { materials = [] } }) => tallyOne(materials.length > 0),
  },
  {
    // The Textile Labelling Act (Canada) and 16 CFR 303 (US) require fibres and their shares.
    id: 'material/fabric',
    importance: 'important',
    demand: 'The fibres and the weight of every colour’s fabric are known.',
    lack: 'colours of unknown fabric',
    remedy: 'Write `fabric` for the product, or for each colour that differs.',
    count: ({ product, colors }) =>
      product.fabric === undefined
        ? tallyMany(
            colors,
            ({ color }) => color,
            ({ fabric }) => fabric === undefined,
          )
        : tallyOne(true),
  },
  {
    // PS Score: “Every part has dimension”; Google: `size` is required of apparel.
    id: 'size/chart',
    importance: 'important',
    demand: 'The size chart has a row for every size.',
    lack: 'sizes that no size chart measures',
    remedy: 'Name a `sizeChart`, or add the size to the chart in size-charts.json.',
    count({ product: { sizes, sizeChart: chart }, shared: { sizeCharts } }) {
      const rows = chart === undefined ? {} : (sizeCharts[chart]?.rows ?? {});
      return tallyMany(
        sizes,
        (size) => size,
        (size) => !Object.hasOwn(rows, size),
      );
    },
  },
  {
    // ASI: a product is scored by how well it can be ordered, not only by how well it is found.
    id: 'size/recommendations',
    importance: 'welcome',
    demand: 'A product of several sizes recommends how to split an order across them.',
    lack: 'no size recommendations',
    remedy: 'Write `sizeRecommendations` with shares that add up to 100 percent.',
    count: ({ product: { sizes, sizeRecommendations: shares = [] } }) =>
      sizes.length === 1 ? undefined : tallyOne(shares.length > 0),
  },
  {
    // Google: `availability` is required; a product that is sold out is not worth showing.
    id: 'stock/pieces',
    importance: 'important',
    demand: 'Every colour is in stock in some size, and every size in some colour.',
    lack: 'colours and sizes that are out of stock',
    remedy: 'Order more, or correct the quantities.',
    count: tallyPieces,
  },
  {
    // PromoStandards Inventory: a quantity for each part; a part is a colour in a size.
    id: 'stock/rows',
    importance: 'critical',
    demand: 'The stock of every colour in every size is known, except for products made to order.',
    lack: 'colours and sizes without a row in inventory.csv',
    remedy: 'Add rows to inventory.csv; 0 is a valid quantity.',
    count: tallyRows,
  },
];

function tallyPieces({
  product: { madeToOrder, colors, sizes },
  stock,
}: Subject): Tally | undefined {
  if (madeToOrder) return undefined;
  const inStock = stock.filter(({ quantity }) => quantity > 0);
  const keys = new Set(inStock.flatMap(({ color, size }) => [`color ${color}`, `size ${size}`]));
  const wanted = [
    ...colors.map(({ color }) => ({ name: color, key: `color ${color}` })),
    ...sizes.map((size) => ({ name: size, key: `size ${size}` })),
  ];
  return tallyMany(
    wanted,
    ({ name }) => name,
    ({ key }) => !keys.has(key),
  );
}

function tallyRows({ product: { madeToOrder, colors, sizes }, stock }: Subject): Tally | undefined {
  if (madeToOrder) return undefined;
  const known = new Set(stock.map(({ color, size }) => `${color} ${size}`));
  return tallyMany(
    colors.flatMap(({ color }) => sizes.map((size) => `${color} ${size}`)),
    (pair) => pair,
    (pair) => !known.has(pair),
  );
}
