/** The colours of an export: `colors.json` from colour names, families by their words, and swatches. */
import { z } from 'zod';
import type { colorsSchema } from '../../../build/content/schemas/shared.ts';
import { hexSchema } from '../../../build/content/schemas/values.ts';
import { familiesOf, hexOf, toFamilyTable } from '../color-names.ts';
import { ImportError } from '../import-files.ts';
import type { Report } from '../report.ts';
import { joinNames, toId } from '../text.ts';
import type { Style } from './styles.ts';

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
    const found = [...hexOf(name, swatches)];
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
  return { families: toFamilyTable(used, ['en']), colors: Object.fromEntries(colors) };
}
