/** The neutral table, to which all sources are converted; its cells are text of the export. */
import type { Currency, Language } from '../../contract/locales.ts';
import type { Report } from './report.ts';
import type { SourceRow } from './source-table.ts';
import { isPlaceholder, toPlainText } from './text.ts';

/** Values by language; `source` is a value in the language of the import, unless there is another in that language. */
export type ByLanguage<Value> = Readonly<Partial<Record<Language | 'source', Value>>>;

/** A text of the imported data in each language that the source has. It may be HTML. */
export type NeutralText = ByLanguage<string>;

/** The price of one piece, as the text of the source. A member that the source lacks is empty or missing. */
export interface NeutralPrice {
  readonly price: string;
  readonly compareAt?: string;
  /** A lower price from the day `from` until the day `until`, both included; an empty day means no limit. */
  readonly sale?: { readonly price: string; readonly from: string; readonly until: string };
}

/** A property by which the variants of a style differ, such as `Couleur`, and its value, such as `Marine`. */
export interface NeutralOption {
  readonly name: string;
  readonly value: NeutralText;
}

/** A variant of a style, such as one colour in one size. Its texts are empty if the source has none. */
export interface NeutralVariant {
  readonly row: SourceRow;
  readonly options: readonly NeutralOption[];
  readonly code: string;
  readonly gtin: string;
  /** Currency → price; `source` is a price in the currency of the import options. */
  readonly prices: Readonly<Partial<Record<Currency | 'source', NeutralPrice>>>;
  /** Stock by location (undefined if the source names none); `0` if the source only says that there is none. */
  readonly stock: readonly { readonly location: string | undefined; readonly quantity: string }[];
  readonly pictures: readonly string[];
}

/** A product of the source with its variants. Importers call it a style. */
export interface NeutralStyle {
  /** The rows of the style and its variants; the first one has its texts. */
  readonly rows: readonly SourceRow[];
  /** The identifier of the style in the source, which is the same in every import. */
  readonly code: string;
  /** True if `code` is the SKU; false if it is, for example, part of a URL. */
  readonly isSku: boolean;
  readonly name: NeutralText;
  readonly short: NeutralText;
  readonly long: NeutralText;
  readonly brand: string;
  readonly category: NeutralText;
  readonly keywords: ByLanguage<readonly string[]>;
  /** Words that may name the audience: tags, categories or a gender. */
  readonly audience: readonly string[];
  /** Why the source does not show the style, such as `Status: archived`; undefined if it shows it. */
  readonly hidden: string | undefined;
  /** Currencies of the markets in which the source does not sell the style, although it may have prices there. */
  readonly notSoldIn?: readonly Currency[];
  /** Pictures in the order of the source; the first one is the main one. */
  readonly pictures: readonly { readonly url: string; readonly alt: string }[];
  readonly variants: readonly NeutralVariant[];
}

/** The styles of a source, and the language and currency that its columns imply. */
export interface NeutralTable {
  readonly styles: readonly NeutralStyle[];
  readonly hints: { readonly language?: Language; readonly currency?: Currency };
}

/** Returns a table without words that stand for no brand, category, colour or size, and reports them. */
export function withoutPlaceholders(table: NeutralTable, report: Report): NeutralTable {
  const isReal = (text: string) => {
    if (!isPlaceholder(text)) return true;
    // Shopify writes `Default Title` for every product without options.
    const shown = text.toLowerCase() === 'default title' ? [] : text;
    report.note('defaulted', 'words that stand for no brand, category, colour or size', shown);
    return false;
  };
  const named = (text: NeutralText): NeutralText =>
    Object.fromEntries(
      Object.entries(text)
        .map(([language, name]) => [language, toPlainText(name)] as const)
        .filter(([, name]) => name !== '' && isReal(name)),
    );
  const styles = table.styles.map((style) => {
    const brand = toPlainText(style.brand);
    return {
      ...style,
      brand: brand === '' || isReal(brand) ? brand : '',
      category: named(style.category),
      variants: style.variants.map((variant) => ({
        ...variant,
        options: variant.options.filter(({ value }) => Object.values(value).every(isReal)),
      })),
    };
  });
  return { ...table, styles };
}
