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

/** A product, and the content that products share. */
export interface Subject extends WholeProduct {
  readonly shared: SharedContent;
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

type Thing = string | ProductColor;

function tally<Item extends Thing>(items: readonly Item[], isMissing: (item: Item) => boolean) {
  const nameOf = (item: Thing) => (typeof item === 'string' ? item : item.color);
  return { missing: items.filter(isMissing).map(nameOf), of: items.length };
}

/** Returns the tally of the colours with a swatch; the others are chosen in the order, and count only if all are. */
function tallyColors(
  { product, shared }: Subject,
  isMissing: (color: SharedContent['colors'][string], pictures: number) => boolean,
) {
  const colorOf = ({ color }: ProductColor) =>
    shared.colors[color] as SharedContent['colors'][string];
  const visible = product.colors.filter((each) => colorOf(each).swatches.length > 0);
  if (visible.length === 0) return undefined;
  return tally(visible, (each) => {
    return isMissing(colorOf(each), colorPictures(product, each, shared).length);
  });
}

/** Counts the pictures in the product list, without their texts, which may be missing. */
function countPictures({ product, shared }: Subject): number {
  const localizer = { ...createLocalizer(shared.catalogue.defaultLocale, {}), text: () => '' };
  return productImages(product, { content: shared, localizer, site: { baseUrl: '' } }).length;
}

/** Returns the check that a product has one of its descriptions. */
function description(name: 'tagline' | 'short' | 'long', lack: string, what: string): Check {
  const remedy = `Write \`descriptions.${name}\`, ${what}.`;
  return { lack, remedy, count: ({ product }) => product.descriptions[name] !== undefined };
}

/** Returns the check that a product lists at least one of the terms of facets.json. */
function terms(name: 'materials' | 'fabrics' | 'inspiration', lack: string, what = 'ids'): Check {
  const remedy = `List ${what} of facets.json in \`${name}\`.`;
  return { lack, remedy, count: ({ product }) => (product[name] ?? []).length > 0 };
}

/** ASI accepts names of 60 characters, Google of 150. */
const maxNameLength = 60;

const checks: Readonly<Record<keyof typeof weights, Readonly<Record<string, Check>>>> = {
  critical: {
    'picture/colors': {
      lack: 'colours without a picture',
      remedy:
        'Name pictures in the `images` of the colour, or give the product a `drawing` and the colour swatches.',
      count: (subject) => tallyColors(subject, (_color, pictures) => pictures === 0),
    },
    'picture/product': {
      lack: 'no picture',
      remedy: 'Name a `drawing`, or pictures in the `images` of the product or of a colour.',
      count: (subject) => countPictures(subject) > 0,
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
    'text/long': description('long', 'no long description', 'the text of the product’s page'),
    'text/translated': {
      lack: 'texts in another language',
      remedy: 'Add the missing language to the named texts.',
      count(subject) {
        const { texts, shown } = productTexts(subject);
        const { fallbackLanguage } = subject.shared.catalogue;
        const missing = shown.flatMap((locale) => {
          const { originOf } = createLocalizer(locale, fallbackLanguage);
          const foreign = texts.filter(({ text }) => /fallback|missing/.test(originOf(text)));
          return foreign.map(({ path }) => `${path.join('.')} ${locale}`);
        });
        return { missing, of: texts.length * shown.length };
      },
    },
  },
  important: {
    'color/family': {
      lack: 'colours without a family',
      remedy: 'Name `families` of the colour in colors.json.',
      count: (subject) => tallyColors(subject, ({ families }) => families.length === 0),
    },
    'decoration/offered': {
      lack: 'no decoration',
      remedy: 'List ids of decorations.json in `customization.decorations`.',
      count: ({ product }) => product.customization.decorations.length > 0,
    },
    'material/codes': terms('materials', 'no materials', 'codes'),
    'material/fabric': {
      lack: 'colours of unknown fabric',
      remedy: 'Write `fabric` for the product, or for each colour that differs.',
      count: ({ product: { colors, fabric: common } }) =>
        common !== undefined || tally(colors, ({ fabric }) => fabric === undefined),
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
      count({ product: { madeToOrder, colors, sizes }, rows: { inventory } }) {
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
    'text/short': description(
      'short',
      'no short description',
      'one or two sentences for lists and cards',
    ),
  },
  welcome: {
    'color/pms': {
      lack: 'plain colours without a Pantone colour',
      remedy: 'Name the `pms` of the colour in colors.json.',
      count: (subject) =>
        tallyColors(subject, ({ swatches, pms }) => swatches.length === 1 && pms === undefined),
    },
    'facet/fabrics': terms('fabrics', 'no fabric to filter by'),
    'facet/inspiration': terms('inspiration', 'no occasion'),
    'picture/back': {
      lack: 'colours with fewer than two pictures',
      remedy: 'Add the back to the `images` of the colour.',
      count: (subject) => tallyColors(subject, (_color, pictures) => pictures < 2),
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
    'text/tagline': description('tagline', 'no tagline', 'one line that says what is special'),
  },
};

/** All quality checks, sorted by id. */
export const qualityChecks: readonly QualityCheck[] = Object.entries(checks)
  .flatMap(([importance, all]) =>
    Object.entries(all).map(([id, check]) => {
      return { id, importance: importance as keyof typeof weights, ...check };
    }),
  )
  .sort((a, b) => compare(a.id, b.id));
