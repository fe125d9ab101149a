/** `price` and `markdown`: the commands of `npm run edit` that change price lists. */
import { type Day, dayAfter, dayBefore, isInRange } from '../../../build/content/dates.ts';
import { explainPrice, isPrice } from '../../../build/content/rules/value-formats.ts';
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import type { EditableTable, TableRow } from '../../text/csv-text.ts';
import type { ContentEdits } from '../content-edits.ts';
import {
  assertNoOperands,
  type EditArguments,
  type EditCommand,
  readDay,
  readLastDay,
  requireOption,
} from '../edit-command.ts';
import { listName, selectLists, selectProducts, whereHelp } from '../products.ts';

/** A function that returns the new price for a price, both in whole cents. */
type PriceChange = (cents: number) => number;

const halfUp = (value: number) => Math.floor(value + 0.5);

/** Parses a change such as `+4%` or `-0.25` to a function that rounds half up. Throws an `ExpectedError`. */
function readChange(text: string): PriceChange {
  const [, sign, whole = '', decimals = '', percent] =
    /^([+-])(\d{1,6})(?:\.(\d{1,2}))?(%)?$/.exec(text.trim()) ?? [];
  if (sign === undefined) {
    throw new ExpectedError(
      `--by "${text}" is not a change: write +4%, -10%, +1.50 or -0.25, with a sign`,
    );
  }
  const amount = Number(`${sign}${whole}${decimals.padEnd(2, '0')}`);
  // In hundredths of a per cent, so that only the last step is not exact.
  return percent === undefined
    ? (cents) => cents + amount
    : (cents) => halfUp((cents * (10_000 + amount)) / 10_000);
}

/** Value of `--round` → function that rounds. A negative price stays negative, so that it is refused. */
const roundings: Readonly<Record<string, PriceChange>> = {
  '0.01': (cents) => cents,
  '0.05': (cents) => halfUp(cents / 5) * 5,
  '.99': (cents) => (cents < 0 ? cents : Math.max(0, halfUp((cents - 99) / 100)) * 100 + 99),
};
const roundingNames = Object.keys(roundings).join(', ');
const roundHelp = `  --round TO            ${roundingNames}: to the nearest such price (default: 0.01)`;

/** Returns a function that changes the price in a cell. It throws an `ExpectedError` for a cell that is no price. */
function createPriceEditor(by: PriceChange, { options }: EditArguments) {
  const { round: name = '0.01' } = options as { readonly round?: string };
  const round = Object.hasOwn(roundings, name) ? roundings[name] : undefined;
  if (!round) throw new ExpectedError(`--round takes ${roundingNames}; not "${name}"`);
  return (price: string, place: string): string => {
    if (!isPrice(price)) {
      const { problem } = explainPrice(price);
      throw new ExpectedError(`${place}: "${price}" ${problem}; nothing was written`);
    }
    const cents = round(by(Math.round(Number(price) * 100)));
    const changed = (cents / 100).toFixed(2);
    if (cents < 0) throw new ExpectedError(`a price would be ${changed}`);
    return changed;
  };
}
type PriceEditor = ReturnType<typeof createPriceEditor>;

/** Changes the selected price rows by `edit`, which returns the new price or undefined to skip one. */
function editPrices(
  edits: ContentEdits,
  args: EditArguments,
  accepts: (row: TableRow) => boolean,
  edit: (table: EditableTable, row: TableRow, place: string) => string | undefined,
) {
  const skus = selectProducts(edits, args.options['where'] as string[] | undefined);
  const rows = selectLists(edits, requireOption(args, 'list')).flatMap((file) =>
    edits.editTable(file, (table) =>
      table.rows
        .filter((row) => skus.has(row.cells['sku'] ?? '') && accepts(row))
        .flatMap((row) => {
          const { sku = '', currency = '', minQuantity = '', price = '' } = row.cells;
          const changed = edit(table, row, `${file}:${row.line}`);
          if (changed === undefined) return [];
          return [[listName(file), sku, currency, minQuantity, price, changed]];
        }),
    ),
  );
  const products = formatCount(new Set(rows.map(([, sku]) => sku)).size, 'product');
  return { rows, summary: `${formatCount(rows.length, 'price')} of ${products}` };
}

