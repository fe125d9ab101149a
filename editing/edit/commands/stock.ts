/** `stock FILE`: reads stock quantities from a warehouse table into `inventory.csv`. */

import { suggest } from '../../../build/content/findings/suggest.ts';
import { openContent } from '../../../build/content/open-content.ts';
import { inventoryFile } from '../../../build/content/product-tables.ts';
import { momentSchema } from '../../../build/content/schemas/values.ts';
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import { type ForeignTable, readForeignTable } from '../../tables/foreign-table.ts';
import { readBytes } from '../../tables/read-records.ts';
import { parseColumnMap } from '../../tables/table-form.ts';
import {
  formatReport,
  noteRefused,
  type RefusedRow,
  reportFile,
} from '../../tables/write-report.ts';
import type { ContentEdits } from '../content-edits.ts';
import type { EditCommand, EditOptions, EditPlan } from '../edit-command.ts';
import { createVariantFinder, type StockField, stockForm } from '../stock/find-variant.ts';
import { type CountedRow, readCounts } from '../stock/read-counts.ts';
import { type CountMode, createStockTable, type StockChange } from '../stock/stock-table.ts';

const usualNames = Object.entries(stockForm.names)
  .map(([field, names]) => `    ${field.padEnd(9)} ${inLines(names)}`)
  .join('\n');

function inLines(names: readonly string[]): string {
  return names.join(', ').replaceAll(/(.{60,85},) /g, `$1\n${' '.repeat(14)}`);
}

/** `stock FILE`: writes the quantities of a warehouse's table to `inventory.csv`, or adds them with `--add`. */
export const stock: EditCommand = {
  usage: 'stock FILE [--map FIELD=COLUMN,…] [--set | --add] [--location ID] [--as-of MOMENT]',
  summary: 'Reads quantities from a warehouse table: CSV, TSV, or a workbook (.xlsx).',
  help: `A row is matched by SKU, colour and size, or by a part id or GTIN of variants.csv. Colours may have
their names in any language, sizes their aliases. Rows that match nothing, or whose cells contradict
each other, are written to a file next to FILE, so that you can correct them and use them as input;
the others are used. Stock that is not in FILE does not change.

  --map FIELD=COLUMN,…  the column of a field; FIELD= ignores a field. Default names:
${usualNames}
  --set                 replaces quantities (default)
  --add                 adds to quantities; a negative number subtracts
  --location ID         the location of every row
  --as-of MOMENT        when the pieces were counted: 2026-11-20T06:00:00-05:00
  --sheet NAME          sheet of a workbook (default: the first with these columns)

  npm run edit -- stock warehouse.xlsx --map sku=Item,quantity="On hand"
  npm run edit -- stock returns.csv --add --location montreal
`,
  options: {
    map: { type: 'string', multiple: true, default: [] },
    set: { type: 'boolean', default: false },
    add: { type: 'boolean', default: false },
    location: { type: 'string' },
    'as-of': { type: 'string' },
    sheet: { type: 'string' },
  },
  async plan(edits, { positionals, options }) {
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) {
      throw new ExpectedError('stock takes one file: the table of the warehouse');
    }
    const map = parseColumnMap(options['map'] as string[], stockForm);
    const mode = toMode(options, map.location);
    const sheet = options['sheet'] as string | undefined;
    const table = await readForeignTable(file, await readBytes(file), {
      ...{ form: stockForm, map, sheet },
    });
    const location = options['location'] as string | undefined;
    if (location !== undefined && table.used.location !== undefined) {
      throw new ExpectedError(
        `${file} has locations in "${table.used.location}"; leave out --location, or ignore the column: --map location=`,
      );
    }
    return planStock(edits, table, mode, location);
  },
};

function toMode(options: EditOptions, mapped: string | undefined): CountMode {
  const { add, set, location, 'as-of': asOf } = options;
  if (add && set) throw new ExpectedError('give --set or --add, not both');
  const [issue] = asOf === undefined ? [] : (momentSchema.safeParse(asOf).error?.issues ?? []);
  if (issue !== undefined) throw new ExpectedError(`--as-of ${asOf} ${issue.message}`);
  return {
    adds: add === true,
    asOf: asOf as string | undefined,
    namesLocations: location !== undefined || Boolean(mapped),
  };
}

