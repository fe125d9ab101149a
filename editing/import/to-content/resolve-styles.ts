/** Determines the SKU of each style, and the colour, size and prices of each variant. */
import { type Currency, currencies, localeFacts } from '../../../contract/locales.ts';
import { type DecimalSign, decimalSignOf } from '../../tables/read-number.ts';
import { convert, formatCents, parseRate } from '../money.ts';
import type { NeutralStyle, NeutralText, NeutralVariant } from '../neutral.ts';
import type { ImportOptions } from '../options/import-options.ts';
import {
  colorOf,
  hasText,
  labelOf,
  probableKind,
  sizeOf,
  skuOf,
} from '../options/propose-options.ts';
import type { Report } from '../report.ts';
import { explainDamage } from '../source-table.ts';
import { readPrice, type VariantPrices } from './read-price.ts';

/** A variant of an imported style, with the colour, size and prices that it gets in the catalogue. */
export interface ResolvedVariant {
  readonly source: NeutralVariant;
  /** The name of the variant in reports: its code in the source, otherwise its SKU, colour and size. */
  readonly name: string;
  readonly color: string;
  readonly colorName: NeutralText;
  readonly size: string;
  readonly prices: ReadonlyMap<Currency, VariantPrices>;
}

/** An imported style, the SKU that it gets in the catalogue, and the variants of it that can be imported. */
export interface ResolvedStyle {
  readonly source: NeutralStyle;
  readonly sku: string;
  readonly variants: readonly ResolvedVariant[];
}

/** Data that is shared by the steps of converting imported products to content. */
export interface ImportContext {
  readonly options: ImportOptions;
  readonly report: Report;
  readonly decimalSign: DecimalSign | undefined;
  /** The day of the import (`YYYY-MM-DD`). Sales that ended before this day are omitted. */
  readonly today: string;
}

