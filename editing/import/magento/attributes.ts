/** Parses the attributes of a product in a Magento export, and finds those that the catalogue uses. */
import type { TagId } from '../standard-texts.ts';
import { namesById, toPlainText } from '../text.ts';
import { parseYesOrNo } from '../yes-or-no.ts';

/** The attributes of a Magento product: code in lower case → values. */
export type Attributes = ReadonlyMap<string, readonly string[]>;

/**
 * Parses attributes such as `color=Navy,climate=Mild|Warm` to code → values. A cell of the column
 * `additional_attributes` and an entry of `configurable_variations` have this format. Converts values from HTML to
 * plain text. A comma belongs to the value if no `code=` follows, as in Magento's own importer: `fit=Loose, long` is
 * one attribute.
 */
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

/**
 * Returns the first colour of a Magento product, or undefined for a product without colour. Reads the first attribute
 * with the code `color` or a code that ends in `_color`, such as `fashion_color`; `colour` is read, too.
 */
export function colorOf(attributes: Attributes): string | undefined {
  return firstMatching(attributes, /(^|_)colou?r$/);
}

/**
 * Returns the first size of a Magento product, or undefined for a product without size. Reads the first attribute with
 * the code `size` or a code that ends in `_size`, such as `fashion_size`.
 */
export function sizeOf(attributes: Attributes): string | undefined {
  return firstMatching(attributes, /(^|_)size$/);
}

function firstMatching(attributes: Attributes, code: RegExp): string | undefined {
  for (const [name, values] of attributes) {
    if (code.test(name)) return values[0];
  }
  return undefined;
}

/**
 * Pairs of a yes-or-no attribute of Magento products and the tag that a style gets if the value is yes. If several
 * values are yes, the first pair decides, because a style has at most one tag.
 */
const tags = [
  ['erin_recommends', 'best-seller'],
  ['new', 'new'],
  ['eco_collection', 'eco-pick'],
] as const;

/**
 * Returns the tag that a yes-or-no attribute such as `new` gives to a style (a product with its variants), or undefined
 * if no attribute gives one. If several attributes give a tag, returns `best-seller` if it is one of these tags,
 * otherwise `new`.
 */
export function tagOf(attributes: Attributes): TagId | undefined {
  const isYes = (code: string) => parseYesOrNo(attributes.get(code)?.[0] ?? '') === true;
  return tags.find(([code]) => isYes(code))?.[1];
}

/** Returns the GTIN (barcode number) from the attributes that shops use for it, such as `upc`, or an empty string. */
export function gtinOf(attributes: Attributes): string {
  return firstMatching(attributes, /^(gtin|ean|upc|barcode)\d*$/) ?? '';
}

/** Returns the materials of a product, named as in the export, or an empty list. */
export function materialsOf(attributes: Attributes): readonly string[] {
  return attributes.get('material') ?? [];
}

/** Id of a fibre → its code on care labels, such as `CO` for cotton. */
const fibreCodes: ReadonlyMap<string, string> = new Map([
  ['acrylic', 'AC'],
  ['cotton', 'CO'],
  ['elastane', 'EA'],
  ['hemp', 'HA'],
  ['linen', 'LI'],
  ['lyocell', 'CLY'],
  ['nylon', 'PA'],
  ['organic-cotton', 'OCO'],
  ['polyester', 'PES'],
  ['rayon', 'VI'],
  ['recycled-cotton', 'RCO'],
  ['recycled-polyester', 'RPET'],
  ['silk', 'SE'],
  ['spandex', 'EA'],
  ['viscose', 'VI'],
  ['wool', 'WO'],
]);

/** Ids of fabric constructions, such as fleece, which Magento lists as materials but which are not fibres. */
const constructions = new Set(
  'fleece french-terry jersey khaki mesh microfiber microfibre pique ripstop softshell terry twill'.split(
    ' ',
  ),
);

/**
 * Returns code → name of each fibre among the materials. Omits fabric constructions such as fleece. The code of a known
 * fibre is the one on care labels, such as `CO` for cotton. The code of another fibre is the id of its name in upper
 * case: `MERINO-WOOL` for `Merino wool`. Of several fibres with the same code, such as `Spandex` and `Elastane`, takes
 * the name of the first; of several spellings of a name, the most frequent one.
 */
export function toMaterialCodes(materials: Iterable<string>): ReadonlyMap<string, string> {
  const byCode = new Map<string, string>();
  for (const [id, name] of namesById(materials)) {
    const code = fibreCodes.get(id) ?? id.toUpperCase();
    if (!constructions.has(id) && !byCode.has(code)) byCode.set(code, name);
  }
  return byCode;
}
