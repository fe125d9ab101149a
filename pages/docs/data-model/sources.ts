/** The sources of each field of the data model: parts of the content, a computation, the request or the account. */

/**
 * The kind of a source that is not a content file: computed by the build (`build`), computed when a release
 * becomes current (`release`), taken from the request (`request`) or from the account of the API key (`account`).
 */
export type NonContentSource = 'build' | 'request' | 'account' | 'release';

/**
 * The sources of a field. A source in the content is a file, a space, and a JSON member or CSV column of that file,
 * such as `products/SKU.json tag`. `SKU` stands for a SKU, `TIER` for a price tier, and `*` for any id. Fields have
 * several sources for one of these reasons:
 * - The first source has an id, and the second the value for this id: `products/SKU.json tag`,
 *   `tags.json tags.*.label`.
 * - The second source applies if the first has no value: `products/SKU.json minimumOrder.description`,
 *   `catalogue.json texts.minimumOrder`.
 * - Each source has some of the values: MSRP is in `prices/msrp.csv`, net prices are in `prices/net-TIER.csv`.
 * Pages list all sources, separated by commas.
 */
export type Source = readonly (`${string} ${string}` | NonContentSource)[];

const product = (member: string) => `products/SKU.json ${member}` as const;
const catalogue = (member: string) => `catalogue.json ${member}` as const;
const color = (member: string) => `colors.json colors.*.${member}` as const;

/**
 * Returns the entries of `sources` for fields that several schemas share: an entry with the key `SCHEMA.PATH`, such as
 * `ProductDetail.sku`, for each of `schemas` and each path in `fields` (path → source).
 */
function forSchemas(
  schemas: readonly string[],
  fields: Readonly<Record<string, Source>>,
): Record<string, Source> {
  const entries = schemas.flatMap((schema) =>
    Object.entries(fields).map(([path, source]) => [`${schema}.${path}`, source] as const),
  );
  return Object.fromEntries(entries);
}

const prices = ['prices/msrp.csv', 'prices/net-TIER.csv'] as const;
const price = (column: string): Source => prices.map((file) => `${file} ${column}` as const);

/**
 * The sources of each field that has no fields below it. The key is the schema and path, such as
 * `ProductDetail.minimumOrder.quantity`.
 */
