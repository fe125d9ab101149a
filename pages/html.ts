/** A template tag for HTML that escapes every inserted string and number. */
import { escapeMarkup } from '../build/render/draw.ts';

/** Trusted HTML or XML. `html` inserts it without escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value that can be inserted into a template. The elements of an array are concatenated. */
type TemplateValue = Markup | string | number | readonly TemplateValue[];

/** Template tag that returns the template as markup, with every inserted string and number escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Markup {
  const text = strings.map((string, index) => string + toText(values[index] ?? '')).join('');
  return new Markup(text);
}

function toText(value: TemplateValue): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(toText).join('');
  return escapeMarkup(String(value));
}
