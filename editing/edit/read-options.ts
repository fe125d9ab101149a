/** Parses options that several commands of `npm run edit` share. */
import type { Day } from '../../build/content/dates.ts';
import { daySchema } from '../../build/content/schemas/values.ts';
import { ExpectedError } from '../../console/errors.ts';

/** Returns the day in an option, or undefined without it. Throws an `ExpectedError` that names the option. */
export function readDay(text: unknown, option: string): Day | undefined {
  if (text === undefined) return undefined;
  const result = daySchema.safeParse(text);
  if (result.success) return result.data;
  throw new ExpectedError(`${option} "${String(text)}" ${result.error.issues[0]?.message}`);
}

/** Returns the last day in the value of `--until`. Throws an `ExpectedError` if it is no day, or is before today. */
export function readLastDay(text: unknown, today: string): Day | undefined {
  const day = readDay(text, '--until');
  if (day === undefined || day >= today) return day;
  throw new ExpectedError(`--until ${day} is past: today is ${today}`);
}
