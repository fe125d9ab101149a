/** Reads stock counts from the rows of a warehouse's table. */
import type { PartialContent } from '../../../build/content/partial-content.ts';
import { maxDigits } from '../../../build/content/schemas/tables.ts';
import { explainCells } from '../../tables/decode-text.ts';
import { assertNoFaults, type ForeignRow, type ForeignTable } from '../../tables/foreign-table.ts';
import { type DecimalSign, decimalSignOf, readNumber } from '../../tables/read-number.ts';
import { withoutApostrophe } from '../../tables/read-records.ts';
import type { RefusedRow } from '../../tables/write-report.ts';
import {
  nameOf,
  type StockCells,
  type StockField,
  stockForm,
  type VariantFinder,
} from './find-variant.ts';
import { findNamed, type Mismatch } from './name-parts.ts';
import type { Count, CountMode, StockTable } from './stock-table.ts';

/** The content and the options of `edit stock`, against which the rows of a warehouse's table are checked. */
export interface CountContext {
  readonly finder: VariantFinder;
  readonly stock: Pick<StockTable, 'isByLocation'>;
  readonly locations: PartialContent['locations'];
  readonly location: string | undefined;
  readonly mode: CountMode;
}

/** A stock count, and the row of the warehouse's table that it was read from. */
export interface CountedRow extends Count {
  readonly row: ForeignRow;
}

/** Returns the stock counts of a table, one for each variant and location, and the refused rows. */
export function readCounts(
  table: ForeignTable<StockField>,
  context: CountContext,
): { readonly counts: readonly CountedRow[]; readonly refused: readonly RefusedRow[] } {
  const cellsOf = createCellReader(table);
  const sign = decimalSignOf(table.rows.map((row) => cellsOf(row).quantity));
  const counts = new Map<string, CountedRow>();
  const refused: RefusedRow[] = [];
  const faults: string[] = [];
  for (const row of table.rows) {
    const problem = explainCells(row, Object.values(table.used));
    const count = problem ? { problem } : readCount(cellsOf(row), sign, context);
    if ('problem' in count) {
      refused.push({ row, ...count });
      continue;
    }
    const place = `${table.file}:${row.line}`;
    if ('fault' in count) {
      faults.push(`${place}: ${table.used.quantity}: ${count.fault}`);
      continue;
    }
    const key = `${nameOf(count.variant)} ${count.location}`;
    const before = counts.get(key);
    const fault = before && explainRepeated(count, before, context.mode, table.used.location);
    if (fault !== undefined) faults.push(`${place}: ${fault}`);
    if (before === undefined) counts.set(key, { ...count, row });
  }
  assertNoFaults(faults, 'nothing was written; correct these rows and run it again');
  return { counts: [...counts.values()], refused };
}

/** Returns a function that returns the cells of a row by field, without the apostrophes that mark digits as text. */
function createCellReader({ used }: ForeignTable<StockField>): (row: ForeignRow) => StockCells {
  const fields = Object.keys(stockForm.names) as StockField[];
  return ({ cells }) =>
    Object.fromEntries(
      fields.map((field) => {
        const cell = cells[used[field] ?? ''] ?? '';
        // The name of a colour or location may begin with an apostrophe.
        const isName = field === 'color' || field === 'location';
        return [field, isName ? cell : withoutApostrophe(cell)];
      }),
    ) as StockCells;
}

function readCount(
  cells: StockCells,
  sign: DecimalSign | undefined,
  context: CountContext,
): Count | Mismatch | { readonly fault: string } {
  const match = context.finder.find(cells);
  if (match.problem !== undefined) return match;
  const { variant } = match;
  // Without --location or a mapped column, stock is kept by location only if the content already does so.
  const isKept = context.mode.namesLocations || context.stock.isByLocation(variant);
  const location = isKept ? findLocation(cells.location, context) : '';
  if (typeof location !== 'string') return location;
  if (cells.quantity === '') return { problem: 'has no quantity' };
  const { number, problem } = { number: 0, ...readNumber(cells.quantity, sign) };
  const fault = problem ?? explainQuantity(number, context.mode.adds);
  if (fault !== undefined) return { fault: `"${cells.quantity}" ${fault}` };
  return { variant, location, quantity: number };
}

function findLocation(
  text: string,
  { location, locations }: Pick<CountContext, 'location' | 'locations'>,
): string | Mismatch {
  if (location !== undefined || text === '') return location ?? '';
  const candidates = Object.entries(locations).map(([id, { name }]) => ({ id, name }));
  const { ids, suggestion } = findNamed(text, candidates);
  const [id, other] = ids;
  if (id !== undefined && other === undefined) return id;
  const known = Object.keys(locations).join(', ') || 'none';
  return { problem: `"${text}" is not one location; there are ${known}`, suggestion };
}

function explainQuantity(number: number, adds: boolean): string | undefined {
  if (!Number.isInteger(number)) return 'is not a whole number of pieces';
  if (String(Math.abs(number)).length > maxDigits) return `has more than ${maxDigits} digits`;
  if (number < 0 && !adds) return 'is negative; write the pieces in stock, 0 if there are none';
  return undefined;
}

function explainRepeated(
  { variant, quantity, location }: Count,
  before: CountedRow,
  { adds, namesLocations }: CountMode,
  column: string | undefined,
): string | undefined {
  const name = `${nameOf(variant)}${location === '' ? '' : ` at ${location}`}`;
  const { line } = before.row;
  if (adds) return `${name} is added to on line ${line} too; make one row of the two`;
  if (quantity === before.quantity) return undefined;
  const hint =
    column === undefined || namesLocations || location !== ''
      ? ''
      : `, or keep stock by location: --map location="${column}"`;
  return `${name} has ${quantity} pieces, and ${before.quantity} on line ${line}; remove one of the two${hint}`;
}
