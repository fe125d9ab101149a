/** The schema of `products/<SKU>.json`: one product as editors write it. */
import { z } from 'zod';
import { markets } from '../../../contract/locales.ts';
import { pictureViews } from '../../../contract/schemas/color.ts';
import { referenceTo } from './references.ts';
import { productShippingSchema } from './shipping.ts';
import { countedTemplate, localizedList, localizedTemplate, localizedText } from './text.ts';
import { daySchema, fileOf, optional, textLike, withExample } from './values.ts';

/** Validates a SKU in content. It is in upper case; in URLs of the website, the slug is in lower case. */
export const contentSkuSchema = textLike(
  /^[A-Z0-9][A-Z0-9._-]{0,63}$/,
  'is not a SKU: upper-case letters, digits, . _ -',
);

const fabricSchema = z.strictObject({
  composition: localizedText(
    'The fibres and their shares. A product’s detail shows them as `material.composition` of a colour.',
    { en: '100% combed ring-spun cotton', fr: '100 % coton peigné filé à l’anneau' },
  ),
  weight: localizedText('The weight with its unit, as shown.', {
    en: '180 g/m² (5.3 oz/yd²)',
    'en-US': '5.3 oz/yd² (180 g/m²)',
    fr: '180 g/m² (5,3 oz/vg²)',
  }),
  gsm: withExample(z.number().positive(), 180).describe('The weight in grams per square metre.'),
});

const productColorSchema = z.strictObject({
  color: referenceTo('colors').describe(
    'The colour: an id of colors.json, which the API and inventory.csv use too.',
  ),
  ...optional({
    fabric: fabricSchema.describe('The fabric of this colour, if it differs from the product’s.'),
    images: z
      .array(
        withExample(
          referenceTo('assets'),
          'https://cdn.example.com/tee100/navy-front.jpg',
        ).describe('A picture: a path below content/assets/, or an https address.'),
      )
      .describe(
        'Pictures of this colour, the front first. Without them, the build draws pictures from the garment drawing.',
      ),
  }),
});

const descriptionsSchema = z.strictObject(
  optional({
    tagline: localizedText('One line about the product’s special quality.', {
      en: 'The soft ring-spun tee that every order starts with',
      fr: 'Le t-shirt tout doux par lequel commencent bien des commandes',
    }),
    short: localizedText('One or two sentences, for lists and cards.', {
      en: 'A midweight combed cotton tee with a smooth face for printing.',
      fr: 'Un t-shirt de poids moyen en coton peigné, à la surface lisse pour l’impression.',
    }),
    long: localizedText('The full description, for the page of the product.', {
      en: 'The combed yarn holds fine lines, and the taped shoulders keep the collar in place.',
      fr: 'Le fil peigné retient les traits fins et le ruban d’épaule maintient l’encolure.',
    }),
  }),
);

const minimumOrderSchema = z.strictObject({
  quantity: withExample(z.int().positive(), 24).describe(
    'Number of pieces. The first price bracket in content/prices/ must begin with it.',
  ),
  description: countedTemplate('The sentence shown with the number. Default: the catalogue’s.', {
    en: '{quantity} pieces of one design',
    fr: '{quantity} pièces du même motif',
  }).exactOptional(),
});

const customizationSchema = z.strictObject({
  colorBlocks: z
    .boolean()
    .describe(
      'True if buyers choose the colour of each panel. The product then has a colour wheel.',
    ),
  colorBlocksTagline: localizedText('One line about the choice of colours.', {
    en: 'Choose a colour for every panel',
    'en-US': 'Choose a color for every panel',
    fr: 'Choisissez une couleur pour chaque panneau',
  }).exactOptional(),
  decorations: z
    .array(referenceTo('decorations'))
    .describe('The available decorations: ids of decorations.json, in the order shown.'),
  ...optional({
    options: withExample(z.array(z.record(z.string(), z.json())), [
      { id: 'neck-label', minimum: 144 },
    ]).describe('Further options. The API shows them unchanged; the build does not check them.'),
  }),
});

const imageSchema = z.strictObject({
  file: withExample(referenceTo('assets'), 'https://cdn.example.com/tee100/front.jpg').describe(
    'A path below content/assets/, or an https address.',
  ),
  alt: localizedText('Alternative text for people who cannot see the picture.', {
    en: 'Lantern Crew Tee, navy, front',
    fr: 'T-shirt ras du cou Lantern, marine, devant',
  }),
  ...optional({
    view: z
      .enum(pictureViews)
      .describe('What it shows. Default: the end of the file name, such as `navy-side.jpg`.'),
  }),
});

const sizeShareSchema = z.strictObject({
  size: referenceTo('sizes').describe('One of the sizes of the product.'),
  percentage: withExample(z.number().positive().max(100), 26).describe(
    'Share of the pieces of an order, in percent.',
  ),
});

