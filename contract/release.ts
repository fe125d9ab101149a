/**
 * The layout of a release (design section 4): which file answers which URL, and the two kinds of
 * file that the build writes and the pricing service reads. `index.json` is the document of the
 * catalogue's default locale, so that no server needs to know which locale that is.
 */
import { z } from 'zod';
import { type Locale, locales } from './locales.ts';
import { priceTierSchema } from './schemas/pricing.ts';

/** The routes that answer with every product, and the formats of each: the first one unless `format` says `csv`. */
export const exportFormats = {
  export: ['ndjson', 'csv'],
  inventory: ['json', 'csv'],
} as const;
export type ExportRoute = keyof typeof exportFormats;

/** A document of one of these routes. */
export interface ExportForm {
  readonly route: ExportRoute;
  readonly ending: (typeof exportFormats)[ExportRoute][number];
}

/** Every form of an export. */
export const exportForms: readonly ExportForm[] = (
  Object.keys(exportFormats) as ExportRoute[]
).flatMap((route) => exportFormats[route].map((ending) => ({ route, ending })));

/** Paths below `public/`; no locale means the default one. */
export const publicFiles = {
  list: (locale?: Locale) => `v1/products/index${locale ? `.${locale}` : ''}.json`,
  detail: (sku: string, locale?: Locale) => `v1/products/${sku}/${locale ?? 'index'}.json`,
  /** A picture, by its path below the object of the product. */
  picture: (sku: string, path: string) => `images/${sku}/${path.replace(/^images\//, '')}`,
  /** A copy of the whole catalogue, which is kept compressed only. */
  export: ({ route, ending }: ExportForm, locale?: Locale) =>
    `v1/${route}/${locale ?? 'index'}.${ending}`,
  health: 'v1/health.json',
  openapi: 'openapi.json',
  apiCatalog: 'api-catalog.json',
  /** Headers of deprecated routes, for whoever answers; there is none where no route is deprecated. */
  deprecations: 'deprecations.tsv',
  /** The page of `/docs/`; all others are below `docs/`, with `.html`. */
  startPage: 'docs.html',
  /** What there is to read, for machines (llmstxt.org). */
  llms: 'llms.txt',
} as const;

/**
 * Paths below the folder of a release's changes, which is beside the releases: they follow from what was current
 * before, and not from the content alone. `since` is a release; undefined stands for none, null for one that is not
 * known.
 */
export const changesFiles = {
  answer: (since: string | undefined | null, locale?: Locale) =>
    `${locale ?? 'index'}/${since === null ? 'unknown' : (since ?? 'now')}.json`,
  history: 'history.json',
  delta: (sha256: string) => `deltas/${sha256}.json`,
} as const;

/**
 * Paths below the folder of an object, which holds one version of one product. A release links to it as
 * `public/v1/products/<SKU>`, and to its pictures as `public/images/<SKU>`.
 */
export const objectFiles = {
  detail: (locale?: Locale) => `${locale ?? 'index'}.json`,
  /** The folder of the pictures that are drawn for the product. */
  pictures: 'images',
  picture: (name: string) => `images/${name}.svg`,
} as const;

/** Paths below `private/`, which no web server may reach. */
export const privateFiles = {
  netPrices: (tier: string, locale: Locale) => `net/${tier}/${locale}.json`,
} as const;

/** Paths below the folder of a sync listing; `all` is every company together. */
export const syncFiles = {
  listing: (company: string, locale?: Locale) => `${company}/${locale ?? 'index'}.json`,
  unknownCompany: 'unknown-company.json',
} as const;

/** Beside the listings: until when the one that is served holds (`listing-validity.ts`). */
export const validityFile = 'validity';

/** Seconds a client is told to wait when there is no listing; the source is asked every minute. */
export const listingRetryAfterSeconds = 30;

/** What a company alias in a request may look like. */
export const companyAliasPattern = '^[a-z0-9-]+$';

/** What the sync route says when there is no listing at all. */
export const noListingText = 'The listing of active products is not available.';

/** The folder of the listing of every company. No alias may be called so. */
export const allCompanies = 'all';

/** Net prices of one product in one tier and locale; `surcharges` are by size. */
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
  /** Modification time in seconds since 1970; it is made from `sha256` and carries the entity tag. */
  mtime: z.int().nonnegative(),
});

/** The form of the ids of releases and sync listings. */
export const releaseIdPattern = '^[0-9a-f]{16}$';
const releaseId = new RegExp(releaseIdPattern);

/** Returns true if a name has the form of the ids of releases and sync listings. */
export function isReleaseId(name: string): boolean {
  return releaseId.test(name);
}

/**
 * The request header by which an edge tells the pricing service which release it serves, and the response header by
 * which exports name theirs.
 */
export const releaseHeader = 'X-Catalogue-Release';

/** The format of a release's files; another one is refused and never misread. */
export const releaseFormat = 2;

/** Why a SKU that the content names is not in a release (decision 65). */
export const absenceReasons = ['draft', 'upcoming', 'ended', 'renamed', 'replaced'] as const;

export const absenceSchema = z.object({
  reason: z.enum(absenceReasons),
  /** The SKU of the product that took its place, if it was renamed or replaced. */
  replacedBy: z.string().exactOptional(),
});
export type Absence = z.infer<typeof absenceSchema>;

/** `manifest.json`: what the release holds, and what the service must know of it. */
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
  /** SKU → why the release lacks it; left out if it lacks no SKU of the content. */
  absences: z.record(z.string(), absenceSchema).exactOptional(),
  /** When the next date of the content falls due (ISO 8601), and the release is to be made again. */
  dueAt: z.iso.datetime().exactOptional(),
  /** Bytes of all products' files: plain, gzip, Brotli. */
  productBytes: z.tuple([z.number(), z.number(), z.number()]),
  /** Every file of the release that is not an object's, but the manifest itself. */
  files: z.record(z.string(), fileEntrySchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type FileEntry = Manifest['files'][string];
