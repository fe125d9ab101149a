/**
 * Rules that report ids that are not defined: in JSON files, at the members that `referenceTo` marks, and in tables. A
 * rule finds nothing if the file that defines the ids could not be read.
 */
import type { WithLine } from '../../content/content.ts';
import type { Fault, Relations } from '../../content/findings/finding.ts';
import { idOfProduct, undefinedId } from '../../content/findings/relations.ts';
import { hintsFor, suggest, suggestSize } from '../../content/findings/suggest.ts';
import { groupBy } from '../../content/group-by.ts';
import type { PartialContent, PartialTable } from '../../content/partial-content.ts';
import { explainInvisible } from '../../content/rules/text-rules.ts';
import { explainSpreadsheet, suggestForDate } from '../../content/rules/value-formats.ts';
import { jsonKinds } from '../../content/schemas/kinds.ts';
import {
  idSources,
  idsAt,
  type ReferenceKind,
  referencePlaces,
  type SharedTable,
  sharedTables,
} from '../../content/schemas/references.ts';
import { msrpList } from '../../content/schemas/tables.ts';
import { mayBeIncomplete } from './omitted-members.ts';
import { formatRowCount, rowsOfProducts, withFaultyRows } from './rows-of-products.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';

/** Returns the function that suggests a correction of an unknown id: sizes have many spellings. */
export function suggestOf(kind: ReferenceKind): typeof suggest {
  return kind === 'sizes' ? suggestSize : suggest;
}

/** Returns the ids of a kind; undefined if the file that defines them could not be read. */
function knownIds(kind: ReferenceKind, content: PartialContent): ReadonlySet<string> | undefined {
  if (kind !== 'tiers') return content.ids[kind as SharedTable];
  const { tiers } = content.catalogue;
  return tiers && new Set(tiers.all);
}

/**
 * Returns how a fault about an unknown id is related to others. If many faults have the same id, they are merged; an id
 * whose kind has none defined counts as the same as any other of that kind.
 */
export function aboutUnknown(kind: ReferenceKind, id: string, isAny = false): Relations {
  return {
    groups: [`unknown-id ${kind} ${isAny ? '' : id}`],
    explainedBy: [undefinedId(kind, id)],
    facts: { kind, id, isAny: Number(isAny) },
  };
}

/** Yields a fault for each id of a kind in a JSON value that its file does not define. */
function* findInJson(
  kind: ReferenceKind,
  content: PartialContent,
  value: unknown,
  { file, places }: { file: string; places: readonly (readonly string[])[] },
): Generator<Fault> {
  const known = knownIds(kind, content);
  const source = idSources[kind];
  if (known === undefined || !('file' in source)) return;
  const several = kind === 'tiers' ? 'tiers' : sharedTables[kind as SharedTable].several;
  for (const [path, id] of places.flatMap((place) => [...idsAt(value, place)])) {
    if (known.has(id)) continue;
    const hints = hintsFor(id, known, suggestOf(kind));
    const problem =
      explainInvisible(id, hints.suggestion) ?? `is not among the ${several} of ${source.file}`;
    // What a product misspells it also seems to lack.
    const explains = [idOfProduct(file, kind, hints.suggestion)];
    const about = { ...aboutUnknown(kind, id), explains };
    yield { file, path, message: `"${id}" ${problem}`, about, ...hints };
  }
}

const productPlaces = groupBy(
  referencePlaces(jsonKinds.product.schema).filter(
    // `product/recommended-size` compares these with the sizes of the product.
    ({ path: [member] }) => member !== 'sizeRecommendations',
  ),
  ({ kind }) => kind,
);

/** Kind of id → the last part of its rule: `product/unknown-brand`. */
const productRuleNames: Partial<Record<SharedTable, string>> = {
  ...{ brands: 'brand', categories: 'category', colors: 'color', decorations: 'decoration' },
  ...{ fabrics: 'fabric', for: 'for', inspiration: 'inspiration', materials: 'material' },
  ...{ sizes: 'size', sizeCharts: 'size-chart', tags: 'tag' },
};

