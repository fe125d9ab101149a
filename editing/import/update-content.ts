/** Imports into existing content: replaces it, or updates only the parts that the shop owns. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Day } from '../../build/content/dates.ts';
import { groupBy } from '../../build/content/group-by.ts';
import { openContent } from '../../build/content/open-content.ts';
import { inventoryFile } from '../../build/content/product-tables.ts';
import type { ProductContent } from '../../build/content/schemas/product.ts';
import { msrpList } from '../../build/content/schemas/tables.ts';
import { localeFacts } from '../../contract/locales.ts';
import { assertBuilds } from '../edit/check-edits.ts';
import { type ContentEdits, createContentEdits } from '../edit/content-edits.ts';
import { productFile } from '../edit/products.ts';
import { createVariantFinder } from '../edit/stock/find-variant.ts';
import { createStockTable } from '../edit/stock/stock-table.ts';
import { writeEdits } from '../edit/write-edits.ts';
import type { RowCells } from '../text/csv-text.ts';
import type { OwnPart } from './command-line.ts';
import type { ImportedContent } from './content-files.ts';
import { formatCents, percentOf } from './money.ts';
import type { ImportOptions } from './options/import-options.ts';
import type { Report } from './report.ts';

/** Replaces the content of a folder by that of an import. Throws an `ExpectedError` if it cannot be written. */
export async function replaceContent(
  folder: string,
  files: ReadonlyMap<string, string>,
  report: Report,
): Promise<void> {
  const edits = createContentEdits(folder);
  const removed = edits.products().filter((sku) => !files.has(productFile(sku)));
  for (const sku of removed) edits.remove(productFile(sku));
  for (const file of ['variants.csv', 'locations.json']) edits.remove(file);
  for (const [file, text] of files) edits.write(file, text);
  report.note('imported', 'styles removed, which the source does not have', removed);
  await write(edits, report);
}

async function write(edits: ContentEdits, report: Report): Promise<void> {
  const changes = edits.changes();
  await writeEdits(edits.folder, changes);
  const files = changes.map(({ file }) => file);
  report.note('imported', 'files changed', files.length === 0 ? 'none' : files);
}

interface PartialUpdate {
  readonly only: readonly OwnPart[];
  readonly options: ImportOptions;
  readonly day: string;
  readonly report: Report;
}

/** Updates parts of the styles that content has. Throws an `ExpectedError` if it would not build. */
export async function updateParts(
  folder: string,
  content: ImportedContent,
  update: PartialUpdate,
): Promise<void> {
  const { only, report, day } = update;
  const edits = createContentEdits(folder);
  const known = new Set(edits.products());
  const imported = new Set(content.products.map(({ sku }) => sku));
  const added = [...imported].filter((sku) => !known.has(sku));
  const gone = [...known].filter((sku) => !imported.has(sku));
  report.note('left out', 'new styles; import all into a branch to add them', added);
  report.note('kept', 'styles that the source does not have', gone);
  if (only.includes('prices')) updatePrices(edits, content, update);
  if (only.includes('stock')) await updateStock(edits, content, report);
  if (only.includes('pictures')) {
    for (const product of content.products.filter(({ sku }) => known.has(sku))) {
      updatePictures(edits, product, report);
    }
  }
  await assertBuilds(folder, edits.changes(), day as Day);
  await write(edits, report);
}

type Row = Readonly<Record<string, string>>;

/** Columns of a price that an import writes; the others identify it. */
const priceValues = ['price', 'regularPrice', 'from', 'until'] as const;
const priceKeys = ['sku', 'currency', 'minQuantity'] as const;
const surchargeKeys = ['sku', 'currency', 'size', 'list'] as const;
const surchargeFile = 'prices/surcharges.csv';
const msrpFile = `prices/${msrpList}.csv`;

const keyOf = (row: RowCells, keys: readonly string[]) =>
  JSON.stringify(keys.map((column) => row[column] ?? ''));

