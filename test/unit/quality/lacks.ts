/**
 * For each quality check: an edit that removes data from a complete product so that the check reports it, and
 * an edit that adds the data.
 */
import type { InventoryRow } from '../../../build/content/schemas/tables.ts';
import type { Tally } from '../../../quality/checks/check.ts';
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

/**
 * For one quality check: an edit that makes it report missing data, its tally after that edit, and an edit that adds
 * the data.
 */
export interface Lack {
  /** Removes data from the complete product (`loadComplete`), so that the check reports it. */
  readonly damage: Edit;
  /** The tally that the check returns after `damage`: the names of the missing items, and the number of all items. */
  readonly tally: Tally;
  /** Adds the data that the check asks for, to any product. */
  readonly correct: Edit;
}

const none = { missing: [], of: 0 };

/** Gives the product the complete colour `navy` and the colour `bare`, which has only a swatch, and stock in both. */
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

/** Sets members of every colour of colors.json that has a swatch. */
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

/** Adds stock rows of quantity 0 for the product's colours and sizes that have no stock row. */
const addRows: Edit = (content) => {
  const pairOf = (row: { readonly color: string; readonly size: string }) =>
    `${row.color} ${row.size}`;
  const known = new Set(wholeIn(content).rows.inventory.map(pairOf));
  const wanted = wholeIn(stocking(0)(content)).rows.inventory;
  const added = wanted.filter((row) => !known.has(pairOf(row)));
  return withInventory(content, [...wholeIn(content).rows.inventory, ...added]);
};

/** Adds a colour to a product without colours, because a check that has no colour to count deducts all its points. */
const inSomeColor = changing(({ colors }) => ({
  colors: colors.length > 0 ? colors : [{ color: 'duo' }],
}));
const inSomeSize = changing(({ sizes }) => ({ sizes: sizes.length > 0 ? sizes : ['S', 'M'] }));
const after =
  (...edits: readonly Edit[]): Edit =>
  (content) =>
    edits.reduce((edited, edit) => edit(edited), content);

/** Adds the missing language, English or French, to every text, with the same wording. */
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

/** The edits and the expected tally for each quality check, by the id of the check. */
export const lacks: Readonly<Record<string, Lack>> = {
  'color/family': {
    damage: inBare,
    tally: { missing: ['bare'], of: 2 },
    correct: after(inSomeColor, coloring({ families: ['blue'] })),
  },
  'color/pms': {
    damage: inBare,
    tally: { missing: ['bare'], of: 2 },
    correct: after(inSomeColor, coloring({ pms: 'PMS 2' })),
  },
  'decoration/offered': {
    damage: changing(() => ({ customization: { colorBlocks: false, decorations: [] } })),
    tally: none,
    correct: changing(({ customization }) => ({
      customization: { ...customization, decorations: ['print'] },
    })),
  },
  'facet/fabrics': {
    damage: changing(() => ({ fabrics: [] })),
    tally: none,
    correct: changing(() => ({ fabrics: ['cotton'] })),
  },
  'facet/inspiration': {
    damage: changing(() => ({ inspiration: [] })),
    tally: none,
    correct: changing(() => ({ inspiration: ['team'] })),
  },
  'material/codes': {
    damage: changing(() => ({ materials: undefined })),
    tally: none,
    correct: changing(() => ({ materials: ['CO'] })),
  },
  'material/fabric': {
    damage: changing(() => ({
      fabric: undefined,
      colors: [{ color: 'navy', fabric }, { color: 'duo' }],
    })),
    tally: { missing: ['duo'], of: 2 },
    correct: changing(() => ({ fabric })),
  },
  'picture/back': {
    damage: picturing('navy', ['photos/front.png']),
    tally: { missing: ['navy'], of: 2 },
    correct: after(inSomeColor, picturing(undefined, ['photos/front.png', 'photos/back.png'])),
  },
  'picture/colors': {
    damage: picturing('duo', []),
    tally: { missing: ['duo'], of: 2 },
    correct: after(inSomeColor, picturing(undefined, ['photos/front.png', 'photos/back.png'])),
  },
  'picture/product': {
    damage: changing(() => ({ images: [] })),
    tally: none,
    correct: changing(() => ({ images: [{ file: 'photos/all.png', alt: words('All', 'Tous') }] })),
  },
  'size/chart': {
    damage: (content) => stocking(5)(changing(() => ({ sizes: ['S', 'M', '2XL'] }))(content)),
    tally: { missing: ['2XL'], of: 3 },
    correct: after(
      inSomeSize,
      changing(() => ({ sizeChart: 'tops' })),
      ({ sizeCharts: { tops }, ...content }) => ({
        ...content,
        sizeCharts: tops ? { tops: { ...tops, rows: { ...tops.rows, '2XL': [120] } } } : {},
      }),
    ),
  },
  'size/recommendations': {
    damage: changing(() => ({ sizeRecommendations: undefined })),
    tally: none,
    correct: changing(() => ({ sizeRecommendations: shares })),
  },
  'stock/pieces': {
    damage: counting(({ color, quantity }) => (color === 'duo' ? 0 : quantity)),
    tally: { missing: ['duo'], of: 4 },
    correct: after(inSomeColor, inSomeSize, stocking(5)),
  },
  'stock/rows': {
    damage: counting(({ color, size, quantity }) =>
      color === 'duo' && size === 'M' ? undefined : quantity,
    ),
    tally: { missing: ['duo M'], of: 4 },
    correct: after(inSomeColor, inSomeSize, addRows),
  },
  'text/keywords': {
    damage: changing(() => ({ keywords: { en: [], fr: [] } })),
    tally: none,
    correct: changing(() => ({ keywords: { en: ['word'], fr: ['mot'] } })),
  },
  'text/long': {
    damage: describing('long', undefined),
    tally: none,
    correct: describing('long', words('Long', 'Longue')),
  },
  'text/name-length': {
    damage: changing(() => ({ name: words('Short', 'L’élégance'.repeat(7)) })),
    tally: { missing: ['fr'], of: 2 },
    correct: changing(() => ({ name: words('Short', 'Court') })),
  },
  'text/short': {
    damage: describing('short', undefined),
    tally: none,
    correct: describing('short', words('Short', 'Courte')),
  },
  'text/tagline': {
    damage: describing('tagline', undefined),
    tally: none,
    correct: describing('tagline', words('Tag', 'Accroche')),
  },
  'text/translated': {
    damage: (content) => {
      const { descriptions } = productIn(content);
      return changing(() => ({ descriptions: { ...descriptions, long: { fr: 'Texte' } } }))(
        content,
      );
    },
    tally: {
      missing: ['descriptions.long en-CA', 'descriptions.long en-US'],
      of: 8 * threeLocales.length,
    },
    correct: translate,
  },
};
