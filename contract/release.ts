/**
 * The layout of a release (design section 4), and the schemas of the files that several programs read. `index` in a path
 * stands for the default locale, so that servers need not know it.
 */
import { z } from 'zod';
import { type Language, type Locale, locales } from './locales.ts';
import { priceTierSchema } from './schemas/pricing.ts';

/** Export routes with their formats; the first one is the default. */
export const exportFormats = {
  export: ['ndjson', 'csv'],
  inventory: ['json', 'csv'],
} as const;
export type ExportRoute = keyof typeof exportFormats;

/** A format of an export route. */
export interface ExportForm {
  readonly route: ExportRoute;
  readonly ending: (typeof exportFormats)[ExportRoute][number];
}

/** All formats of all export routes. */
export const exportForms: readonly ExportForm[] = (
  Object.keys(exportFormats) as ExportRoute[]
).flatMap((route) => exportFormats[route].map((ending) => ({ route, ending })));

/** Paths in `public/`; without a locale, of the default locale. */
export const publicFiles = {
  list: (locale?: Locale) => `v1/products/index${locale ? `.${locale}` : ''}.json`,
  detail: (sku: string, locale?: Locale) => `v1/products/${sku}/${locale ?? 'index'}.json`,
  /** A picture, by its path in the object of the product. */
  picture: (sku: string, path: string) => `images/${sku}/${path.replace(/^images\//, '')}`,
  /** An export; only its compressed files exist. */
  export: ({ route, ending }: ExportForm, locale?: Locale) =>
    `v1/${route}/${locale ?? 'index'}.${ending}`,
  health: 'v1/health.json',
  openapi: 'openapi.json',
  apiCatalog: 'api-catalog.json',
  /** Headers of deprecated routes; missing if no route is deprecated. */
  deprecations: 'deprecations.tsv',
  /** The page `/docs/`; the other pages are in `docs/`, with `.html`. */
  startPage: 'docs.html',
  /** A list of the documentation for language models (llmstxt.org). */
  llms: 'llms.txt',
  robots: 'robots.txt',
  sitemap: 'sitemap.xml',
  favicon: 'favicon.ico',
  /** The page for browsers that ask for an address without a page; it has no address itself. */
  notFound: (language: Language) => `not-found.${language}.html`,
} as const;

/**
 * Paths in the folder of a release's changes. It is not part of the release, because it depends on earlier releases too.
 * `since` is a release; undefined means that the parameter is missing, null that the release is unknown.
 */
export const changesFiles = {
  answer: (since: string | undefined | null, locale?: Locale) =>
    `${locale ?? 'index'}/${since === null ? 'unknown' : (since ?? 'now')}.json`,
  history: 'history.json',
  delta: (sha256: string) => `deltas/${sha256}.json`,
} as const;

/**
 * Paths in an object: the folder of one version of one product. A release links to it as `public/v1/products/<SKU>`, and
 * to its pictures as `public/images/<SKU>`.
 */
export const objectFiles = {
  detail: (locale?: Locale) => `${locale ?? 'index'}.json`,
  /** The folder of the pictures that the build draws. */
  pictures: 'images',
  picture: (name: string) => `images/${name}.svg`,
} as const;

/** Paths in `private/`, which web servers must not serve. */
export const privateFiles = {
  netPrices: (tier: string, locale: Locale) => `net/${tier}/${locale}.json`,
} as const;

/** Paths in the folder of a sync listing. */
export const syncFiles = {
  listing: (company: string, locale?: Locale) => `${company}/${locale ?? 'index'}.json`,
  unknownCompany: 'unknown-company.json',
} as const;

/** The file beside the listings with the validity of the served one (`listing-validity.ts`). */
export const validityFile = 'validity';

/** `Retry-After` in seconds if there is no listing; the source is asked every minute. */
export const listingRetryAfterSeconds = 30;

/** Pattern of a company alias. */
export const companyAliasPattern = '^[a-z0-9-]+$';

/** Error text of the sync route if there is no listing. */
export const noListingText = 'The listing of active products is not available.';

/** The folder of the listing for all companies; no alias may have this name. */
export const allCompanies = 'all';

/** Net prices of a product in a tier and locale, and surcharges by size. */
export const netPriceSchema = z.object({
  net: z.array(priceTierSchema),
  surcharges: z.record(z.string(), z.number()),
});
export type NetPrice = z.infer<typeof netPriceSchema>;

/** `private/net/<tier>/<locale>.json`: SKU → net prices. */
export const netPricesSchema = z.record(z.string(), netPriceSchema);
export type NetPrices = z.infer<typeof netPricesSchema>;

const fileEntrySchema = z.object({
  size: z.int().nonnegative(),
  sha256: z.string(),
  /** Modification time in seconds since 1970. It is derived from `sha256`, because nginx's entity tag is made from it. */
  mtime: z.int().nonnegative(),
});

/** Pattern of the ids of releases and sync listings. */
export const releaseIdPattern = '^[0-9a-f]{16}$';
const releaseId = new RegExp(releaseIdPattern);

/** Whether a name has the format of an id of a release or sync listing. */
export function isReleaseId(name: string): boolean {
  return releaseId.test(name);
}

/** Request header from nginx to the pricing service with the served release, and response header of exports. */
export const releaseHeader = 'X-Catalogue-Release';

/** Version of the release format; other versions are refused. */
export const releaseFormat = 2;

/** Why a release lacks a SKU of the content (decision 65). */
export const absenceReasons = ['draft', 'upcoming', 'ended', 'renamed', 'replaced'] as const;

export const absenceSchema = z.object({
  reason: z.enum(absenceReasons),
  /** The new SKU, if the product was renamed or replaced. */
  replacedBy: z.string().exactOptional(),
});
export type Absence = z.infer<typeof absenceSchema>;

/** `manifest.json`: the contents of a release. */
export const manifestSchema = z.object({
  format: z.literal(releaseFormat),
  release: z.string(),
  baseUrl: z.string(),
  defaultLocale: z.enum(locales),
  tiers: z.array(z.string()),
  /** The base distributor tier, one of `tiers`. */
  baseTier: z.string(),
  /** Aliases of the companies of the sync listing. */
  companies: z.array(z.string()),
  /** SKU → name of its object. */
  products: z.record(z.string(), z.string()),
  /** SKU → why the release lacks it; absent if no SKU of the content is missing. */
  absences: z.record(z.string(), absenceSchema).exactOptional(),
  /** When the release has to be built again because a date in the content is reached (ISO 8601). */
  dueAt: z.iso.datetime().exactOptional(),
  /** Total bytes of the files of all products: uncompressed, gzip, Brotli. */
  productBytes: z.tuple([z.number(), z.number(), z.number()]),
  /** All files of the release except those of objects and the manifest itself. */
  files: z.record(z.string(), fileEntrySchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type FileEntry = Manifest['files'][string];
