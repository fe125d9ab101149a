/** Rules that report SKUs and ids in table rows that are not defined: once per table, product and value. */
import { basename } from 'node:path/posix';
import type { WithLine } from '../../content/content.ts';
import type { Fault, Found, Relations } from '../../content/findings/finding.ts';
import {
  aboutUnknown,
  idOfProduct,
  noProducts,
  rowsOf,
  unknownUses,
} from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { explainInvisible } from '../../content/rules/text-rules.ts';
import { explainSpreadsheet, suggestForDate } from '../../content/rules/value-formats.ts';
import { idSources, type SharedTable } from '../../content/schemas/references.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import { findUnread } from './file-list-rules.ts';
import { memoize } from './memoize.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { formatRowCount, priceTables, rowsOfProducts, withFaultyRows } from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';
import { isWithoutZeros, suggestSku } from './suggest-sku.ts';
import { suggestOf } from './unknown-ids.ts';

/** Any table: the rules read only the SKU and one column of its rows. */
type Table = PartialTable<{ readonly sku: string }>;

/** First part of a rule's id → its tables, what its summary calls a row, and the file of its example. */
const tableKinds = {
  price: [priceTables, 'a price', 'prices/msrp.csv'],
  stock: [({ inventory }) => [inventory], 'a stock row', 'inventory.csv'],
  surcharge: [({ surcharges }) => [surcharges], 'a surcharge', 'prices/surcharges.csv'],
  sync: [({ activeProducts }) => [activeProducts], 'an active product', 'active-products.csv'],
  variant: [({ variants }) => [variants], 'a variant', 'variants.csv'],
} satisfies Record<string, [(content: PartialContent) => readonly Table[], string, string]>;

type TableKind = keyof typeof tableKinds;

/** Returns the tables of a kind with all rows in which the cells of `columns` are valid. */
function tablesWith(kind: TableKind, columns: readonly string[], content: PartialContent) {
  const tables: readonly Table[] = tableKinds[kind][0](content);
  return tables.map((table) => withFaultyRows(table, columns as readonly 'sku'[]));
}

function cellOf(row: WithLine<object>, column: string): string | undefined {
  return (row as Partial<Record<string, unknown>>)[column] as string | undefined;
}

/** The beginning of a rule's id and the column; and its example: a text in the table, and a mistake in it. */
type Cells = readonly [kind: TableKind, column: string, valid: string, broken: string];

function createRule(
  [kind, column, valid, broken]: Cells,
  parts: Pick<ContentRule, 'summary' | 'remedy' | 'check'>,
): ContentRule {
  const name = column === 'sku' ? 'product' : column;
  const example = { file: tableKinds[kind][2], valid, broken };
  return { id: `${kind}/unknown-${name}`, severity: 'error', ...parts, example };
}

/** How values are looked up, and what a fault about an unknown value says. */
interface Lookup {
  readonly known: ReadonlySet<string>;
  /** The known values, if a message can list them. */
  readonly allowed?: readonly string[];
  readonly suggest: (value: string) => string | undefined;
  /** What is wrong with an unknown value, such as `is not a location`. */
  readonly problem: string;
  /** Returns another explanation of some values. */
  readonly explain?: (value: string, suggestion: string | undefined) => string | undefined;
  readonly aboutOf: (value: string, suggestion: string | undefined) => Relations;
}

/** Yields a fault for each unknown value of a column, at its first row. */
function* findUnknown(
  { file, rows }: Pick<Table, 'file' | 'rows'>,
  column: string,
  { known, allowed, suggest, problem, explain, aboutOf }: Lookup,
): Generator<Fault> {
  for (const [value, same] of groupBy(rows, (row) => cellOf(row, column))) {
    if (value === undefined || known.has(value)) continue;
    const suggestion = suggest(value);
    const explanation =
      explainSpreadsheet(value, `a ${column === 'sku' ? 'SKU' : column}`) ??
      explainInvisible(value, suggestion) ??
      explain?.(value, suggestion) ??
      `${problem}; correct it or remove ${formatRowCount(same)}`;
    const message = `"${value}" ${explanation}`;
    const about = { ...aboutOf(value, suggestion), rows: same.length };
    const hints = { ...(allowed && { allowed }), ...(suggestion !== undefined && { suggestion }) };
    yield { file, line: same[0]?.line ?? 1, column, message, about, ...hints };
  }
}

