/**
 * Imports styles (products with variants), which tests describe by their differences from a
 * default style.
 */
import type {
  NeutralPrice,
  NeutralStyle,
  NeutralVariant,
} from '../../../../editing/import/neutral.ts';
import type { KnownOptions } from '../../../../editing/import/options/import-options.ts';
import { proposeOptions } from '../../../../editing/import/options/propose-options.ts';
import { createReport } from '../../../../editing/import/report.ts';
import { toContent } from '../../../../editing/import/to-content/to-content.ts';

const row = { line: 2, cells: {} };

/**
 * The differences of a variant from the default one (navy, M, 10.00). `color`, `size` and
 * `price` are short forms for `options` and `prices`.
 */
type Variant = Partial<NeutralVariant> & {
  readonly color?: string;
  readonly size?: string;
  readonly price?: NeutralPrice;
};

function variantOf({ color = 'Navy', size = 'M', price, ...rest }: Variant): NeutralVariant {
  const options = [
    { name: 'color', value: { source: color } },
    { name: 'size', value: { source: size } },
  ];
  const prices = { source: price ?? { price: '10.00' } };
  return { row, options, code: '', gtin: '', prices, stock: [], pictures: [], ...rest };
}

/** The differences of a style from the default one (TEE-1, named Tee, with one default variant). */
export type Style = Partial<Omit<NeutralStyle, 'variants'>> & {
  readonly variants?: readonly Variant[];
};

/** Returns the default style with the given differences. */
export function styleOf({ variants = [{}], ...rest }: Style): NeutralStyle {
  const texts = { name: { source: 'Tee' }, short: {}, long: {}, category: {}, keywords: {} };
  const facts = { rows: [row], code: 'TEE-1', isSku: true, brand: '', hidden: undefined };
  const lists = { audience: [], pictures: [], variants: variants.map(variantOf) };
  return { ...texts, ...facts, ...lists, ...rest, variants: lists.variants };
}

/**
 * Imports styles on 10 May 2024, in English and US dollars unless `known` has other options.
 * Returns the content, the report, the CSV table of omitted data (`leftOut`), and `cells`, which
 * returns a text for each table row: `cells(msrp, 'price', 'from')` → `20.00 2027-01-01`.
 */
export function importStyles(styles: readonly Style[], known: KnownOptions = {}) {
  const table = { styles: styles.map(styleOf), hints: {} };
  const tiers = { base: 'A1', percentOfMsrp: { A1: 50 } };
  const decided = { language: 'en', currency: 'USD', tiers, ...known } as const;
  const report = createReport();
  const { content } = toContent(table, {
    options: proposeOptions(table, decided),
    report,
    ...{ decimalSign: '.', today: '2024-05-10' },
  });
  const cells = (rows: readonly Readonly<Record<string, string>>[], ...names: string[]) =>
    rows.map((each) =>
      names
        .map((name) => each[name] ?? '')
        .join(' ')
        .trim(),
    );
  const leftOut = report.toCsv({ columns: [], separator: ',' }) ?? '';
  return { ...content, cells, leftOut, report: report.toText() };
}
