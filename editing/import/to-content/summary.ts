/** Adds the imported values and the chosen defaults to the report of an import. */
import { languages } from '../../../contract/locales.ts';
import type { NeutralTable } from '../neutral.ts';
import type { ImportOptions, KnownOptions } from '../options/import-options.ts';
import { guessLanguage } from '../options/propose-language.ts';
import type { Report } from '../report.ts';
import { onlyCompany } from '../standard-texts.ts';
import type { WrittenContent } from './to-content.ts';

interface Decisions {
  readonly options: ImportOptions;
  readonly known: KnownOptions;
  readonly table: NeutralTable;
}

/** Adds to the report what was imported, such as styles, and which defaults were chosen, such as the language. */
export function noteSummary(written: WrittenContent, decisions: Decisions, report: Report): void {
  const imported = importedParts(written);
  for (const [text, names] of Object.entries(imported)) report.note('imported', text, names);
  const defaulted = { ...proposals(written, decisions), ...defaults(written, decisions) };
  for (const [text, names] of Object.entries(defaulted)) report.note('defaulted', text, names);
}

type Notes = Readonly<Record<string, readonly string[]>>;

function importedParts({ content, styles }: WrittenContent): Notes {
  const { products, msrp, inventory, variants = [], surcharges = [] } = content;
  const ids = (column: string) =>
    variants.map((row) => row[column] ?? '').filter((id) => id !== '');
  const skusOf = (rows: typeof msrp) => rows.map((row) => row['sku'] ?? '');
  const pictures = products.flatMap(({ sku, images = [], colors }) => {
    const files = [...images.map(({ file }) => file), ...colors.flatMap((one) => one.images ?? [])];
    return [...new Set(files)].map(() => sku);
  });
  return {
    styles: products.map(({ sku }) => sku),
    variants: styles.flatMap((style) => style.variants.map(({ name }) => name)),
    'part ids': ids('part_id'),
    GTINs: ids('gtin'),
    'rows of stock': skusOf(inventory),
    'styles with a markdown': skusOf(msrp.filter((row) => row['regularPrice'] !== '')),
    'sizes that cost more': skusOf(surcharges.filter((row) => row['list'] === 'msrp')),
    pictures,
    colours: Object.keys(content.colors.colors),
    sizes: content.sizes,
    categories: Object.keys(content.categories),
    brands: Object.keys(content.brands),
    'styles that are drafts, as the source does not show them': styles.flatMap(({ sku, source }) =>
      source.hidden === undefined ? [] : `${sku}: ${source.hidden}`,
    ),
  };
}

/** Returns notes (text → examples) about proposed options, which users can change in the options file. */
function proposals(
  { content, styles }: WrittenContent,
  { options, known, table }: Decisions,
): Notes {
  const { language, currency, markets, tiers } = options;
  const isProposed = (own: object = {}, name: string) => !Object.hasOwn(own, name);
  const used = new Map(styles.map(({ source, sku }) => [source.code, sku]));
  const made = Object.entries(options.skus).filter(
    ([code, sku]) => used.get(code) === sku && isProposed(known.skus, code),
  );
  const renamed = Object.entries(options.sizes).filter(([name]) => isProposed(known.sizes, name));
  const kinds = Object.entries(options.options).filter(([name]) => isProposed(known.options, name));
  const colors = Object.entries(content.colors.colors);
  const shares = Object.entries(tiers.percentOfMsrp).map(([tier, share]) => `${tier} ${share} %`);
  return {
    ...(known.language === undefined && {
      [`language, ${guessLanguage(table).certainty}`]: [language],
    }),
    ...(known.currency === undefined && { 'currency of prices without one': [currency] }),
    ...(known.markets === undefined && { markets }),
    ...(known.tiers === undefined && { 'net price tiers, as shares of the MSRP': shares }),
    ...(known.minimumOrder === undefined && { 'minimum order, in pieces': ['1'] }),
    'options of variants, by their names and values': kinds.map(
      ([name, kind]) => `${name} = ${kind}`,
    ),
    'styles named by a proposed SKU': made.map(([code, sku]) => `${code} = ${sku}`),
    'sizes under another name': renamed.flatMap(([name, size]) =>
      name === size ? [] : [`${name} = ${size}`],
    ),
    'colours without a hex colour': colors
      .filter(([, { swatches }]) => swatches.length === 0)
      .map(([id]) => id),
    'colours in no colour family': colors
      .filter(([, { families }]) => families.length === 0)
      .map(([id]) => id),
    [`styles of the brand ${options.brand}`]: styles
      .filter(({ source }) => source.brand === '')
      .map(({ sku }) => sku),
    [`styles of the category ${options.category}`]: styles
      .filter(({ source }) => Object.values(source.category).join('') === '')
      .map(({ sku }) => sku),
  };
}

/** Returns notes (text → examples) about data that the source lacks. */
function defaults({ content, styles }: WrittenContent, { options }: Decisions): Notes {
  const skus = content.products.map(({ sku }) => sku);
  const { fallbackLanguage = {} } = content.catalogue;
  const [lacking] = languages.filter((one) => one in fallbackLanguage);
  const stocked = new Set(
    content.inventory.map(({ sku, color, size }) => `${sku} ${color} ${size}`),
  );
  const withoutStock = styles.flatMap(({ sku, variants }) =>
    variants.filter(({ color, size }) => !stocked.has(`${sku} ${color} ${size}`)),
  );
  const names = { en: 'English', fr: 'French' };
  return {
    ...(lacking !== undefined && {
      [`styles shown in ${names[options.language]} where ${names[lacking]} is missing`]: skus,
    }),
    'variants without stock: their ids are shown once inventory.csv has them': withoutStock.map(
      ({ name }) => name,
    ),
    'styles without what no export has (decorations, size chart, design studio)': skus,
    'companies, each selling every style': [onlyCompany],
  };
}
