/** Schemas of a product in the list and of a product in detail (specification, "Resources and their fields"). */
import { z } from 'zod';
import { locales } from '../locales.ts';
import { brandSchema, catalogPlaceSchema } from './classification.ts';
import { detailColorSchema, imageSchema, summaryColorSchema } from './color.ts';
import { described, identifier, localizedName, openEnum } from './described.ts';
import { detailPricingSchema, summaryPricingSchema } from './pricing.ts';
import { shippingSchema } from './shipping.ts';
import { sizeChartSchema } from './size-chart.ts';
import { variantStockSchema } from './stock.ts';

const uri = z.string().meta({ format: 'uri' });

const descriptionsSchema = described(
  z.object({
    tagline: described(z.string(), {
      en: 'One line.',
      fr: 'Une ligne.',
      example: 'The one everybody keeps.',
      frenchExample: 'Celui que tout le monde garde.',
    }).exactOptional(),
    short: described(z.string(), {
      en: 'One or two sentences.',
      fr: 'Une ou deux phrases.',
      example: 'A midweight tee for printing.',
      frenchExample: 'Un t-shirt de poids moyen pour l’impression.',
    }).exactOptional(),
    long: described(z.string(), {
      en: 'A whole paragraph.',
      fr: 'Un paragraphe entier.',
      example: 'Combed cotton with taped shoulders.',
      frenchExample: 'Coton peigné, épaules renforcées d’un ruban.',
    }).exactOptional(),
  }),
  {
    id: 'Descriptions',
    en: 'Localized texts, shortest to longest.',
    fr: 'Textes localisés, du plus court au plus long.',
  },
);

/** The kinds of products (specification, "What the service does"); the last one is made to order in colour blocks. */
export const productKinds = [
  'standard',
  'color-block',
  'made-to-order',
  'made-to-order-color-block',
] as const;

const sharedShape = {
  sku: described(z.string(), {
    en: 'SKU: identifies the product in every locale.',
    fr: 'UGS (SKU), la même dans tous les paramètres régionaux.',
    example: 'TEE100',
  }),
  slug: described(z.string(), {
    en: 'Lower-case form of the SKU.',
    fr: 'UGS en minuscules.',
    example: 'tee100',
  }),
  productName: localizedName('Everyday T-shirt', 'T-shirt de tous les jours'),
  descriptions: descriptionsSchema,
  keywords: described(z.array(z.string()), {
    en: 'Search words for the product, localized.',
    fr: 'Mots-clés du produit, localisés.',
    example: ['t-shirt', 'cotton'],
    frenchExample: ['t-shirt', 'coton'],
  }).exactOptional(),
  tag: described(z.string(), {
    en: 'A short label to show with the product, such as `Best seller`, localized.',
    fr: 'Courte étiquette à afficher avec le produit, comme `Succès de vente`, localisée.',
    example: 'Best seller',
    frenchExample: 'Succès de vente',
  }).exactOptional(),
  tagId: identifier('best-seller').exactOptional(),
  kind: described(openEnum(productKinds), {
    en: 'How the product is made: `standard`, with stock by colour; `color-block`, with a colour for each panel; `made-to-order`, sewn after the order; or `made-to-order-color-block`, both. Further values may be added.',
    fr: 'Fabrication du produit : `standard`, avec des stocks par couleur; `color-block`, une couleur par panneau; `made-to-order`, cousu après la commande; ou `made-to-order-color-block`, les deux. D’autres valeurs peuvent s’ajouter.',
    example: 'standard',
  }),
  catalog: catalogPlaceSchema,
  minimumOrder: described(
    z.object({
      quantity: described(z.number(), { en: 'Pieces.', fr: 'Nombre de pièces.', example: 24 }),
      description: described(z.string(), {
        en: 'The same information as text, localized.',
        fr: 'La même information en texte, localisée.',
        example: 'Minimum order: 24 pieces',
        frenchExample: 'Commande minimale\u00A0: 24 pièces',
      }),
    }),
    { en: 'Minimum quantity of an order.', fr: 'Quantité minimale d’une commande.' },
  ),
  studio: described(
    z.object({
      available: described(z.boolean(), {
        en: "Whether the operator's design studio is available for this product.",
        fr: 'Vrai si le studio de création de l’exploitant est offert pour ce produit.',
        example: true,
      }),
    }),
    {
      en: "The design studio: a tool on the operator's website.",
      fr: 'Studio de création : un outil du site Web de l’exploitant.',
    },
  ),
  images: described(z.array(imageSchema), {
    en: 'Pictures to show the product with, the best one first.',
    fr: 'Images à afficher, la meilleure en premier.',
  }),
};