export const sources: Readonly<Record<string, Source>> = {
  ...forSchemas(['ProductSummary', 'ProductDetail'], {
    sku: [product('sku')],
    slug: [product('sku')],
    productName: [product('name')],
    keywords: [product('keywords')],
    tag: [product('tag'), 'tags.json tags.*.label'],
    'minimumOrder.quantity': [product('minimumOrder.quantity')],
    'minimumOrder.description': [
      product('minimumOrder.description'),
      catalogue('texts.minimumOrder'),
    ],
    'studio.available': [product('studio')],
    'customization.colorBlocks': [product('customization.colorBlocks')],
    'customization.colorBlocksTagline': [product('customization.colorBlocksTagline')],
  }),
  ...forSchemas(['ProductList', 'ProductDetail'], { locale: ['request'] }),
  ...forSchemas(['ProductSummary'], { brand: ['brands.json brands.*.name'] }),
  ...forSchemas(['Descriptions'], {
    tagline: [product('descriptions.tagline')],
    short: [product('descriptions.short')],
    long: [product('descriptions.long')],
  }),
  ...forSchemas(['CatalogPlace'], {
    inspiration: [product('inspiration'), 'facets.json inspiration.*'],
    category: [product('category'), 'categories.json categories.*.name'],
    for: [product('for'), 'facets.json for.*'],
    fabrics: [product('fabrics'), 'facets.json fabrics.*'],
  }),
  ...forSchemas(['Image'], {
    url: [product('images'), product('colors.images'), product('drawing')],
    alt: [product('images.alt'), 'build'],
    width: ['build'],
    height: ['build'],
  }),
  ...forSchemas(['SummaryPricing', 'DetailPricing', 'ProductPricing', 'CatalogPricing'], {
    currency: ['request'],
  }),
  ...forSchemas(['DetailPricing', 'ProductPricing', 'CatalogPricing'], { priceTier: ['account'] }),
  ...forSchemas(['PriceTier'], {
    minQuantity: price('minQuantity'),
    maxQuantity: ['build'],
    price: price('price'),
    regularPrice: price('regularPrice'),
    until: price('until'),
  }),
  ...forSchemas(['DesignCredits'], {
    included: [product('designCredits')],
    description: [catalogue('texts.designCredits')],
  }),
  ...forSchemas(['SizePrice'], {
    name: [product('sizes')],
    'surcharge.msrp': ['prices/surcharges.csv surcharge'],
    'surcharge.net': ['prices/surcharges.csv surcharge'],
  }),
  ...forSchemas(['SummaryColor', 'DetailColor'], {
    id: [product('colors.color')],
    pms: [color('pms')],
    name: [color('name')],
    weight: [product('colors.fabric.weight'), product('fabric.weight')],
    swatches: [color('swatches')],
    images: [product('colors.images'), product('drawing')],
  }),
  ...forSchemas(['DetailColor'], {
    'material.composition': [product('colors.fabric.composition'), product('fabric.composition')],
    'material.weight': [product('colors.fabric.weight'), product('fabric.weight')],
    'material.gsm': [product('colors.fabric.gsm'), product('fabric.gsm')],
  }),
  ...forSchemas(['ColorFamily'], {
    name: ['colors.json families.*.name'],
    hex: ['colors.json families.*.hex'],
    sortIndex: ['colors.json families.*.sortIndex'],
  }),
  ...forSchemas(['Category'], {
    name: ['categories.json categories.*.name'],
    order: ['categories.json categories.*.order'],
  }),
  ...forSchemas(['Brand', 'ProductDetail.brand'], {
    name: ['brands.json brands.*.name'],
    description: ['brands.json brands.*.description'],
    url: [catalogue('website.brand')],
  }),
  ...forSchemas(['ProductDetail'], {
    note: [product('note')],
    availableFrom: [product('availableFrom')],
    availableUntil: [product('availableUntil')],
    replacedBy: [product('replacedBy')],
    formerSkus: [product('formerSkus')],
    insufficientInventoryMessage: [
      product('insufficientInventoryMessage'),
      catalogue('texts.insufficientInventory'),
    ],
    'links.product': [catalogue('website.product')],
    'links.brand': [catalogue('website.brand')],
    'links.category': [catalogue('website.category')],
    'links.studio': [catalogue('website.studio')],
    'materials.code': [product('materials')],
    'materials.label': ['facets.json materials.*'],
    'customization.options': [product('customization.options')],
    'sizeRecommendations.size': [product('sizeRecommendations.size')],
    'sizeRecommendations.percentage': [product('sizeRecommendations.percentage')],
  }),
  ...forSchemas(['ProductDetail', 'Inventory.products'], {
    asOf: ['inventory.csv as_of'],
  }),
  ...forSchemas(['Decoration'], {
    name: ['decorations.json decorations.*.name'],
    note: ['decorations.json decorations.*.note'],
    icon: ['decorations.json decorations.*.icon'],
    link: ['build'],
  }),
  ...forSchemas(['Resource'], {
    type: ['build'],
    label: ['size-charts.json charts.*.label'],
    url: [product('sizeChart')],
  }),
  ...forSchemas(['VariantStock'], {
    colorId: ['inventory.csv color'],
    size: ['inventory.csv size'],
    partId: ['variants.csv part_id'],
    gtin: ['variants.csv gtin'],
    quantity: ['inventory.csv quantity'],
  }),
  ...forSchemas(['StockLocation'], {
    id: ['inventory.csv location'],
    name: ['locations.json locations.*.name'],
    quantity: ['inventory.csv quantity'],
    incoming: ['inventory.csv incoming'],
    incomingDate: ['inventory.csv incoming_date'],
  }),
  ...forSchemas(
    [
      'ProductPricing',
      'CatalogPricing.products',
      'Inventory.products',
      'ProductChange',
      'SyncItem',
    ],
    { sku: [product('sku')] },
  ),
  ...forSchemas(['CatalogPricing', 'Inventory', 'Changes'], { release: ['release'] }),
  ...forSchemas(['Inventory'], { asOf: ['inventory.json asOf'] }),
  ...forSchemas(['Changes'], {
    from: ['request'],
    releasedAt: ['release'],
    'retention.days': ['release'],
    'retention.releases': ['release'],
    complete: ['release'],
    reload: ['build'],
  }),
  ...forSchemas(['ProductChange'], {
    change: ['release'],
    parts: ['release'],
    revision: ['build'],
    removedAt: ['release'],
    reason: ['release'],
    replacedBy: [product('replacedBy'), product('formerSkus')],
  }),
  ...forSchemas(['SyncItem'], {
    slug: [product('sku')],
    productName: [product('name')],
    brand: ['brands.json brands.*.name'],
    category: ['categories.json categories.*.name'],
    companies: ['active-products.csv company'],
    status: ['build'],
    url: ['build'],
    updatedAt: ['release'],
    revision: ['build'],
  }),
};
