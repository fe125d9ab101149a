/** `remove SKU`: removes a product from the catalogue, at once or after a given last day. */
import { type Day, dayBefore } from '../../../build/content/dates.ts';
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import type { ContentEdits } from '../content-edits.ts';
import type { EditCommand, EditPlan } from '../edit-command.ts';
import { assertProduct, productFile, productTables, readSuccession } from '../products.ts';
import { readLastDay } from '../read-options.ts';

/** `remove SKU`: removes a product from the catalogue, at once or after a given last day. */
export const remove: EditCommand = {
  usage: 'remove SKU [--replaced-by SKU] [--until DAY]',
  summary: 'Removes a product from the catalogue, now or after a given day.',
  help: `  --replaced-by SKU  the product that replaces it; clients see its SKU
  --until DAY        the last day in the catalogue (default: yesterday, or the last day of the file
                     if that is earlier)

With either option the file stays, so that clients receive the reason of the removal. Without them,
the product's file and rows are removed.

  npm run edit -- remove TEE100
  npm run edit -- remove TEE100 --replaced-by TEE101
  npm run edit -- remove TEE100 --until 2027-06-30
`,
  options: { 'replaced-by': { type: 'string' }, until: { type: 'string' } },
  plan(edits, { positionals, options, today }) {
    const [sku, ...others] = positionals;
    if (sku === undefined || others.length > 0) throw new ExpectedError('remove takes one SKU');
    assertProduct(edits, sku);
    const { 'replaced-by': successor } = options;
    const until = readLastDay(options['until'], today);
    if (typeof successor === 'string') assertProduct(edits, successor);
    if (successor === undefined && until === undefined) return removeRows(edits, sku);
    const yesterday = dayBefore(today) as Day;
    const { availableUntil = yesterday } = readSuccession(edits, sku);
    const day = until ?? (availableUntil < today ? availableUntil : yesterday);
    edits.editJson(productFile(sku), [
      { path: ['availableUntil'], value: day, after: 'descriptions' },
      ...(successor ? [{ path: ['replacedBy'], value: successor, after: 'availableUntil' }] : []),
    ]);
    const reason = successor ? `, replaced by ${successor as string}` : '';
    return {
      summary: `${sku} is in the catalogue until ${day}${reason}`,
      table: { columns: [], rows: [] },
    };
  },
};

function removeRows(edits: ContentEdits, sku: string): EditPlan {
  // The product itself may have a fault: then to remove it may be the remedy.
  const named = edits
    .products()
    .filter((other) => other !== sku && readSuccession(edits, other).replacedBy === sku);
  if (named.length > 0) {
    throw new ExpectedError(`${sku} replaces ${named.join(', ')}; correct replacedBy there first`);
  }
  edits.remove(productFile(sku));
  const rows = productTables(edits).flatMap((file) => {
    const count = edits.editTable(file, (table) => {
      const own = table.rows.filter(({ cells }) => cells['sku'] === sku);
      for (const row of own) table.remove(row);
      return own.length;
    });
    return count === 0 ? [] : [[file, `${formatCount(count, 'row')} removed`]];
  });
  return {
    summary: `${sku} is removed; clients see no reason`,
    table: { columns: ['file', 'what'], rows: [[productFile(sku), 'removed'], ...rows] },
  };
}
