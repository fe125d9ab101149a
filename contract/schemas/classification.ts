/** Schemas by which products are classified: brands, categories, kinds and facets, with ids that no language changes. */
import { z } from 'zod';
import { described, identifier, identifiers, localizedName } from './described.ts';

/** Validates a category in the product list. */
export const categorySchema = described(
  z.object({
    id: identifier('t-shirts'),
    name: localizedName('T-shirts', 'T-shirts'),
    order: described(z.number(), {
      en: 'Position among the categories, the smallest number first.',
      fr: 'Rang parmi les catégories, le plus petit nombre en premier.',
      example: 1,
    }),
  }),
  { id: 'Category', en: 'A category of products.', fr: 'Une catégorie de produits.' },
);

/** Validates a brand in the product list. */
export const brandSchema = described(
  z.object({
    id: identifier('mill-lantern'),
    name: described(z.string(), {
      en: 'Name of the brand, the same in every language.',
      fr: 'Nom de la marque, le même dans toutes les langues.',
      example: 'Mill Lantern',
    }),
    description: described(z.string(), {
      en: 'What the brand stands for, localized.',
      fr: 'Ce qui distingue la marque, localisé.',
      example: 'Organic basics.',
      frenchExample: 'L’essentiel, en coton biologique.',
    }),
    url: described(z.string(), {
      en: "Address of the brand's page. Empty or absent if no page is published.",
      fr: 'Adresse de la page de la marque. Vide ou absente si aucune page n’est publiée.',
      example: '',
    }).exactOptional(),
  }),
  { id: 'Brand', en: 'A brand of products.', fr: 'Une marque de produits.' },
);

/** Validates the place of a product in the catalogue: names in the language of the locale, and their ids. */
export const catalogPlaceSchema = described(
  z.object({
    inspiration: described(z.array(z.string()), {
      en: 'Occasions that the product suits, localized.',
      fr: 'Occasions auxquelles le produit convient, localisées.',
      example: ['Events'],
      frenchExample: ['Événements'],
    }),
    inspirationIds: identifiers(['events']),
    category: described(z.string(), {
      en: 'Name of a category in `categories` of the product list.',
      fr: 'Nom d’une des catégories (`categories`) de la liste des produits.',
      example: 'T-shirts',
    }),
    categoryId: identifier('t-shirts'),
    for: described(z.string(), {
      en: 'Target group of the product, localized.',
      fr: 'Clientèle visée, localisée.',
      example: 'Unisex',
      frenchExample: 'Unisexe',
    }),
    forId: identifier('unisex'),
    fabrics: described(z.array(z.string()), {
      en: 'Names of fabrics to filter by, localized.',
      fr: 'Noms de tissus, localisés, pour filtrer.',
      example: ['Cotton'],
      frenchExample: ['Coton'],
    }).exactOptional(),
    fabricIds: identifiers(['cotton']).exactOptional(),
  }),
  {
    id: 'CatalogPlace',
    en: 'Classification of the product in the catalogue.',
    fr: 'Classement du produit dans le catalogue.',
  },
);