const colorBlocksShape = {
  colorBlocks: described(z.boolean(), {
    en: 'Whether buyers choose the colour of each panel.',
    fr: 'Vrai si l’acheteur choisit la couleur de chaque panneau.',
    example: false,
  }),
  colorBlocksTagline: described(z.string(), {
    en: 'A line about the colours of the panels, localized.',
    fr: 'Une ligne au sujet des couleurs des panneaux, localisée.',
  }).exactOptional(),
};

/** Validates a product as the product list shows it. */
export const productSummarySchema = described(
  z.object({
    ...sharedShape,
    brand: described(z.string(), {
      en: 'Name of the brand: its key in `brands` of the same answer.',
      fr: 'Nom de la marque : sa clé dans `brands` de la même réponse.',
      example: 'Mill Lantern',
    }),
    customization: described(z.object(colorBlocksShape), {
      en: 'What buyers can change.',
      fr: 'Ce que l’acheteur peut changer.',
    }),
    pricing: summaryPricingSchema,
    colors: described(z.array(summaryColorSchema), {
      en: 'Colours, in the order to show.',
      fr: 'Couleurs, dans l’ordre d’affichage.',
    }),
  }),
  {
    id: 'ProductSummary',
    en: 'A product in the list.',
    fr: 'Un produit tel que la liste le montre.',
  },
);

/** Validates a document about a product, such as a size chart. */
export const resourceSchema = described(
  z.object({
    type: described(z.string(), {
      en: 'Kind of document, such as `size-chart`.',
      fr: 'Genre de document, par exemple `size-chart`.',
      example: 'size-chart',
    }),
    label: localizedName('Size chart', 'Tableau des tailles'),
    url: described(uri, {
      en: 'Address of the document.',
      fr: 'Adresse du document.',
      example: 'https://catalogue.example/docs/size-charts/tops/en-CA',
    }),
  }),
  {
    id: 'Resource',
    en: 'A document about the product, such as a size chart.',
    fr: 'Un document sur le produit, comme un tableau des tailles.',
  },
);

/** Validates a decoration method of a product. */
export const decorationSchema = described(
  z.looseObject({
    id: identifier('embroidery'),
    name: localizedName('Embroidery', 'Broderie'),
    note: described(z.string(), {
      en: 'What it is suited to, localized.',
      fr: 'Usage conseillé, localisé.',
      example: 'Up to 12 colours of thread.',
      frenchExample: 'Jusqu’à 12 couleurs de fil.',
    }),
    icon: described(uri, {
      en: 'Address of its icon.',
      fr: 'Adresse de son icône.',
      example: 'https://catalogue.example/assets/icons/embroidery.svg',
    }),
    link: described(uri, {
      en: 'Address of the page that explains it.',
      fr: 'Adresse de la page qui l’explique.',
      example: 'https://catalogue.example/docs/decorations/en-CA#embroidery',
    }),
  }),
  {
    id: 'Decoration',
    en: 'A decoration method of the product; further fields may be added.',
    fr: 'Une technique de marquage du produit; d’autres champs peuvent s’ajouter.',
  },
);

