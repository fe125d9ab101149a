/** Parses the JSON file of `--swatches`, with hex colours by colour name, to hex colours by colour id. */
import { z } from 'zod';
import { hexSchema } from '../../build/content/schemas/values.ts';
import { ImportError } from './import-files.ts';
import { parseJson } from './options/import-options.ts';
import { toId } from './text.ts';

/** The colours that a user gives with `--swatches`: colour id → hex colour. */
export type Swatches = ReadonlyMap<string, string>;

const swatchesSchema = z.record(z.string(), hexSchema);

/**
 * Parses the text of a swatch file, such as `{ "Navy": "#1F2A44" }`, to colour id → hex colour: `navy` → `#1F2A44`.
 * Throws `ImportError`, which names `file`, if it is not a JSON object of names and hex colours.
 */
export function parseSwatches(file: string, text: string): Swatches {
  const result = swatchesSchema.safeParse(parseJson(file, text));
  if (result.success) {
    return new Map(
      Object.entries(result.data).map(([name, hex]) => [toId(name), hex.toUpperCase()]),
    );
  }
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') || 'the file';
  throw new ImportError(
    `${file}: ${place}: ${issue?.message}; write {"Colour name": "#RRGGBB", …}`,
  );
}