/** Rules about the ids of shared files in products. */
const idsInProducts: readonly ContentRule[] = Object.entries(productRuleNames).map(
  ([kind, name]) => {
    const { file: source, one, several } = sharedTables[kind as SharedTable];
    const places = (productPlaces.get(kind as SharedTable) ?? []).map(({ path }) => path);
    return {
      id: `product/unknown-${name}`,
      severity: 'error',
      summary: `The ${one} of a product is among the ${several} of ${source}.`,
      remedy: `Correct the id, or add the ${one} to ${source}.`,
      check: checkEachProduct((product, content, file) =>
        findInJson(kind as SharedTable, content, product, { file, places }),
      ),
    };
  },
);

/** Rules about ids in shared files: colour families, measures and the base tier. */
export const unknownSharedIdRules: readonly ContentRule[] = [
  {
    id: 'shared/unknown-family',
    severity: 'error',
    summary: 'The families of a colour are among the families of colors.json.',
    remedy: 'Correct the id, or add the family to colors.json.',
    check: (content) =>
      findInJson('families', content, content, {
        file: 'colors.json',
        places: [['colors', '*', 'families', '*']],
      }),
  },
  {
    id: 'shared/unknown-measure',
    severity: 'error',
    summary: 'The measures of a size chart are among the measures of size-charts.json.',
    remedy: 'Correct the id, or add it to `measures`.',
    check: (content) =>
      findInJson(
        'measures',
        content,
        { charts: content.sizeCharts },
        {
          file: 'size-charts.json',
          places: [['charts', '*', 'measures', '*']],
        },
      ),
  },
  {
    id: 'catalogue/unknown-base-tier',
    severity: 'error',
    summary: 'The base tier of the catalogue is one of its tiers.',
    remedy: 'Correct "base", or add the tier to "all" and its prices to prices/.',
    check: (content) =>
      findInJson('tiers', content, content.catalogue, {
        file: 'catalogue.json',
        places: [['tiers', 'base']],
      }),
  },
];

/** What a column of a table refers to. */
interface ColumnReference {
  readonly id: string;
  readonly kind: ReferenceKind;
  readonly column: string;
  /** `a stock row`, for the summary. */
  readonly row: string;
  readonly tableOf: (content: PartialContent) => PartialTable<{ readonly sku: string }>;
}

const stock = { row: 'a stock row', tableOf: ({ inventory }: PartialContent) => inventory };
const surcharge = { row: 'a surcharge', tableOf: ({ surcharges }: PartialContent) => surcharges };
const variant = { row: 'a variant', tableOf: ({ variants }: PartialContent) => variants };
const size = { kind: 'sizes', column: 'size' } as const;
const color = { kind: 'colors', column: 'color' } as const;

const columnsOfProducts: readonly ColumnReference[] = [
  { id: 'stock/unknown-color', ...stock, ...color },
  { id: 'stock/unknown-size', ...stock, ...size },
  { id: 'surcharge/unknown-size', ...surcharge, ...size },
  { id: 'variant/unknown-color', ...variant, ...color },
  { id: 'variant/unknown-size', ...variant, ...size },
];

/** Rules about colours and sizes in rows, which the product of the row must have. One fault per product and id. */
const idsOfProducts: readonly ContentRule[] = columnsOfProducts.map(
  ({ id, kind, column, row, tableOf }) => {
    const { one, several } = sharedTables[kind as SharedTable];
    const member = kind as 'colors' | 'sizes';
    return {
      id,
      severity: 'error',
      summary: `The ${one} of ${row} is one of the product’s ${several}.`,
      remedy: `Correct the ${one}, add it to \`${member}\` in the product’s file, or remove the rows.`,
      *check(content) {
        const table = withFaultyRows(tableOf(content), ['sku', column as 'sku']);
        for (const { file, sku, product, rows } of rowsOfProducts(content, table)) {
          // The id may be one that could not be read.
          if (product[member] === undefined || mayBeIncomplete(content, file, member)) continue;
          const allowed =
            member === 'sizes'
              ? (product.sizes ?? [])
              : (product.colors ?? []).map((each) => each.color);
          yield* findInRows({
            ...{ kind, column, rows, allowed, content, table: table.file, product: file },
            what: `is not a ${one} of ${sku}`,
          });
        }
      },
    };
  },
);

