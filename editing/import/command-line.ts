/** Parses the arguments of `npm run import`. */
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import { currencies, languages } from '../../contract/locales.ts';
import { ImportError } from './import-files.ts';
import { parseRate } from './money.ts';
import type { KnownOptions } from './options/import-options.ts';
import { exampleMap } from './sources/column-map.ts';

/** Parts of existing content that `--only` updates: what the shop owns. */
export const ownParts = ['prices', 'stock', 'pictures'] as const;
/** A part of existing content that `--only` updates. */
export type OwnPart = (typeof ownParts)[number];

/** The usage text that `--help` prints. */
export const usage = `Usage: npm run import -- shopify FILE.csv --out DIR [OPTIONS]
       npm run import -- woocommerce FILE.csv --out DIR [OPTIONS]
       npm run import -- csv FILE.csv --map MAP.json --out DIR [OPTIONS]

Converts the product export of a shop to content in DIR, and reports what was imported,
defaulted, left out and not read. Next to DIR it writes DIR.import.json, the options, which you
may correct, and DIR.left-out.csv, the rows that it left out. The content is then checked, and
its errors are printed.

If DIR has content, the import replaces it, and git must have all of it committed: import into
a branch, and merge that branch. With --only, only parts of the styles that are there change,
and nothing is written if the content would not build.

  --out DIR            the folder to write
  --only PARTS         update only these parts of existing content: ${ownParts.join(', ')}
  --options FILE       the options file (default: DIR.import.json)
  --currency USD|CAD   currency of prices without one
  --rate NUMBER        CAD per USD: products are also sold in the other country, at converted
                       prices
  --language en|fr     language of the source
  --brand NAME         brand of styles without one in the source
  --swatches FILE      JSON object of colour names and hex colours
  --map FILE           csv: the meaning of the columns, as JSON; see the example

FILE may also be a workbook (.xlsx); the first sheet with the columns of the source is read.

Examples:
  npm run import -- shopify products_export.csv --out content --currency CAD
  npm run import -- shopify products_export.csv --out content --only prices,stock
  npm run import -- csv supplier.csv --map supplier.map.json --out content

A map for csv; every row is a variant, and rows with the same "style" are one style:
${exampleMap}

Exit codes: 0 the content was written; 1 the import failed, for the printed reason. If a file
next to DIR cannot be written, DIR may already have the new content.
`;

const sources = ['shopify', 'woocommerce', 'csv'] as const;

/** The parsed arguments of `npm run import`. */
export interface ImportArguments {
  readonly source: (typeof sources)[number];
  readonly path: string;
  readonly out: string;
  /** The parts to update; undefined to write all content. */
  readonly only: readonly OwnPart[] | undefined;
  readonly optionsFile: string;
  readonly swatchesFile: string | undefined;
  readonly mapFile: string | undefined;
  readonly given: KnownOptions;
}

/** Parses the arguments of `npm run import`; undefined for `--help`. Throws an `ExpectedError`. */
export function readArguments(args: readonly string[]): ImportArguments | undefined {
  const { positionals, values } = parseArguments(args);
  if (values.help) return undefined;
  const [name, path, ...rest] = positionals;
  const source = sources.find((known) => known === name);
  if (source === undefined) {
    const hint = name === 'magento' ? '; for Magento, write a map and import with csv' : '';
    throw usageError(`the first argument must be one of ${sources.join(', ')}${hint}`);
  }
  if (path === undefined || rest.length > 0) throw usageError('give one file of an export');
  if (values.out === undefined || values.out === '') throw usageError('--out is missing');
  if (source !== 'csv' && values.map !== undefined) {
    throw usageError(`--map is not an option of ${source}`);
  }
  if (source === 'csv' && values.map === undefined) throw usageError('--map is missing');
  // Files are written next to the folder, so its name must not end with a slash.
  const out = values.out.replace(/(?<=.)[\\/]+$/, '');
  return {
    ...{ source, path, out, swatchesFile: values.swatches, mapFile: values.map },
    only: values.only === undefined ? undefined : parseParts(values.only),
    optionsFile: values.options ?? `${out}.import.json`,
    given: toGiven(values),
  };
}

function toGiven(values: ReturnType<typeof parseArguments>['values']): KnownOptions {
  const { currency, language, rate } = values;
  const brand = values.brand?.trim();
  if (brand === '') throw new ImportError('--brand is empty; give a name or leave it out');
  return {
    ...(currency !== undefined && {
      currency: oneOf('--currency', currency.toUpperCase(), currencies),
    }),
    ...(rate !== undefined && { rate: readRate(rate) }),
    ...(language !== undefined && {
      language: oneOf('--language', language.toLowerCase(), languages),
    }),
    ...(brand !== undefined && { brand }),
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        only: { type: 'string' },
        options: { type: 'string' },
        map: { type: 'string' },
        currency: { type: 'string' },
        language: { type: 'string' },
        rate: { type: 'string' },
        brand: { type: 'string' },
        swatches: { type: 'string' },
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

function parseParts(text: string): OwnPart[] {
  return text.split(',').map((part) => oneOf('--only', part.trim(), ownParts));
}

function readRate(text: string): number {
  const { numerator, denominator } = parseRate(text);
  return numerator / denominator;
}

function oneOf<Value extends string>(
  option: string,
  text: string,
  values: readonly Value[],
): Value {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new ImportError(`${option} ${text} is unknown; give ${values.join(' or ')}`);
}