/** Returns how ids of a kind are looked up, without the relations of their faults. */
function lookUp(kind: SharedTable, allowed: readonly string[], problem: string) {
  return {
    allowed,
    known: new Set(allowed),
    problem,
    suggest: (id: string) => suggestForDate(id, allowed) ?? suggestOf(kind)(id, allowed),
  };
}

/** A column with ids that a shared file defines. */
interface IdColumn extends Pick<ContentRule, 'summary' | 'remedy'> {
  readonly cells: Cells;
  readonly kind: SharedTable;
  readonly problem: string;
}

const idColumns: readonly IdColumn[] = [
  {
    cells: ['stock', 'location', 'calgary', 'calgari'],
    kind: 'locations',
    problem: 'is not a location',
    summary: 'The location of a stock row is one of `locations.json`.',
    remedy: 'Correct the location, or add it to locations.json with its name and markets.',
  },
  {
    cells: ['surcharge', 'list', 'A3', 'a3'],
    kind: 'tiers',
    problem: 'is not a price list',
    summary: `The list of a surcharge is \`${msrpList}\` or a tier of \`catalogue.json\`.`,
    remedy: 'Correct the list, add the tier, or remove the rows of a tier that no longer exists.',
  },
  {
    cells: ['sync', 'company', 'west-shop', 'west_shop'],
    kind: 'companies',
    problem: 'is not a company',
    summary: 'The company of an active product is one of `companies.json`.',
    remedy:
      'Correct the alias, add the company, or remove the rows of a company that no longer exists.',
  },
];

/** Returns the tables with ids of a kind that a shared file defines, each with its ids. */
export function columnsWith(kind: string, content: PartialContent) {
  const columns = idColumns.filter((each) => each.kind === kind);
  return columns.flatMap(({ cells: [tables, column] }) =>
    tablesWith(tables, [column], content).map((table) => {
      return { ...table, ids: new Set(table.rows.map((row) => cellOf(row, column))) };
    }),
  );
}

const [unknownLocation, unknownList, unknownCompany] = idColumns.map(
  ({ cells, kind, problem, ...texts }) => {
    return createRule(cells, {
      ...texts,
      *check(content) {
        const [tables, column] = cells;
        const known = content.ids[kind];
        if (known === undefined) return;
        const allowed = [...(kind === 'tiers' ? [msrpList] : []), ...known];
        const aboutOf = (id: string) => aboutUnknown(kind, id, allowed.length === 0);
        for (const table of tablesWith(tables, [column], content)) {
          yield* findUnknown(table, column, { ...lookUp(kind, allowed, problem), aboutOf });
        }
      },
    });
  },
) as [ContentRule, ContentRule, ContentRule];

/** Returns a rule about colours or sizes of rows, which the product of the row must have. */
function ofProduct(kind: 'colors' | 'sizes', cells: Cells): ContentRule {
  const [tables, column] = cells;
  const { one, several } = idSources[kind];
  return createRule(cells, {
    summary: `The ${one} of ${tableKinds[tables][1]} is one of the product’s ${several}.`,
    remedy: `Correct the ${one}, add it to \`${kind}\` in the product’s file, or remove the rows.`,
    *check(content) {
      for (const table of tablesWith(tables, ['sku', column], content)) {
        for (const { file, sku, product, rows } of rowsOfProducts(content, table)) {
          // The id may be one that could not be read.
          if (product[kind] === undefined || mayBeIncomplete(content, file, kind)) continue;
          const { colors = [], sizes = [] } = product;
          const allowed = kind === 'sizes' ? sizes : colors.map(({ color }) => color);
          const defined = content.ids[kind];
          const aboutOf = (id: string) => ({
            explainedBy: [
              idOfProduct(file, kind, id),
              ...(defined?.has(id) ? [idOfProduct(file, kind)] : []),
            ],
            // An id that no file defines may be missing there.
            ...(defined?.has(id) === false && {
              groups: [`unknown-id ${kind} ${id} in ${table.file}`],
              facts: { kind, id, table: table.file },
            }),
          });
          const lookup = { ...lookUp(kind, allowed, `is not a ${one} of ${sku}`), aboutOf };
          yield* findUnknown({ ...table, rows }, column, lookup);
        }
      }
    },
  });
}

