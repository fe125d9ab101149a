/**
 * The quality checks: what distributors need to know of a product, by PromoStandards (Media, Inventory, PS Score), Google
 * product data, ASI, the Textile Labelling Act, 16 CFR 303 and Québec’s Charter of the French Language.
 */
import { compare } from '../build/content/compare.ts';
import type { SharedContent, WholeProduct } from '../build/content/content.ts';
import { productTexts } from '../build/content/localize/localized-texts.ts';
import { createLocalizer } from '../build/content/localize/localizer.ts';
import type { ProductColor } from '../build/content/schemas/product.ts';
import { colorPictures, productImages } from '../build/render/images.ts';
import { languages, locales } from '../contract/locales.ts';

/** Importance of a check → its weight in the score. */
export const weights = { critical: 5, important: 3, welcome: 1 } as const;

/** A product, with its pictures (drawn ones included) and what checks use of other files. */
export interface Subject extends WholeProduct {
  readonly shared: SharedContent;
  readonly pictures: number;
  /** A colour without swatches is chosen in the order. */
  readonly colors: readonly (ProductColor & { pictures: number; swatches: number })[];
}

/** The number of things that a check counts, and the names of those that lack data. If `of` is 0, all points are lost. */
export interface Tally {
  readonly missing: readonly string[];
  readonly of: number;
}

interface Check {
  /** What a product lacks, before the names of the tally. */
  readonly lack: string;
  /** What the editor must do. */
  readonly remedy: string;
  /** Returns the tally of a product; undefined if the check does not apply; whether a single thing is there. */
  count(subject: Subject): Tally | boolean | undefined;
}

/** A check with its id, `topic/name`, and its importance. */
export type QualityCheck = Check & { id: string; importance: keyof typeof weights };

/** Returns a product with its pictures, as checks need it. Pictures are counted without texts, which may be missing. */
export function toSubject(whole: WholeProduct, shared: SharedContent): Subject {
  const localizer = { ...createLocalizer(shared.catalogue.defaultLocale, {}), text: () => '' };
  const context = { content: shared, localizer, site: { baseUrl: '' } };
  const colors = whole.product.colors.map((color) => ({
    ...color,
    pictures: colorPictures(whole.product, color, shared).length,
    swatches: shared.colors[color.color]?.swatches.length ?? 0,
  }));
  return { ...whole, shared, pictures: productImages(whole.product, context).length, colors };
}

type Thing = string | ProductColor;

function tally<Item extends Thing>(items: readonly Item[], isMissing: (item: Item) => boolean) {
  const missing = items
    .filter(isMissing)
    .map((item: Thing) => (typeof item === 'string' ? item : item.color));
  return { missing, of: items.length };
}

/** Returns the tally of the colours with a swatch; undefined if only colours without one are there. */
function tallyColors(
  { colors }: Subject,
  isMissing: (color: Subject['colors'][number]) => boolean,
) {
  const visible = colors.filter(({ swatches }) => swatches > 0);
  return visible.length === 0 && colors.length > 0 ? undefined : tally(visible, isMissing);
}

/** ASI accepts names of 60 characters, Google of 150. */
const maxNameLength = 60;

