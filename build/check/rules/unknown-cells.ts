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
  unreadFile,
} from '../../content/findings/relations.ts';
import { groupBy } from '../../content/group-by.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { explainInvisible } from '../../content/rules/text-rules.ts';
import { explainSpreadsheet, suggestForDate } from '../../content/rules/value-formats.ts';
import { idSources, type SharedTable } from '../../content/schemas/references.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import { findUnread } from './file-list-rules.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import {
  formatRowCount,
  priceTables,
  rowsOfProducts,
  stockTables,
  surchargeTables,
  variantTables,
  withFaultyRows,
} from './rows-of-products.ts';
import type { ContentRule } from './rule.ts';
import { isWithoutZeros, suggestSku } from './suggest-sku.ts';
import { suggestOf } from './unknown-ids.ts';

/** Any table: the rules read only the SKU and one column of its rows. */
type Table = PartialTable<{ readonly sku: string }>;

/** First part of a rule's id → its tables, what its summary calls a row, and the file of its example. */
const tableKinds = {
  price: [priceTables, 'a price', 'prices/msrp.csv'],
  stock: [stockTables, 'a stock row', 'inventory.csv'],
  surcharge: [surchargeTables, 'a surcharge', 'prices/surcharges.csv'],
  sync: [({ activeProducts }) => [activeProducts], 'an active product', 'active-products.csv'],
  variant: [variantTables, 'a variant', 'variants.csv'],
} satisfies Record<string, [(content: PartialContent) => readonly Table[], string, string]>;

type TableKind = keyof typeof tableKinds;

/** Returns the tables of a kind with all rows in which the SKU and the cell of `column` are valid. */
function tablesWith(kind: TableKind, column: string, content: PartialContent) {
  const tables: readonly Table[] = tableKinds[kind][0](content);
  return tables.map((table) => withFaultyRows(table, ['sku', column as 'sku']));
}

/** Returns the cell of a row in a column; an empty text if an optional column has none. */
function cellOf(row: WithLine<object>, column: string): string {
  return String((row as Partial<Record<string, unknown>>)[column] ?? '');
}