export const productSchema = fileOf('Product', 'One product. The name of the file is its SKU.', {
  sku: withExample(contentSkuSchema, 'TEE100').describe(
    'The stock-keeping unit: unique, equal to the name of the file, and part of URLs.',
  ),
  name: localizedText('The name. The API shows it as `productName`.', {
    en: 'Lantern Crew Tee',
    fr: 'T-shirt ras du cou Lantern',
  }),
  descriptions: descriptionsSchema.describe('The descriptions, from short to long.'),
  ...optional({
    draft: z
      .boolean()
      .describe(
        'True while the product is not public. A draft needs no prices and no translations.',
      ),
    availableFrom: withExample(daySchema, '2027-02-01').describe(
      'The first day in the catalogue. Default: already available.',
    ),
    availableUntil: withExample(daySchema, '2027-06-30').describe(
      'The last day in the catalogue. Default: no end.',
    ),
    replacedBy: withExample(contentSkuSchema, 'TEE101').describe(
      'The SKU of the product that replaces it when it is no longer available.',
    ),
    formerSkus: withExample(z.array(contentSkuSchema), ['TEE99']).describe(
      'Earlier SKUs of this product.',
    ),
    keywords: localizedList('Search terms of buyers.', {
      en: ['cotton tee', 'crew neck'],
      fr: ['t-shirt en coton', 'encolure ronde'],
    }),
    note: localizedText('A note for buyers. A product’s detail shows it as `note`.', {
      en: 'Sizes run small; order one size up.',
      fr: 'Taille petit : commandez une taille de plus.',
    }),
    tag: referenceTo('tags').describe(
      'The label that promotes the product: an id of tags.json. It may move the product up in the list.',
    ),
  }),
  brand: referenceTo('brands').describe('The brand: an id of brands.json.'),
  category: referenceTo('categories').describe('The category: an id of categories.json.'),
  for: referenceTo('for').describe('The wearers: an id of `for` in facets.json.'),
  inspiration: z
    .array(referenceTo('inspiration'))
    .describe('Occasions for the product: ids of `inspiration` in facets.json.'),
  ...optional({
    fabrics: z
      .array(referenceTo('fabrics'))
      .describe('Fabrics that shops filter by: ids of `fabrics` in facets.json.'),
    materials: z
      .array(referenceTo('materials'))
      .describe('Codes of the materials: keys of `materials` in facets.json.'),
    care: localizedText('How to wash the product.', {
      en: 'Machine wash cold, tumble dry low.',
      fr: 'Laver à la machine à l’eau froide, sécher par culbutage à basse température.',
    }),
  }),
  markets: z
    .array(z.enum(markets))
    .min(1)
    .describe(
      'Countries in which the product is sold. It appears only in their locales and needs prices there.',
    ),
  minimumOrder: minimumOrderSchema.describe('The minimum order.'),
  ...optional({
    madeToOrder: z
      .boolean()
      .describe('True if the product is sewn after the order and has no stock.'),
    insufficientInventoryMessage: localizedTemplate(
      'text',
      'Shown when the stock does not cover a project. Default: the catalogue’s sentence.',
      ['product'],
      { en: 'Ask us when {product} is back.', fr: 'Demandez-nous quand {product} sera de retour.' },
    ),
  }),
  studio: z.boolean().describe('True if the website may link to the design studio.'),
  ...optional({
    designCredits: withExample(z.int().positive(), 2).describe(
      'Number of design credits included in an order.',
    ),
    shipping: productShippingSchema.describe(
      'Trade data: weights, cartons, origin, customs code and lead time.',
    ),
  }),
  customization: customizationSchema.describe('Customization that buyers can order.'),
  ...optional({
    drawing: referenceTo('drawings').describe(
      'The garment drawing from which pictures of each colour are made: the name of two files in ' +
        'content/drawings/, without "-front.svg" and "-back.svg".',
    ),
    images: z
      .array(imageSchema)
      .describe(
        'Pictures of the whole product. They precede drawn pictures and pictures of colours.',
      ),
    fabric: fabricSchema.describe('The fabric of the colours without a fabric of their own.'),
  }),
  colors: z.array(productColorSchema).min(1).describe('The colours, in the order shown.'),
  sizes: z
    .array(referenceTo('sizes'))
    .min(1)
    .describe('The sizes: names of sizes.json, in the order shown.'),
  ...optional({
    sizeChart: referenceTo('sizeCharts').describe('The size chart: an id of size-charts.json.'),
    sizeRecommendations: z
      .array(sizeShareSchema)
      .describe('The recommended share of each size in an order.'),
  }),
});

/** The content of a product file. */
export type ProductContent = z.infer<typeof productSchema>;
/** A colour of a product: the id of the colour, its fabric and its pictures. */
export type ProductColor = z.infer<typeof productColorSchema>;

/** Returns the pictures of a product, then those of its colours: paths relative to `assets/`, or https URLs. */
export function pictureFiles({
  images = [],
  colors = [],
}: Partial<Pick<ProductContent, 'images' | 'colors'>>): readonly string[] {
  return [...images.map(({ file }) => file), ...colors.flatMap((color) => color.images ?? [])];
}
