/** `additional_attributes` and `configurable_variations`: `code=value,code=one|other`. */
import { toPlainText } from './html-text.ts';

export type Attributes = ReadonlyMap<string, readonly string[]>;

/** The attributes by code; a comma inside a value is kept, as Magento's own importer keeps it. */
export function parseAttributes(text: string): Attributes {
  const pairs: string[] = [];
  for (const piece of text.split(',')) {
    if (/^\s*"?\w+=/.test(piece) || pairs.length === 0) pairs.push(piece);
    else pairs[pairs.length - 1] += `,${piece}`;
  }
  const attributes = new Map<string, readonly string[]>();
  for (const pair of pairs) {
    const [, code, value] = /^\s*"?(\w+)=(.*)$/s.exec(pair) ?? [];
    if (code === undefined || value === undefined) continue;
    const values = value.replaceAll(/^"|"+\s*$/g, '').split('|');
    const plain = values.map(toPlainText).filter((one) => one !== '');
    attributes.set(code.toLowerCase(), plain);
  }
  return attributes;
}

function firstMatching(attributes: Attributes, code: RegExp): string | undefined {
  for (const [name, values] of attributes) {
    if (code.test(name)) return values[0];
  }
  return undefined;
}

/** The colour, from `color` or a shop's own attribute such as `fashion_color`. */
export function colorOf(attributes: Attributes): string | undefined {
  return firstMatching(attributes, /(^|_)colou?r$/);
}

/** The size, from `size` or a shop's own attribute such as `fashion_size`. */
export function sizeOf(attributes: Attributes): string | undefined {
  return firstMatching(attributes, /(^|_)size$/);
}

/** Tells whether a yes/no attribute says yes. */
export function isYes(attributes: Attributes, code: string): boolean {
  return /^(yes|1|true)$/i.test(attributes.get(code)?.[0] ?? '');
}
