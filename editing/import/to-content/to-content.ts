/** Converts the neutral table to content, with the options of the import. */
import type { LocalizedText } from '../../../build/content/schemas/text.ts';
import {
  type Currency,
  type Language,
  languages,
  localeFacts,
  locales,
  type Market,
} from '../../../contract/locales.ts';
import { familiesOf, toFamilyTable } from '../color-names.ts';
import type { ImportedContent } from '../content-files.ts';
import type { NeutralStyle, NeutralTable } from '../neutral.ts';
import { labelOf } from '../options/propose-options.ts';
import { sortSizes } from '../sizes.ts';
import {
  audienceNames,
  describeBrand,
  inLanguages,
  onlyCompany,
  toCatalogueTexts,
} from '../standard-texts.ts';
import { toId } from '../text.ts';
import { priceStyles, type StylePrice, toPriceRows, toSurchargeRows } from './price-rows.ts';
import {
  currenciesOf,
  type ImportContext,
  type ResolvedStyle,
  resolveStyles,
} from './resolve-styles.ts';
import { audienceOf, toProduct, toText } from './to-products.ts';
import { toInventoryRows, toVariantRows } from './variant-rows.ts';

/** The content of an import, and the styles from which it was created. */
export interface WrittenContent {
  readonly content: ImportedContent;
  readonly styles: readonly ResolvedStyle[];
}

/** Converts the products of an import source (the neutral table) to content. */
export function toContent({ styles: all }: NeutralTable, context: ImportContext): WrittenContent {
  const { options, report } = context;
  const { language, tiers } = options;
  const priced = priceStyles(resolveStyles(all, context), context);
  const styles = [...priced.keys()];
  const prices = [...priced.values()].flat();
  const inUse = languagesOf(styles, language);
  const categoryOf = (source: NeutralStyle) =>
    labelOf(source.category) === '' ? { [language]: options.category } : source.category;
  const brandOf = (source: NeutralStyle) => source.brand || options.brand;
  const brands = new Map(styles.map(({ source }) => [toId(brandOf(source)), brandOf(source)]));
  const categoryNames = toNames(
    styles.map(({ source }) => categoryOf(source)).map((text) => [toId(labelOf(text)), text]),
    language,
  );
  const categories = Object.fromEntries(
    [...categoryNames].map(([id, name], index) => [id, { name, order: index + 1 }]),
  );
  const products = styles.map((style) =>
    toProduct(style, {
      ...{ language, report, minimumOrder: options.minimumOrder },
      sizeOrder: Object.values(options.sizes),
      brand: toId(brandOf(style.source)),
      category: toId(labelOf(categoryOf(style.source))),
      markets: marketsOf(style, priced.get(style) ?? [], context),
    }),
  );
  const colors = toColors(styles, inUse, context);
  const missingLanguages = findMissingLanguages({ products, categories, colors }, context);
  const content: ImportedContent = {
    catalogue: {
      defaultLocale: defaultLocaleOf(context),
      ...(missingLanguages.length > 0 && {
        fallbackLanguage: Object.fromEntries(missingLanguages.map((one) => [one, language])),
      }),
      tiers: { base: tiers.base, all: Object.keys(tiers.percentOfMsrp) },
      texts: toCatalogueTexts(inUse),
    },
    brands: Object.fromEntries(
      [...brands].map(([id, name]) => [
        id,
        { name, description: describeBrand(name, inUse), page: false },
      ]),
    ),
    ...{ categories, products, colors },
    audiences: Object.fromEntries(
      styles.map(audienceOf).map((id) => [id, inLanguages(audienceNames[id], inUse)]),
    ),
    sizes: sortSizes(
      styles.flatMap(({ variants }) => variants.map(({ size }) => size)),
      Object.values(options.sizes),
    ),
    msrp: toPriceRows(prices, 100, options),
    net: new Map(
      Object.entries(tiers.percentOfMsrp).map(([tier, percent]) => [
        tier,
        toPriceRows(prices, percent, options),
      ]),
    ),
    surcharges: toSurchargeRows(prices, tiers),
    inventory: toInventoryRows(styles, context),
    variants: toVariantRows(styles, context),
    locations: options.locations ?? {},
    activeProducts: styles.map(({ sku }) => ({ sku, company: onlyCompany })),
  };
  return { content, styles };
}

