/**
 * Converts dangers (suspicious differences from the current release, which `releases/guard` finds) to findings in the
 * content: `npm run dev` serves the new release anyway, and reports each danger at its table row.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Danger, maxPriceFactor, type PriceJump } from '../../releases/guard/dangers.ts';
import { formatRenamedId, formatReusedPartId } from '../../releases/guard/ids.ts';
import { locateFaults } from '../check/findings/locate.ts';
import { cellsOf, parseRows, type Row } from '../content/csv-rows.ts';
import type { Finding } from '../content/findings/finding.ts';
import { groupBy } from '../content/group-by.ts';
import { msrpFile, netFile, surchargesFile, variantsFile } from '../content/product-tables.ts';
import { idSources } from '../content/schemas/references.ts';
import { msrpList } from '../content/schemas/tables.ts';

/** Where a danger is seen: a file or folder or, with `cells`, the first row with these cells, at the first of them. */
interface Sight {
  readonly rule: string;
  readonly file: string;
  readonly message: string;
  readonly cells?: Readonly<Record<string, string | number>> & { readonly sku: string };
}

/**
 * Returns a warning for each danger, sorted by file and line; without a line if no row has the cells. Leaves out
 * `unreadable-release`, which no content file causes.
 */
export async function toDangerFindings(
  content: string,
  dangers: readonly Danger[],
): Promise<readonly Finding[]> {
  const tables = new Map<string, ReturnType<typeof readTable>>();
  const found = dangers.flatMap((danger) =>
    sightsOf(danger).map(async ({ rule, file, message, cells }) => {
      const remedy = `; if that is intended, npm run build needs --accept ${danger.kind}`;
      const fault = { file, message: message + remedy };
      const kind = { id: `guard/${rule}`, severity: 'warning' } as const;
      if (cells === undefined) return { rule: kind, fault };
      const table = tables.get(file) ?? readTable(join(content, file));
      tables.set(file, table);
      const line = (await table)(cells);
      const [column = ''] = Object.keys(cells);
      return { rule: kind, fault: { ...fault, ...(line && { line, column }) } };
    }),
  );
  return locateFaults(await Promise.all(found), (file) =>
    readFile(join(content, file), 'utf8').catch(() => undefined),
  );
}

function sightsOf(danger: Danger): readonly Sight[] {
  switch (danger.kind) {
    case 'reused-part-ids':
      return danger.reuses.map((reuse) => ({
        rule: 'reused-part-id',
        file: variantsFile,
        message: `${formatReusedPartId(reuse)}; a part id belongs to one variant for ever`,
        cells: { part_id: reuse.partId, sku: reuse.after.sku },
      }));
    case 'renamed-ids':
      return danger.renames.map((renamed) => ({
        rule: 'renamed-id',
        file: idSources[renamed.table].file,
        message: `${formatRenamedId(renamed)}; clients store ids`,
      }));
    case 'price-jumps':
      return danger.jumps.map(sightOfJump);
    case 'unreadable-release':
      return [];
    default:
      return [{ rule: danger.kind, file: fileOfKind[danger.kind], message: danger.message }];
  }
}

const fileOfKind = {
  'removed-products': 'products',
  'emptied-locale': 'products',
  'lost-stock': 'inventory.csv',
  'removed-tiers': 'catalogue.json',
} as const;

function sightOfJump(jump: PriceJump): Sight {
  const { sku, currency, list, kind, minQuantity = 1, size = '', before, after } = jump;
  const pieces = minQuantity === 1 ? '1 piece' : `${minQuantity} pieces`;
  const what = {
    price: `for ${pieces}`,
    regularPrice: `regular price for ${pieces}`,
    surcharge: `surcharge of ${size}`,
  }[kind];
  const change = `changed from ${before.toFixed(2)} to ${after.toFixed(2)}`;
  const isSurcharge = kind === 'surcharge';
  const ofList = list === msrpList ? msrpFile : netFile(list);
  return {
    rule: 'price-jump',
    file: isSurcharge ? surchargesFile : ofList,
    message: `${sku} ${currency} ${list} ${what} ${change}, by more than a factor of ${maxPriceFactor}`,
    // A bracket that contains the quantity may begin at a lower one; its new price is unusual enough.
    cells: { [kind]: after, sku, currency, ...(isSurcharge && { size, list }) },
  };
}

/** Returns the function that finds the line of the first row of a table with given cells; a number may have decimals. */
async function readTable(path: string) {
  const text = await readFile(path, 'utf8').catch(() => '');
  const [head, ...rows] = parseRows(text);
  const columns = head === undefined ? [] : cellsOf(head);
  const bySku = groupBy(rows, (row) => cellsOf(row)[columns.indexOf('sku')]);
  return (wanted: NonNullable<Sight['cells']>): number | undefined => {
    const isWanted = (row: Row) =>
      Object.entries(wanted).every(([column, value]) => {
        const cell = cellsOf(row)[columns.indexOf(column)];
        return typeof value === 'number' ? Number(cell) === value : cell === value;
      });
    return bySku.get(wanted.sku)?.find(isWanted)?.line;
  };
}
