/** What no export has: the user's settings and fixed defaults; and the summary of an import. */

import type { LocalizedText } from '../../../build/content/schemas/text.ts';
import { currencies } from '../../../contract/locales.ts';
import type { MagentoOptions } from '../command-line.ts';
import type { ImportedContent } from '../content-files.ts';
import type { Report } from '../report.ts';
import { describeBrand, discountsByTier, noBrand, toCatalogueTexts } from '../standard-texts.ts';
import { isOwnCode } from './attributes.ts';
import type { Swatches } from './colors.ts';
import type { PricedStyle } from './prices.ts';

/** What the user of an import chose, and when it runs. */
export interface ImportSettings
  extends Pick<MagentoOptions, 'currency' | 'rate' | 'brand' | 'imagesBase'> {
  readonly swatches: Swatches;
  /** Decides which special prices are valid. */
  readonly today: Date;
}

export const tiers = Object.keys(discountsByTier) as (keyof typeof discountsByTier)[];

/** `catalogue.json`: the texts are English only, which French readers are shown too. */
export const catalogue: ImportedContent['catalogue'] = {
  defaultLocale: 'en-CA',
  fallbackLanguage: { fr: 'en' },
  tiers: { base: 'A3', all: [...tiers] },
  texts: toCatalogueTexts(['en']),
};

/** Returns the brand of every style, named by the user or not. */
export function toBrand(name: string | undefined): ImportedContent['brands'][string] {
  const label = name ?? noBrand.name.en;
  return { name: label, description: describeBrand(label, ['en']), page: false };
}

/** Notes what was imported, and what was defaulted because no export has it. */
export function noteSummary(
  content: ImportedContent,
  styles: readonly PricedStyle[],
  settings: ImportSettings,
  report: Report,
): void {
  noteImported(content, styles, report);
  notePrices(content, settings, report);
  const skus = content.products.map(({ sku }) => sku);
  const unnamed = styles.filter(({ product }) => product.name === '');
  const [brand] = Object.values(content.brands);
  const lacking = 'decorations, size chart, surcharges, design studio';
  const notes: Readonly<Record<string, readonly string[]>> = {
    ...(settings.brand === undefined && {
      [`styles of the brand ${brand?.name} (give --brand NAME)`]: skus,
    }),
    'brand descriptions': [brand?.description.en ?? ''],
    'styles named by their SKU': unnamed.map(({ product }) => product.sku),
    'styles with English text for French readers': skus,
    'styles with a minimum order of one piece': skus,
    [`styles without what no export has (${lacking})`]: skus,
    'companies, each selling every style': Object.keys(content.companies),
    'material codes, made from names': Object.keys(content.facets.materials).filter(isOwnCode),
  };
  for (const [text, examples] of Object.entries(notes)) report.note('defaulted', text, examples);
}

function noteImported(content: ImportedContent, styles: readonly PricedStyle[], report: Report) {
  const { products, facets } = content;
  const variants = styles.flatMap((style) => style.variants.map(({ product }) => product.sku));
  const tagged = products.filter(({ tag }) => tag !== undefined);
  const blocks = products.filter(({ customization }) => customization.colorBlocks);
  const notes = {
    variants,
    'part ids': (content.variants ?? []).map((row) => row['part_id'] ?? ''),
    styles: products.map(({ sku }) => sku),
    colours: namesOf(content.colors.colors),
    sizes: content.sizes,
    categories: namesOf(content.categories),
    'collections, as inspiration': labelsOf(facets.inspiration),
    'materials, as fabrics': labelsOf(facets.fabrics),
    'styles with a tag': tagged.map(({ sku, tag }) => `${sku} ${tag}`),
    'colour-block styles': blocks.map(({ sku }) => sku),
  };
  for (const [text, examples] of Object.entries(notes)) report.note('imported', text, examples);
}

function notePrices(
  { products }: ImportedContent,
  { currency, rate }: ImportSettings,
  report: Report,
): void {
  const skus = products.map(({ sku }) => sku);
  report.note('imported', `prices in ${currency}, unchanged`, skus);
  const other = currencies.find((known) => known !== currency) ?? currency;
  const cadPerUsd = rate.numerator / rate.denominator;
  report.note('defaulted', `prices in ${other}, at ${cadPerUsd} CAD for one USD`, skus);
  const discounts = Object.entries(discountsByTier).map(([tier, off]) => `${tier} ${off} % off`);
  report.note('defaulted', 'net price tiers, from the MSRP', discounts);
}

function labelsOf(table: Readonly<Record<string, LocalizedText>>): string[] {
  return Object.values(table).map((text) => text.en ?? '');
}

function namesOf(table: Readonly<Record<string, { readonly name: LocalizedText }>>): string[] {
  return Object.values(table).map(({ name }) => name.en ?? '');
}