const checks: Readonly<Record<keyof typeof weights, Readonly<Record<string, Check>>>> = {
  critical: {
    'picture/colors': {
      lack: 'colours without a picture',
      remedy:
        'Name pictures in the `images` of the colour, or give the product a `drawing` and the colour swatches.',
      count: (subject) => tallyColors(subject, ({ pictures }) => pictures === 0),
    },
    'picture/product': {
      lack: 'no picture',
      remedy: 'Name a `drawing`, or pictures in the `images` of the product or of a colour.',
      count: ({ pictures }) => pictures > 0,
    },
    'stock/rows': {
      lack: 'colours and sizes without a row in inventory.csv',
      remedy: 'Add rows to inventory.csv; 0 is a valid quantity.',
      count({ product: { madeToOrder, colors, sizes }, rows: { inventory } }) {
        const known = new Set(inventory.map(({ color, size }) => `${color} ${size}`));
        const pairs = colors.flatMap(({ color }) => sizes.map((size) => `${color} ${size}`));
        return madeToOrder ? undefined : tally(pairs, (pair) => !known.has(pair));
      },
    },
    'text/long': {
      lack: 'no long description',
      remedy: 'Write `descriptions.long`, the text of the product’s page.',
      count: ({ product }) => product.descriptions.long !== undefined,
    },
    'text/translated': {
      lack: 'texts in another language',
      remedy: 'Add the missing language to the named texts.',
      count(subject) {
        const { texts, shown } = productTexts(subject);
        const missing = texts.flatMap(({ path, text }) =>
          shown
            .filter((locale) => /fallback|missing/.test(originIn(locale, subject)(text)))
            .map((locale) => `${path.join('.')} ${locale}`),
        );
        return { missing, of: texts.length * shown.length };
      },
    },
  },
  important: {
    'color/family': {
      lack: 'colours without a family',
      remedy: 'Name `families` of the colour in colors.json.',
      count: (subject) =>
        tallyColors(subject, ({ color }) => subject.shared.colors[color]?.families.length === 0),
    },
    'decoration/offered': {
      lack: 'no decoration',
      remedy: 'List ids of decorations.json in `customization.decorations`.',
      count: ({ product }) => product.customization.decorations.length > 0,
    },
    'material/codes': {
      lack: 'no materials',
      remedy: 'List codes of facets.json in `materials`.',
      count: ({ product: { materials = [] } }) => materials.length > 0,
    },
    'material/fabric': {
      lack: 'colours of unknown fabric',
      remedy: 'Write `fabric` for the product, or for each colour that differs.',
      count: ({ product, colors }) =>
        product.fabric !== undefined || tally(colors, ({ fabric }) => fabric === undefined),
    },
    'size/chart': {
      lack: 'sizes that no size chart measures',
      remedy: 'Name a `sizeChart`, or add the size to the chart in size-charts.json.',
      count({ product: { sizes, sizeChart = '' }, shared: { sizeCharts } }) {
        const rows = sizeCharts[sizeChart]?.rows ?? {};
        return tally(sizes, (size) => !Object.hasOwn(rows, size));
      },
    },
    'stock/pieces': {
      lack: 'colours and sizes that are out of stock',
      remedy: 'Order more, or correct the quantities.',
      count({ product: { madeToOrder, sizes }, colors, rows: { inventory } }) {
        const inStock = inventory.filter(({ quantity }) => quantity > 0);
        const known = new Set(
          inStock.flatMap(({ color, size }) => [`color ${color}`, `size ${size}`]),
        );
        const ofColors = tally(colors, ({ color }) => !known.has(`color ${color}`));
        const ofSizes = tally(sizes, (size) => !known.has(`size ${size}`));
        const missing = [...ofColors.missing, ...ofSizes.missing];
        return madeToOrder ? undefined : { missing, of: ofColors.of + ofSizes.of };
      },
    },
    'text/keywords': {
      lack: 'no keywords',
      remedy: 'List in `keywords` what buyers call it, in every language.',
      count: ({ product: { keywords = {} } }) => Object.values(keywords).flat().length > 0,
    },
    'text/short': {
      lack: 'no short description',
      remedy: 'Write `descriptions.short`, one or two sentences for lists and cards.',
      count: ({ product }) => product.descriptions.short !== undefined,
    },
  },
  welcome: {
    'color/pms': {
      lack: 'plain colours without a Pantone colour',
      remedy: 'Name the `pms` of the colour in colors.json.',
      count: (subject) =>
        tallyColors(subject, ({ color, swatches }) => {
          return swatches === 1 && subject.shared.colors[color]?.pms === undefined;
        }),
    },
    'facet/fabrics': {
      lack: 'no fabric to filter by',
      remedy: 'List ids of facets.json in `fabrics`.',
      count: ({ product: { fabrics = [] } }) => fabrics.length > 0,
    },
    'facet/inspiration': {
      lack: 'no occasion',
      remedy: 'List ids of facets.json in `inspiration`.',
      count: ({ product }) => product.inspiration.length > 0,
    },
    'picture/back': {
      lack: 'colours with fewer than two pictures',
      remedy: 'Add the back to the `images` of the colour.',
      count: (subject) => tallyColors(subject, ({ pictures }) => pictures < 2),
    },
    'size/recommendations': {
      lack: 'no size recommendations',
      remedy: 'Write `sizeRecommendations` with shares that add up to 100 percent.',
      count: ({ product: { sizes, sizeRecommendations: shares = [] } }) =>
        sizes.length === 1 ? undefined : shares.length > 0,
    },
    'text/name-length': {
      lack: `name longer than ${maxNameLength} characters`,
      remedy: 'Shorten the name; move the rest to the descriptions.',
      count: ({ product: { name } }) =>
        tally(
          [...languages, ...locales].filter((key) => name[key] !== undefined),
          (key) => [...(name[key] ?? '')].length > maxNameLength,
        ),
    },
    'text/tagline': {
      lack: 'no tagline',
      remedy: 'Write `descriptions.tagline`, one line that says what is special.',
      count: ({ product }) => product.descriptions.tagline !== undefined,
    },
  },
};

function originIn(locale: (typeof locales)[number], { shared }: Subject) {
  return createLocalizer(locale, shared.catalogue.fallbackLanguage).originOf;
}

/** All quality checks, sorted by id. */
export const qualityChecks: readonly QualityCheck[] = Object.entries(checks)
  .flatMap(([importance, all]) =>
    Object.entries(all).map(([id, check]) => {
      return { id, importance: importance as keyof typeof weights, ...check };
    }),
  )
  .sort((a, b) => compare(a.id, b.id));
