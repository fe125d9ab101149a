/** Reads a table of a shop or warehouse: with titles, totals, and columns in any order. */
import { ExpectedError } from '../../console/errors.ts';
import {
  isWorkbook,
  readDelimited,
  readWorkbook,
  type Separator,
  searchedRows,
  type TableRecord,
} from './read-records.ts';
import {
  type ColumnMap,
  explainHeader,
  type FieldColumns,
  findFields,
  foldName,
  isHeader,
  type TableForm,
} from './table-form.ts';

/** A row of a table from another system: its line (or the row of the sheet), counted from 1, and column → cell. */
export interface ForeignRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** A row that is no data, such as a total, and the reason. */
export interface OmittedRow {
  readonly row: ForeignRow;
  readonly reason: string;
}

/** A table from another system, with the columns of the fields that a command needs. */
export interface ForeignTable<Field extends string> {
  readonly file: string;
  /** Unique column names in the order of the file: `Qty` and `Qty (2)` for two columns `Qty`. */
  readonly columns: readonly string[];
  /** Field → name of the column that contains the field. Fields without a column are missing. */
  readonly used: Readonly<Partial<Record<Field, string>>>;
  readonly rows: readonly ForeignRow[];
  /** One message for each row that was omitted, with the reason, and one for all rows above the header. */
  readonly notes: readonly string[];
  /** The omitted rows, with the reason; not those that are blank. */
  readonly omitted: readonly OmittedRow[];
  /** The separator of a text file; undefined for a workbook. */
  readonly separator: Separator | undefined;
}

/** Options of `readForeignTable`: the columns to read, the user's map of them, and the sheet of a workbook. */
export interface ForeignOptions<Field extends string> {
  readonly form: TableForm<Field>;
  readonly map?: ColumnMap<Field>;
  readonly sheet?: string | undefined;
}

interface Reading<Field extends string> {
  readonly file: string;
  readonly form: TableForm<Field>;
  readonly header: TableRecord;
  /** Field → indexes of the columns that may contain it. */
  readonly fields: FieldColumns<Field>;
  readonly columns: readonly string[];
}

/** Reads CSV, TSV or a workbook. Throws an `ExpectedError` if it has no header or is ambiguous. */
export async function readForeignTable<Field extends string>(
  file: string,
  bytes: Buffer,
  { form, map, sheet }: ForeignOptions<Field>,
): Promise<ForeignTable<Field>> {
  const accepts = (cells: readonly string[]) => isHeader(findFields(cells, form, map), form, map);
  const { records, separator } = isWorkbook(bytes)
    ? { records: await readWorkbook(file, bytes, sheet, accepts), separator: undefined }
    : readDelimited(file, bytes, accepts);
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const at = findHeader(file, filled, form, map);
  const header = filled[at] as TableRecord;
  const fields = findFields(header.cells, form, map);
  const columns = toUniqueNames(header.cells);
  const reading = { file, form, header, fields, columns };
  assertOneColumnEach(reading, map !== undefined);
  const { rows, omitted: below } = readRows(reading, filled.slice(at + 1));
  assertNotMerged(reading, rows);
  const used = [...fields].map(([field, [column = 0]]) => [field, columns[column]]);
  const above = filled.slice(0, at);
  const [first] = above;
  return {
    ...{ file, columns, rows, separator },
    used: Object.fromEntries(used) as Partial<Record<Field, string>>,
    omitted: [
      ...above.map((record) => ({ row: toRow(record, columns), reason: 'above the header' })),
      ...below,
    ],
    notes: [
      ...(first === undefined ? [] : [`${file}:${first.line}: left out what is above the header`]),
      ...below.map(({ row, reason }) => `left out ${file}:${row.line}: ${reason}`),
    ],
  };
}

/** Returns the index of the first row with the needed columns. Throws an `ExpectedError` about the most similar one. */
function findHeader<Field extends string>(
  file: string,
  records: readonly TableRecord[],
  form: TableForm<Field>,
  map: ColumnMap<Field> | undefined,
): number {
  const searched = records.slice(0, searchedRows);
  const found = searched.map(({ cells }) => findFields(cells, form, map));
  const at = found.findIndex((fields) => isHeader(fields, form, map));
  if (at >= 0) return at;
  const weights = found.map((fields, index) => {
    // Rows of shops name optional columns too: those of an option `Size`.
    const needed = form.needed.map((list) => list.filter((field) => fields.has(field)).length);
    const cells = records[index]?.cells.filter((cell) => cell !== '').length ?? 0;
    return Math.max(...needed) * 1e6 + fields.size * 1000 + cells;
  });
  const best = weights.indexOf(Math.max(...weights));
  const [record, fields] = [searched[best], found[best]];
  if (!record || !fields) throw new ExpectedError(`${file} is empty; export it again`);
  throw new ExpectedError(explainHeader(`${file}:${record.line}`, record.cells, fields, form, map));
}

