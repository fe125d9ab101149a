/** What holds for the whole of an import, told in its report. */

import type { LocalizedText } from '../../../build/content/schemas/text.ts';
import { currencies } from '../../../contract/locales.ts';
import type { ImportedContent } from '../content-files.ts';
import type { Report } from '../report.ts';
import type { ImportSettings } from './import-settings.ts';
import { isOwnCode } from './materials.ts';
import { discountsByTier } from './price-rows.ts';
import type { PricedStyle } from './prices.ts';

function labelsOf(table: Readonly<Record<string, LocalizedText>>): string[] {
  return Object.values(table).map((text) => text.en ?? '');
}

function namesOf(table: Readonly<Record<string, { readonly name: LocalizedText }>>): string[] {
  return Object.values(table).map(({ name }) => name.en ?? '');
}

function noteTaken(content: ImportedContent, styles: readonly PricedStyle[], report: Report) {
  const { products, facets } = content;
  const variants = styles.flatMap((style) => style.variants.map(({ product }) => product.sku));
  const tagged = products.filter(({ tag }) => tag !== undefined);
  const blocks = products.filter(({ customization }) => customization.colorBlocks);
  const kinds = {
    variants,
    styles: products.map(({ sku }) => sku),
    colours: namesOf(content.colors.colors),
    sizes: content.sizes,
    categories: namesOf(content.categories),
    'collections, as inspiration': labelsOf(facets.inspiration),
    'materials, as fabrics': labelsOf(facets.fabrics),
    'styles with a tag': tagged.map(({ sku, tag }) => `${sku} ${tag}`),
    'colour-block styles': blocks.map(({ sku }) => sku),
  };
  for (const [kind, examples] of Object.entries(kinds)) report.note('taken', kind, examples);
}

function noteMoney(skus: readonly string[], { currency, rate }: ImportSettings, report: Report) {
  report.note('taken', `prices in ${currency}, as they are`, skus);
  const other = currencies.find((known) => known !== currency) ?? currency;
  const cadPerUsd = rate.numerator / rate.denominator;
  report.note('defaulted', `prices in ${other}, at ${cadPerUsd} CAD for one USD`, skus);
  const discounts = Object.entries(discountsByTier).map(([tier, off]) => `${tier} ${off} % off`);
  report.note('defaulted', 'net price tiers, from the MSRP', discounts);
}

/** Says what was taken for all styles, and what was defaulted because no export holds it. */
export function noteContent(
  content: ImportedContent,
  styles: readonly PricedStyle[],
  settings: ImportSettings,
  report: Report,
): void {
  const skus = content.products.map(({ sku }) => sku);
  noteTaken(content, styles, report);
  noteMoney(skus, settings, report);
  const defaulted = (kind: string, examples: readonly string[]) =>
    report.note('defaulted', kind, examples);
  const [brand] = Object.values(content.brands);
  if (settings.brand === undefined) {
    defaulted(`styles of the brand ${brand?.name} (give --brand NAME)`, skus);
  }
  defaulted('brand descriptions', [brand?.description.en ?? '']);
  const nameless = styles.filter(({ product }) => product.name === '');
  const names = nameless.map(({ product }) => product.sku);
  defaulted('styles named by their SKU', names);
  defaulted('styles with English text for French readers', skus);
  defaulted('styles with a minimum order of one piece', skus);
  const nothing = 'decorations, size chart, surcharges, design studio';
  defaulted(`styles without what no export holds (${nothing})`, skus);
  defaulted('companies, each selling every style', Object.keys(content.companies));
  defaulted(
    'material codes, made from names',
    Object.keys(content.facets.materials).filter(isOwnCode),
  );
}