/** How the values of a column are looked up, and what a fault about an unknown value says. */
interface Lookup {
  readonly rows: Table['rows'];
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

/** The beginning of a rule's id and the column; and its example: a text in the table, and a mistake in it. */
type Cells = readonly [kind: TableKind, column: string, valid: string, broken: string];

/** Returns a rule that yields a fault for each unknown value of a column, at its first row. */
function createRule(
  [kind, column, valid, broken]: Cells,
  texts: Pick<ContentRule, 'summary' | 'remedy'>,
  lookUp: (table: Table, content: PartialContent) => Iterable<Lookup>,
): ContentRule {
  const [name, noun] = column === 'sku' ? ['product', 'a SKU'] : [column, `a ${column}`];
  return {
    id: `${kind}/unknown-${name}`,
    severity: 'error',
    ...texts,
    example: { file: tableKinds[kind][2], valid, broken },
    *check(content) {
      for (const table of tablesWith(kind, column, content)) {
        for (const lookup of lookUp(table, content)) {
          const unknown = lookup.rows.filter((row) => {
            const value = cellOf(row, column);
            return value !== '' && !lookup.known.has(value);
          });
          for (const [value, rows] of groupBy(unknown, (row) => cellOf(row, column))) {
            const { line = 1 } = rows[0] ?? {};
            yield { file: table.file, line, column, ...explainValue(value, rows, noun, lookup) };
          }
        }
      }
    },
  };
}

function explainValue(value: string, rows: Table['rows'], noun: string, lookup: Lookup) {
  const { allowed, suggest, problem, explain, aboutOf } = lookup;
  const suggestion = suggest(value);
  const explanation =
    explainSpreadsheet(value, noun) ??
    explainInvisible(value, suggestion) ??
    explain?.(value, suggestion) ??
    `${problem}; correct it or remove ${formatRowCount(rows)}`;
  return {
    message: `"${value}" ${explanation}`,
    about: { ...aboutOf(value, suggestion), rows: rows.length },
    ...(allowed && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** Returns how ids of a kind are looked up, without the relations of their faults. */
function lookUpId(kind: SharedTable, allowed: readonly string[], problem: string) {
  const suggest = (id: string) => suggestForDate(id, allowed) ?? suggestOf(kind)(id, allowed);
  return { allowed, known: new Set(allowed), problem, suggest };
}

/** The columns with ids that shared files define. */
const idColumns: readonly (Pick<ContentRule, 'summary' | 'remedy'> & {
  readonly cells: Cells;
  readonly kind: SharedTable;
  readonly problem: string;
})[] = [
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
    tablesWith(tables, column, content).map((table) => {
      const ids = new Set(table.rows.map((row) => cellOf(row, column)));
      ids.delete('');
      return { ...table, ids };
    }),
  );
}

const rulesOfIds = idColumns.map(({ cells, kind, problem, ...texts }) =>
  createRule(cells, texts, ({ rows }, { ids }) => {
    const known = ids[kind];
    if (known === undefined) return [];
    const allowed = [...(kind === 'tiers' ? [msrpList] : []), ...known];
    const aboutOf = (id: string) => aboutUnknown(kind, id, allowed.length === 0);
    return [{ rows, ...lookUpId(kind, allowed, problem), aboutOf }];
  }),
);

/** Returns a rule about colours or sizes of rows, which the product of the row must have. */
function ofProduct(kind: 'colors' | 'sizes', cells: Cells): ContentRule {
  const { one, several } = idSources[kind];
  const texts = {
    summary: `The ${one} of ${tableKinds[cells[0]][1]} is one of the product’s ${several}.`,
    remedy: `Correct the ${one}, add it to \`${kind}\` in the product’s file, or remove the rows.`,
  };
  return createRule(cells, texts, function* (table, content) {
    for (const { file, sku, product, rows } of rowsOfProducts(content, table)) {
      // The id may be one that could not be read.
      if (product[kind] === undefined || mayBeIncomplete(content, file, kind)) continue;
      const { colors = [], sizes = [] } = product;
      const allowed = kind === 'sizes' ? sizes : colors.map(({ color }) => color);
      const aboutOf = (id: string): Relations => {
        const isDefined = content.ids[kind]?.has(id);
        const ofThis = idOfProduct(file, kind, id);
        if (isDefined) return { explainedBy: [ofThis, idOfProduct(file, kind)] };
        // An id that no file defines may be missing there.
        const groups = isDefined === false ? [`unknown-id ${kind} ${id} in ${table.file}`] : [];
        return { explainedBy: [ofThis], groups, facts: { kind, id, table: table.file } };
      };
      yield { rows, ...lookUpId(kind, allowed, `is not a ${one} of ${sku}`), aboutOf };
    }
  });
}

/** Returns the SKUs of all products and the names of their files: if they differ, another rule reports the file. */
const knownSkus = memoize((content: PartialContent): ReadonlySet<string> => {
  return new Set(content.products.flatMap(({ file, sku }) => [sku, basename(file, '.json')]));
});

/** Returns a rule about the SKUs of rows, which must be those of products. */
function ofProducts(kind: TableKind, valid: string, broken: string): ContentRule {
  const texts = {
    summary: `The SKU of ${tableKinds[kind][1]} is that of a product.`,
    remedy:
      'Correct the SKU, add the product’s file to products/, or remove the rows of a product that no longer exists.',
  };
  return createRule([kind, 'sku', valid, broken], texts, ({ file, rows }, content) => [
    {
      rows,
      known: knownSkus(content),
      problem: 'is not the SKU of a product',
      suggest: (sku) => (findUnread(sku, content) ? undefined : suggestSku(sku, content)),
      explain: (sku, suggestion) => explainSku(sku, suggestion, content),
      aboutOf: (sku, suggestion) => ({
        groups: [`same-rows ${sku}`],
        explains: [
          suggestion === undefined ? unknownUses : rowsOf(file, suggestion),
          unreadFile(findUnread(sku, content) ?? ''),
        ],
        explainedBy: [noProducts],
      }),
    },
  ]);
}

function explainSku(sku: string, suggestion: string | undefined, content: PartialContent) {
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

/** The only rule about ids of a table that belongs to the whole catalogue. */
const unknownCompany = 'sync/unknown-company';

/** Rules about the colours, sizes, locations and lists in the rows of one product. */
export const unknownCellRules: readonly ContentRule[] = [
  ofProduct('colors', ['stock', 'color', 'BAG-5,navy', 'BAG-5,nvay']),
  ofProduct('sizes', ['stock', 'size', 'M,12', '2XM,12']),
  ofProduct('sizes', ['surcharge', 'size', '2XL', 'XXL']),
  ofProduct('colors', ['variant', 'color', 'BAG-5,navy', 'BAG-5,nvay']),
  ofProduct('sizes', ['variant', 'size', 'BAG-5,navy,OSFA', 'BAG-5,navy,OFSA']),
  ...rulesOfIds.filter(({ id }) => id !== unknownCompany),
];

/** Rules about the SKUs of rows, and the companies in `active-products.csv`, which belongs to the whole catalogue. */
export const unknownRowRules: readonly ContentRule[] = [
  ofProducts('price', 'BAG-5', 'BAG5'),
  ofProducts('stock', 'BAG-5', 'BAG5'),
  ofProducts('surcharge', 'TEE-1', 'TEE1'),
  ofProducts('sync', 'BAG-5', 'BAG5'),
  ofProducts('variant', 'BAG-5', 'BAG5'),
  ...rulesOfIds.filter(({ id }) => id === unknownCompany),
];
