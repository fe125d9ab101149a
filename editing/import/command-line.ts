/** The arguments of `npm run import`. */
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import { type Currency, currencies, type Language, languages } from '../../contract/locales.ts';
import { exampleMap } from './csv/column-map.ts';
import { ImportError } from './import-files.ts';
import { parseRate, type Rate } from './money.ts';
import type { KnownOptions } from './options/import-options.ts';

export const usage = `Usage: npm run import -- shopify FILE.csv --out DIR [OPTIONS]
       npm run import -- woocommerce FILE.csv --out DIR [OPTIONS]
       npm run import -- csv FILE.csv --map MAP.json --out DIR [OPTIONS]
       npm run import -- magento FOLDER --out DIR [MAGENTO OPTIONS]

Turns the product export of a shop into content in DIR, and reports what was imported,
defaulted and left out. Beside DIR it writes DIR.import.json, the options, which you may
correct; DIR.left-out.csv, the rows that it could not place; and DIR.import-state.json.
Import again, with a newer export or corrected options, to update DIR: what editors
changed since stays, and is listed.

  --out DIR            the folder to write: a new one, or one that this command wrote
  --options FILE       the options file (default: DIR.import.json)
  --map FILE           csv: which column is what, as JSON; see the example
  --currency USD|CAD   currency of prices without one
  --language en|fr     language of the source
  --brand NAME         brand of styles that the source names none of

Magento options, for products.csv, attributes.csv and categories.csv in FOLDER:
  --out DIR            the folder to write; it must be empty or not exist
  --currency USD|CAD   currency of the export's prices (default: USD)
  --rate NUMBER        CAD for one USD, for the other currency's prices (default: 1.37)
  --brand NAME         brand of every style (default: Unbranded)
  --swatches FILE      JSON object of colour names and hex colours
  --images URL         https address of the picture folder; without it there are no pictures

Examples:
  npm run import -- shopify products_export.csv --out content --currency CAD
  npm run import -- woocommerce wc-product-export.csv --out content
  npm run import -- csv supplier.csv --map supplier.map.json --out content
  npm run import -- magento export --out content --currency CAD --brand Harbour \\
    --images https://shop.example.com/media/catalog/product

A map for csv; every row is a variant, and rows with the same "style" are one style:
${exampleMap}

Exit codes: 0 the content was written; 1 nothing was written, for the printed reason.
`;

/** What the command line says about a Magento export. */
export interface MagentoOptions {
  readonly source: 'magento';
  /** Folder of the export. */
  readonly folder: string;
  /** Content folder to write. */
  readonly out: string;
  /** Currency of the export's prices. */
  readonly currency: Currency;
  readonly rate: Rate;
  readonly brand: string | undefined;
  readonly swatchesFile: string | undefined;
  /** The https address of the picture folder, without a slash at the end. */
  readonly imagesBase: string | undefined;
}

const tableSources = ['shopify', 'woocommerce', 'csv'] as const;

/** What the command line says about a table of products. */
export interface TableOptions {
  readonly source: (typeof tableSources)[number];
  readonly file: string;
  /** Content folder to write. */
  readonly out: string;
  readonly optionsFile: string | undefined;
  /** Of the source `csv` only. */
  readonly mapFile: string | undefined;
  /** Options that win over those of the file. */
  readonly given: KnownOptions;
}

/**
 * Reads the arguments; returns undefined for `--help`. Throws `ExpectedError` with the reason and the usage
 * for arguments that do not fit it, and `ImportError` for an invalid value.
 */
export function readOptions(args: readonly string[]): MagentoOptions | TableOptions | undefined {
  const { positionals, values } = parseArguments(args);
  if (values.help) return undefined;
  const [source, path, ...rest] = positionals;
  const tableSource = tableSources.find((known) => known === source);
  if (source !== 'magento' && tableSource === undefined) {
    throw usageError(`the first argument must be one of magento, ${tableSources.join(', ')}`);
  }
  const what = source === 'magento' ? 'folder' : 'file';
  if (path === undefined || rest.length > 0) throw usageError(`give one ${what} of an export`);
  if (values.out === undefined || values.out === '') throw usageError('--out is missing');
  const { out } = values;
  const foreign = tableSource === undefined ? tableOnly : magentoOnly;
  const unfit = foreign.find((name) => values[name] !== undefined);
  if (unfit !== undefined) throw usageError(`--${unfit} is not an option of ${source}`);
  return tableSource === undefined
    ? toMagentoOptions(path, out, values)
    : toTableOptions(tableSource, path, out, values);
}

const magentoOnly = ['rate', 'swatches', 'images'] as const;
const tableOnly = ['options', 'map', 'language'] as const;

type Values = ReturnType<typeof parseArguments>['values'];

function toMagentoOptions(folder: string, out: string, values: Values): MagentoOptions {
  return {
    source: 'magento',
    ...{ folder, out },
    currency: parseCurrency(values.currency ?? 'USD'),
    rate: parseRate(values.rate ?? '1.37'),
    brand: parseBrand(values.brand),
    swatchesFile: values.swatches,
    imagesBase: values.images === undefined ? undefined : parseImagesBase(values.images),
  };
}

function toTableOptions(
  source: TableOptions['source'],
  file: string,
  out: string,
  values: Values,
): TableOptions {
  if ((source === 'csv') !== (values.map !== undefined)) {
    throw usageError(source === 'csv' ? '--map is missing' : `--map is not an option of ${source}`);
  }
  const brand = parseBrand(values.brand);
  return {
    ...{ source, file },
    // Files are written beside the folder, so that its name must not end in a slash.
    out: out.replace(/(?<=.)[\\/]+$/, ''),
    optionsFile: values.options,
    mapFile: values.map,
    given: {
      ...(values.currency !== undefined && { currency: parseCurrency(values.currency) }),
      ...(values.language !== undefined && { language: parseLanguage(values.language) }),
      ...(brand !== undefined && { brand }),
    },
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

function parseImagesBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '') {
    throw new ImportError(
      `--images ${text} is not an https address of a folder; give one such as https://shop.example.com/media`,
    );
  }
  return url.href.replace(/\/+$/, '');
}