/** Updates prices. A net price that is not the share of the MSRP in the options is of editors. */
function updatePrices(
  edits: ContentEdits,
  { msrp, net, surcharges = [] }: ImportedContent,
  { options: { tiers }, report }: PartialUpdate,
): void {
  const accepts = createRowTest(edits, report);
  const shareOf = (price: string | undefined, percent: number) =>
    price ? formatCents(percentOf(Math.round(Number(price) * 100), percent)) : '';
  const noteNet = ({ sku, currency }: RowCells, tier: string, percent: number) => {
    const text = 'net prices that are not the share of the MSRP in the options';
    report.note('kept', text, `${sku} ${currency} ${tier}, not ${percent} %`);
  };
  const prices = inFirstBracket(edits, msrpFile, msrp.filter(accepts));
  const before = rowsOf(edits, msrpFile, priceKeys);
  for (const [tier, rows] of net) {
    const percent = tiers.percentOfMsrp[tier] ?? 100;
    const share = (row: Row, column: string) =>
      column.endsWith('rice') ? shareOf(row[column], percent) : (row[column] ?? '');
    const file = `prices/net-${tier}.csv`;
    const next = inFirstBracket(edits, file, rows.filter(accepts));
    replaceRows(edits, file, priceKeys, next, (current) => {
      const [first = {}] = current;
      const shares = (before.get(keyOf(first, priceKeys)) ?? []).map((row) =>
        priceValues.map((column) => share(row, column)),
      );
      const own = current.map((row) => priceValues.map((column) => row[column] ?? ''));
      const isShare = isDeepStrictEqual(own, shares);
      if (!isShare) noteNet(first, tier, percent);
      return isShare;
    });
  }
  replaceRows(edits, msrpFile, priceKeys, prices);
  const base = rowsOf(edits, surchargeFile, surchargeKeys);
  const isOwn = ([row = {}]: readonly RowCells[]) => {
    const { list = msrpList, surcharge } = row;
    const percent = list === msrpList ? 100 : (tiers.percentOfMsrp[list] ?? 100);
    const [ofMsrp] = base.get(keyOf({ ...row, list: msrpList }, surchargeKeys)) ?? [];
    const isShare = surcharge === shareOf(ofMsrp?.['surcharge'], percent);
    if (!isShare) noteNet(row, list, percent);
    return isShare;
  };
  const skus = new Set(prices.map(({ sku }) => sku));
  const next = surcharges.filter(accepts);
  replaceRows(edits, surchargeFile, surchargeKeys, next, isOwn, ({ sku }) => skus.has(sku));
}

/** Returns prices of a shop, which knows one quantity, as those of the first bracket that their product has. */
function inFirstBracket(edits: ContentEdits, file: string, rows: readonly Row[]): Row[] {
  const keys = ['sku', 'currency'];
  const present = rowsOf(edits, file, keys);
  return rows.map((row) => {
    const brackets = (present.get(keyOf(row, keys)) ?? []).map((each) =>
      Number(each['minQuantity']),
    );
    return brackets.length === 0 ? row : { ...row, minQuantity: String(Math.min(...brackets)) };
  });
}

function rowsOf(edits: ContentEdits, file: string, keys: readonly string[]) {
  if (edits.read(file) === undefined) return new Map<string, RowCells[]>();
  const rows = edits.editTable(file, (table) => table.rows.map(({ cells }) => cells));
  return groupBy(rows, (row) => keyOf(row, keys));
}

/** Replaces the rows with the keys of new rows if `isOwn`, adds the others, removes those `isGone`. */
function replaceRows(
  edits: ContentEdits,
  file: string,
  keys: readonly string[],
  rows: readonly Row[],
  isOwn: (current: readonly RowCells[]) => boolean = () => true,
  isGone: (row: RowCells) => boolean = () => false,
): void {
  if (edits.read(file) === undefined) return;
  edits.editTable(file, (table) => {
    table.addColumns([...new Set(rows.flatMap(Object.keys))]);
    const empty = Object.fromEntries(table.columns.map((column) => [column, '']));
    const present = groupBy(table.rows, ({ cells }) => keyOf(cells, keys));
    const lastOf = new Map(table.rows.map((row) => [row.cells['sku'] ?? '', row]));
    const wanted = groupBy(rows, (row) => keyOf(row, keys));
    for (const [key, next] of wanted) {
      const current = present.get(key) ?? [];
      const cells = current.map((row) => ({ ...empty, ...row.cells }));
      const texts = next.map((row) => ({ ...empty, ...row }));
      if (isDeepStrictEqual(cells, texts) || (cells.length > 0 && !isOwn(cells))) continue;
      for (const [at, row] of texts.entries()) {
        const [old, sku] = [current[at], row['sku'] ?? ''];
        const last = lastOf.get(sku);
        const changed = old === undefined ? table.add(row, last) : table.change(old, row);
        if (last === undefined || last === old || old === undefined) lastOf.set(sku, changed);
      }
      for (const row of current.slice(next.length)) table.remove(row);
    }
    for (const [key, current] of present) {
      const cells = current.map((row) => row.cells);
      if (wanted.has(key) || !cells.some(isGone) || !isOwn(cells)) continue;
      for (const row of current) table.remove(row);
    }
  });
}

