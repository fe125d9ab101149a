/** Colour families of the catalogue, and the words in colour names that belong to each. */

interface Family {
  readonly name: { readonly en: string; readonly 'en-US'?: string };
  readonly hex: string;
  readonly words: string;
}

const families: Readonly<Record<string, Family>> = {
  black: { name: { en: 'Black' }, hex: '#1C1C1E', words: 'black onyx jet' },
  white: { name: { en: 'White' }, hex: '#FFFFFF', words: 'white' },
  grey: {
    name: { en: 'Grey', 'en-US': 'Gray' },
    hex: '#8E9196',
    words: 'grey gray charcoal silver graphite ash slate smoke pewter',
  },
  blue: {
    name: { en: 'Blue' },
    hex: '#2457A6',
    words: 'blue navy royal sky aqua turquoise denim indigo cyan cobalt azure',
  },
  green: {
    name: { en: 'Green' },
    hex: '#2E7D46',
    words: 'green olive forest kelly lime mint teal sage emerald moss jade',
  },
  red: {
    name: { en: 'Red' },
    hex: '#C4262E',
    words: 'red burgundy maroon cardinal wine scarlet crimson ruby cherry',
  },
  orange: { name: { en: 'Orange' }, hex: '#E8731A', words: 'orange rust coral tangerine' },
  yellow: { name: { en: 'Yellow' }, hex: '#F2C230', words: 'yellow gold mustard lemon' },
  purple: {
    name: { en: 'Purple' },
    hex: '#6A3FA0',
    words: 'purple lavender violet plum lilac amethyst eggplant',
  },
  pink: { name: { en: 'Pink' }, hex: '#E77FA6', words: 'pink rose fuchsia magenta salmon blush' },
  brown: { name: { en: 'Brown' }, hex: '#6B4A34', words: 'brown tan chocolate camel mocha coffee' },
  neutral: {
    name: { en: 'Neutral' },
    hex: '#D9CBB3',
    words: 'neutral natural sand beige cream ivory khaki oatmeal stone ecru',
  },
  multi: {
    name: { en: 'Multicolour', 'en-US': 'Multicolor' },
    hex: '#B0A08A',
    words: 'multi multicolor multicolour assorted rainbow',
  },
};

const byWord = new Map(
  Object.entries(families).flatMap(([id, { words }]) =>
    words.split(' ').map((word): [string, string] => [word, id]),
  ),
);

/** The families of a colour's id, in the order of its words; none for a name it does not know. */
export function familiesOf(colorId: string): string[] {
  const found = colorId.split('-').map((word) => byWord.get(word));
  return [...new Set(found.filter((family) => family !== undefined))];
}

/** The families that are used, as `colors.json` holds them, in the order in which they are shown. */
export function toFamilyTable(used: ReadonlySet<string>) {
  const shown = Object.entries(families).filter(([id]) => used.has(id));
  return Object.fromEntries(
    shown.map(([id, { name, hex }], index) => [id, { name, hex, sortIndex: index + 1 }]),
  );
}
