/** `price`: raises or lowers the prices in price lists. */
import { type Day, dayBefore, isInRange } from '../../../build/content/dates.ts';
import { formatCount } from '../../../console/format-count.ts';
import type { EditableTable, TableRow } from '../../text/csv-text.ts';
import {
  assertNoOperands,
  type EditArguments,
  type EditCommand,
  requireOption,
} from '../edit-command.ts';
import {
  type PriceChange,
  readChange,
  readRounding,
  roundHelp,
  toCents,
  toPrice,
} from '../prices.ts';
import { readDay } from '../read-options.ts';
import { listName, selectLists, selectProducts, whereHelp } from '../select.ts';

/** `price`: raises or lowers the prices in price lists, at once or from a given day. */
export const price: EditCommand = {
  usage: 'price --list LIST --by CHANGE [--where MEMBER=VALUE] [--round TO] [--from DAY]',
  summary: 'Raises or lowers prices by an amount or a percentage.',
  help: `  --list LIST           msrp, net-A4, several separated by commas, or all
  --by CHANGE           +4%, -10%, +1.50 or -0.25
${whereHelp}
${roundHelp}
  --from DAY            the first day of the new prices (default: at once)

Regular prices change with the prices beside them. Surcharges and prices that have ended do not
change.

  npm run edit -- price --list net-A4 --by +4% --where brand=fernwick
  npm run edit -- price --list all --by +3% --round 0.05 --from 2027-01-01
`,
  options: {
    list: { type: 'string' },
    by: { type: 'string' },
    where: { type: 'string', multiple: true },
    round: { type: 'string' },
    from: { type: 'string' },
  },
  plan(edits, args) {
    const { options, today } = args;
    assertNoOperands(args);
    const change = readPriceChange(args);
    const skus = selectProducts(edits, options['where'] as string[] | undefined);
    const from = readDay(options['from'], '--from');
    const rows = selectLists(edits, requireOption(args, 'list')).flatMap((file) =>
      edits.editTable(file, (table) =>
        table.rows
          .filter(({ cells }) => skus.has(cells['sku'] ?? '') && !hasEnded(cells, from ?? today))
          .map((row) => [
            listName(file),
            ...changeRow(table, row, { change, from, place: `${file}:${row.line}` }),
          ]),
      ),
    );
    const products = formatCount(new Set(rows.map(([, sku]) => sku)).size, 'product');
    return {
      summary: `${formatCount(rows.length, 'price')} of ${products}`,
      table: { columns: ['list', 'sku', 'currency', 'pieces', 'price', 'new'], rows },
    };
  },
};

function readPriceChange(args: EditArguments): PriceChange {
  const by = readChange(requireOption(args, 'by'));
  const round = readRounding(args.options['round'] as string | undefined);
  return (cents) => round(by(cents));
}

function hasEnded({ until }: TableRow['cells'], day: Day): boolean {
  return until !== undefined && until !== '' && until < day;
}

/** How the prices of a row change; `place` is its position for messages, such as `prices/msrp.csv:3`. */
interface RowChange {
  readonly change: PriceChange;
  readonly from: Day | undefined;
  readonly place: string;
}

function changeRow(
  table: EditableTable,
  row: TableRow,
  { change, from, place }: RowChange,
): string[] {
  const { sku = '', currency = '', minQuantity = '', price: before = '' } = row.cells;
  const after = toPrice(change(toCents(before, place)));
  const { regularPrice = '' } = row.cells;
  const prices = {
    price: after,
    ...(regularPrice && { regularPrice: toPrice(change(toCents(regularPrice, place))) }),
  };
  const begin = row.cells['from'] || undefined;
  const previous = from && dayBefore(from);
  if (from && previous && isInRange({ from: begin }, previous)) {
    table.addColumns(['from', 'until']);
    const ended = table.change(row, { until: previous });
    table.add({ ...row.cells, ...prices, from }, ended);
  } else table.change(row, prices);
  return [sku, currency, minQuantity, before, after];
}