/** Writes the stock of the variants that the content has, like `edit stock`. */
async function updateStock(
  edits: ContentEdits,
  { inventory }: ImportedContent,
  report: Report,
): Promise<void> {
  const content = await openContent(edits.folder);
  const accepts = createRowTest(edits, report);
  const finder = createVariantFinder(content);
  const locations = Object.keys(content.shared.locations);
  const mode = { adds: false, asOf: undefined, namesLocations: false };
  const { sizeNames } = content.shared;
  edits.editTable(inventoryFile, (table) => {
    const stock = createStockTable(table, finder, { sizeNames, locations, mode });
    for (const row of inventory.filter(accepts)) {
      const { sku = '', color = '', size = '', location = '', quantity } = row;
      const result = stock.put({
        ...{ variant: { sku, color, size }, location, quantity: Number(quantity) },
      });
      if ('problem' in result) {
        const place = [sku, color, size, location].filter(Boolean).join(' ');
        report.note('kept', 'stock that the import cannot write', `${place}: ${result.problem}`);
      } else if (result.isOutdated) {
        report.note('kept', 'moments of an earlier count, in as_of', `${sku} ${color} ${size}`);
      }
    }
    stock.addMissing();
  });
}

const picturesSchema = z.looseObject({
  images: z.array(z.looseObject({ file: z.string() })).optional(),
  colors: z.array(z.looseObject({ color: z.string(), images: z.array(z.string()).optional() })),
});

/** Replaces the pictures of a style and its colours by those of the shop, unless editors have put their own there. */
function updatePictures(
  edits: ContentEdits,
  { sku, images: main = [], colors: next }: ProductContent,
  report: Report,
): void {
  const file = productFile(sku);
  const { images = [], colors } = edits.readJson(file, picturesSchema);
  const isOfShop = (paths: readonly string[], name: string) => {
    if (paths.every((path) => path.startsWith('https://'))) return true;
    report.note('kept', 'pictures of editors', name);
    return false;
  };
  for (const [at, { color, images: current = [] }] of colors.entries()) {
    const { images: wanted = [] } = next.find((one) => one.color === color) ?? {};
    if (wanted.length === 0 || isDeepStrictEqual(wanted, current)) continue;
    if (isOfShop(current, `${sku} ${color}`)) {
      edits.editJson(file, [{ path: ['colors', at, 'images'], value: wanted, after: 'color' }]);
    }
  }
  // Alternative texts stay those of editors.
  const wanted = main.map((image) => images.find((one) => one.file === image.file) ?? image);
  if (wanted.length === 0 || isDeepStrictEqual(wanted, images)) return;
  const paths = images.map((image) => image.file);
  if (!isOfShop(paths, sku)) return;
  edits.editJson(file, [{ path: ['images'], value: wanted, after: 'customization' }]);
}

const rowFactsSchema = z.looseObject({
  colors: z.array(z.looseObject({ color: z.string() })).default([]),
  sizes: z.array(z.string()).default([]),
  markets: z.array(z.string()).default([]),
});

/** Returns a test of rows: whether the content has their product, colour, size and currency. */
function createRowTest(edits: ContentEdits, report: Report): (row: RowCells) => boolean {
  const skus = new Set(edits.products());
  const known = new Map<string, z.infer<typeof rowFactsSchema>>();
  return (row) => {
    const { sku = '', color, size, currency } = row;
    if (!skus.has(sku)) return false;
    const facts = known.get(sku) ?? edits.readJson(productFile(sku), rowFactsSchema);
    known.set(sku, facts);
    const sold = Object.values(localeFacts).filter(({ market }) => facts.markets.includes(market));
    const isKnown =
      (color === undefined || facts.colors.some((one) => one.color === color)) &&
      (size === undefined || facts.sizes.includes(size)) &&
      (currency === undefined || sold.some((locale) => locale.currency === currency));
    if (!isKnown) {
      const name = [sku, color, size, currency].filter(Boolean).join(' ');
      report.note('left out', 'colours, sizes and currencies that the style does not have', name);
    }
    return isKnown;
  };
}
