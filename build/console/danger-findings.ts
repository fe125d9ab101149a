/**
 * The dangers that the guard found in a release, as findings in the content that it was made from: a price
 * that jumped is reported at its row. For `npm run dev`, which serves such a release all the same.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Danger, PriceJump } from '../../releases/guard/dangers.ts';
import { maxPriceFactor } from '../../releases/guard/dangers.ts';
import { locateFaults } from '../check/findings/locate.ts';
import type { Fault, Finding, Found } from '../content/findings/finding.ts';
import { msrpList } from '../content/schemas/tables.ts';

/**
 * Returns the dangers as warnings, sorted by place. A release that cannot be read is none, since it is not
 * the content's fault. A row that was edited since the build has no line.
 */
export async function toDangerFindings(
  content: string,
  dangers: readonly Danger[],
): Promise<readonly Finding[]> {
  const texts = new Map<string, Promise<string | undefined>>();
  const readText = (file: string): Promise<string | undefined> => {
    const text = texts.get(file) ?? readFile(join(content, file), 'utf8').catch(() => undefined);
    texts.set(file, text);
    return text;
  };
  const rowsOf = await readPriceRows(dangers, readText);
  const found = dangers.flatMap((danger): Found[] => {
    if (danger.kind === 'unreadable-release') return [];
    const remedy = `; if that is intended, npm run build needs --accept ${danger.kind}`;
    if (danger.kind !== 'price-jumps') {
      const fault = { file: 'products', message: danger.message + remedy };
      return [{ rule: { id: `guard/${danger.kind}`, severity: 'warning' }, fault }];
    }
    return danger.jumps.map((jump) => {
      const { message, ...place } = explainJump(jump, rowsOf(fileOf(jump)));
      const fault = { ...place, message: message + remedy };
      return { rule: { id: 'guard/price-jump', severity: 'warning' }, fault };
    });
  });
  return locateFaults(found, readText);
}

/** A row of a price table as text, and the line on which it begins. */
interface TextRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

/** Reads the tables that the jumps are in, each once. */
async function readPriceRows(
  dangers: readonly Danger[],
  readText: (file: string) => Promise<string | undefined>,
): Promise<(file: string) => readonly TextRow[]> {
  const jumps = dangers.flatMap((danger) => (danger.kind === 'price-jumps' ? danger.jumps : []));
  const rows = new Map<string, readonly TextRow[]>();
  for (const file of new Set(jumps.map(fileOf))) {
    rows.set(file, parseRows((await readText(file)) ?? ''));
  }
  return (file) => rows.get(file) ?? [];
}

function parseRows(text: string): TextRow[] {
  try {
    const records = parse(text, {
      ...{ bom: true, columns: true, skip_empty_lines: true },
      ...{ info: true, raw: true },
    }) as unknown as readonly {
      readonly record: TextRow['cells'];
      readonly info: { readonly lines: number };
      readonly raw: string;
    }[];
    return records.map(({ record: cells, info, raw }) => {
      // The parser counts to the last line of a row, whose cells may hold line breaks.
      const breaks = raw.trimEnd().split('\n').length - 1;
      return { cells, line: info.lines - breaks };
    });
  } catch {
    // Edited since the build, which has read it.
    return [];
  }
}

function fileOf({ kind, list }: PriceJump): string {
  if (kind === 'surcharge') return 'prices/surcharges.csv';
  return list === msrpList ? 'prices/msrp.csv' : `prices/net-${list}.csv`;
}

function explainJump(jump: PriceJump, rows: readonly TextRow[]): Omit<Fault, 'rule'> {
  const { sku, currency, list, kind, minQuantity = 1, size, before, after } = jump;
  const ofProduct = rows.filter(
    ({ cells }) => cells['sku'] === sku && cells['currency'] === currency,
  );
  const row =
    kind === 'surcharge'
      ? ofProduct.find(({ cells }) => cells['size'] === size && cells['list'] === list)
      : bracketAt(ofProduct, minQuantity);
  const pieces = minQuantity === 1 ? '1 piece' : `${minQuantity} pieces`;
  const what = {
    price: `for ${pieces}`,
    regularPrice: `regular price for ${pieces}`,
    surcharge: `surcharge of ${size}`,
  }[kind];
  const change = `changed from ${before.toFixed(2)} to ${after.toFixed(2)}`;
  return {
    file: fileOf(jump),
    ...(row && { line: row.line, column: kind }),
    message: `${sku} ${currency} ${list} ${what} ${change}, by more than a factor of ${maxPriceFactor}`,
  };
}

/** The row of the bracket that a quantity is in: the last that begins at it or below. */
function bracketAt(rows: readonly TextRow[], quantity: number): TextRow | undefined {
  const startOf = ({ cells }: TextRow) => Number(cells['minQuantity']);
  return rows
    .filter((row) => startOf(row) <= quantity)
    .reduce<TextRow | undefined>(
      (best, row) => (best === undefined || startOf(row) > startOf(best) ? row : best),
      undefined,
    );
}