/** Determines the SKU and the variants of each style, and returns the styles that can be imported, sorted by SKU. */
export function resolveStyles(
  styles: readonly NeutralStyle[],
  context: ImportContext,
): ResolvedStyle[] {
  const bySku = new Map<string, ResolvedStyle>();
  for (const source of styles) {
    const sku = skuOf(source, context.options);
    const { rows } = source;
    if (bySku.has(sku)) {
      context.report.leaveOut('styles with the SKU of an earlier one', { name: sku, rows });
      continue;
    }
    const variants = resolveVariants({ source, sku }, context);
    if (variants.length > 0) bySku.set(sku, { source, sku, variants });
    else {
      const advice = 'it has no variant that can be imported';
      context.report.leaveOut('styles without a variant', { name: sku, rows, advice });
    }
  }
  return [...bySku.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

function resolveVariants(
  { source: style, sku }: Pick<ResolvedStyle, 'source' | 'sku'>,
  context: ImportContext,
): ResolvedVariant[] {
  const { options, report } = context;
  const variants = new Map<string, ResolvedVariant>();
  for (const source of style.variants) {
    const { row } = source;
    const colorName = colorOf(source.options, options);
    const rawSize = sizeOf(source.options, options);
    const size = options.sizes[rawSize] ?? rawSize;
    const color = options.colors[labelOf(colorName)]?.id ?? labelOf(colorName);
    const name = source.code || `${sku} ${color} ${size}`;
    const [reason, advice = ''] = reasonToLeaveOut(source, style, options);
    if (reason !== undefined) {
      report.leaveOut(reason, { name, rows: [row], advice });
      continue;
    }
    if (variants.has(`${color} ${size}`)) {
      const omission = { name, rows: [row], advice: `${color}, ${size}` };
      report.leaveOut('variants with the colour and size of an earlier one', omission);
      continue;
    }
    const prices = pricesOf(source, context, { name, notSoldIn: style.notSoldIn ?? [] });
    if (prices.size === 0 && style.hidden === undefined) {
      report.leaveOut('variants without a price', { name, rows: [row] });
      continue;
    }
    variants.set(`${color} ${size}`, { source, name, color, colorName, size, prices });
  }
  return [...variants.values()];
}

function reasonToLeaveOut(
  variant: NeutralVariant,
  { variants: [first] }: NeutralStyle,
  options: ImportOptions,
): [reason: string, advice: string] | [] {
  const keptOf = (name: string) =>
    labelOf(first?.options.find((option) => option.name === name)?.value ?? {});
  const other = variant.options.find(
    ({ name, value }) => options.options[name] === 'none' && labelOf(value) !== keptOf(name),
  );
  if (other !== undefined) {
    const { name, value } = other;
    const values = [labelOf(value), keptOf(name)];
    const kind = probableKind(values, variant.options, options);
    const advice =
      kind === undefined
        ? 'sell the others as styles of their own'
        : `it is probably a ${kind === 'color' ? 'colour' : 'size'}: to import all, set options.${name} to ${kind} in the options`;
    return [
      'variants that differ by an option other than colour and size',
      `${name}: ${values[0]}; ${values[1]} is imported; ${advice}`,
    ];
  }
  const color = colorOf(variant.options, options);
  if (!hasText(color)) {
    const remedy = 'write the name of the colour, or nothing for a product without colours';
    return ['colours without a letter or digit', `"${labelOf(color)}": ${remedy}`];
  }
  const size = sizeOf(variant.options, options);
  const damage = Object.hasOwn(options.sizes, size) ? undefined : explainDamage(size, 'a size');
  if (damage === undefined) return [];
  const remedy = `or add the right size to sizes of the options: ${JSON.stringify(size)}: "…"`;
  return ['sizes that a spreadsheet changed', `${damage}; ${remedy}`];
}

function pricesOf(
  { prices, row }: NeutralVariant,
  { options, report, today, decimalSign }: ImportContext,
  { name, notSoldIn }: { readonly name: string; readonly notSoldIn: readonly Currency[] },
): ReadonlyMap<Currency, VariantPrices> {
  const omit = (reason: string, advice: string) =>
    report.leaveOut(reason, { name, rows: [row], advice });
  const found = new Map<Currency, VariantPrices>();
  for (const currency of new Set([options.currency, ...currencies])) {
    const price = prices[currency] ?? (currency === options.currency ? prices.source : undefined);
    const cents = price && readPrice(price, { sign: decimalSign, currency, today, omit });
    if (cents !== undefined) found.set(currency, cents);
  }
  const sold = currenciesOf(options);
  const [own] = found;
  if (options.rate !== undefined && own !== undefined) {
    const [from, { current, regular, sale }] = own;
    const rate = parseRate(String(options.rate));
    for (const to of sold.filter((currency) => !found.has(currency))) {
      const toOther = (cents: number) => convert(cents, from, to, rate);
      found.set(to, {
        current: toOther(current),
        regular: regular === undefined ? undefined : toOther(regular),
        sale: sale && { ...sale, price: toOther(sale.price) },
      });
    }
  }
  const kept = [...found].filter(([currency, { current }]) => {
    if (!sold.includes(currency)) return false;
    if (!notSoldIn.includes(currency)) return true;
    const advice = `${currency} ${formatCents(current)}; to import it, include the product in the market`;
    omit('prices of a market in which the product is not sold', advice);
    return false;
  });
  return new Map(kept);
}

/** Returns the currencies of the markets (countries) that the import options set. */
export function currenciesOf({ markets }: Pick<ImportOptions, 'markets'>): Currency[] {
  const sold = Object.values(localeFacts).filter(({ market }) => markets.includes(market));
  return currencies.filter((currency) => sold.some((facts) => facts.currency === currency));
}

/** Returns the decimal sign of the prices of all styles, such as `,` for `24,50`. */
export function decimalSignIn(styles: readonly NeutralStyle[]): DecimalSign | undefined {
  const variants = styles.flatMap((style) => style.variants);
  const prices = variants.flatMap((one) => Object.values(one.prices));
  const texts = prices.flatMap(({ price, compareAt = '', sale }) => [
    price,
    compareAt,
    sale?.price ?? '',
  ]);
  // Beside `25`, `35.555` may be a price with three decimals as well as one in the thousands.
  return decimalSignOf(texts.filter((text) => !/^\d+$/.test(text)));
}
