/** Gives each style its SKU and each variant its colour, size and prices; leaves out what cannot have them. */
import {
  type Currency,
  currencies,
  localeFacts,
  locales,
  markets as marketNames,
} from '../../../contract/locales.ts';
import type { LeftOuts } from '../left-out.ts';
import { convert, parsePrice, parseRate } from '../money.ts';
import type { NeutralPrice, NeutralStyle, NeutralText, NeutralVariant } from '../neutral.ts';
import type { ImportOptions } from '../options/import-options.ts';
import { colorOf, labelOf, sizeOf, skuOf } from '../options/propose-options.ts';

/** A price of one piece in cents. */
export interface Cents {
  readonly current: number;
  /** The price before a markdown, above `current`. */
  readonly regular: number | undefined;
  /** A price below `current` on some days. */
  readonly sale:
    | { readonly price: number; readonly from: string; readonly until: string }
    | undefined;
}

/** A variant of which colour, size and a price are known. */
export interface ResolvedVariant {
  readonly source: NeutralVariant;
  /** What reports call it. */
  readonly name: string;
  /** Id of the colour. */
  readonly color: string;
  readonly colorName: NeutralText;
  readonly size: string;
  readonly prices: ReadonlyMap<Currency, Cents>;
}

export interface ResolvedStyle {
  readonly source: NeutralStyle;
  readonly sku: string;
  readonly variants: readonly ResolvedVariant[];
}

/** What the steps of the writer share. */
export interface Writing {
  readonly options: ImportOptions;
  readonly leftOuts: LeftOuts;
  /** The day of the import (`YYYY-MM-DD`): sales that have ended are left out. */
  readonly today: string;
}

/** Returns the styles that can be written, sorted by SKU. */
export function resolveStyles(styles: readonly NeutralStyle[], writing: Writing): ResolvedStyle[] {
  const bySku = new Map<string, ResolvedStyle>();
  for (const source of styles) {
    const sku = skuOf(source, writing.options);
    const { row } = source;
    if (bySku.has(sku)) {
      writing.leftOuts.add('styles with the SKU of an earlier one', { name: sku, row });
      continue;
    }
    const variants = resolveVariants({ source, sku }, writing);
    if (variants.length > 0) bySku.set(sku, { source, sku, variants });
    else {
      const advice = 'it has no variant that can be imported';
      writing.leftOuts.add('styles without a variant', { name: sku, row, advice });
    }
  }
  return [...bySku.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
}

function resolveVariants(
  { source: style, sku }: Pick<ResolvedStyle, 'source' | 'sku'>,
  { options, leftOuts, today }: Writing,
): ResolvedVariant[] {
  const [first] = style.variants;
  const variants = new Map<string, ResolvedVariant>();
  for (const source of style.variants) {
    const { row } = source;
    const colorName = colorOf(source.options, options);
    const rawSize = sizeOf(source.options, options);
    const size = options.sizes[rawSize] ?? rawSize;
    const color = options.colors[labelOf(colorName)]?.id ?? '';
    const name = source.code || `${sku} ${color} ${size}`;
    const other = source.options.find(
      (option) =>
        options.options[option.name] === 'none' &&
        labelOf(option.value) !== valueOf(first, option.name),
    );
    if (other !== undefined) {
      const kept = valueOf(first, other.name);
      const advice = `${other.name}: ${labelOf(other.value)}; ${kept} is imported. Set options.${other.name} to size to import all`;
      leftOuts.add('variants that differ by an option other than colour and size', {
        ...{ name, row, advice },
      });
      continue;
    }
    if (variants.has(`${color} ${size}`)) {
      const advice = `${color}, ${size}`;
      leftOuts.add('variants with the colour and size of an earlier one', { name, row, advice });
      continue;
    }
    const prices = pricesOf(source, { options, leftOuts, today }, name);
    if (prices.size === 0 && !style.isDraft) {
      leftOuts.add('variants without a price', { name, row });
      continue;
    }
    variants.set(`${color} ${size}`, { source, name, color, colorName, size, prices });
  }
  return [...variants.values()];
}

function valueOf(variant: NeutralVariant | undefined, name: string): string {
  const option = variant?.options.find((one) => one.name === name);
  return option === undefined ? '' : labelOf(option.value);
}

/** Returns the prices in the currencies of the markets. */
function pricesOf(
  { prices, row }: NeutralVariant,
  { options, leftOuts, today }: Writing,
  name: string,
): ReadonlyMap<Currency, Cents> {
  const found = new Map<Currency, Cents>();
  for (const currency of currencies) {
    const price = prices[currency] ?? (currency === options.currency ? prices.source : undefined);
    const cents =
      price &&
      toCents(price, today, (reason, advice) => {
        leftOuts.add(reason, { name, row, advice });
      });
    if (cents !== undefined) found.set(currency, cents);
  }
  const sold = currenciesOf(options);
  const own = found.get(options.currency) ?? [...found.values()][0];
  const from = found.has(options.currency) ? options.currency : [...found.keys()][0];
  if (options.rate !== undefined && own !== undefined && from !== undefined) {
    const rate = parseRate(String(options.rate));
    for (const to of sold) {
      if (found.has(to)) continue;
      const toOther = (cents: number) => convert(cents, from, to, rate);
      found.set(to, {
        current: toOther(own.current),
        regular: own.regular === undefined ? undefined : toOther(own.regular),
        sale: own.sale && { ...own.sale, price: toOther(own.sale.price) },
      });
    }
  }
  return new Map([...found].filter(([currency]) => sold.includes(currency)));
}

/** Returns the currencies of the markets that an import is for. */
export function currenciesOf({ markets }: Pick<ImportOptions, 'markets'>): Currency[] {
  const facts = locales.map((locale) => localeFacts[locale]);
  const used = marketNames.filter((market) => markets.includes(market));
  return currencies.filter((currency) =>
    facts.some((fact) => fact.currency === currency && used.includes(fact.market)),
  );
}

function toCents(
  { price, compareAt = '', sale }: NeutralPrice,
  today: string,
  leaveOut: (reason: string, advice: string) => void,
): Cents | undefined {
  const current = parsePrice(price);
  if (current === undefined) {
    if (/[1-9]/.test(price)) leaveOut('unreadable prices', `write ${price} as 24.50`);
    return undefined;
  }
  const regular = parsePrice(compareAt);
  return {
    current,
    regular: regular !== undefined && regular > current ? regular : undefined,
    sale: sale && toSale(sale, { current, today }, leaveOut),
  };
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

function toSale(
  { price: text, from, until }: NonNullable<NeutralPrice['sale']>,
  { current, today }: { readonly current: number; readonly today: string },
  leaveOut: (reason: string, advice: string) => void,
): Cents['sale'] {
  const price = parsePrice(text);
  if (price === undefined || price >= current) return undefined;
  if ([from, until].some((day) => day !== '' && !dayPattern.test(day))) {
    leaveOut('sale prices with unreadable dates', `${from} to ${until}`);
    return undefined;
  }
  if (until !== '' && until < today) {
    leaveOut('sale prices that have ended', `${text} until ${until}`);
    return undefined;
  }
  return { price, from, until };
}
