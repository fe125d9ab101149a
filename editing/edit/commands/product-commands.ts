/** `copy`, `rename` and `remove`: the commands of `npm run edit` that concern one whole product. */
import { type Day, dayBefore } from '../../../build/content/dates.ts';
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import type { EditableTable, TableRow } from '../../text/csv-text.ts';
import type { ContentEdits } from '../content-edits.ts';
import { type EditCommand, readLastDay } from '../edit-command.ts';
import {
  assertFreeSku,
  assertProduct,
  priceTables,
  productFile,
  productTables,
  readSuccession,
} from '../products.ts';

const columns = ['file', 'what'];

/** Edits the rows of a product in tables. Returns each table with rows of it, and their number. */
function editRows(
  edits: ContentEdits,
  tables: readonly string[],
  sku: string,
  edit: (table: EditableTable, rows: readonly TableRow[]) => void,
): [file: string, rows: string][] {
  return tables.flatMap((file) => {
    const count = edits.editTable(file, (table) => {
      const own = table.rows.filter(({ cells }) => cells['sku'] === sku);
      edit(table, own);
      return own.length;
    });
    return count === 0 ? [] : [[file, formatCount(count, 'row')]];
  });
}

function readTwoSkus([from, to, ...others]: readonly string[], problem: string): [string, string] {
  if (from !== undefined && to !== undefined && others.length === 0) return [from, to];
  throw new ExpectedError(problem);
}

/** `copy SKU NEW`: creates the draft NEW from the file, prices and surcharges of a product. */
export const copy: EditCommand = {
  usage: 'copy SKU NEW',
  summary: 'Creates a draft with the texts, colours, sizes, prices and surcharges of a product.',
  help: `Stock, part ids and GTINs are not copied: they identify other pieces. Edit the new file, then remove
\`draft\` from it.

  npm run edit -- copy TEE100 TEE130
`,
  options: {},
  plan(edits, { positionals }) {
    const problem = 'copy takes two SKUs: that of the product and that of the copy';
    const [from, to] = readTwoSkus(positionals, problem);
    assertProduct(edits, from);
    assertFreeSku(edits, to);
    const file = productFile(to);
    edits.write(file, edits.read(productFile(from)) ?? '');
    edits.editJson(file, [
      { path: ['sku'], value: to },
      ...['formerSkus', 'replacedBy', 'availableFrom', 'availableUntil'].map((name) => ({
        path: [name],
        value: undefined,
      })),
      { path: ['draft'], value: true, after: 'descriptions' },
    ]);
    const all = [...priceTables(edits), 'prices/surcharges.csv'];
    const tables = all.filter((table) => edits.read(table) !== undefined);
    const copied = editRows(edits, tables, from, (table, own) => {
      let last = own.at(-1);
      for (const { cells } of own) last = table.add({ ...cells, sku: to }, last);
    });
    return {
      summary: `${to} is a draft like ${from}`,
      table: { columns, rows: [[file, 'added'], ...copied] },
    };
  },
};

/** `rename OLD NEW`: changes the SKU of a product in all files, and adds the old one to its `formerSkus`. */
export const rename: EditCommand = {
  usage: 'rename OLD NEW',
  summary:
    'Changes the SKU of a product in its file and in every table, and records the former SKU.',
  help: `Clients that keep a copy receive the new SKU from \`changes\`.

  npm run edit -- rename TEE100 TEE1000
`,
  options: {},
  plan(edits, { positionals }) {
    const problem = 'rename takes two SKUs: the present one and the new one';
    const [from, to] = readTwoSkus(positionals, problem);
    assertProduct(edits, from);
    assertFreeSku(edits, to);
    const [file, text] = [productFile(to), edits.read(productFile(from)) ?? ''];
    const { formerSkus = [] } = readSuccession(edits, from);
    edits.remove(productFile(from));
    edits.write(file, text);
    // The new SKU may be one of the former SKUs.
    const former = [...formerSkus.filter((sku) => sku !== to), from];
    edits.editJson(file, [
      { path: ['sku'], value: to },
      { path: ['formerSkus'], value: former, after: 'descriptions' },
    ]);
    const rows = editRows(edits, productTables(edits), from, (table, own) => {
      for (const row of own) table.change(row, { sku: to });
    });
    const succeeded = edits.products().flatMap((sku) => {
      const other = productFile(sku);
      if (!edits.read(other)?.includes(from)) return [];
      if (readSuccession(edits, sku).replacedBy !== from) return [];
      edits.editJson(other, [{ path: ['replacedBy'], value: to }]);
      return [[other, '`replacedBy`']];
    });
    return {
      summary: `${from} becomes ${to}`,
      table: { columns, rows: [[file, 'renamed'], ...rows, ...succeeded] },
    };
  },
};

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
  plan(edits, { positionals: [sku, ...others], options, today }) {
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
    const summary = `${sku} is in the catalogue until ${day}${reason}`;
    return { summary, table: { columns: [], rows: [] } };
  },
};

function removeRows(edits: ContentEdits, sku: string) {
  // The product itself may have a fault: then to remove it may be the remedy.
  const named = edits
    .products()
    .filter((other) => other !== sku && readSuccession(edits, other).replacedBy === sku);
  if (named.length > 0) {
    throw new ExpectedError(`${sku} replaces ${named.join(', ')}; correct replacedBy there first`);
  }
  edits.remove(productFile(sku));
  const rows = editRows(edits, productTables(edits), sku, (table, own) => {
    for (const row of own) table.remove(row);
  });
  const shown = rows.map(([file, count]) => [file, `${count} removed`]);
  return {
    summary: `${sku} is removed; clients see no reason`,
    table: { columns, rows: [[productFile(sku), 'removed'], ...shown] },
  };
}