/** Returns a unique name for every column: `column 3` for an empty one, `Qty (2)` for a second `Qty`. */
function toUniqueNames(header: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [at, cell] of header.entries()) {
    const name = cell || `column ${at + 1}`;
    let unique = name;
    for (let number = 2; names.has(unique); number += 1) unique = `${name} (${number})`;
    names.add(unique);
  }
  return [...names];
}

function assertOneColumnEach<Field extends string>(
  { file, header, fields }: Reading<Field>,
  hasMap: boolean,
): void {
  for (const [field, places] of fields) {
    if (places.length === 1) continue;
    const names = [...new Set(places.map((at) => `"${header.cells[at]}"`))];
    const remedy = hasMap ? `name one: --map ${field}=${names[0]}` : 'rename one of them';
    const problem =
      names.length === 1
        ? `the column ${names[0]} exists ${places.length} times; rename the others`
        : `${names.join(' and ')} may both be the ${field}; ${remedy}`;
    throw new ExpectedError(`${file}:${header.line}: ${problem}`);
  }
}

/** Throws an `ExpectedError` if the heading of a used column spans two columns, as merged cells do. */
function assertNotMerged<Field extends string>(
  { file, header, fields, columns }: Reading<Field>,
  rows: readonly ForeignRow[],
): void {
  for (const [at = 0] of fields.values()) {
    if (header.cells[at + 1] !== '') continue;
    const beside = rows.find(({ cells }) => cells[columns[at + 1] ?? ''] !== '');
    if (beside === undefined) continue;
    throw new ExpectedError(
      `${file}:${header.line}: the heading "${header.cells[at]}" spans two columns, as line ${beside.line} shows; give each column its own heading`,
    );
  }
}

/** Matches the first cell of a total, in English or French, but no SKU such as `TOTAL-1`. */
const totalPattern = /^((grand|sub|sous)[- ]?)?tota(l|ls|ux)(?![-_.]?[\p{L}\p{N}])/iu;

function readRows<Field extends string>(
  { file, form, header, fields, columns }: Reading<Field>,
  records: readonly TableRecord[],
): { readonly rows: ForeignRow[]; readonly omitted: OmittedRow[] } {
  const rows: ForeignRow[] = [];
  const omitted: OmittedRow[] = [];
  const faults: string[] = [];
  const keys = form.keys.flatMap((field) => fields.get(field) ?? []);
  const last = Math.max(...Array.from(fields.values(), ([at = 0]) => at));
  const textOf = (cells: readonly string[]) => cells.join('\t').trimEnd();
  const headerText = textOf(header.cells);
  const names = new Set([...fields.values()].map(([at = 0]) => foldName(header.cells[at] ?? '')));
  for (const record of records) {
    const { line, cells } = record;
    const texts = cells.filter((cell) => cell !== '');
    const [first = ''] = texts;
    const omit = (reason: string) => omitted.push({ row: toRow(record, columns), reason });
    if (textOf(cells) === headerText) omit('the header again');
    else if (isTotal(cells, keys)) omit(`"${first}", a total`);
    else if (texts.length === 1) omit(`"${first}", the only cell of its row`);
    else if (new Set(cells.map(foldName).filter((cell) => names.has(cell))).size > 1) {
      const problem = 'another table begins here, with other columns; put it into its own file';
      throw new ExpectedError(`${file}:${line}: ${problem}`);
    } else if (cells.length > last && cells.slice(columns.length).every((cell) => cell === '')) {
      rows.push(toRow(record, columns));
    } else {
      const remedy =
        cells.length > last ? 'quote the cell that holds a separator' : 'the row is incomplete';
      const counts = `has ${cells.length} cells for ${columns.length} columns`;
      faults.push(`${file}:${line}: ${counts}; ${remedy}`);
    }
  }
  assertNoFaults(faults);
  return { rows, omitted };
}

function toRow({ line, cells }: TableRecord, columns: readonly string[]): ForeignRow {
  return { line, cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) };
}

/** Returns true for a total: its first cell says so, and no cell in the columns `keys` identifies a product. */
function isTotal(cells: readonly string[], keys: readonly number[]): boolean {
  const isEmptyOrTotal = (cell = '') => cell === '' || totalPattern.test(cell);
  const first = cells.find((cell) => cell !== '') ?? '';
  return keys.every((at) => isEmptyOrTotal(cells[at])) && totalPattern.test(first);
}

const shownFaults = 20;

/** Throws an `ExpectedError` that lists the first 20 faults, if there are any, and `remedy` at the end. */
export function assertNoFaults(faults: readonly string[], remedy?: string): void {
  if (faults.length === 0) return;
  const more = faults.length - shownFaults;
  const rest = more > 0 ? [`… and ${more} more`] : [];
  const lines = [...faults.slice(0, shownFaults), ...rest, ...(remedy ? [remedy] : [])];
  throw new ExpectedError(lines.join('\n'));
}
