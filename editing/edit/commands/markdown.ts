/** `markdown`: lowers prices for a period, in which the former price is shown as the regular price. */
import { dayAfter, dayBefore } from '../../../build/content/dates.ts';
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import type { EditableTable, TableRow } from '../../text/csv-text.ts';
import { assertNoOperands, type EditCommand, requireOption } from '../edit-command.ts';
import {
  type PriceChange,
  readChange,
  readRounding,
  roundHelp,
  toCents,
  toPrice,
} from '../prices.ts';
import { readDay, readLastDay } from '../read-options.ts';
import { listName, selectLists, selectProducts, whereHelp } from '../select.ts';

/** `markdown`: lowers prices for a period, in which the former price is shown as the regular price. */
export const markdown: EditCommand = {
  usage:
    'markdown --percent P --from DAY --until DAY [--where MEMBER=VALUE] [--list LIST] [--round TO]',
  summary: 'Marks prices down from a day until a day, both included.',
  help: `  --percent P           the reduction in percent, such as 20
  --from DAY            the first day
  --until DAY           the last day
${whereHelp}
  --list LIST           msrp, net-A4, several separated by commas, or all (default: all)
${roundHelp}

Each price becomes three rows: before, during and after. The price before the markdown is shown as the
regular price. Prices that are already marked down do not change.

  npm run edit -- markdown --where category=vests --percent 20 --from 2026-12-01 --until 2026-12-31
`,
  options: {
    percent: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    where: { type: 'string', multiple: true },
    list: { type: 'string', default: 'all' },
    round: { type: 'string' },
  },
  plan(edits, args) {
    const { options } = args;
    assertNoOperands(args);
    const days = {
      from: readDay(requireOption(args, 'from'), '--from') ?? '',
      until: readLastDay(requireOption(args, 'until'), args.today) ?? '',
    };
    if (days.until < days.from) {
      throw new ExpectedError(`--until ${days.until} is before --from ${days.from}`);
    }
    const by = readPercent(requireOption(args, 'percent'));
    const round = readRounding(options['round'] as string | undefined);
    const marking = { ...days, change: (cents: number) => round(by(cents)) };
    const skus = selectProducts(edits, options['where'] as string[] | undefined);
    const notes = new Set<string>();
    const rows = selectLists(edits, requireOption(args, 'list')).flatMap((file) =>
      edits.editTable(file, (table) =>
        table.rows
          .filter(({ cells }) => skus.has(cells['sku'] ?? '') && overlaps(cells, days))
          .flatMap((row) => {
            const shown = markDown(table, row, { ...marking, file });
            if (shown === undefined) notes.add(`${row.cells['sku']} is marked down already`);
            return shown === undefined ? [] : [[listName(file), ...shown]];
          }),
      ),
    );
    const products = formatCount(new Set(rows.map(([, sku]) => sku)).size, 'product');
    return {
      summary: `${formatCount(rows.length, 'price')} of ${products} from ${days.from} until ${days.until}`,
      table: { columns: ['list', 'sku', 'currency', 'pieces', 'price', 'marked down'], rows },
      notes: [...notes],
    };
  },
};

function readPercent(text: string): PriceChange {
  if (!/^\d{1,2}(\.\d{1,2})?%?$/.test(text)) {
    throw new ExpectedError(`--percent "${text}" is not a share below 100, such as 20`);
  }
  return readChange(`-${text.replace('%', '')}%`);
}

interface Days {
  readonly from: string;
  readonly until: string;
}

function overlaps({ from = '', until = '' }: TableRow['cells'], days: Days): boolean {
  return from <= days.until && (until === '' || until >= days.from);
}

/** The first and last day of a markdown, the function that lowers a price, and the path of the price table. */
interface MarkdownTerms extends Days {
  readonly change: PriceChange;
  readonly file: string;
}

/** Splits a price row into up to three rows: before, during and after the markdown. */
function markDown(
  table: EditableTable,
  row: TableRow,
  { from, until, change, file }: MarkdownTerms,
): string[] | undefined {
  const { sku = '', currency = '', minQuantity = '', price: before = '' } = row.cells;
  const { from: begin = '', until: end = '', regularPrice = '' } = row.cells;
  if (regularPrice !== '') return undefined;
  if (begin > from || (end !== '' && end < until)) {
    throw new ExpectedError(
      `${file}:${row.line}: the price of ${sku} is valid ${begin ? `from ${begin} ` : ''}${end ? `until ${end} ` : ''}only; mark it down for days within this period`,
    );
  }
  const after = toPrice(change(toCents(before, `${file}:${row.line}`)));
  const marked = { ...row.cells, price: after, regularPrice: before, from, until };
  table.addColumns(['regularPrice', 'from', 'until']);
  const previous = dayBefore(from);
  let last: TableRow;
  if (begin === from || previous === undefined) last = table.change(row, marked);
  else last = table.add(marked, table.change(row, { until: previous }));
  const next = dayAfter(until);
  if (end !== until && next !== undefined) table.add({ ...row.cells, from: next }, last);
  return [sku, currency, minQuantity, before, after];
}
