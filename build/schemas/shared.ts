/**
 * The small files that products refer to. Each is one object keyed by id, so that a reference in a
 * product is a key here. Editors' own members are refused, so that a misspelt field is seen.
 */
import { z } from 'zod';
import { locales } from '../../contract/locales.ts';
import { pictureEndings } from '../../contract/media-types.ts';
import { allCompanies } from '../../contract/release.ts';
import { localizedTextSchema, plainTextSchema } from './text.ts';

/** An id that products refer to: lower-case words joined by hyphens. */
export const idSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not an id: use lower-case letters, digits and hyphens');

export const hexSchema = z.string().regex(/^#[0-9A-F]{6}$/i, 'is not a hex colour such as #1F3A5F');

const assetPath = '[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*';

/** A picture: a path below `content/assets/` with an ending that is served, or an absolute https URL. */
export const assetSchema = z
  .string()
  .regex(
    new RegExp(`^(https://\\S+|${assetPath}\\.(${pictureEndings}))$`),
    'is neither a picture below content/assets (.svg, .png, .jpg, .jpeg, .webp) nor an https URL',
  );

const $schema = z.string().exactOptional();
const tableOf = <Entry extends z.ZodType>(entry: Entry) => z.record(idSchema, entry);

/** `catalogue.json`: what holds for the whole catalogue. */
export const catalogueSchema = z.strictObject({
  $schema,
  /** Served when a request names no locale (decision 1). */
  defaultLocale: z.enum(locales),
  /** Where text missing in French (or English) is taken from; left out, missing text is a fault. */
  fallbackLanguage: z
    .strictObject({ en: z.literal('fr').exactOptional(), fr: z.literal('en').exactOptional() })
    .exactOptional(),
  /** The public website; `{slug}`, `{brand}`, `{category}` are filled in. */
  website: z
    .strictObject({
      product: localizedTextSchema.exactOptional(),
      brand: localizedTextSchema.exactOptional(),
      category: localizedTextSchema.exactOptional(),
      studio: localizedTextSchema.exactOptional(),
    })
    .exactOptional(),
  /** Price tiers, best price last or first as the operator likes; `base` is the base distributor tier. */
  tiers: z.strictObject({
    base: z.string(),
    all: z.array(z.string().regex(/^[A-Z][0-9]$/, 'is not a tier such as A3')).min(1),
  }),
  /** Standard sentences, used where a product has none of its own; `{quantity}`, `{product}` and `{color}` are filled in. */
  texts: z.strictObject({
    minimumOrder: localizedTextSchema,
    designCredits: localizedTextSchema,
    insufficientInventory: localizedTextSchema,
    imageFront: localizedTextSchema,
    imageBack: localizedTextSchema,
    imageWheel: localizedTextSchema,
    /** Heading of the page about decorations. */
    decorations: localizedTextSchema,
  }),
});

/** `brands.json` */
export const brandsSchema = z.strictObject({
  $schema,
  brands: tableOf(
    z.strictObject({
      /** The label, the same in every language: the key of `brands` in the list response. */
      name: plainTextSchema,
      description: localizedTextSchema,
      /** True where the website has a page for the brand. */
      page: z.boolean(),
    }),
  ),
});

/** `categories.json` */
export const categoriesSchema = z.strictObject({
  $schema,
  categories: tableOf(z.strictObject({ name: localizedTextSchema, order: z.int().positive() })),
});

/** `tags.json`: `rank` says where tagged products stand in the list; untagged ones come last. */
export const tagsSchema = z.strictObject({
  $schema,
  tags: tableOf(
    z.strictObject({
      label: localizedTextSchema,
      rank: z.enum(['best-seller', 'new', 'other']),
    }),
  ),
});

/** `colors.json` */
export const colorsSchema = z.strictObject({
  $schema,
  families: tableOf(
    z.strictObject({
      name: localizedTextSchema,
      hex: hexSchema,
      sortIndex: z.int().nonnegative().exactOptional(),
    }),
  ),
  colors: tableOf(
    z.strictObject({
      name: localizedTextSchema,
      pms: plainTextSchema.exactOptional(),
      /** First the body, then trim or second colour. Empty where there is nothing to show. */
      swatches: z.array(hexSchema),
      families: z.array(idSchema),
    }),
  ),
});

/** `facets.json`: whom a product is for, what inspires it, what it is made of, material codes. */
export const facetsSchema = z.strictObject({
  $schema,
  for: tableOf(localizedTextSchema),
  inspiration: tableOf(localizedTextSchema),
  fabrics: tableOf(localizedTextSchema),
  materials: z.record(
    z.string().regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, 'is not a material code such as RPET'),
    localizedTextSchema,
  ),
});

/** `decorations.json` */
export const decorationsSchema = z.strictObject({
  $schema,
  decorations: tableOf(
    z.strictObject({
      name: localizedTextSchema,
      note: localizedTextSchema,
      icon: assetSchema,
      /** The paragraph that the decoration's page tells buyers. */
      guide: localizedTextSchema,
    }),
  ),
});

/** `companies.json`: the aliases of the sync listing. */
export const companiesSchema = z.strictObject({
  $schema,
  companies: tableOf(z.strictObject({ name: plainTextSchema })).refine(
    (companies) => !Object.hasOwn(companies, allCompanies),
    `"${allCompanies}" is the listing of every company; call the company something else`,
  ),
});

/** `sizes.json`: every size name, in the order in which sizes are shown. */
export const sizesSchema = z.strictObject({
  $schema,
  sizes: z.array(z.string().regex(/^[A-Z0-9][A-Z0-9/-]*$/i, 'is not a size such as 2XL')).min(1),
});

/** `size-charts.json`: body or garment measures in centimetres, a row a size. */
export const sizeChartsSchema = z.strictObject({
  $schema,
  charts: tableOf(
    z.strictObject({
      label: localizedTextSchema,
      measures: z.array(localizedTextSchema).min(1),
      rows: z.record(z.string(), z.array(z.number().positive())),
    }),
  ),
});
