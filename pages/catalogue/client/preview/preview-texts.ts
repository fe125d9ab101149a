/** The texts of the preview. Findings and checks are in English, as the compiler prints them. */
import { fill, language } from '../texts.ts';
import texts from './texts.json' with { type: 'json' };

/** The name of a text of the preview. */
export type PreviewTextId = keyof typeof texts;

/** Returns a text in the language of the page, with `{name}` replaced by the value of that name. */
export function previewText(
  id: PreviewTextId,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fill(texts[id][language()], values);
}
