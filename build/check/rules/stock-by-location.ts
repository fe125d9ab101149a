/** Rules about stock by location, and about incoming stock. */
import { groupBy } from '../../content/group-by.ts';
import type { InventoryRow } from '../../content/schemas/tables.ts';
import { formatRowCount, rowsOfProducts, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';

/**
 * Reports a stock row without a location if other rows of the same colour and size have a location: if the row is their
 * total, it would be counted in addition to them. Reported once per product, at the first such row of the first colour
 * and size that has one.
 */
const mixedLocations: ContentRule = {
  id: 'stock/mixed-locations',
  severity: 'error',
  summary: 'The stock rows of a colour and size either all name a location, or there is only one.',
  remedy: 'Name the location of the row without one, or remove it if it is the sum of the others.',
  *check(content) {
    const inventory = withFaultyRows(content.inventory, ['sku', 'color', 'size', 'location']);
    for (const { sku, rows } of rowsOfProducts(content, inventory)) {
      const pairs = groupBy(rows, ({ color, size }) => JSON.stringify([color, size]));
      const mixed = [...pairs.values()].flatMap((ofPair) =>
        ofPair.some(({ location }) => location !== undefined)
          ? ofPair.filter(({ location }) => location === undefined)
          : [],
      );
      const [first] = mixed;
      if (first === undefined) continue;
      const { color, size, line } = first;
      const message = `${sku}, ${color}, ${size} has stock by location as well; name the location of ${formatRowCount(mixed)} of ${sku} without one, or remove ${mixed.length === 1 ? 'it' : 'them'}`;
      yield { file: inventory.file, line, column: 'location', message };
    }
  },
};

/**
 * Returns a rule about the incoming pieces of a stock row, which are on the way to a location. `explain` gets the cells
 * of the row in `columns`, and returns the column and the message of the row's fault, or undefined for a correct row.
 */
function incomingRule<Column extends keyof InventoryRow>({
  columns,
  explain,
  ...rule
}: Omit<ContentRule, 'check'> & {
  readonly columns: readonly Column[];
  explain(row: Pick<InventoryRow, Column>): readonly [column: string, message: string] | undefined;
}): ContentRule {
  return {
    ...rule,
    *check({ inventory }) {
      const { file, rows } = withFaultyRows(inventory, columns);
      for (const row of rows) {
        const [column, message] = explain(row) ?? [];
        if (column !== undefined && message !== undefined) {
          yield { file, line: row.line, column, message };
        }
      }
    },
  };
}

const incomingWithoutDate = incomingRule({
  id: 'stock/incoming-without-date',
  severity: 'error',
  summary: 'A stock row has both `incoming` and `incoming_date`, or neither.',
  remedy: 'Write the day on which the pieces are expected, or empty both cells.',
  columns: ['incoming', 'incoming_date'],
  explain({ incoming, incoming_date: date }) {
    if (incoming !== undefined && date === undefined) {
      const message = `${incoming} incoming ${incoming === 1 ? 'piece has' : 'pieces have'} no date; write the day in incoming_date, or empty the cell`;
      return ['incoming', message];
    }
    if (incoming === undefined && date !== undefined) {
      return [
        'incoming_date',
        `nothing is incoming on ${date}; write the pieces or empty the cell`,
      ];
    }
    return undefined;
  },
});

const incomingWithoutLocation = incomingRule({
  id: 'stock/incoming-without-location',
  severity: 'error',
  summary: 'Incoming pieces have a location.',
  remedy: 'Name the location in the column `location`, or remove the incoming pieces.',
  columns: ['incoming', 'location'],
  explain({ incoming, location }) {
    if (incoming === undefined || location !== undefined) return undefined;
    return ['incoming', `${incoming} incoming: name the location that they are on the way to`];
  },
});

/**
 * Reports incoming pieces that are expected before the day of the count. Does not use the current time,
 * because a release must depend on its content only.
 */
const incomingBeforeCount = incomingRule({
  id: 'stock/incoming-before-count',
  severity: 'warning',
  summary: 'Incoming pieces are expected on the day of the count (`as_of`) or later.',
  remedy: 'Correct the date, or move the pieces that have arrived to `quantity`.',
  columns: ['incoming_date', 'as_of'],
  explain({ incoming_date: date, as_of: asOf }) {
    const counted = asOf?.slice(0, 10);
    if (date === undefined || counted === undefined || date >= counted) return undefined;
    return ['incoming_date', `${date} is before the count of ${counted}; correct one of the two`];
  },
});

/** Rules about the locations and the incoming pieces in the stock rows of one product. */
export const stockByLocationRules: readonly ContentRule[] = [
  incomingBeforeCount,
  incomingWithoutDate,
  incomingWithoutLocation,
  mixedLocations,
];
