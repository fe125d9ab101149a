/** The colours of an export: `colors.json` from colour names, families by their words, and swatches. */
import { z } from 'zod';
import type { colorsSchema } from '../../../build/content/schemas/shared.ts';
import { hexSchema } from '../../../build/content/schemas/values.ts';
import { ImportError } from '../import-files.ts';
import type { Report } from '../report.ts';
import type { Style } from './styles.ts';
import { joinNames, toId } from './text.ts';

type ColorTable = z.infer<typeof colorsSchema>;

/** Hex colours by colour id. */
export type Swatches = ReadonlyMap<string, string>;

const swatchesSchema = z.record(z.string(), hexSchema);

/**
 * Parses a swatch file such as `{ "Navy": "#1F2A44" }`; throws `ImportError` unless it is a JSON object of
 * names and hex colours.
 */
export function parseSwatches(file: string, text: string): Swatches {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new ImportError(`${file} is not JSON: ${String(cause)}; correct it`, { cause });
  }
  const result = swatchesSchema.safeParse(json);
  if (!result.success) {
    const [issue] = result.error.issues;
    const place = issue?.path.join('.') || 'the file';
    throw new ImportError(
      `${file}: ${place}: ${issue?.message}; write {"Colour name": "#RRGGBB", …}`,
    );
  }
  return new Map(Object.entries(result.data).map(([name, hex]) => [toId(name), hex.toUpperCase()]));
}

/** Returns the colour table; notes joined spellings, and colours without a swatch or a family. */
export function toColorTable(
  styles: readonly Style[],
  swatches: Swatches,
  report: Report,
): ColorTable {
  const names = styles.flatMap(({ variants }) => variants.map(({ color }) => color));
  const colors = [...joinNames(names)].map(([id, { name, spellings }]) => {
    const found = swatchesOf(name, swatches);
    const ofColor = familiesOf(id);
    if (spellings.length > 1) {
      report.note('imported', 'colours joined from several spellings', spellings.join(' = '));
    }
    if (found.length === 0) {
      report.note('defaulted', 'colours without a swatch (give --swatches FILE)', name);
    }
    if (ofColor.length === 0) report.note('defaulted', 'colours in no colour family', name);
    return [id, { name: { en: name }, swatches: found, families: ofColor }] as const;
  });
  const used = new Set(colors.flatMap(([, color]) => color.families));
  report.note('defaulted', 'colour families, by the words in colour names', [...used]);
  return { families: toFamilyTable(used), colors: Object.fromEntries(colors) };
}

/** Returns the hex colours of a name; an unlisted name such as `Navy/White` has those of both its parts. */
function swatchesOf(name: string, swatches: Swatches): string[] {
  const own = swatches.get(toId(name));
  if (own !== undefined) return [own];
  const parts = name.split('/').map((part) => swatches.get(toId(part)));
  const known = parts.filter((hex) => hex !== undefined);
  return known.length === parts.length ? known : [];
}

interface Family {
  readonly name: { readonly en: string; readonly 'en-US'?: string };
  readonly hex: string;
  /** Words of colour names that belong to the family. */
  readonly words: string;
}

/** The colour families by id, in the order in which they are shown. */
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

const familyByWord = new Map(
  Object.entries(families).flatMap(([id, { words }]) =>
    words.split(' ').map((word): [string, string] => [word, id]),
  ),
);

/** Returns the families of a colour id in the order of its words; none if no word is known. */
export function familiesOf(colorId: string): string[] {
  const found = colorId.split('-').map((word) => familyByWord.get(word));
  return [...new Set(found.filter((family) => family !== undefined))];
}

function toFamilyTable(used: ReadonlySet<string>): ColorTable['families'] {
  const shown = Object.entries(families).filter(([id]) => used.has(id));
  return Object.fromEntries(
    shown.map(([id, { name, hex }], index) => [id, { name, hex, sortIndex: index + 1 }]),
  );
}
