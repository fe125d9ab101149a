/** The quality checks: what distributors need to know of a product. Comments name the requirement behind a check. */
import { compare } from '../build/content/compare.ts';
import type { SharedContent, WholeProduct } from '../build/content/content.ts';
import { productTexts } from '../build/content/localize/localized-texts.ts';
import { createLocalizer } from '../build/content/localize/localizer.ts';
import { createOriginOf } from '../build/content/localize/text-origin.ts';
import type { ProductColor } from '../build/content/schemas/product.ts';
import { colorImageUrls, productImages } from '../build/render/images.ts';
import { languages, locales } from '../contract/locales.ts';

/** Importance of a check → its weight in the score. */
export const weights = { critical: 5, important: 3, welcome: 1 } as const;

/** A product, with what checks use of other files. */
export interface Subject extends WholeProduct {
  readonly shared: SharedContent;
  /** Number of pictures in the product list, drawn ones included. */
  readonly pictures: number;
  /** The colours, with their numbers of pictures and swatches; a colour without swatches is chosen in the order. */
  readonly colors: readonly (ProductColor & { pictures: number; swatches: number })[];
}

/** The number of things that a check counts, and the names of those that lack data. If `of` is 0, all points are lost. */
export interface Tally {
  readonly missing: readonly string[];
  readonly of: number;
}

/** Importance of a check, by which it is weighted. */
export type Importance = keyof typeof weights;

/** What a product lacks (before the names of the tally), and what the editor must do. */
interface Check extends Readonly<Record<'lack' | 'remedy', string>> {
  /** Returns the tally of a product; undefined if the check does not apply; whether a single thing is there. */
  count(subject: Subject): Tally | boolean | undefined;
}

/** A check with its id, `topic/name`. */
export type QualityCheck = Check & { readonly id: string; readonly importance: Importance };

/** Returns a product with its pictures, as checks need it. Pictures are counted without texts, which may be missing. */
export function toSubject(whole: WholeProduct, shared: SharedContent): Subject {
  const localizer = { ...createLocalizer(shared.catalogue.defaultLocale, {}), text: () => '' };
  const context = { content: shared, localizer, site: { baseUrl: '' } };
  const colors = whole.product.colors.map((color) => ({
    ...color,
    pictures: colorImageUrls(whole.product, color, context).length,
    swatches: shared.colors[color.color]?.swatches.length ?? 0,
  }));
  return { ...whole, shared, pictures: productImages(whole.product, context).length, colors };
}

function tally<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  isMissing: (item: Item) => boolean,
): Tally {
  return { missing: items.filter(isMissing).map(nameOf), of: items.length };
}

const nameOf = (name: string) => name;

/** Returns the tally of the colours with a swatch; undefined if only colours without one are there. */
function tallyColors(
  { colors }: Subject,
  isMissing: (color: Subject['colors'][number]) => boolean,
) {
  const visible = colors.filter(({ swatches }) => swatches > 0);
  if (visible.length === 0 && colors.length > 0) return undefined;
  return tally(visible, ({ color }) => color, isMissing);
}

/** ASI accepts names of 60 characters, Google of 150. */
const maxNameLength = 60;

