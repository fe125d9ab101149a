/** Maps English and French colour names to colour families and usual hex colours. */
import type { ContentOf } from '../../build/content/schemas/kinds.ts';
import type { Language } from '../../contract/locales.ts';
import colors from './colors.json' with { type: 'json' };
import { inLanguages } from './standard-texts.ts';
import { toId } from './text.ts';

interface Family {
  readonly name: { readonly en: string; readonly 'en-US'?: string; readonly fr: string };
  readonly hex: string;
  /** Words by which a colour name belongs to this family: English and French, in the form of ids. */
  readonly words: string;
}

/** Id → colour family, in the order in which shops show them. */
const families: Readonly<Record<string, Family>> = colors.families;

const familyByWord = new Map(
  Object.entries(families).flatMap(([id, { words }]) =>
    words.split(' ').map((word): [string, string] => [word, id]),
  ),
);

/** Returns the ids of the colour families to which the words of a colour id belong, such as `blue` for `light-navy`. */
export function familiesOf(colorId: string): string[] {
  const found = colorId.split('-').map((word) => familyByWord.get(word));
  return [...new Set(found.filter((family) => family !== undefined))];
}

/** Returns the entries of `colors.json` for the used colour families, with names in the languages `inUse`. */
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

/** Colour id → usual hex colour; in the file, colours that share one are separated by spaces. */
const hexById = new Map(
  Object.entries(colors.hexByNames).flatMap(([names, hex]) =>
    names.split(' ').map((name): [string, string] => [name, hex]),
  ),
);

/** Returns the hex colour of a colour name, as a list with one item. */
export function hexOf(name: string, ofShop: ReadonlyMap<string, string>): readonly string[] {
  const find = (part: string) => ofShop.get(toId(part)) ?? hexById.get(toId(part));
  const own = find(name);
  if (own !== undefined) return [own];
  const parts = name.split(/\/|&| and | et /).map(find);
  const found = parts.filter((hex) => hex !== undefined);
  return found.length === parts.length ? found : [];
}
