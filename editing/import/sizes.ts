/** Normalizes the names of sizes, and sorts sizes from small to large. */
import type { Language } from '../../contract/locales.ts';
import names from './sizes.json' with { type: 'json' };
import { toId, toPlainLetters } from './text.ts';

/** The name of the size of products that have only one size. */
export const oneSize = 'OSFA';

function bySpelling(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(table);
  return new Map(
    entries.flatMap(([size, others]) =>
      [size, ...others.split(' ')].map((spelling) => [spelling, size] as const),
    ),
  );
}

const sizeBySpelling = bySpelling(names.spellings);
/** Spellings that are used only in French. In English shops `P` means petite, and `G` is not a size. */
const sizeByFrenchSpelling = bySpelling(names.frenchSpellings);

/** Words before a size that name it: `Size: 7`, `Taille 42`. */
const sizeLabel =
  /^(?:SIZES?|SZ|TAILLE|GRANDEUR|POINTURE|GR(?:OSSE|OESSE|OSE)?|TALLA|TAGLIA|MAAT)(?:\s*[:.=#]\s*|\s+)(?=\S)/;

/** Returns the size of this catalogue: `2XL` for `XX-Large`, `7` for `Size: 7`, and in French `S` for `P`. */
export function normalizeSize(text: string, language: Language = 'en'): string {
  const name = toPlainLetters(
    text
      .replaceAll(/\s*([¼-¾⅐-⅞])/g, (_, fraction: string) => ` ${fraction.normalize('NFKD')}`)
      .replaceAll('\u2044', '/'),
  )
    .toUpperCase()
    .trim()
    .replace(sizeLabel, '');
  const known = knownSize(name, language);
  if (known !== undefined) return known;
  const parts = name.split('/').map((part) => knownSize(part.trim(), language));
  if (parts.length === 2 && !parts.includes(undefined)) return parts.join('/');
  const kept = name
    .replace(/^(\d+),(\d)$/, '$1.$2')
    .replaceAll(/\s*[()[\]{}]\s*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[^A-Z0-9.'/ -]+ ?/g, '-')
    .replaceAll(/^[^A-Z0-9]+|[-/ ]+$/g, '')
    .replace(/^[A-Z][A-Z-]{2,}(?= )/, (word) => knownSize(word, language) ?? word);
  return kept === '' ? toId(name).toUpperCase() : kept;
}

function knownSize(name: string, language: Language): string | undefined {
  const compact = name.replaceAll(/[\s._-]+/g, '');
  const french = language === 'fr' ? sizeByFrenchSpelling.get(compact) : undefined;
  return french ?? sizeBySpelling.get(name) ?? sizeBySpelling.get(compact);
}

/** Returns true for a standard size or a known spelling of one, in English or French. */
export function isKnownSize(text: string): boolean {
  return sizeBySpelling.has(normalizeSize(text, 'fr'));
}

/** Letters, then youth sizes, from small to large. */
const order = names.order.split(' ');
const natural = new Intl.Collator('en', { numeric: true });

/** Returns the group of a size (letters, months, years, numbers, others, `OSFA`), and its place there. */
function rankOf(size: string): readonly [group: number, place: number] {
  if (size === oneSize) return [9, 0];
  const [, first = '', second = ''] = /^([^\s/]+)(?:\/(\S+)$)?/.exec(size) ?? [];
  const letter = order.indexOf(first);
  // Between its two letters.
  if (letter >= 0 && (second === '' || order.includes(second))) {
    return [0, letter + (second === '' ? 0 : 0.5)];
  }
  const tall = order.indexOf(size.replace(/T$/, ''));
  if (tall >= 0) return [0, tall + 0.25];
  if (/^(NB|PREEMIE|NEWBORN)\b/.test(size)) return [1, -1];
  const [, months] = /^(\d+)(?:\s*[-/]\s*\d+)?\s*(?:M|MO|MOS|MOIS|MONTHS?)$/.exec(size) ?? [];
  if (months !== undefined) return [1, Number(months)];
  const [, years] = /^(\d+)(?:\s*[-/]\s*\d+)?\s*(?:T|Y|YRS?|ANS?|YEARS?)$/.exec(size) ?? [];
  if (years !== undefined) return [2, Number(years)];
  const [, whole, top = '0', bottom = '1', rest = ''] =
    /^(\d+(?:\.\d+)?)(?: (\d+)\/(\d+))?(.*)$/.exec(size) ?? [];
  if (whole === undefined) return [5, 0];
  return [rest === '' ? 3 : 4, Number(whole) + Number(top) / Number(bottom)];
}

/** Returns sizes without duplicates as people sort them: `S`, `M`, `XL`, then `7`, `8`, `10`. */
export function sortSizes(sizes: Iterable<string>, declared: readonly string[]): string[] {
  const options = declared.map((size) => normalizeSize(size));
  const declaredPlace = (size: string) => {
    const at = options.indexOf(size);
    return at < 0 ? options.length : at;
  };
  const compare = (a: string, b: string) => {
    const [[groupA, placeA], [groupB, placeB]] = [rankOf(a), rankOf(b)];
    const isOther = groupA === 5 && groupB === 5;
    const place = isOther ? declaredPlace(a) - declaredPlace(b) : placeA - placeB;
    return groupA - groupB || place || natural.compare(a, b);
  };
  return [...new Set(sizes)].sort(compare);
}