/** Importance → id → check; a comment names the requirement behind it. */
const checks: Readonly<Record<Importance, Readonly<Record<string, Check>>>> = {
  critical: {
    // PromoStandards Media, best practices: at least one picture of each colour.
    'picture/colors': {
      lack: 'colours without a picture',
      remedy:
        'Name pictures in the `images` of the colour, or give the product a `drawing` and the colour swatches.',
      count: (subject) => tallyColors(subject, ({ pictures }) => pictures === 0),
    },
    // Google: `image_link` is required; PromoStandards Media: a primary picture of each product.
    'picture/product': {
      lack: 'no picture',
      remedy: 'Name a `drawing`, or pictures in the `images` of the product or of a colour.',
      count: ({ pictures }) => pictures > 0,
    },
    // PromoStandards Inventory: a quantity for each part; a part is a colour in a size.
    'stock/rows': {
      lack: 'colours and sizes without a row in inventory.csv',
      remedy: 'Add rows to inventory.csv; 0 is a valid quantity.',
      count({ product: { madeToOrder, colors, sizes }, rows: { inventory } }) {
        const known = new Set(inventory.map(({ color, size }) => `${color} ${size}`));
        const pairs = colors.flatMap(({ color }) => sizes.map((size) => `${color} ${size}`));
        return madeToOrder ? undefined : tally(pairs, nameOf, (pair) => !known.has(pair));
      },
    },
    // PS Score: “Every product has description”, critical; Google: `description` is required.
    'text/long': {
      lack: 'no long description',
      remedy: 'Write `descriptions.long`, the text of the product’s page.',
      count: ({ product }) => product.descriptions.long !== undefined,
    },
    // Google: the language of the country. Québec’s Charter of the French Language, section 52: catalogues are in French.
    'text/translated': {
      lack: 'texts in another language',
      remedy: 'Add the missing language to the named texts.',
      count(subject) {
        const { texts, shown } = productTexts(subject);
        const origins = shown.map((locale) => {
          const originOf = createOriginOf(locale, subject.shared.catalogue.fallbackLanguage);
          return { locale, originOf };
        });
        const all = texts.flatMap((text) => origins.map((origin) => ({ ...text, ...origin })));
        return tally(
          all,
          ({ path, locale }) => `${path.join('.')} ${locale}`,
          ({ text, originOf }) => /fallback|missing/.test(originOf(text)),
        );
      },
    },
  },
  important: {
    // Google: `color` is required of apparel, in words that buyers filter by.
    'color/family': {
      lack: 'colours without a family',
      remedy: 'Name `families` of the colour in colors.json.',
      count: (subject) =>
        tallyColors(subject, ({ color }) => subject.shared.colors[color]?.families.length === 0),
    },
    // PS Score: sizes and colours of imprints; ASI: imprint methods.
    'decoration/offered': {
      lack: 'no decoration',
      remedy: 'List ids of decorations.json in `customization.decorations`.',
      count: ({ product }) => product.customization.decorations.length > 0,
    },
    // PS Score: “Every part has primaryMaterial”; Google: `material`.
    'material/codes': {
      lack: 'no materials',
      remedy: 'List codes of facets.json in `materials`.',
      count: ({ product: { materials = [] } }) => materials.length > 0,
    },
    // The Textile Labelling Act (Canada) and 16 CFR 303 (US) require fibres and their shares.
    'material/fabric': {
      lack: 'colours of unknown fabric',
      remedy: 'Write `fabric` for the product, or for each colour that differs.',
      count: ({ product: { colors, fabric: common } }) =>
        common !== undefined ||
        tally(
          colors,
          ({ color }) => color,
          ({ fabric }) => fabric === undefined,
        ),
    },
    // PS Score: “Every part has dimension”; Google: `size` is required of apparel.
    'size/chart': {
      lack: 'sizes that no size chart measures',
      remedy: 'Name a `sizeChart`, or add the size to the chart in size-charts.json.',
      count({ product: { sizes, sizeChart = '' }, shared: { sizeCharts } }) {
        const rows = sizeCharts[sizeChart]?.rows ?? {};
        return tally(sizes, nameOf, (size) => !Object.hasOwn(rows, size));
      },
    },
    // Google: `availability` is required; a product that is sold out is not worth showing.
    'stock/pieces': {
      lack: 'colours and sizes that are out of stock',
      remedy: 'Order more, or correct the quantities.',
      count({ product: { madeToOrder, colors, sizes }, rows: { inventory } }) {
        const inStock = inventory.filter(({ quantity }) => quantity > 0);
        const [ofColors, ofSizes] = [
          tally(
            colors.map(({ color }) => color),
            nameOf,
            (color) => inStock.every((row) => row.color !== color),
          ),
          tally(sizes, nameOf, (size) => inStock.every((row) => row.size !== size)),
        ];
        const missing = [...ofColors.missing, ...ofSizes.missing];
        return madeToOrder ? undefined : { missing, of: ofColors.of + ofSizes.of };
      },
    },
    // PS Score: “Every product has keywords”; ASI: what makes a product searchable.
    'text/keywords': {
      lack: 'no keywords',
      remedy: 'List in `keywords` what buyers call it, in every language.',
      count: ({ product: { keywords = {} } }) =>
        Object.values(keywords).some((words) => words.length > 0),
    },
    // ASI: a product has a summary beside its name and description.
    'text/short': {
      lack: 'no short description',
      remedy: 'Write `descriptions.short`, one or two sentences for lists and cards.',
      count: ({ product }) => product.descriptions.short !== undefined,
    },
  },
  welcome: {
    // PromoStandards: a `Color` has `approximatePms`. A colour with two swatches has no single Pantone colour.
    'color/pms': {
      lack: 'plain colours without a Pantone colour',
      remedy: 'Name the `pms` of the colour in colors.json.',
      count: (subject) =>
        tallyColors(subject, ({ color, swatches }) => {
          return swatches === 1 && subject.shared.colors[color]?.pms === undefined;
        }),
    },
    // Google: attributes that filters use; ASI: materials are searched by.
    'facet/fabrics': {
      lack: 'no fabric to filter by',
      remedy: 'List ids of facets.json in `fabrics`.',
      count: ({ product: { fabrics = [] } }) => fabrics.length > 0,
    },
    // ASI: themes are attributes that distributors search by.
    'facet/inspiration': {
      lack: 'no occasion',
      remedy: 'List ids of facets.json in `inspiration`.',
      count: ({ product }) => product.inspiration.length > 0,
    },
    // Google: `additional_image_link`, from other angles; PromoStandards Media: class `Rear`.
    'picture/back': {
      lack: 'colours with fewer than two pictures',
      remedy: 'Add the back to the `images` of the colour.',
      count: (subject) => tallyColors(subject, ({ pictures }) => pictures < 2),
    },
    // ASI: a product is scored by how well it can be ordered, not only by how well it is found.
    'size/recommendations': {
      lack: 'no size recommendations',
      remedy: 'Write `sizeRecommendations` with shares that add up to 100 percent.',
      count: ({ product: { sizes, sizeRecommendations: shares = [] } }) =>
        sizes.length === 1 ? undefined : shares.length > 0,
    },
    'text/name-length': {
      lack: `name longer than ${maxNameLength} characters`,
      remedy: 'Shorten the name; move the rest to the descriptions.',
      count({ product: { name } }) {
        const keys = [...languages, ...locales].filter((key) => name[key] !== undefined);
        return tally(keys, nameOf, (key) => [...(name[key as 'en'] ?? '')].length > maxNameLength);
      },
    },
    // PS Score: “Every product has marketingPoint”.
    'text/tagline': {
      lack: 'no tagline',
      remedy: 'Write `descriptions.tagline`, one line that says what is special.',
      count: ({ product }) => product.descriptions.tagline !== undefined,
    },
  },
};

/** All quality checks, sorted by id. */
export const qualityChecks: readonly QualityCheck[] = Object.entries(checks)
  .flatMap(([importance, all]) =>
    Object.entries(all).map(([id, check]) => ({
      id,
      importance: importance as Importance,
      ...check,
    })),
  )
  .sort((a, b) => compare(a.id, b.id));
