/**
 * The file layout of a release (design section 4), and the schemas of files that several programs read. A path with
 * `index` in the place of a locale is for the default locale, so that servers need not know which locale that is.
 */
import { z } from 'zod';
import { type Language, type Locale, locales } from './locales.ts';
import { priceTierSchema } from './schemas/pricing.ts';

/** Export route, whose answer has all products in one file → its formats; the first one is the default. */
export const exportFormats = {
  export: ['ndjson', 'csv'],
  inventory: ['json', 'csv'],
} as const;
/** A route of exports: of the catalogue, or of the stock of all products. */
export type ExportRoute = keyof typeof exportFormats;

/** An export route in one format. */
export interface ExportForm {
  readonly route: ExportRoute;
  readonly extension: (typeof exportFormats)[ExportRoute][number];
}

/** All export routes in all their formats. */
export const exportForms: readonly ExportForm[] = (
  Object.keys(exportFormats) as ExportRoute[]
).flatMap((route) => exportFormats[route].map((extension) => ({ route, extension })));

/**
 * Paths of files in the folder `public/` of a release. Functions that are called without a locale return the
 * path for the default locale.
 */
export const publicFiles = {
  list: (locale?: Locale) => `v1/products/index${locale ? `.${locale}` : ''}.json`,
  detail: (sku: string, locale?: Locale) => `v1/products/${sku}/${locale ?? 'index'}.json`,
  /** A picture of a product, given its path in the product's object (`objectFiles`). */
  picture: (sku: string, path: string) => `images/${sku}/${path.replace(/^images\//, '')}`,
  /** An export of the catalogue or the stock. A release has only compressed forms of this file. */
  export: ({ route, extension }: ExportForm, locale?: Locale) =>
    `v1/${route}/${locale ?? 'index'}.${extension}`,
  health: 'v1/health.json',
  openapi: 'openapi.json',
  apiCatalog: 'api-catalog.json',
  /** HTTP headers of deprecated routes; the file is missing if no route is deprecated. */
  deprecations: 'deprecations.tsv',
  /** The page `/docs/`; all other pages are in `docs/` and have the extension `.html`. */
  startPage: 'docs.html',
  /** The page of the catalogue browser for all its addresses; absent where the browser is not served. */
  catalogue: 'catalogue.html',
  robots: 'robots.txt',
  sitemap: 'sitemap.xml',
  favicon: 'favicon.ico',
  /** The page that browsers receive with a 404; it has no URL itself. */
  notFound: (language: Language) => `not-found.${language}.html`,
} as const;

/**
 * Paths of files in the folder `changes/<release id>`, from which `/v1/products/changes` is answered while the release
 * is current. This folder is not a part of the release, because its files depend on earlier releases too.
 */
export const changesFiles = {
  /**
   * The answer for one value of the parameter `since`: the id of the release that the client has, undefined if the
   * request has no `since`, or null for a release that is unknown or too old.
   */
  answer: (since: string | undefined | null, locale?: Locale) =>
    `${locale ?? 'index'}/${since === null ? 'unknown' : (since ?? 'now')}.json`,
  /** The list of the latest activations (each time that a release became current), up to that of this release. */
  history: 'history.json',
  /**
   * The products that changed with one activation. `sha256` is the SHA-256 of the text of this file, in hexadecimal.
   */
  delta: (sha256: string) => `deltas/${sha256}.json`,
} as const;

/**
 * Paths of files in an object, the folder of one version of one product. A release has a link to the object,
 * `public/v1/products/<SKU>`, and one to its pictures, `public/images/<SKU>`.
 */
export const objectFiles = {
  detail: (locale?: Locale) => `${locale ?? 'index'}.json`,
  /** The folder of the pictures that the build draws. */
  pictures: 'images',
  picture: (name: string) => `images/${name}.svg`,
} as const;

/** Paths, within a release, of the files in its folder `private/`, which web servers must not serve. */
export const privateFiles = {
  /** SKU → net prices (`NetPrices`). */
  netPrices: (tier: string, locale: Locale) => `private/net/${tier}/${locale}.json`,
  /** The whole answer of `/v1/products/pricing` for a tier: JSON, also compressed, or CSV. */
  priceList: (tier: string, locale: Locale, extension: 'json' | 'csv') =>
    `private/pricing/${tier}/${locale}.${extension}`,
} as const;

/**
 * Paths of files in the folder of a sync listing, the list of active products of each company. `unknownCompany`
 * contains the body of the error for a company without a listing.
 */
export const syncFiles = {
  listing: (company: string, locale?: Locale) => `${company}/${locale ?? 'index'}.json`,
  unknownCompany: 'unknown-company.json',
} as const;

/**
 * Name of the file beside the sync listings that contains the validity of the served listing
 * (`listing-validity.ts`).
 */
