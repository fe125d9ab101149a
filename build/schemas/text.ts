/**
 * Localized text as editors write it: once a language, with an override where a region differs.
 * `en-CA` falls back to `en`, `fr-CA` to `fr` (design section 5).
 */
import { z } from 'zod';
import { languages, locales } from '../../contract/locales.ts';

const textKeys = [...languages, ...locales] as const;

/** One line or paragraph of plain text; the text rules look at what stands in it. */
export const plainTextSchema = z
  .string()
  .regex(/\S/, 'is empty; write the text or leave the field out');

/** Text for each language, with regional overrides: `{"en": "Color", "en-CA": "Colour", "fr": "Couleur"}`. */
export const localizedTextSchema = z
  .partialRecord(z.enum(textKeys), plainTextSchema)
  .refine((text) => Object.keys(text).length > 0, 'has no text in any language');

/** A list of texts for each language, as keywords are. */
export const localizedListSchema = z.partialRecord(z.enum(textKeys), z.array(plainTextSchema));

export type LocalizedText = z.infer<typeof localizedTextSchema>;
export type LocalizedList = z.infer<typeof localizedListSchema>;
