/** Parses the arguments of `npm run import`. */
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import { type Currency, currencies, type Language, languages } from '../../contract/locales.ts';
import { exampleMap } from './csv/column-map.ts';
import { ImportError } from './import-files.ts';
import { parseRate } from './money.ts';
import type { KnownOptions } from './options/import-options.ts';

/** The usage text that `--help` prints. */
export const usage = `Usage: npm run import -- shopify FILE.csv --out DIR [OPTIONS]
       npm run import -- woocommerce FILE.csv --out DIR [OPTIONS]
       npm run import -- csv FILE.csv --map MAP.json --out DIR [OPTIONS]
       npm run import -- magento FILE.csv --out DIR [OPTIONS]

Converts the product export of a shop to content in DIR, and reports what was imported,
defaulted and left out. Next to DIR it writes DIR.import.json, the options, which you may
correct; DIR.left-out.csv, the rows that it left out; and DIR.import-state.json.
Import again, with a newer export or corrected options, to update DIR: changes by editors
are kept and listed. The content is then checked, and its errors are printed.

  --out DIR            the folder to write: a new one, or one that this command wrote
  --options FILE       the options file (default: DIR.import.json)
  --currency USD|CAD   currency of prices without one
  --rate NUMBER        CAD per USD: products are also sold in the other country, at converted
                       prices
  --language en|fr     language of the source
  --brand NAME         brand of styles without one in the source
  --swatches FILE      JSON object of colour names and hex colours
  --map FILE           csv: the meaning of the columns, as JSON; see the example
  --images URL         magento: https address of the picture folder; without it there are
                       no pictures

FILE may also be a workbook (.xlsx); the first sheet with the columns of the source is read.
For magento, FILE.csv is what System, Export, Products writes in Magento's admin panel. It may also
be a folder with products.csv and, for the order of sizes and categories, attributes.csv and
categories.csv as in Magento's sample data.

Examples:
  npm run import -- shopify products_export.csv --out content --currency CAD
  npm run import -- woocommerce wc-product-export.csv --out content
  npm run import -- csv supplier.csv --map supplier.map.json --out content
  npm run import -- magento export_catalog_product.csv --out content --currency CAD --brand Harbour \\
    --images https://shop.example.com/media/catalog/product

A map for csv; every row is a variant, and rows with the same "style" are one style:
${exampleMap}

Exit codes: 0 the content was written; 1 the import failed, for the printed reason. If a file
next to DIR cannot be written, DIR may already have the new content.
`;

const sources = ['magento', 'shopify', 'woocommerce', 'csv'] as const;
type Source = (typeof sources)[number];

/** The parsed arguments of `npm run import`. */
export interface ImportArguments {
  readonly source: Source;
  /** The exported file; for Magento, possibly a folder with it. */
  readonly path: string;
  /** The content folder to write. */
  readonly out: string;
  /** The options file; undefined for the default, `<out>.import.json`. */
  readonly optionsFile: string | undefined;
  /** File with hex colours by colour name; undefined if the user gives none. */
  readonly swatchesFile: string | undefined;
  /** File of the column map; only for the source `csv`. */
  readonly mapFile: string | undefined;
  /** Options from the command line, which override those of the options file. */
  readonly given: KnownOptions;
}

/** Option that only one import source accepts → that source. */
const ownOptions = { map: 'csv', images: 'magento' } as const;

/**
 * Parses the arguments of `npm run import`; returns undefined for `--help`, for which the caller prints the usage.
 * Throws an `ExpectedError` with the reason and the usage for invalid arguments, and an `ImportError` for an invalid
 * value of an option.
 */
export function readArguments(args: readonly string[]): ImportArguments | undefined {
  const { positionals, values } = parseArguments(args);
  if (values.help) return undefined;
  const [name, path, ...rest] = positionals;
  const source = sources.find((known) => known === name);
  if (source === undefined) {
    throw usageError(`the first argument must be one of ${sources.join(', ')}`);
  }
  if (path === undefined || rest.length > 0) throw usageError('give one file of an export');
  if (values.out === undefined || values.out === '') throw usageError('--out is missing');
  for (const [option, owner] of Object.entries(ownOptions)) {
    if (source === owner || values[option as keyof typeof ownOptions] === undefined) continue;
    throw usageError(`--${option} is not an option of ${source}`);
  }
  if (source === 'csv' && values.map === undefined) throw usageError('--map is missing');
  return {
    ...{ source, path },
    // Reports are written next to the folder, so its name must not end with a slash.
    out: values.out.replace(/(?<=.)[\\/]+$/, ''),
    optionsFile: values.options,
    swatchesFile: values.swatches,
    mapFile: values.map,
    given: toGiven(values),
  };
}

function toGiven(values: ReturnType<typeof parseArguments>['values']): KnownOptions {
  const brand = parseBrand(values.brand);
  return {
    ...(values.currency !== undefined && { currency: parseCurrency(values.currency) }),
    ...(values.rate !== undefined && { rate: readRate(values.rate) }),
    ...(values.language !== undefined && { language: parseLanguage(values.language) }),
    ...(brand !== undefined && { brand }),
    ...(values.images !== undefined && { images: parseImagesUrl(values.images) }),
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        options: { type: 'string' },
        map: { type: 'string' },
        currency: { type: 'string' },
        language: { type: 'string' },
        rate: { type: 'string' },
        brand: { type: 'string' },
        swatches: { type: 'string' },
        images: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (cause) {
    throw usageError((cause as Error).message, { cause });
  }
}

function usageError(reason: string, options?: ErrorOptions): ExpectedError {
  return new ExpectedError(`${reason}\n\n${usage}`, options);
}

function parseBrand(text: string | undefined): string | undefined {
  const brand = text?.trim();
  if (brand === '') throw new ImportError('--brand is empty; give a name or leave it out');
  return brand;
}

function readRate(text: string): number {
  const { numerator, denominator } = parseRate(text);
  return numerator / denominator;
}

function parseCurrency(text: string): Currency {
  const currency = currencies.find((known) => known === text.toUpperCase());
  if (currency === undefined) {
    throw new ImportError(`--currency ${text} is unknown; give ${currencies.join(' or ')}`);
  }
  return currency;
}

function parseLanguage(text: string): Language {
  const language = languages.find((known) => known === text.toLowerCase());
  if (language === undefined) {
    throw new ImportError(`--language ${text} is unknown; give ${languages.join(' or ')}`);
  }
  return language;
}

function parseImagesUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '') {
    throw new ImportError(
      `--images ${text} is not an https address of a folder; give one such as https://shop.example.com/media`,
    );
  }
  return url.href;
}
