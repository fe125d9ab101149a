/** Proposes SKUs for styles whose code cannot be one, such as the handle of a Shopify product. */
import { contentSkuSchema } from '../../../build/content/schemas/product.ts';
import type { NeutralStyle } from '../neutral.ts';
import { toPlainLetters } from '../text.ts';
import type { ImportOptions } from './import-options.ts';

const maxLength = 64;

/** SKUs that the rule `product/reserved-sku` refuses. */
const reserved = ['PRICING', 'INDEX'];

/** Proposes SKUs for the styles whose code in the source cannot be their SKU, and returns code → SKU. */
export function proposeSkus(
  styles: readonly NeutralStyle[],
  known: ImportOptions['skus'],
): ImportOptions['skus'] {
  const skus = new Map(Object.entries(known));
  const open = styles.filter(({ code, isSku }) => !skus.has(code) && !(isSku && isValid(code)));
  const shared = new Map(open.map((style) => [style, sharedCodeOf(style)]));
  const counts = new Map<string, number>();
  for (const sku of shared.values()) counts.set(sku, (counts.get(sku) ?? 0) + 1);
  const taken = new Set([...Object.values(known), ...styles.map(({ code }) => code), ...reserved]);
  for (const style of open) {
    if (skus.has(style.code)) continue;
    const own = shared.get(style) ?? '';
    const isUsable = isValid(own) && counts.get(own) === 1 && !taken.has(own);
    const sku = isUsable ? own : distinct(toSku(style.code), taken);
    taken.add(sku);
    skus.set(style.code, sku);
  }
  return Object.fromEntries(skus);
}

function isValid(sku: string): boolean {
  return contentSkuSchema.safeParse(sku).success && !reserved.includes(sku);
}

/** Returns the beginning that the codes of all variants share: `TEE100` for `TEE100-NVY-S` and `TEE100-RED-M`. */
function sharedCodeOf({ isSku, variants }: NeutralStyle): string {
  const coded = variants.filter(({ code }) => code !== '');
  const codes = coded.map(({ code }) => code);
  const [first = ''] = codes;
  if (isSku || codes.length === 0) return '';
  // A single code may also contain the colour and the size.
  if (codes.length === 1) return coded[0]?.options.length === 0 ? toSku(first) : '';
  let length = first.length;
  for (const code of codes) while (!code.startsWith(first.slice(0, length))) length -= 1;
  const whole = codes.every((code) => /^($|[-_./ ])/.test(code.slice(length)));
  const prefix = whole ? first.slice(0, length) : /^(.*)[-_./ ]/.exec(first.slice(0, length))?.[1];
  return prefix === undefined || prefix.length < 3 ? '' : toSku(prefix);
}

function toSku(text: string): string {
  const sku = toPlainLetters(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return sku.slice(0, maxLength) || 'STYLE';
}

/** Returns the SKU if `taken` lacks it, otherwise the first of `<SKU>-2`, `<SKU>-3` and so on that `taken` lacks. */
function distinct(sku: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = sku.slice(0, maxLength - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
