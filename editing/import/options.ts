/** The command line of `npm run import`: arguments in, checked options out. */
import { parseArgs } from 'node:util';
import { type Currency, currencies } from '../../contract/locales.ts';
import { ImportProblem } from './import-problem.ts';

const usage =
  'use: npm run import -- magento FOLDER --out DIR [--currency USD|CAD] [--rate 1.37] ' +
  '[--brand NAME] [--swatches FILE] [--images URL]';

/** What `--help` prints. */
export const importHelp = `Usage: npm run import -- magento FOLDER --out DIR [options]

Turns a Magento product export (products.csv, attributes.csv, categories.csv in FOLDER) into content
in DIR, which must be empty or not exist, and says what was taken, defaulted and left out.

  --currency USD|CAD   currency of the export's prices (default: USD)
  --rate NUMBER        CAD for one USD, for the other currency's prices (default: 1.37)
  --brand NAME         brand of every style (default: Unbranded)
  --swatches FILE      JSON object of colour names and hex colours
  --images URL         https address that picture paths are below; without it pictures are left out
`;

/** CAD for one USD as a fraction of whole numbers, so that money is never computed in floats. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
}

export interface ImportOptions {
  readonly folder: string;
  readonly out: string;
  readonly currency: Currency;
  readonly rate: Rate;
  readonly brand: string | undefined;
  readonly swatchesFile: string | undefined;
  readonly imagesBase: string | undefined;
}

const optionTypes = {
  out: { type: 'string' },
  currency: { type: 'string', default: 'USD' },
  rate: { type: 'string', default: '1.37' },
  brand: { type: 'string' },
  swatches: { type: 'string' },
  images: { type: 'string' },
} as const;

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportProblem(`${reason}; ${usage}`, { cause });
  }
}

function parseCurrency(text: string): Currency {
  const currency = currencies.find((known) => known === text.toUpperCase());
  if (currency === undefined) {
    throw new ImportProblem(`--currency ${text} is not known; give ${currencies.join(' or ')}`);
  }
  return currency;
}

/** Reads a rate such as 1.37; throws ImportProblem unless it is a positive decimal number. */
export function parseRate(text: string): Rate {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  const numerator = Number(`${whole ?? ''}${fraction}`);
  if (whole === undefined || numerator === 0) {
    throw new ImportProblem(
      `--rate ${text} is not a rate; give CAD for one USD, at most four decimals, such as 1.37`,
    );
  }
  return { numerator, denominator: 10 ** fraction.length };
}

function parseImagesBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '') {
    throw new ImportProblem(`--images ${text} is not an https address of a folder; give one`);
  }
  return url.href.replace(/\/+$/, '');
}

/** Turns the arguments into options; throws ImportProblem where one is missing or wrong. */
export function parseImportOptions(args: readonly string[]): ImportOptions {
  const { positionals, values } = parseArguments(args);
  const [source, folder, ...rest] = positionals;
  if (source !== 'magento') throw new ImportProblem(`the first word must be magento; ${usage}`);
  if (folder === undefined || rest.length > 0) {
    throw new ImportProblem(`one folder of an export is needed; ${usage}`);
  }
  if (values.out === undefined || values.out === '') {
    throw new ImportProblem(`--out is missing; ${usage}`);
  }
  const brand = values.brand?.trim();
  if (brand === '') throw new ImportProblem('--brand is empty; give a name or leave it out');
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
