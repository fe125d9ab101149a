/** For each quality check: an edit of a complete product that the check finds, and its remedy. */
import type { InventoryRow } from '../../build/content/schemas/tables.ts';
import type { Tally } from '../../quality/checks/check.ts';
import {
  changing,
  type Edit,
  fabric,
  productIn,
  shares,
  stocking,
  wholeIn,
  withInventory,
  words,
} from './contents.ts';

export interface Lack {
  /** Removes something from the complete product. */
  readonly spoil: Edit;
  /** What the check then counts. */
  readonly tally: Tally;
  /** Applies the check's remedy, to any product. */
  readonly mend: Edit;
}

const none = { missing: [], of: 0 };

/** The complete product in the colours navy, which has everything, and bare, which has a swatch. */
const inBare: Edit = (content) =>
  stocking(5)(changing(() => ({ colors: [{ color: 'navy' }, { color: 'bare' }] }))(content));

function describing(member: string, text: object | undefined): Edit {
  return changing(({ descriptions }) => {
    const kept = Object.entries(descriptions).filter(([name]) => name !== member);
    return { descriptions: Object.fromEntries(text ? [...kept, [member, text]] : kept) };
  });
}

function picturing(color: string | undefined, images: readonly string[]): Edit {
  return changing(({ colors }) => ({
    colors: colors.map((each) =>
      color === undefined || each.color === color ? { ...each, images } : each,
    ),
  }));
}

/** Gives every colour of colors.json that can be seen something. */
function coloring(members: object): Edit {
  return (content) => ({
    ...content,
    colors: Object.fromEntries(
      Object.entries(content.colors).map(([id, color]) => [
        id,
        color.swatches.length > 0 ? { ...color, ...members } : color,
      ]),
    ),
  });
}

function counting(quantityOf: (row: InventoryRow) => number | undefined): Edit {
  return (content) => {
    const counted = wholeIn(content).rows.inventory.flatMap((row) => {
      const quantity = quantityOf(row);
      return quantity === undefined ? [] : [{ ...row, quantity }];
    });
    return withInventory(content, counted);
  };
}

/** Rows of no piece where a colour and size has none. */
const addRows: Edit = (content) => {
  const pairOf = (row: { readonly color: string; readonly size: string }) =>
    `${row.color} ${row.size}`;
  const known = new Set(wholeIn(content).rows.inventory.map(pairOf));
  const wanted = wholeIn(stocking(0)(content)).rows.inventory;
  const added = wanted.filter((row) => !known.has(pairOf(row)));
  return withInventory(content, [...wholeIn(content).rows.inventory, ...added]);
};

/** Sees to it that there is a colour: a check finds everything missing where there is none. */
const inSomeColor = changing(({ colors }) => ({
  colors: colors.length > 0 ? colors : [{ color: 'duo' }],
}));
const inSomeSize = changing(({ sizes }) => ({ sizes: sizes.length > 0 ? sizes : ['S', 'M'] }));
const after =
  (...edits: readonly Edit[]): Edit =>
  (content) =>
    edits.reduce((edited, edit) => edit(edited), content);

/** Says every text in both languages. */
const translate: Edit = changing((product) => translateIn(product) as typeof product);

function translateIn(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(translateIn);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json);
  const isText = entries.length > 0 && entries.every(([key]) => /^(en|fr)(-\w\w)?$/.test(key));
  if (isText) return { en: entries[0]?.[1], fr: entries[0]?.[1], ...json };
  return Object.fromEntries(entries.map(([key, value]) => [key, translateIn(value)]));
}

const threeLocales = ['en-CA', 'en-US', 'fr-CA'];