function languagesOf(styles: readonly ResolvedStyle[], language: Language): Language[] {
  const isNamedIn = (one: Language) =>
    styles.every(({ source }) => (source.name[one] ?? '') !== '');
  return languages.filter((one) => one === language || isNamedIn(one));
}

/** Returns the languages, other than that of the source, in which a text of a shown locale is missing. */
function findMissingLanguages(
  { products, categories, colors }: Pick<ImportedContent, 'products' | 'categories' | 'colors'>,
  { options }: ImportContext,
): Language[] {
  const texts = [
    ...products.flatMap(({ name, descriptions }) => [name, ...Object.values(descriptions)]),
    ...[...Object.values(categories), ...Object.values(colors.colors)].map(({ name }) => name),
  ];
  const shown = locales.filter((locale) => options.markets.includes(localeFacts[locale].market));
  return languages.filter(
    (one) =>
      one !== options.language &&
      shown.some((locale) => localeFacts[locale].language === one) &&
      texts.some((text) => !(one in text)),
  );
}

function defaultLocaleOf({ options: { language, markets } }: ImportContext) {
  const shown = locales.filter((locale) => markets.includes(localeFacts[locale].market));
  return (
    shown.find((locale) => localeFacts[locale].language === language) ?? shown[0] ?? locales[0]
  );
}

/** Returns the markets in whose currency a style has a price. */
function marketsOf(
  { source: { notSoldIn = [] } }: ResolvedStyle,
  prices: readonly StylePrice[],
  { options: { markets } }: ImportContext,
) {
  const inOneOf = (currencies: readonly Currency[]) => (market: Market) =>
    currenciesOf({ markets: [market] }).some((currency) => currencies.includes(currency));
  const priced = markets.filter(inOneOf(prices.map(({ currency }) => currency)));
  if (priced.length > 0) return priced;
  const isExcluded = inOneOf(notSoldIn);
  const open = markets.filter((market) => !isExcluded(market));
  return open.length > 0 ? open : markets;
}

/** Returns id → localized name, in the order of first use. */
function toNames(
  named: readonly (readonly [id: string, text: Parameters<typeof toText>[0]])[],
  language: Language,
): ReadonlyMap<string, LocalizedText> {
  const names = new Map<string, LocalizedText>();
  for (const [id, text] of named) {
    names.set(id, { ...toText(text, language), ...names.get(id) });
  }
  return names;
}

function toColors(
  styles: readonly ResolvedStyle[],
  inUse: readonly Language[],
  { options }: ImportContext,
): ImportedContent['colors'] {
  const variants = styles.flatMap((style) => style.variants);
  // Names whose own id is the colour's id take precedence over names that options assign to that id.
  const isOwn = (variant: (typeof variants)[number]) =>
    toId(labelOf(variant.colorName)) === variant.color ? 0 : 1;
  const sorted = [...variants].sort((a, b) => isOwn(a) - isOwn(b));
  const names = toNames(
    sorted.map(({ color, colorName }) => [color, colorName]),
    options.language,
  );
  const hex = new Map(Object.values(options.colors).map((color) => [color.id, color.hex]));
  for (const color of Object.values(options.colors)) {
    if (color.hex.length > 0) hex.set(color.id, color.hex);
  }
  const colors = [...names].map(([id, name]) => {
    const families = familiesOf(Object.values(name).map(toId).join('-'));
    return [id, { name, swatches: hex.get(id) ?? [], families }] as const;
  });
  const used = new Set(colors.flatMap(([, { families }]) => families));
  return { families: toFamilyTable(used, inUse), colors: Object.fromEntries(colors) };
}
