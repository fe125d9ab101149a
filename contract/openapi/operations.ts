/** The operations of the OpenAPI document: what it says of each route, in both languages. */
import { apiCatalogMediaType } from '../discovery.ts';
import { exportMediaTypes } from '../exports.ts';
import type { ProblemCode } from '../problems.ts';
import type { RouteId } from '../routes.ts';
import type { Text } from '../schemas/described.ts';
import { csvMediaType } from '../spreadsheet.ts';
import type { answerSchemas } from './components.ts';
import type { Examples, tableExamples } from './examples.ts';

type ParameterName = 'locale' | 'sku' | 'company' | 'since';

/** Tag of a group of routes → its name and description, in the order in which the documentation shows the groups. */
export const tags = {
  Catalogue: {
    name: { en: 'Catalogue', fr: 'Catalogue' },
    description: {
      en: 'Public product data. With a key, the product detail contains net prices.',
      fr: 'Données publiques des produits. Avec une clé, la fiche contient les prix nets.',
    },
  },
  'Net prices': {
    name: { en: 'Net prices', fr: 'Prix nets' },
    description: {
      en: 'Prices for the account of a key.',
      fr: 'Les prix du compte associé à une clé.',
    },
  },
  'Keeping a copy': {
    name: { en: 'Keeping a copy', fr: 'Garder une copie' },
    description: {
      en: 'The whole catalogue, stock, changes, active products, and health.',
      fr: 'Le catalogue entier, les stocks, les changements, les produits actifs et l’état du service.',
    },
  },
  Discovery: {
    name: { en: 'Discovery', fr: 'Découverte' },
    description: {
      en: 'Machine-readable links to the API, its description and its documentation.',
      fr: 'Liens, pour les programmes, vers l’API, sa description et sa documentation.',
    },
  },
} as const satisfies Readonly<Record<string, { name: Text; description: Text }>>;

/** What the documentation says of a route, and the answers that it has. */
export interface Operation {
  readonly tag: keyof typeof tags;
  readonly summary: Text;
  readonly description: Text;
  readonly parameters: readonly ParameterName[];
  /** Component name of the body's schema; absent if the body is not JSON. */
  readonly answer?: Exclude<keyof typeof answerSchemas, 'Problem' | 'ListProblem' | 'PlainError'>;
  /** Media type of the body; JSON by default. */
  readonly mediaType?: string;
  /** Media type of an answer that is text, and the name of its example. */
  readonly text?: {
    readonly mediaType: string;
    readonly example: keyof typeof tableExamples | 'exportLines';
  };
  /** True for a JSON answer that names its release in a header, as text answers of public routes do. */
  readonly isFile?: boolean;
  readonly examples: readonly (keyof Examples)[];
  readonly problems: readonly ProblemCode[];
}

const always = ['invalid_request', 'method_not_allowed', 'rate_limited', 'internal_error'] as const;
const refusedKeys = ['unauthorized', 'invalid_key', 'key_revoked', 'upstream_unavailable'] as const;
const oneProduct = ['unsupported_locale', 'invalid_sku', 'product_not_found'] as const;

