/** Reads the values of options that several commands of `npm run edit` take. */
import type { Day } from '../../build/content/dates.ts';
import { daySchema } from '../../build/content/schemas/values.ts';
import { ExpectedError } from '../../console/errors.ts';

/** Returns a day; undefined without a text. Throws `ExpectedError` for a text that is none. */
export function readDay(text: unknown, option: string): Day | undefined {
  if (text === undefined) return undefined;
  const result = daySchema.safeParse(text);
  if (result.success) return result.data;
  throw new ExpectedError(`${option} "${String(text)}" ${result.error.issues[0]?.message}`);
}
