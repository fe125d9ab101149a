/** Reads the cells of one column; a text that was read before is not checked again. */
import type { z } from 'zod';

export type CellReading =
  | { readonly value: unknown; readonly issue?: never }
  | { readonly issue: z.core.$ZodIssue };

/** Makes the reader of a column. Equal texts give the same value, so that millions of rows share it. */
export function createCellReader(
  schema: z.core.$ZodType & z.ZodType,
): (cell: string) => CellReading {
  const known = new Map<string, CellReading>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    const result = schema.safeParse(cell);
    const reading: CellReading = result.success
      ? { value: result.data }
      : { issue: result.error.issues[0] as z.core.$ZodIssue };
    known.set(cell, reading);
    return reading;
  };
}
