/** `products/<SKU>.json`: one product as editors write it. */
import { z } from 'zod';
import { markets } from '../../../contract/locales.ts';
import { referenceTo } from './references.ts';
import { countedTemplate, localizedTemplate } from './templates.ts';
import { localizedList, localizedText } from './text.ts';
import { daySchema, editorSchemaMember, textLike } from './values.ts';

/** SKUs are upper case in content; the slug is the lower-case form (decision 4). */
export const contentSkuSchema = textLike(
  /^[A-Z0-9][A-Z0-9._-]{0,63}$/,
  'is not a SKU: upper-case letters, digits, . _ -',
);

const fabricSchema = z.strictObject({
  composition: localizedText(
    'The fibres and their shares. The detail shows it as `material.composition` of a colour.',
    { en: '100% combed ring-spun cotton', fr: '100 % coton peigné filé à l’anneau' },
  ),
  weight: localizedText('The weight as it is shown, with its unit.', {
    en: '180 g/m² (5.3 oz/yd²)',
    'en-US': '5.3 oz/yd² (180 g/m²)',
    fr: '180 g/m² (5,3 oz/vg²)',
  }),
  gsm: z
    .number()
    .positive()
    .meta({ description: 'The weight in grams a square metre, as a number.', examples: [180] }),
});

const productColorSchema = z.strictObject({
  color: referenceTo('colors').describe(
    'The colour: an id of colors.json, which is also its `id` in the API and in inventory.csv.',
  ),
  fabric: fabricSchema
    .describe('The fabric of this colour, where it differs from that of the product.')
    .exactOptional(),
  images: z
    .array(
      referenceTo('assets').meta({
        description: 'A picture: a path below content/assets/, or an https address.',
        examples: ['https://cdn.example.com/tee100/navy-front.jpg'],
      }),
    )
    .describe(
      'Pictures of this colour, the front first. Left out, they are drawn from the garment drawing.',
    )
    .exactOptional(),
});

const descriptionsSchema = z.strictObject({
  tagline: localizedText('One line that says what is special about it.', {
    en: 'The soft ring-spun tee that every order starts with',
    fr: 'Le t-shirt tout doux par lequel commencent bien des commandes',
  }).exactOptional(),
  short: localizedText('One or two sentences, for lists and cards.', {
    en: 'A midweight combed cotton tee with a smooth face for printing.',
    fr: 'Un t-shirt de poids moyen en coton peigné, à la surface lisse pour l’impression.',
  }).exactOptional(),
  long: localizedText('The whole description, for the page of the product.', {
    en: 'The combed yarn holds fine lines, and the taped shoulders keep the collar in place.',
    fr: 'Le fil peigné retient les traits fins et le ruban d’épaule maintient l’encolure.',
  }).exactOptional(),
});

const minimumOrderSchema = z.strictObject({
  quantity: z
    .int()
    .positive()
    .meta({
      description: 'Pieces. The first bracket of the prices in content/prices/ must begin with it.',
      examples: [24],
    }),
  description: countedTemplate('The sentence beside it. Left out, it is the catalogue’s.', {
    en: '{quantity} pieces of one design',
    fr: '{quantity} pièces du même motif',
  }).exactOptional(),
});

const customizationSchema = z.strictObject({
  colorBlocks: z
    .boolean()
    .describe('True where buyers choose the colour of each panel; a colour wheel is shown.'),
  colorBlocksTagline: localizedText('One line that says so.', {
    en: 'Choose a colour for every panel',
    'en-US': 'Choose a color for every panel',
    fr: 'Choisissez une couleur pour chaque panneau',
  }).exactOptional(),
  decorations: z
    .array(referenceTo('decorations'))
    .describe('The ways it can be decorated: ids of decorations.json, in the order shown.'),
  options: z
    .array(z.record(z.string(), z.json()))
    .meta({
      description: 'Further options. The API passes them on as they are and checks nothing.',
      examples: [[{ id: 'neck-label', minimum: 144 }]],
    })
    .exactOptional(),
});

const imageSchema = z.strictObject({
  file: referenceTo('assets').meta({
    description: 'A path below content/assets/, or an https address.',
    examples: ['https://cdn.example.com/tee100/front.jpg'],
  }),
  alt: localizedText('What the picture shows, for people who cannot see it.', {
    en: 'Lantern Crew Tee, navy, front',
    fr: 'T-shirt ras du cou Lantern, marine, devant',
  }),
});

const sizeShareSchema = z.strictObject({
  size: referenceTo('sizes').describe('One of the sizes of the product.'),
  percentage: z
    .number()
    .positive()
    .max(100)
    .meta({ description: 'Share of the pieces of an order, in percent.', examples: [26] }),
});

