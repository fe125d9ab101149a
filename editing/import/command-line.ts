/** The arguments of `npm run import`. */
import { parseArgs } from 'node:util';
import { ExpectedError } from '../../console/errors.ts';
import { type Currency, currencies } from '../../contract/locales.ts';
import { ImportError } from './import-files.ts';
import { parseRate, type Rate } from './money.ts';

export const usage = `Usage: npm run import -- magento FOLDER --out DIR [--currency USD|CAD] [--rate NUMBER]
                      [--brand NAME] [--swatches FILE] [--images URL]

Turns a Magento product export (products.csv, attributes.csv, categories.csv in FOLDER)
into content in DIR, and reports what was imported, defaulted and left out.

  --out DIR            the folder to write; it must be empty or not exist
  --currency USD|CAD   currency of the export's prices (default: USD)
  --rate NUMBER        CAD for one USD, for the other currency's prices (default: 1.37)
  --brand NAME         brand of every style (default: Unbranded)
  --swatches FILE      JSON object of colour names and hex colours
  --images URL         https address of the picture folder; without it there are no pictures

Examples:
  npm run import -- magento export --out content
  npm run import -- magento export --out content --currency CAD --brand Harbour \\
    --images https://shop.example.com/media/catalog/product

Exit codes: 0 the content was written; 1 nothing was written, for the printed reason.
`;

/** What the command line says. */
export interface ImportOptions {
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

/**
 * Reads the arguments; returns undefined for `--help`. Throws `ExpectedError` with the reason and the usage
 * for arguments that do not fit it, and `ImportError` for an invalid value.
 */
export function readOptions(args: readonly string[]): ImportOptions | undefined {
  const { positionals, values } = parseArguments(args);
  if (values.help) return undefined;
  const [source, folder, ...rest] = positionals;
  if (source !== 'magento') throw usageError('the first argument must be magento');
  if (folder === undefined || rest.length > 0) throw usageError('give one folder of an export');
  if (values.out === undefined || values.out === '') throw usageError('--out is missing');
  const brand = values.brand?.trim();
  if (brand === '') throw new ImportError('--brand is empty; give a name or leave it out');
  return {
    folder,
    out: values.out,
    currency: parseCurrency(values.currency),
    rate: parseRate(values.rate),
    brand,
    swatchesFile: values.swatches,
    imagesBase: values.images === undefined ? undefined : parseImagesBase(values.images),
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        currency: { type: 'string', default: 'USD' },
        rate: { type: 'string', default: '1.37' },
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

function parseCurrency(text: string): Currency {
  const currency = currencies.find((known) => known === text.toUpperCase());
  if (currency === undefined) {
    throw new ImportError(`--currency ${text} is unknown; give ${currencies.join(' or ')}`);
  }
  return currency;
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