/** By id of the check. */
export const lacks: Readonly<Record<string, Lack>> = {
  'color/family': {
    spoil: inBare,
    tally: { missing: ['bare'], of: 2 },
    mend: after(inSomeColor, coloring({ families: ['blue'] })),
  },
  'color/pms': {
    spoil: inBare,
    tally: { missing: ['bare'], of: 2 },
    mend: after(inSomeColor, coloring({ pms: 'PMS 2' })),
  },
  'decoration/offered': {
    spoil: changing(() => ({ customization: { colorBlocks: false, decorations: [] } })),
    tally: none,
    mend: changing(({ customization }) => ({
      customization: { ...customization, decorations: ['print'] },
    })),
  },
  'facet/fabrics': {
    spoil: changing(() => ({ fabrics: [] })),
    tally: none,
    mend: changing(() => ({ fabrics: ['cotton'] })),
  },
  'facet/inspiration': {
    spoil: changing(() => ({ inspiration: [] })),
    tally: none,
    mend: changing(() => ({ inspiration: ['team'] })),
  },
  'material/codes': {
    spoil: changing(() => ({ materials: undefined })),
    tally: none,
    mend: changing(() => ({ materials: ['CO'] })),
  },
  'material/fabric': {
    spoil: changing(() => ({
      fabric: undefined,
      colors: [{ color: 'navy', fabric }, { color: 'duo' }],
    })),
    tally: { missing: ['duo'], of: 2 },
    mend: changing(() => ({ fabric })),
  },
  'picture/back': {
    spoil: picturing('navy', ['photos/front.png']),
    tally: { missing: ['navy'], of: 2 },
    mend: after(inSomeColor, picturing(undefined, ['photos/front.png', 'photos/back.png'])),
  },
  'picture/colors': {
    spoil: picturing('duo', []),
    tally: { missing: ['duo'], of: 2 },
    mend: after(inSomeColor, picturing(undefined, ['photos/front.png', 'photos/back.png'])),
  },
  'picture/product': {
    spoil: changing(() => ({ images: [] })),
    tally: none,
    mend: changing(() => ({ images: [{ file: 'photos/all.png', alt: words('All', 'Tous') }] })),
  },
  'size/chart': {
    spoil: (content) => stocking(5)(changing(() => ({ sizes: ['S', 'M', '2XL'] }))(content)),
    tally: { missing: ['2XL'], of: 3 },
    mend: after(
      inSomeSize,
      changing(() => ({ sizeChart: 'tops' })),
      ({ sizeCharts: { tops }, ...content }) => ({
        ...content,
        sizeCharts: tops ? { tops: { ...tops, rows: { ...tops.rows, '2XL': [120] } } } : {},
      }),
    ),
  },
  'size/recommendations': {
    spoil: changing(() => ({ sizeRecommendations: undefined })),
    tally: none,
    mend: changing(() => ({ sizeRecommendations: shares })),
  },
  'stock/pieces': {
    spoil: counting(({ color, quantity }) => (color === 'duo' ? 0 : quantity)),
    tally: { missing: ['duo'], of: 4 },
    mend: after(inSomeColor, inSomeSize, stocking(5)),
  },
  'stock/rows': {
    spoil: counting(({ color, size, quantity }) =>
      color === 'duo' && size === 'M' ? undefined : quantity,
    ),
    tally: { missing: ['duo M'], of: 4 },
    mend: after(inSomeColor, inSomeSize, addRows),
  },
  'text/keywords': {
    spoil: changing(() => ({ keywords: { en: [], fr: [] } })),
    tally: none,
    mend: changing(() => ({ keywords: { en: ['word'], fr: ['mot'] } })),
  },
  'text/long': {
    spoil: describing('long', undefined),
    tally: none,
    mend: describing('long', words('Long', 'Longue')),
  },
  'text/name-length': {
    spoil: changing(() => ({ name: words('Short', 'L’élégance'.repeat(7)) })),
    tally: { missing: ['fr'], of: 2 },
    mend: changing(() => ({ name: words('Short', 'Court') })),
  },
  'text/short': {
    spoil: describing('short', undefined),
    tally: none,
    mend: describing('short', words('Short', 'Courte')),
  },
  'text/tagline': {
    spoil: describing('tagline', undefined),
    tally: none,
    mend: describing('tagline', words('Tag', 'Accroche')),
  },
  'text/translated': {
    spoil: (content) => {
      const { descriptions } = productIn(content);
      return changing(() => ({ descriptions: { ...descriptions, long: { fr: 'Texte' } } }))(
        content,
      );
    },
    tally: {
      missing: ['descriptions.long en-CA', 'descriptions.long en-US'],
      of: 8 * threeLocales.length,
    },
    mend: translate,
  },
};