/** The kind of product, and how it is found. */
const placeMembers = {
  keywords: localizedList('Words that buyers search it by.', {
    en: ['cotton tee', 'crew neck'],
    fr: ['t-shirt en coton', 'encolure ronde'],
  }).exactOptional(),
  note: localizedText('A note to buyers. The detail shows it as `note`.', {
    en: 'Sizes run small; order one size up.',
    fr: 'Taille petit : commandez une taille de plus.',
  }).exactOptional(),
  tag: referenceTo('tags')
    .describe('What it is promoted as: an id of tags.json. It may move the product up in the list.')
    .exactOptional(),
  brand: referenceTo('brands').describe('The brand: an id of brands.json.'),
  category: referenceTo('categories').describe('The category: an id of categories.json.'),
  for: referenceTo('for').describe('Whom it is for: an id of `for` in facets.json.'),
  inspiration: z
    .array(referenceTo('inspiration'))
    .describe('Occasions it suits: ids of `inspiration` in facets.json.'),
  fabrics: z
    .array(referenceTo('fabrics'))
    .describe('Fabrics to filter by: ids of `fabrics` in facets.json.')
    .exactOptional(),
  materials: z
    .array(referenceTo('materials'))
    .describe('Codes of what it is made of: keys of `materials` in facets.json.')
    .exactOptional(),
};

/** When a product is in the catalogue, its former SKUs, and its replacement (decision 65). */
const lifeMembers = {
  draft: z
    .boolean()
    .describe('True while the product is not to be seen yet; it needs no prices and translations.')
    .exactOptional(),
  availableFrom: daySchema
    .meta({
      description: 'The first day in the catalogue. Left out, it is there already.',
      examples: ['2027-02-01'],
    })
    .exactOptional(),
  availableUntil: daySchema
    .meta({
      description: 'The last day in the catalogue. Left out, it stays.',
      examples: ['2027-06-30'],
    })
    .exactOptional(),
  replacedBy: contentSkuSchema
    .meta({
      description: 'The SKU of the product that takes its place when it has gone.',
      examples: ['TEE101'],
    })
    .exactOptional(),
  formerSkus: z
    .array(contentSkuSchema)
    .meta({
      description: 'SKUs that this product had before it was renamed.',
      examples: [['TEE99']],
    })
    .exactOptional(),
};

/** How a product is sold. */
const saleMembers = {
  markets: z
    .array(z.enum(markets))
    .min(1)
    .describe('Countries it is sold in. It appears in their locales only and needs prices there.'),
  minimumOrder: minimumOrderSchema.describe('The fewest pieces that can be ordered.'),
  madeToOrder: z
    .boolean()
    .describe('True for a product that is sewn after the order; it holds no stock.')
    .exactOptional(),
  insufficientInventoryMessage: localizedTemplate(
    'Shown when the stock does not cover a project. Left out, it is the catalogue’s.',
    ['product'],
    { en: 'Ask us when {product} is back.', fr: 'Demandez-nous quand {product} sera de retour.' },
  ).exactOptional(),
  studio: z.boolean().describe('True where the website may link to the design studio.'),
  designCredits: z
    .int()
    .positive()
    .meta({ description: 'Design credits that come with an order.', examples: [2] })
    .exactOptional(),
  customization: customizationSchema.describe('What buyers can have done to it.'),
};

/** The appearance of a product, with its colours and sizes. */
const lookMembers = {
  drawing: referenceTo('drawings')
    .describe(
      'The garment drawing from which pictures of each colour are made: the name of two files in ' +
        'content/drawings/, without "-front.svg" and "-back.svg".',
    )
    .exactOptional(),
  images: z
    .array(imageSchema)
    .describe('Pictures of the product as a whole, before those drawn or those of its colours.')
    .exactOptional(),
  fabric: fabricSchema
    .describe('The fabric of every colour that has none of its own.')
    .exactOptional(),
  colors: z.array(productColorSchema).describe('The colours it comes in, in the order shown.'),
  sizes: z
    .array(referenceTo('sizes'))
    .describe('The sizes it comes in: names of sizes.json, in the order shown.'),
  sizeChart: referenceTo('sizeCharts')
    .describe('Its size chart: an id of size-charts.json.')
    .exactOptional(),
  sizeRecommendations: z
    .array(sizeShareSchema)
    .describe('How an order is best split across the sizes.')
    .exactOptional(),
};

/** `products/<SKU>.json` */
export const productSchema = z
  .strictObject({
    $schema: editorSchemaMember,
    sku: contentSkuSchema.meta({
      description:
        'The stock-keeping unit: unique, and the name of the file. In URLs as it is here.',
      examples: ['TEE100'],
    }),
    name: localizedText('The name. The API shows it as `productName`.', {
      en: 'Lantern Crew Tee',
      fr: 'T-shirt ras du cou Lantern',
    }),
    descriptions: descriptionsSchema.describe('What is said about it, short to long.'),
    ...lifeMembers,
    ...placeMembers,
    ...saleMembers,
    ...lookMembers,
  })
  .meta({ title: 'Product', description: 'One product, in the file that is named after its SKU.' });

export type ProductContent = z.infer<typeof productSchema>;
export type ProductColor = z.infer<typeof productColorSchema>;

/**
 * Returns the pictures of the whole product, then those of its colours: paths in `assets/`, or https URLs.
 */
export function pictureFiles({ images = [], colors = [] }: PictureMembers): readonly string[] {
  return [...images.map(({ file }) => file), ...colors.flatMap((color) => color.images ?? [])];
}

type PictureMembers = Partial<Pick<ProductContent, 'images' | 'colors'>>;