const columns = ['list', 'sku', 'currency', 'pieces', 'price'];

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
    assertNoOperands(args);
    const change = createPriceEditor(readChange(requireOption(args, 'by')), args);
    const from = readDay(args.options['from'], '--from');
    const isValid = ({ cells: { until = '' } }: TableRow) =>
      until === '' || until >= (from ?? args.today);
    const { rows, summary } = editPrices(edits, args, isValid, (table, row, place) =>
      changeRow(table, row, { change, from, place }),
    );
    return { summary, table: { columns: [...columns, 'new'], rows } };
  },
};

function changeRow(
  table: EditableTable,
  row: TableRow,
  options: { readonly change: PriceEditor; readonly from: Day | undefined; readonly place: string },
): string {
  const { change, from, place } = options;
  const { price: before = '', regularPrice = '', from: begin = '' } = row.cells;
  const after = change(before, place);
  const prices = {
    price: after,
    ...(regularPrice && { regularPrice: change(regularPrice, place) }),
  };
  const previous = from && dayBefore(from);
  if (from && previous && isInRange({ from: begin || undefined }, previous)) {
    table.addColumns(['from', 'until']);
    const ended = table.change(row, { until: previous });
    table.add({ ...row.cells, ...prices, from }, ended);
  } else table.change(row, prices);
  return after;
}

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
    assertNoOperands(args);
    const from = readDay(requireOption(args, 'from'), '--from') ?? '';
    const until = readLastDay(requireOption(args, 'until'), args.today) ?? '';
    if (until < from) throw new ExpectedError(`--until ${until} is before --from ${from}`);
    const percent = requireOption(args, 'percent');
    if (!/^\d{1,2}(\.\d{1,2})?%?$/.test(percent)) {
      throw new ExpectedError(`--percent "${percent}" is not a share below 100, such as 20`);
    }
    const change = createPriceEditor(readChange(`-${percent.replace('%', '')}%`), args);
    const overlaps = ({ cells: { from: begin = '', until: end = '' } }: TableRow) =>
      begin <= until && (end === '' || end >= from);
    const notes = new Set<string>();
    const { rows, summary } = editPrices(edits, args, overlaps, (table, row, place) => {
      if (!row.cells['regularPrice']) return markDown(table, row, { from, until, change, place });
      notes.add(`${row.cells['sku']} is marked down already`);
      return undefined;
    });
    return {
      summary: `${summary} from ${from} until ${until}`,
      table: { columns: [...columns, 'marked down'], rows },
      notes: [...notes],
    };
  },
};

/** Splits a price row into up to three rows: before, during and after the markdown. Returns the lower price. */
function markDown(
  table: EditableTable,
  row: TableRow,
  options: Readonly<Record<'from' | 'until' | 'place', string>> & { readonly change: PriceEditor },
): string {
  const { from, until, change, place } = options;
  const { sku, price: before = '', from: begin = '', until: end = '' } = row.cells;
  if (begin > from || (end !== '' && end < until)) {
    const days = `${begin ? `from ${begin} ` : ''}${end ? `until ${end} ` : ''}`;
    throw new ExpectedError(
      `${place}: the price of ${sku} is valid ${days}only; mark it down for days within this period`,
    );
  }
  const after = change(before, place);
  const marked = { ...row.cells, price: after, regularPrice: before, from, until };
  table.addColumns(['regularPrice', 'from', 'until']);
  const previous = dayBefore(from);
  const isWhole = begin === from || previous === undefined;
  const last = isWhole
    ? table.change(row, marked)
    : table.add(marked, table.change(row, { until: previous }));
  const next = dayAfter(until);
  if (end !== until && next !== undefined) table.add({ ...row.cells, from: next }, last);
  return after;
}