/** Validates a product in detail: an answer of `/v1/products/{sku}`, with or without a key. */
export const productDetailSchema = described(
  z.object({
    ...sharedShape,
    locale: described(z.enum(locales), {
      en: 'Locale of the answer.',
      fr: 'Paramètre régional de la réponse.',
      example: 'en-CA',
      frenchExample: 'fr-CA',
    }),
    note: described(z.string(), {
      en: 'A note for customers, localized.',
      fr: 'Une note pour les clients, localisée.',
      example: 'Sizes run small; order one size up.',
      frenchExample: 'Taille petit\u00A0: commandez une taille de plus.',
    }).exactOptional(),
    availableFrom: described(z.iso.date(), {
      en: 'The first day on which the product was available, in the time zone of the catalogue.',
      fr: 'Premier jour où le produit a été offert, dans le fuseau horaire du catalogue.',
      example: '2024-03-01',
    }).exactOptional(),
    availableUntil: described(z.iso.date(), {
      en: 'The last day on which the product is available; it is removed after that day.',
      fr: 'Dernier jour où le produit est offert. Il est retiré ensuite.',
      example: '2027-06-30',
    }).exactOptional(),
    replacedBy: described(z.string(), {
      en: 'SKU of the product that will replace this one after its removal.',
      fr: 'UGS du produit qui remplacera celui-ci quand il sera retiré.',
      example: 'TEE110',
    }).exactOptional(),
    formerSkus: described(z.array(z.string()), {
      en: 'Previous SKUs of the product.',
      fr: 'UGS que le produit portait avant d’être renommé.',
      example: ['TEE099'],
    }).exactOptional(),
    brand: described(brandSchema, { en: 'The brand of the product.', fr: 'Marque du produit.' }),
    insufficientInventoryMessage: described(z.string(), {
      en: 'Text to show if the stock does not cover an order, localized.',
      fr: 'Texte à afficher si les stocks ne suffisent pas à une commande, localisé.',
      example: 'Not enough Everyday T-shirt in stock.',
      frenchExample: 'Stock de T-shirt de tous les jours insuffisant.',
    }).exactOptional(),
    links: described(
      z.object({
        product: described(uri, {
          en: 'Page of the product.',
          fr: 'Page du produit.',
          example: 'https://www.example.com/en/products/tee100',
        }).exactOptional(),
        brand: described(uri, {
          en: 'Page of its brand.',
          fr: 'Page de sa marque.',
          example: 'https://www.example.com/en/brands/mill-lantern',
        }).exactOptional(),
        category: described(uri, {
          en: 'Page of its category.',
          fr: 'Page de sa catégorie.',
          example: 'https://www.example.com/en/categories/t-shirts',
        }).exactOptional(),
        studio: described(uri, {
          en: 'Address of the design studio, with this product selected.',
          fr: 'Adresse du studio de création, avec ce produit déjà sélectionné.',
          example: 'https://www.example.com/en/studio/tee100',
        }).exactOptional(),
      }),
      {
        en: "Addresses on the operator's website.",
        fr: 'Adresses sur le site Web de l’exploitant.',
      },
    ).exactOptional(),
    materials: described(
      z.array(
        z.object({
          code: described(z.string(), {
            en: 'Code of the material.',
            fr: 'Code de la matière.',
            example: 'COT',
          }),
          label: localizedName('Cotton', 'Coton'),
        }),
      ),
      { en: 'What the product is made of.', fr: 'Ce dont le produit est fait.' },
    ).exactOptional(),
    care: described(z.string(), {
      en: 'How to wash the product.',
      fr: 'Comment laver le produit.',
      example: 'Machine wash cold, tumble dry low. Do not iron the print.',
      frenchExample:
        'Laver à la machine à l’eau froide, sécher par culbutage à basse température. Ne pas repasser l’impression.',
    }).exactOptional(),
    customization: described(
      z.object({
        ...colorBlocksShape,
        decorations: described(z.array(decorationSchema), {
          en: 'How the product can be decorated.',
          fr: 'Techniques de marquage possibles.',
        }),
        options: described(z.array(z.record(z.string(), z.unknown())), {
          en: 'Further options, in no fixed form.',
          fr: 'D’autres options, de forme libre.',
          example: [],
        }),
      }),
      { en: 'What buyers can change.', fr: 'Ce que l’acheteur peut changer.' },
    ),
    shipping: shippingSchema.exactOptional(),
    pricing: detailPricingSchema,
    assets: described(
      z.object({
        images: described(z.array(imageSchema), {
          en: 'All pictures, including those of every colour.',
          fr: 'Toutes les images, y compris celles de chaque couleur.',
        }),
        resources: described(z.array(resourceSchema), {
          en: 'Documents about the product.',
          fr: 'Des documents sur le produit.',
        }),
      }),
      { en: 'All pictures and documents.', fr: 'Toutes les images et tous les documents.' },
    ),
    sizeChart: sizeChartSchema.exactOptional(),
    sizeRecommendations: described(
      z.array(
        z.object({
          size: described(z.string(), {
            en: 'Name of a size in `pricing.sizes`.',
            fr: 'Nom d’une taille de `pricing.sizes`.',
            example: 'M',
          }),
          percentage: described(z.number(), {
            en: 'Share of the pieces, in percent.',
            fr: 'Part des pièces, en pourcentage.',
            example: 26,
          }),
        }),
      ),
      {
        en: 'Recommended split of an order across the sizes.',
        fr: 'Répartition recommandée d’une commande entre les tailles.',
      },
    ).exactOptional(),
    colors: described(z.array(detailColorSchema), {
      en: 'Colours, in the order to show.',
      fr: 'Couleurs, dans l’ordre d’affichage.',
    }),
    inventory: described(z.array(variantStockSchema), {
      en: 'Stock by colour and size.',
      fr: 'Stocks par couleur et par taille.',
    }),
    asOf: described(z.iso.datetime({ offset: true }), {
      en: 'The earliest of the times at which the variants of the product (each a colour in a size) were last counted. Absent if no time is known.',
      fr: 'Le plus ancien des derniers comptages des variantes du produit, chacune une couleur dans une taille. Absent si aucun n’est connu.',
      example: '2026-11-20T05:30:00-05:00',
    }).exactOptional(),
  }),
  {
    id: 'ProductDetail',
    en: 'All data of one product in one locale.',
    fr: 'Tout ce qui concerne un produit dans un paramètre régional.',
  },
);

/** A product in the list. */
export type ProductSummary = z.infer<typeof productSummarySchema>;
/** A product in detail: an answer of `/v1/products/{sku}`. */
export type ProductDetail = z.infer<typeof productDetailSchema>;
