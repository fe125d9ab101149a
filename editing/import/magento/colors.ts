/** Colour names of all variants in, `colors.json` out. */
import type { z } from 'zod';
import type { colorsSchema } from '../../../build/content/schemas/shared.ts';
import type { Report } from '../report.ts';
import { familiesOf, toFamilyTable } from './color-families.ts';
import { joinNames, toId } from './names.ts';
import type { Style } from './styles.ts';
import type { Swatches } from './swatches.ts';

type ColorTable = z.infer<typeof colorsSchema>;

/** The hex colours of a name; a name such as `Navy/White` that is not listed takes both its parts. */
function swatchesOf(name: string, swatches: Swatches): string[] {
  const own = swatches.get(toId(name));
  if (own !== undefined) return [own];
  const parts = name.split('/').map((part) => swatches.get(toId(part)));
  const known = parts.filter((hex) => hex !== undefined);
  return known.length === parts.length ? known : [];
}

/** Makes the colour table; says which spellings were joined and which colours show no swatch. */
export function toColorTable(
  styles: readonly Style[],
  swatches: Swatches,
  report: Report,
): ColorTable {
  const names = styles.flatMap(({ variants }) => variants.map(({ color }) => color));
  const colors = [...joinNames(names)].map(([id, { name, spellings }]) => {
    const found = swatchesOf(name, swatches);
    const families = familiesOf(id);
    if (spellings.length > 1) {
      report.note('taken', 'colours joined from several spellings', spellings.join(' = '));
    }
    if (found.length === 0) {
      report.note('defaulted', 'colours without a swatch (give --swatches FILE)', name);
    }
    if (families.length === 0) report.note('defaulted', 'colours in no colour family', name);
    return [id, { name: { en: name }, swatches: found, families }] as const;
  });
  const used = new Set(colors.flatMap(([, { families }]) => families));
  report.note('defaulted', 'colour families, by the words in colour names', [...used]);
  return { families: toFamilyTable(used), colors: Object.fromEntries(colors) };
}
