/** Days and moments as content files write them (ISO 8601). Editors tell the form; the build knows the calendar besides. */
import { z } from 'zod';
import { textLike } from './values.ts';

const noDay = 'is not a date: write year-month-day, such as 2027-01-31';

/** A day that the calendar has. */
export const daySchema = textLike(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, noDay).refine(
  (text) => z.iso.date().safeParse(text).success,
  noDay,
);

const noMoment = 'is not a moment: write date, time and zone, such as 2027-01-31T06:00:00-05:00';

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/;

/** What has the form of a moment may still be none, such as the 30th of February. */
const isReal = (text: string) =>
  !moment.test(text) || z.iso.datetime({ offset: true }).safeParse(text).success;

/** A day, a time and its zone. */
export const momentSchema = textLike(moment, noMoment).refine(isReal, noMoment);