export const validityFile = 'validity';

/**
 * `Retry-After` in seconds of the 502 that the sync route returns without a valid listing of active products.
 * `npm run sync` updates the listing every minute, so that a new one is expected after half a minute on average.
 */
export const listingRetryAfterSeconds = 30;

/** Pattern of a company alias, the name of a company in URLs and folders. */
export const companyAliasPattern = '^[a-z0-9-]+$';

/** Error text of the sync route if there is no valid listing. */
export const noListingText = 'The listing of active products is not available.';

/**
 * Name of the folder, beside those of the companies, with the listing of all active products. No company may have
 * this alias.
 */
export const allCompanies = 'all';

/** Validates the net prices of one product in a tier and locale. */
export const netPriceSchema = z.object({
  net: z.array(priceTierSchema),
  surcharges: z.record(z.string(), z.number()),
  /** The first announced change: its day, and the brackets from then on. */
  upcoming: z.object({ from: z.iso.date(), net: z.array(priceTierSchema) }).exactOptional(),
});
/** A product's net prices in a tier and locale: `net`, one per quantity bracket; `surcharges`, by size name. */
export type NetPrice = z.infer<typeof netPriceSchema>;

/** Validates the file `private/net/<tier>/<locale>.json` of a release. */
export const netPricesSchema = z.record(z.string(), netPriceSchema);
/** SKU → net prices, for one tier and locale. */
export type NetPrices = z.infer<typeof netPricesSchema>;

const fileEntrySchema = z.object({
  size: z.int().nonnegative(),
  sha256: z.string(),
  /**
   * Modification time in seconds since 1970, derived from `sha256`, so that the ETag that nginx makes from
   * the time depends on the content.
   */
  mtime: z.int().nonnegative(),
});

/** Pattern of the ids of releases and of sync listings. */
export const releaseIdPattern = '^[0-9a-f]{16}$';
const releaseId = new RegExp(releaseIdPattern);

/** Returns true if a name has the format of the id of a release or a sync listing. */
export function isReleaseId(name: string): boolean {
  return releaseId.test(name);
}

/**
 * Request header in which nginx sends the id of the served release to the pricing service; also a response
 * header of exports.
 */
export const releaseHeader = 'X-Catalogue-Release';

/** Version of the format of releases. Programs refuse releases of other versions. */
export const releaseFormat = 2;

/**
 * Reasons why a SKU or former SKU of a product in the content is not in the release: the product is a
 * draft, its first day is in the future (`upcoming`), its last day is past (`ended`), it was renamed, or another
 * product replaces it.
 */
export const absenceReasons = ['draft', 'upcoming', 'ended', 'renamed', 'replaced'] as const;

/** Validates the reason why a release lacks a product. */
export const absenceSchema = z.object({
  reason: z.enum(absenceReasons),
  /** The SKU of the product after it was renamed, or of its replacement; absent for other reasons. */
  replacedBy: z.string().exactOptional(),
});
/** The reason why a release lacks a product of the content. */
export type Absence = z.infer<typeof absenceSchema>;

/** Name of the file in a release that lists its products and files. */
export const manifestFile = 'manifest.json';

/** Validates the manifest of a release, its file `manifest.json`. */
export const manifestSchema = z.object({
  format: z.literal(releaseFormat),
  release: z.string(),
  baseUrl: z.string(),
  defaultLocale: z.enum(locales),
  tiers: z.array(z.string()),
  /** The base distributor tier (specification, `priceTier`), such as `A3`; one of `tiers`. */
  baseTier: z.string(),
  /** Aliases of the companies of the sync listing. */
  companies: z.array(z.string()),
  /** SKU → name of the product's object, the folder of one version of the product. */
  products: z.record(z.string(), z.string()),
  /**
   * SKU → reason why the release has no product with this SKU, such as `renamed` to `TEE100` for the former SKU
   * `TEE90`. Lists only SKUs and former SKUs of products in the content; absent if it would be empty.
   */
  absences: z.record(z.string(), absenceSchema).exactOptional(),
  /**
   * Time at which the release must be built again, because the next date in the content is reached (ISO 8601); absent
   * if no such date is in the future.
   */
  dueAt: z.iso.datetime().exactOptional(),
  /** Total bytes of the files of all products: uncompressed, with gzip, with Brotli. */
  productBytes: z.tuple([z.number(), z.number(), z.number()]),
  /**
   * Path → size, SHA-256 and modification time of every file except the manifest and the files of objects.
   */
  files: z.record(z.string(), fileEntrySchema),
});
/** The content of `manifest.json`, which describes a release and all its files. */
export type Manifest = z.infer<typeof manifestSchema>;
/** Size, SHA-256 and modification time of a released file. */
export type FileEntry = Manifest['files'][string];