/** The operation of each route. */
export const operations: Readonly<Record<Exclude<RouteId, 'openapi'>, Operation>> = {
  health: {
    tag: 'Keeping a copy',
    summary: { en: 'Health', fr: 'Vérifier l’état du service' },
    description: {
      en: 'Reports that the catalogue is online, which release is current, and how old the listing of active products is. Needs no key.',
      fr: 'État du service, version actuelle du catalogue et âge de la liste des produits actifs. N’exige aucune clé.',
    },
    parameters: [],
    answer: 'Health',
    examples: ['health'],
    problems: always,
  },
  list: {
    tag: 'Catalogue',
    summary: { en: 'List products', fr: 'Lister les produits' },
    description: {
      en: 'Every product of a locale, with public prices. Best sellers are first, then new products, then the rest; each group is sorted by category. A key is ignored.',
      fr: 'Tous les produits d’un paramètre régional, avec les prix publics. D’abord les succès de vente, puis les nouveautés, puis les autres; chaque groupe est trié par catégorie. Une clé n’y change rien.',
    },
    parameters: ['locale'],
    answer: 'ProductList',
    examples: ['list'],
    problems: [...always, 'unsupported_locale'],
  },
  export: {
    tag: 'Keeping a copy',
    summary: { en: 'Read every product', fr: 'Lire tous les produits' },
    description: {
      en: 'Every product of a locale in one answer, sorted by SKU, as JSON Lines: each line (`ExportLine`) has the same bytes as the product detail that is read without a key. Request a compressed answer.',
      fr: 'Tous les produits d’un paramètre régional en une réponse, triés par UGS, en JSON Lines : chaque ligne (`ExportLine`) a les mêmes octets que la fiche demandée sans clé. Demandez une réponse compressée.',
    },
    parameters: ['locale'],
    text: { mediaType: exportMediaTypes.ndjson, example: 'exportLines' },
    examples: [],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  exportTable: {
    tag: 'Keeping a copy',
    summary: { en: 'Read every product as a table', fr: 'Lire tous les produits en tableau' },
    description: {
      en: 'A row for each colour and size of every product, for a spreadsheet. In a French table, semicolons separate the cells and the decimal sign is a comma; in an English table, commas separate the cells and the decimal sign is a point.',
      fr: 'Une ligne par couleur et par taille de chaque produit, pour un tableur. En français, point-virgule entre les cellules et virgule décimale; en anglais, virgule et point décimal.',
    },
    parameters: ['locale'],
    text: { mediaType: csvMediaType, example: 'exportTable' },
    examples: [],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  inventory: {
    tag: 'Keeping a copy',
    summary: { en: 'Read the stock of every product', fr: 'Lire les stocks de tous les produits' },
    description: {
      en: 'The `inventory` of every product of a locale, as in its detail.',
      fr: 'L’`inventory` de chaque produit d’un paramètre régional, comme dans sa fiche.',
    },
    parameters: ['locale'],
    answer: 'Inventory',
    isFile: true,
    examples: ['inventory'],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  inventoryTable: {
    tag: 'Keeping a copy',
    summary: { en: 'Read the stock as a table', fr: 'Lire les stocks en tableau' },
    description: {
      en: 'A row for each location of a colour and size, or one row if no location is listed. In a French table, semicolons separate the cells and the decimal sign is a comma; in an English table, commas separate the cells and the decimal sign is a point.',
      fr: 'Une ligne par couleur, par taille et par emplacement; sans emplacements, une ligne par couleur et par taille. En français, point-virgule entre les cellules et virgule décimale; en anglais, virgule et point décimal.',
    },
    parameters: ['locale'],
    text: { mediaType: csvMediaType, example: 'inventoryTable' },
    examples: [],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  changes: {
    tag: 'Keeping a copy',
    summary: { en: 'Read what changed', fr: 'Lire ce qui a changé' },
    description: {
      en: 'Without `since`, the current release. With `since`, the products that were added, changed or removed since that older release. The answer is correct even if the server returned to an earlier release. If `since` is unknown or too old, `complete` is false: load the whole catalogue from `reload`.',
      fr: 'Sans `since`, la version actuelle. Avec `since`, les produits ajoutés, modifiés et retirés entre la version de `since` et la version actuelle. La réponse reste exacte même si le serveur est revenu à une version antérieure. Si `since` est inconnu ou trop ancien, `complete` vaut `false` : rechargez tout le catalogue à partir de `reload`.',
    },
    parameters: ['since', 'locale'],
    answer: 'Changes',
    examples: ['changes', 'incompleteChanges'],
    problems: [...always, 'unsupported_locale', 'route_not_found'],
  },
  detail: {
    tag: 'Catalogue',
    summary: { en: 'Read a product', fr: 'Lire un produit' },
    description: {
      en: 'All data of one product. With a valid key, the answer also has the net prices and the price tier of the account. A key that is not valid gets an error, never public prices.',
      fr: 'Tout ce qui concerne un produit. Avec une clé valide, la réponse donne aussi les prix nets et le niveau de prix du compte. Une clé non valide donne une erreur, jamais les prix publics.',
    },
    parameters: ['sku', 'locale'],
    answer: 'ProductDetail',
    examples: ['detail', 'keyedDetail'],
    problems: [...always, ...oneProduct, ...refusedKeys],
  },
  productPricing: {
    tag: 'Net prices',
    summary: { en: 'Read the net prices of a product', fr: 'Lire les prix nets d’un produit' },
    description: {
      en: "One product's prices for the account of the key.",
      fr: 'Les prix d’un produit pour le compte associé à la clé.',
    },
    parameters: ['sku', 'locale'],
    answer: 'ProductPricing',
    examples: ['productPricing'],
    problems: [...always, ...oneProduct, 'key_required', ...refusedKeys],
  },
  catalogPricing: {
    tag: 'Net prices',
    summary: {
      en: 'Read the net prices of every product',
      fr: 'Lire les prix nets de tous les produits',
    },
    description: {
      en: 'The prices of every product of the locale for the account of the key, sorted by SKU, to keep beside your copy of the catalogue.',
      fr: 'Les prix de tous les produits du paramètre régional, triés par UGS, pour le compte associé à la clé. Gardez-les à côté de votre copie du catalogue.',
    },
    parameters: ['locale'],
    answer: 'CatalogPricing',
    examples: ['catalogPricing'],
    problems: [...always, 'unsupported_locale', 'key_required', ...refusedKeys],
  },
  pricingTable: {
    tag: 'Net prices',
    summary: { en: 'Read the price list', fr: 'Lire la liste de prix' },
    description: {
      en: 'The prices of every product of the locale for the account of the key, as a table for sales staff. In a French table, semicolons separate the cells and the decimal sign is a comma; in an English table, commas separate the cells and the decimal sign is a point.',
      fr: 'Les prix de tous les produits du paramètre régional pour le compte associé à la clé, en tableau pour les vendeurs. En français, point-virgule entre les cellules et virgule décimale; en anglais, virgule et point décimal.',
    },
    parameters: ['locale'],
    text: { mediaType: csvMediaType, example: 'priceList' },
    examples: [],
    problems: [...always, 'unsupported_locale', 'key_required', ...refusedKeys],
  },
  sync: {
    tag: 'Keeping a copy',
    summary: { en: 'List active products', fr: 'Lister les produits actifs' },
    description: {
      en: 'The products that at least one company sells now; with `company`, only those that this company sells. Keep the other products in your copy: only `GET /v1/products/changes` says which ones to remove. Needs no key.',
      fr: 'Les produits qu’au moins une entreprise vend en ce moment ou, avec `company`, ceux que cette entreprise vend. Gardez les autres produits dans votre copie : seul `GET /v1/products/changes` indique quoi supprimer. N’exige aucune clé.',
    },
    parameters: ['company', 'locale'],
    answer: 'SyncListing',
    examples: ['sync'],
    problems: ['method_not_allowed', 'rate_limited', 'internal_error'],
  },
  apiCatalog: {
    tag: 'Discovery',
    summary: { en: 'Find the API', fr: 'Trouver l’API' },
    description: {
      en: 'The API catalogue of RFC 9727: links to the API, its description, its documentation and its health. Needs no key.',
      fr: 'Le catalogue d’API de la RFC 9727 : où se trouvent l’API, sa description, sa documentation et son état. N’exige aucune clé.',
    },
    parameters: [],
    answer: 'ApiCatalog',
    mediaType: apiCatalogMediaType,
    examples: ['apiCatalog'],
    problems: [...always, 'route_not_found'],
  },
};

/** Name of an additional example of an answer → summary, which says how it differs from the first example. */
export const exampleSummaries: Readonly<Partial<Record<keyof Examples, Text>>> = {
  keyedDetail: { en: 'With a key', fr: 'Avec une clé' },
  incompleteChanges: { en: 'After an unknown `since`', fr: 'Après un `since` inconnu' },
};