const unknownLocation: ContentRule = {
  id: 'stock/unknown-location',
  severity: 'error',
  summary: 'The location of a stock row is one of `locations.json`.',
  remedy: 'Correct the location, or add it to locations.json with its name and markets.',
  check: (content) =>
    findInColumn(content.inventory, 'location', 'locations', content, 'is not a location'),
};

const unknownList: ContentRule = {
  id: 'surcharge/unknown-list',
  severity: 'error',
  summary: `The list of a surcharge is \`${msrpList}\` or a tier of \`catalogue.json\`.`,
  remedy: 'Correct the list, add the tier, or remove the rows of a tier that no longer exists.',
  check: (content) =>
    findInColumn(content.surcharges, 'list', 'tiers', content, 'is not a price list', [msrpList]),
};

/** Rule about companies in `active-products.csv`, which belongs to the whole catalogue. */
export const unknownCompany: ContentRule = {
  id: 'sync/unknown-company',
  severity: 'error',
  summary: 'The company of an active product is one of `companies.json`.',
  remedy:
    'Correct the alias, add the company, or remove the rows of a company that no longer exists.',
  check: (content) =>
    findInColumn(content.activeProducts, 'company', 'companies', content, 'is not a company'),
};

/** Yields a fault for each id in a column of a table that its file does not define and that is not in `more`. */
function* findInColumn(
  all: PartialTable<object>,
  column: string,
  kind: ReferenceKind,
  content: PartialContent,
  what: string,
  more: readonly string[] = [],
): Generator<Fault> {
  const known = knownIds(kind, content);
  if (known === undefined) return;
  const table = withFaultyRows(all as PartialTable<Record<string, string>>, [column]);
  const rows = table.rows.filter((row) => row[column] !== undefined);
  const allowed = [...more, ...known];
  yield* findInRows({ kind, column, rows, allowed, content, table: table.file, what });
}

/** The rows to check, and the allowed values of one column. */
interface Lookup {
  readonly kind: ReferenceKind;
  readonly column: string;
  readonly table: string;
  readonly rows: readonly WithLine<object>[];
  readonly allowed: readonly string[];
  readonly content: PartialContent;
  /** The predicate in the message about an unknown value, such as `is not a size of TEE100`. */
  readonly what: string;
  /** Path of the product file that defines the allowed values; undefined if they are the same for all products. */
  readonly product?: string;
}

/** Yields one fault for each value in `column` that is not allowed, at the first row with this value. */
function* findInRows(lookup: Lookup): Generator<Fault> {
  const { kind, column, table: file, rows, allowed, what } = lookup;
  const known = new Set(allowed);
  const cellOf = (row: object) => (row as Readonly<Record<string, string>>)[column] ?? '';
  const unknown = groupBy(
    rows.filter((row) => !known.has(cellOf(row))),
    cellOf,
  );
  for (const [value, [first, ...others]] of unknown) {
    const damage = explainSpreadsheet(value, `a ${column}`);
    const suggestion =
      damage === undefined ? suggestOf(kind)(value, allowed) : suggestForDate(value, allowed);
    const rows = others.length + 1;
    const remedy = `correct it or remove ${formatRowCount({ length: rows })}`;
    const problem = damage ?? explainInvisible(value, suggestion) ?? `${what}; ${remedy}`;
    const about = { ...aboutRows(value, lookup), rows };
    const hint = suggestion === undefined ? {} : { suggestion };
    const message = `"${value}" ${problem}`;
    yield { file, line: first?.line ?? 1, column, message, allowed, about, ...hint };
  }
}

/** Returns how a fault about an unknown value in rows is related to others. */
function aboutRows(id: string, { kind, table, product, content, allowed }: Lookup): Relations {
  if (product === undefined) return aboutUnknown(kind, id, allowed.length === 0);
  const defined = content.ids[kind as SharedTable]?.has(id);
  return {
    explainedBy: [idOfProduct(product, kind, id), ...(defined ? [idOfProduct(product, kind)] : [])],
    // An id that no file defines may be missing there.
    ...(defined === false && {
      groups: [`unknown-id ${kind} ${id} in ${table}`],
      facts: { kind, id, table },
    }),
  };
}

/** Rules about ids in one product and its table rows. */
export const unknownIdRules: readonly ContentRule[] = [
  ...idsInProducts,
  ...idsOfProducts,
  unknownLocation,
  unknownList,
];
