/** Maps English and French colour names to colour families and usual hex colours. */
import type { ContentOf } from '../../build/content/schemas/kinds.ts';
import type { Language } from '../../contract/locales.ts';
import { inLanguages } from './standard-texts.ts';
import { toId } from './text.ts';

interface Family {
  readonly name: { readonly en: string; readonly 'en-US'?: string; readonly fr: string };
  readonly hex: string;
  /**
   * The words by which a colour name is assigned to this family, such as `navy` to `blue`: English and French, in lower
   * case without accents, separated by spaces.
   */
  readonly words: string;
}

/** Id → colour family, in the order in which shops show them. */
const families: Readonly<Record<string, Family>> = {
  black: {
    name: { en: 'Black', fr: 'Noir' },
    hex: '#1C1C1E',
    words: 'black onyx jet noir noire ebene',
  },
  white: { name: { en: 'White', fr: 'Blanc' }, hex: '#FFFFFF', words: 'white blanc blanche' },
  grey: {
    name: { en: 'Grey', 'en-US': 'Gray', fr: 'Gris' },
    hex: '#8E9196',
    words:
      'grey gray charcoal silver graphite ash slate smoke pewter gris grise charbon argent ardoise',
  },
  blue: {
    name: { en: 'Blue', fr: 'Bleu' },
    hex: '#2457A6',
    words:
      'blue navy royal sky aqua turquoise denim indigo cyan cobalt azure bleu bleue marine ciel',
  },
  green: {
    name: { en: 'Green', fr: 'Vert' },
    hex: '#2E7D46',
    words:
      'green olive forest kelly lime mint teal sage emerald moss jade vert verte foret sapin menthe sarcelle emeraude sauge',
  },
  red: {
    name: { en: 'Red', fr: 'Rouge' },
    hex: '#C4262E',
    words:
      'red burgundy maroon cardinal wine scarlet crimson ruby cherry rouge bourgogne bordeaux cerise',
  },
  orange: {
    name: { en: 'Orange', fr: 'Orange' },
    hex: '#E8731A',
    words: 'orange rust coral tangerine rouille corail mandarine',
  },
  yellow: {
    name: { en: 'Yellow', fr: 'Jaune' },
    hex: '#F2C230',
    words: 'yellow gold mustard lemon jaune dore moutarde citron',
  },
  purple: {
    name: { en: 'Purple', fr: 'Violet' },
    hex: '#6A3FA0',
    words:
      'purple lavender violet plum lilac amethyst eggplant violette mauve lavande prune lilas aubergine',
  },
  pink: {
    name: { en: 'Pink', fr: 'Rose' },
    hex: '#E77FA6',
    words: 'pink rose fuchsia magenta salmon blush saumon',
  },
  brown: {
    name: { en: 'Brown', fr: 'Brun' },
    hex: '#6B4A34',
    words: 'brown tan chocolate camel mocha coffee brun brune marron chocolat moka cafe',
  },
  neutral: {
    name: { en: 'Neutral', fr: 'Neutre' },
    hex: '#D9CBB3',
    words:
      'neutral natural sand beige cream ivory khaki oatmeal stone ecru naturel sable creme ivoire kaki avoine pierre',
  },
  multi: {
    name: { en: 'Multicolour', 'en-US': 'Multicolor', fr: 'Multicolore' },
    hex: '#B0A08A',
    words: 'multi multicolor multicolour assorted rainbow multicolore assorti',
  },
};

const familyByWord = new Map(
  Object.entries(families).flatMap(([id, { words }]) =>
    words.split(' ').map((word): [string, string] => [word, id]),
  ),
);

/**
 * Returns the ids of the colour families to which the words of a colour id belong, such as `blue` for `light-navy`.
 * They are in the order of the words, without duplicates. Ignores unknown words.
 */
export function familiesOf(colorId: string): string[] {
  const found = colorId.split('-').map((word) => familyByWord.get(word));
  return [...new Set(found.filter((family) => family !== undefined))];
}

/**
 * Returns the entries of `colors.json` for the colour families whose id is in `used`, with names in the languages
 * `inUse`.
 */
export function toFamilyTable(
  used: ReadonlySet<string>,
  inUse: readonly Language[],
): ContentOf<'colors'>['families'] {
  const shown = Object.entries(families).filter(([id]) => used.has(id));
  return Object.fromEntries(
    shown.map(([id, { name, hex }], index) => [
      id,
      { name: inLanguages(name, inUse), hex, sortIndex: index + 1 },
    ]),
  );
}

/** Colour ids that share a usual hex colour, separated by spaces → that hex colour. */
const hexByNames = {
  'black noir': '#17181A',
  'white blanc': '#FBFBF9',
  'navy navy-blue marine bleu-marine': '#1B2745',
  'royal royal-blue bleu-royal': '#1F4A9C',
  'blue bleu': '#2457A6',
  'sky sky-blue light-blue bleu-ciel bleu-pale': '#9CC3E4',
  'red rouge': '#C41F33',
  'burgundy maroon bourgogne bordeaux': '#651D32',
  orange: '#F2571E',
  'gold or': '#F9B52C',
  'yellow jaune': '#F2C230',
  'green vert': '#2E7D46',
  'forest forest-green vert-foret': '#1F3B2F',
  'kelly kelly-green vert-kelly': '#0B8043',
  'olive vert-olive': '#5B5F3A',
  'teal sarcelle bleu-sarcelle': '#0F6872',
  lime: '#94D52A',
  'purple violet': '#532A7E',
  'pink rose': '#F2A3B8',
  'charcoal charbon': '#3D4145',
  'grey gray gris': '#8E9196',
  'heather-grey heather-gray athletic-heather sport-grey gris-chine': '#B1B3B6',
  'heather-navy navy-heather marine-chine': '#414E68',
  'sand sable': '#CDB58F',
  'natural naturel': '#EFE6D0',
  'brown brun marron': '#5E4332',
} as const;

const hexById = new Map(
  Object.entries(hexByNames).flatMap(([names, hex]) =>
    names.split(' ').map((name): [string, string] => [name, hex]),
  ),
);

/**
 * Returns the hex colour of a colour name, as a list with one item. For an unknown name with known parts, such as
 * `Navy/White`, returns the hex colours of the parts. Returns an empty list if a part is unknown too.
 */
export function hexOf(name: string, ofShop: ReadonlyMap<string, string>): readonly string[] {
  const find = (part: string) => ofShop.get(toId(part)) ?? hexById.get(toId(part));
  const own = find(name);
  if (own !== undefined) return [own];
  const parts = name.split(/\/|&| and | et /).map(find);
  const found = parts.filter((hex) => hex !== undefined);
  return found.length === parts.length ? found : [];
}
