/** The optional swatch map: `{ "Navy": "#1F2A44" }`. */
import { z } from 'zod';
import { hexSchema } from '../../../build/content/schemas/values.ts';
import { ImportProblem } from '../import-problem.ts';
import { toId } from './names.ts';

/** Hex colours by colour id. */
export type Swatches = ReadonlyMap<string, string>;

const swatchesSchema = z.record(z.string(), hexSchema);

/** Reads a swatch map; throws ImportProblem when it is no JSON of names and hex colours. */
export function parseSwatches(file: string, text: string): Swatches {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new ImportProblem(`${file} is not JSON: ${String(cause)}; correct it`, { cause });
  }
  const result = swatchesSchema.safeParse(json);
  if (!result.success) {
    const [issue] = result.error.issues;
    const place = issue?.path.join('.') || 'the file';
    throw new ImportProblem(
      `${file}: ${place}: ${issue?.message}; write {"Colour name": "#RRGGBB", …}`,
    );
  }
  return new Map(Object.entries(result.data).map(([name, hex]) => [toId(name), hex.toUpperCase()]));
}