async function planStock(
  edits: ContentEdits,
  table: ForeignTable<StockField>,
  mode: CountMode,
  location: string | undefined,
): Promise<EditPlan> {
  const content = await openContent(edits.folder);
  const { locations, sizeNames } = content.shared;
  if (content.tables.find((each) => each.file === inventoryFile)?.header === undefined) {
    throw new ExpectedError(`${inventoryFile} cannot be read; npm run build reports the reason`);
  }
  assertLocation(location, Object.keys(locations));
  const finder = createVariantFinder(content);
  return edits.editTable(inventoryFile, (inventory) => {
    const ids = Object.keys(locations);
    const stockTable = createStockTable(inventory, finder, { sizeNames, locations: ids, mode });
    const context = { finder, stock: stockTable, locations, location, mode };
    const { counts, refused } = readCounts(table, context);
    const unwritten: RefusedRow[] = [...refused];
    const changes: StockChange[] = [];
    for (const count of counts) {
      const result = stockTable.put(count);
      if ('problem' in result) unwritten.push({ row: count.row, ...result });
      else changes.push(result);
    }
    stockTable.addMissing();
    unwritten.sort((a, b) => a.row.line - b.row.line);
    const text = formatReport(table, unwritten);
    const report = reportFile(table.file, 'unmatched', text);
    return {
      ...showChanges(changes),
      notes: [
        ...noteColumns(table),
        ...noteLocations(table, counts),
        ...noteChanges(changes, stockTable.untouched()),
        ...noteRefused(table.file, unwritten, report),
      ],
      ...(unwritten.length > 0 && {
        reports: new Map([[report, text]]),
      }),
    };
  });
}

function assertLocation(location: string | undefined, ids: readonly string[]): void {
  if (location === undefined || ids.includes(location)) return;
  const near = suggest(location, ids);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  throw new ExpectedError(
    `--location ${location}: there is no such location; locations.json has ${ids.join(', ') || 'none'}${hint}`,
  );
}

function showChanges(changes: readonly StockChange[]): Pick<EditPlan, 'summary' | 'table'> {
  const differing = changes.filter(({ before, after, isMoved }) => before !== after || isMoved);
  const added = differing.filter(({ before }) => before === undefined).length;
  const products = new Set(differing.map(({ variant }) => variant.sku)).size;
  const hasLocations = differing.some(({ location }) => location !== '');
  return {
    summary: [
      `stock of ${formatCount(products, 'product')}: `,
      `${formatCount(differing.length - added, 'row changes', 'rows change')}, `,
      `${formatCount(added, 'is added', 'are added')}, `,
      `${formatCount(changes.length - differing.length, 'has', 'have')} that quantity already`,
    ].join(''),
    table: {
      columns: ['sku', 'color', 'size', ...(hasLocations ? ['location'] : []), 'before', 'after'],
      rows: differing.map(({ variant: { sku, color, size }, location, before, after }) => [
        ...[sku, color, size, ...(hasLocations ? [location] : [])],
        ...[before ?? '', after],
      ]),
    },
  };
}

function noteColumns({ used, notes }: ForeignTable<StockField>): string[] {
  const columns = Object.entries(used).map(([field, column]) => `${field} = "${column}"`);
  return [`columns: ${columns.join(', ')}`, ...notes];
}

function noteLocations(
  { used: { location: column } }: ForeignTable<StockField>,
  counts: readonly CountedRow[],
): string[] {
  if (column === undefined) return [];
  const ignored = counts.filter(({ location, row }) => location === '' && row.cells[column] !== '');
  if (ignored.length === 0) return [];
  return [
    `"${column}" was ignored in ${formatCount(ignored.length, 'row')}, whose stock is kept without location; --map location="${column}" keeps it by location`,
  ];
}

function noteChanges(
  changes: readonly StockChange[],
  { rows, products }: { readonly rows: number; readonly products: number },
): string[] {
  const moved = changes.filter(({ isMoved }) => isMoved).length;
  const outdated = changes.filter(({ isOutdated }) => isOutdated).length;
  const are = formatCount(
    rows,
    'row of inventory.csv is not in FILE and stays as it is',
    'rows of inventory.csv are not in FILE and stay as they are',
  );
  const had = formatCount(moved, 'row had no location, and has', 'rows had no location, and have');
  const keep = formatCount(outdated, 'row keeps', 'rows keep');
  return [
    ...(rows > 0 ? [`${are}, all rows of ${formatCount(products, 'product')} among them`] : []),
    ...(moved > 0 ? [`${had} one now`] : []),
    ...(outdated > 0
      ? [`${keep} the moment of an earlier count in as_of; --as-of replaces it`]
      : []),
  ];
}
