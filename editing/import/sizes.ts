/** Normalizes the names of sizes, and sorts sizes from small to large. */
import type { Language } from '../../contract/locales.ts';
import { toId } from './text.ts';

/** The name of the size of products that have only one size. */
export const oneSize = 'OSFA';

const lettersInOrder = ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL'];
const youthInOrder = ['YXS', 'YS', 'YM', 'YL', 'YXL'];
const pairsInOrder = ['S/M', 'L/XL', oneSize];

/**
 * Size → other spellings, in upper case. A size of the source is looked up as written, then without its white space,
 * hyphens, underscores and points.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  XXS: ['2XS', 'XXSMALL', '2XSMALL', 'EXTRAEXTRASMALL'],
  XS: ['XSM', 'XSMALL', 'EXTRASMALL'],
  S: ['SM', 'SML', 'SMALL'],
  M: ['MD', 'MED', 'MEDIUM'],
  L: ['LG', 'LRG', 'LARGE'],
  XL: ['1XL', 'XLG', 'XLARGE', 'EXTRALARGE'],
  '2XL': ['2X', 'XX', 'XXL', 'XXLARGE', '2XLARGE', 'EXTRAEXTRALARGE'],
  '3XL': ['3X', 'XXX', 'XXXL', 'XXXLARGE', '3XLARGE'],
  '4XL': ['4X', 'XXXXL', 'XXXXLARGE', '4XLARGE'],
  '5XL': ['5X', 'XXXXXL', 'XXXXXLARGE', '5XLARGE'],
  YXS: ['YOUTHXS', 'YOUTHXSMALL', 'YXSMALL'],
  YS: ['YOUTHS', 'YOUTHSMALL', 'YSMALL'],
  YM: ['YOUTHM', 'YOUTHMEDIUM', 'YMEDIUM'],
  YL: ['YOUTHL', 'YOUTHLARGE', 'YLARGE'],
  YXL: ['YOUTHXL', 'YOUTHXLARGE', 'YXLARGE'],
  'S/M': ['S-M', 'SM/MD', 'SMALL/MEDIUM'],
  'L/XL': ['L-XL', 'LG/XL', 'LARGE/XLARGE'],
  [oneSize]: ['OS', 'O/S', 'ONE', 'ONESIZE', 'ONESIZEFITSALL', 'ONESIZEFITSMOST', 'OSFM', 'UNI'],
};

/** Size → spellings that are used only in French. In English shops `P` means petite, and `G` is not a size. */
const frenchSpellings: Readonly<Record<string, readonly string[]>> = {
  XS: ['TP', 'TRESPETIT'],
  S: ['P', 'PETIT'],
  M: ['MOYEN'],
  L: ['G', 'GRAND'],
  XL: ['TG', 'TRESGRAND'],
  '2XL': ['TTG', '2TG'],
  '3XL': ['3TG'],
  [oneSize]: ['TU', 'UNIQUE', 'TAILLEUNIQUE'],
};

function bySpelling(table: Readonly<Record<string, readonly string[]>>) {
  const entries = Object.entries(table);
  return new Map(
    entries.flatMap(([size, others]) =>
      [size, ...others].map((spelling): [string, string] => [spelling, size]),
    ),
  );
}

const sizeBySpelling = bySpelling(spellings);
const sizeByFrenchSpelling = bySpelling(frenchSpellings);

/**
 * Returns the size of this catalogue for a size of the source: `2XL` for `XX-Large`, and if `language` is `fr`, `S` for
 * `P`. An unknown size is converted to upper case, without accents, with a point as decimal sign (`8.5` for `8,5`),
 * with fractions in digits (`7 5/8` for `7⅝`), and with hyphens instead of the characters that `sizes.json` does not
 * allow.
 */
export function normalizeSize(text: string, language: Language = 'en'): string {
  const name = text
    .replaceAll(/\s*([¼-¾⅐-⅞])/g, (_, fraction: string) => ` ${fraction.normalize('NFKD')}`)
    .replaceAll('\u2044', '/')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .trim();
  const compact = name.replaceAll(/[\s._-]+/g, '');
  const french = language === 'fr' ? sizeByFrenchSpelling.get(compact) : undefined;
  const size = french ?? sizeBySpelling.get(name) ?? sizeBySpelling.get(compact);
  if (size !== undefined) return size;
  const kept = name
    .replaceAll(/\s+/g, ' ')
    .replace(/^(\d+),(\d)$/, '$1.$2')
    .replaceAll(/ ?[^A-Z0-9.'/ -]+ ?/g, '-')
    .replaceAll(/^[^A-Z0-9]+|[-/ ]+$/g, '');
  return kept === '' ? toId(name).toUpperCase() : kept;
}

/**
 * Returns true if a text is a standard size, such as `2XL` or `OSFA`, or a known spelling of one in English or French.
 */
export function isKnownSize(text: string): boolean {
  return sizeBySpelling.has(normalizeSize(text, 'fr'));
}

/**
 * Returns sizes without duplicates in this order: letters such as `XL`, youth sizes such as `YM`, numbers, other sizes,
 * double sizes such as `S/M`, and last `OSFA` (one size fits all). In each group, small sizes are before large ones.
 * The other sizes are in the order of `declared`, the sizes in the import options; those that it lacks follow in
 * alphabetical order.
 */
export function sortSizes(sizes: Iterable<string>, declared: readonly string[]): string[] {
  const options = declared.map((size) => normalizeSize(size));
  const rank = (size: string): number => {
    if (/^\d+(\.\d+)?$/.test(size)) return 1000 + Number(size);
    const index = [...lettersInOrder, ...youthInOrder].indexOf(size);
    if (index >= 0) return index;
    const last = pairsInOrder.indexOf(size);
    if (last >= 0) return 1e9 + last;
    const option = options.indexOf(size);
    return 1e8 + (option < 0 ? options.length : option);
  };
  return [...new Set(sizes)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
