/**
 * Converts dangers to findings in the content. A danger is a suspicious difference between the new and the current
 * release, such as a price jump or a reused part id; the guard (`releases/guard`) finds dangers. `npm run dev` serves
 * the new release anyway, and reports each danger at its table row.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Danger, maxPriceFactor, type PriceJump } from '../../releases/guard/dangers.ts';
import {
  formatRenamedId,
  formatReusedPartId,
  type ReusedPartId,
} from '../../releases/guard/ids.ts';
import { locateFaults } from '../check/findings/locate.ts';
import type { WithLine } from '../content/content.ts';
import { indexTable, readRows } from '../content/csv.ts';
import type { Fault, Finding, Found } from '../content/findings/finding.ts';
import { variantsFile } from '../content/product-tables.ts';
import { sharedTables } from '../content/schemas/references.ts';
import {
  msrpList,
  type PriceRow,
  priceRowSchema,
  type SurchargeRow,
  surchargeRowSchema,
  variantRowSchema,
} from '../content/schemas/tables.ts';

/**
 * Converts dangers (suspicious differences between the new and the current release) to warnings about files of the
 * content folder `content`, sorted by file and line. A warning has no line if the danger is not about a table row, or
 * if the row no longer exists or cannot be read. Omits dangers of the kind `unreadable-release`, which no content file
 * causes.
 */
export async function toDangerFindings(
  content: string,
  dangers: readonly Danger[],
): Promise<readonly Finding[]> {
  const bytes = new Map<string, Buffer | undefined>();
  for (const file of new Set(dangers.flatMap(filesOf))) {
    bytes.set(file, await readFile(join(content, file)).catch(() => undefined));
  }
  const found = dangers.flatMap((danger): Found[] => {
    if (danger.kind === 'unreadable-release') return [];
    const remedy = `; if that is intended, npm run build needs --accept ${danger.kind}`;
    if (danger.kind === 'reused-part-ids') {
      const rule = { id: 'guard/reused-part-id', severity: 'warning' } as const;
      return danger.reuses.map((reuse) => {
        const fault = explainReuse(reuse, bytes.get(variantsFile));
        return { rule, fault: { ...fault, message: fault.message + remedy } };
      });
    }
    if (danger.kind === 'renamed-ids') {
      const rule = { id: 'guard/renamed-id', severity: 'warning' } as const;
      return danger.renames.map((renamed) => {
        const { file } = sharedTables[renamed.table];
        const message = `${formatRenamedId(renamed)}; clients store ids${remedy}`;
        return { rule, fault: { file, message } };
      });
    }
    if (danger.kind !== 'price-jumps') {
      const file = fileOfKind[danger.kind];
      const fault = { file, message: danger.message + remedy };
      return [{ rule: { id: `guard/${danger.kind}`, severity: 'warning' }, fault }];
    }
    return danger.jumps.map((jump) => {
      const { message, ...place } = explainJump(jump, bytes.get(fileOf(jump)));
      const fault = { ...place, message: message + remedy };
      return { rule: { id: 'guard/price-jump', severity: 'warning' }, fault };
    });
  });
  return locateFaults(found, async (file) => bytes.get(file)?.toString());
}

/** Kind of a danger → file or folder of the content that it comes from, for dangers without a table row. */
const fileOfKind = {
  'removed-products': 'products',
  'emptied-locale': 'products',
  'lost-stock': 'inventory.csv',
  'removed-tiers': 'catalogue.json',
} as const;

function filesOf(danger: Danger): string[] {
  if (danger.kind === 'reused-part-ids') return [variantsFile];
  return danger.kind === 'price-jumps' ? danger.jumps.map(fileOf) : [];
}

function explainReuse(reuse: ReusedPartId, bytes: Buffer | undefined): Fault {
  const row =
    bytes &&
    rowsOf(reuse.after.sku, variantsFile, bytes, variantRowSchema).find(
      (each) => each.part_id === reuse.partId,
    );
  return {
    file: variantsFile,
    ...(row && { line: row.line, column: 'part_id' }),
    message: `${formatReusedPartId(reuse)}; a part id belongs to one variant for ever`,
  };
}

/**
 * Returns the rows of the product `sku` in a table, parsed with `schema`, each with its line number. Omits rows with a
 * fault. `bytes` is the content of the table, and `file` its path in the content folder.
 */
function rowsOf<Shape extends z.ZodObject>(
  sku: string,
  file: string,
  bytes: Buffer,
  schema: Shape,
): readonly WithLine<z.infer<Shape>>[] {
  const { header, rowsOf: textsOf } = indexTable(file, bytes, schema);
  return readRows({ file, header, schema }, textsOf(sku)).rows;
}

function fileOf({ kind, list }: PriceJump): string {
  if (kind === 'surcharge') return 'prices/surcharges.csv';
  return list === msrpList ? 'prices/msrp.csv' : `prices/net-${list}.csv`;
}

function explainJump(jump: PriceJump, bytes: Buffer | undefined): Fault {
  const { sku, currency, list, kind, minQuantity = 1, size, before, after } = jump;
  const row = bytes && (kind === 'surcharge' ? surchargeRow(jump, bytes) : priceRow(jump, bytes));
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

function surchargeRow(jump: PriceJump, bytes: Buffer): WithLine<SurchargeRow> | undefined {
  return rowsOf(jump.sku, fileOf(jump), bytes, surchargeRowSchema).find(
    ({ currency, size, list }) =>
      currency === jump.currency && size === jump.size && list === jump.list,
  );
}

/**
 * Finds the row that caused a price jump: the row of the bracket that contains the quantity of the jump. If the bracket
 * has several rows, for different days, returns the first with the new price or, if no row has this price, the last.
 * Returns undefined if the table has no such bracket.
 */
function priceRow(jump: PriceJump, bytes: Buffer): WithLine<PriceRow> | undefined {
  const { sku, currency, minQuantity: pieces = 1, after, kind } = jump;
  const rows = rowsOf(sku, fileOf(jump), bytes, priceRowSchema).filter(
    (row) => row.currency === currency && row.minQuantity <= pieces,
  );
  const minQuantity = Math.max(...rows.map((row) => row.minQuantity));
  const bracket = rows.filter((row) => row.minQuantity === minQuantity);
  return bracket.find((row) => kind !== 'surcharge' && row[kind] === after) ?? bracket.at(-1);
}