/** Returns the SKUs of all products and the names of their files: if they differ, another rule reports the file. */
const knownSkus = memoize((content: PartialContent): ReadonlySet<string> => {
  return new Set(content.products.flatMap(({ file, sku }) => [sku, basename(file, '.json')]));
});

/** Returns a rule about the SKUs of rows, which must be those of products. */
function ofProducts(kind: TableKind, valid: string, broken: string): ContentRule {
  return createRule([kind, 'sku', valid, broken], {
    summary: `The SKU of ${tableKinds[kind][1]} is that of a product.`,
    remedy:
      'Correct the SKU, add the product’s file to products/, or remove the rows of a product that no longer exists.',
    *check(content) {
      const known = knownSkus(content);
      for (const table of tablesWith(kind, ['sku'], content)) {
        yield* findUnknown(table, 'sku', {
          known,
          problem: 'is not the SKU of a product',
          suggest: (sku) => (findUnread(sku, content) ? undefined : suggestSku(sku, content)),
          explain: (sku, suggestion) => explainSku(sku, suggestion, content),
          aboutOf: (sku, suggestion) => ({
            groups: [`same-rows ${sku}`],
            explains: [suggestion === undefined ? unknownUses : rowsOf(table.file, suggestion)],
            explainedBy: [noProducts],
          }),
        });
      }
    },
  });
}

function explainSku(
  sku: string,
  suggestion: string | undefined,
  content: PartialContent,
): string | undefined {
  const unread = findUnread(sku, content);
  if (unread !== undefined) {
    return `is the SKU of ${unread}, which is not read; move it to products/${sku}.json`;
  }
  if (suggestion === undefined || !isWithoutZeros(sku, suggestion)) return undefined;
  return `is not the SKU of a product; a spreadsheet probably removed the zeros of "${suggestion}": format the column as text and write the SKU again`;
}

/** Merges faults that several tables have in common into the first, whose message then names the other tables. */
export function mergeSameRows([first, ...others]: readonly Found[]): Fault | undefined {
  if (first === undefined || others.length === 0) return undefined;
  const named = others.map(({ fault: { file, about } }) => {
    const rows = about?.rows ?? 1;
    return `${file} (${rows} row${rows === 1 ? '' : 's'})`;
  });
  return { ...first.fault, message: `${first.fault.message}; also in ${named.join(', ')}` };
}

/** Rules about the colours, sizes, locations and lists in the rows of one product. */
export const unknownCellRules: readonly ContentRule[] = [
  ofProduct('colors', ['stock', 'color', 'BAG-5,navy', 'BAG-5,nvay']),
  ofProduct('sizes', ['stock', 'size', 'M,12', '2XM,12']),
  ofProduct('sizes', ['surcharge', 'size', '2XL', 'XXL']),
  ofProduct('colors', ['variant', 'color', 'BAG-5,navy', 'BAG-5,nvay']),
  ofProduct('sizes', ['variant', 'size', 'BAG-5,navy,OSFA', 'BAG-5,navy,OFSA']),
  unknownList,
  unknownLocation,
];

/** Rules about the SKUs of rows, and the companies in `active-products.csv`, which belongs to the whole catalogue. */
export const unknownRowRules: readonly ContentRule[] = [
  ofProducts('price', 'BAG-5', 'BAG5'),
  ofProducts('stock', 'BAG-5', 'BAG5'),
  ofProducts('surcharge', 'TEE-1', 'TEE1'),
  ofProducts('sync', 'BAG-5', 'BAG5'),
  ofProducts('variant', 'BAG-5', 'BAG5'),
  unknownCompany,
];
