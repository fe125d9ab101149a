/**
 * Reads a table that another system wrote, such as a shop or a warehouse. There may be titles above its header and
 * totals among its rows, and its columns may be in any order.
 */
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

/** A row of a table from another system, such as a warehouse or a shop. */
export interface ForeignRow {
  /** The line of the text, or the row of the sheet, where the row begins, counted from 1. */
  readonly line: number;
  /** Column → trimmed cell. */
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

/** Options of `readForeignTable`. */
export interface ForeignOptions<Field extends string> {
  /** The columns that the command reads. */
  readonly form: TableForm<Field>;
  /** The user's column map (`--map`); undefined if the command has no option for it. */
  readonly map?: ColumnMap<Field>;
  /** The sheet of a workbook; by default the first one with a header. */
  readonly sheet?: string | undefined;
}

/** The header, its index among the filled rows, and the indexes of the columns of each field. */
interface Header<Field extends string> {
  readonly record: TableRecord;
  readonly at: number;
  readonly fields: FieldColumns<Field>;
}

/** Reads a table from another system: CSV, TSV or a workbook (.xlsx). */
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
  const header = findHeader(file, filled, form, map);
  const columns = toUniqueNames(header.record.cells);
  const reading = { file, form, header, columns };
  assertOneColumnEach(reading, map !== undefined);
  const { rows, omitted: below } = readRows(reading, filled.slice(header.at + 1));
  assertNotMerged(reading, rows);
  const used: Partial<Record<Field, string>> = {};
  for (const [field, [at = 0]] of header.fields) used[field] = columns[at] as string;
  const above = filled.slice(0, header.at);
  const [first] = above;
  const titles =
    first === undefined ? [] : [`${file}:${first.line}: left out what is above the header`];
  const notes = below.map(({ row, reason }) => `left out ${file}:${row.line}: ${reason}`);
  const reason = 'above the header';
  const omitted = [...above.map((record) => ({ row: toRow(record, columns), reason })), ...below];
  return { file, columns, used, rows, omitted, notes: [...titles, ...notes], separator };
}

/** Returns the header: the first row with columns for all required fields. */
function findHeader<Field extends string>(
  file: string,
  records: readonly TableRecord[],
  form: TableForm<Field>,
  map: ColumnMap<Field> | undefined,
): Header<Field> {
  let best: Header<Field> | undefined;
  const weightOf = ({ record, fields }: Header<Field>) => {
    // Rows of shops name optional columns too: those of an option `Size`.
    const needed = Math.max(
      ...form.needed.map((list) => list.filter((field) => fields.has(field)).length),
    );
    return needed * 1e6 + fields.size * 1000 + record.cells.filter((cell) => cell !== '').length;
  };
  for (const [at, record] of records.slice(0, searchedRows).entries()) {
    const header = { record, at, fields: findFields(record.cells, form, map) };
    if (isHeader(header.fields, form, map)) return header;
    if (best === undefined || weightOf(header) > weightOf(best)) best = header;
  }
  if (best === undefined) throw new ExpectedError(`${file} is empty; export it again`);
  const { record, fields } = best;
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

interface Reading<Field extends string> {
  readonly file: string;
  readonly form: TableForm<Field>;
  readonly header: Header<Field>;
  readonly columns: readonly string[];
}

/** Throws an `ExpectedError` if several columns of the header may contain the same field. */
function assertOneColumnEach<Field extends string>(
  { file, header: { record, fields } }: Reading<Field>,
  hasMap: boolean,
): void {
  for (const [field, places] of fields) {
    if (places.length === 1) continue;
    const names = [...new Set(places.map((at) => `"${record.cells[at]}"`))];
    const problem =
      names.length === 1
        ? `the column ${names[0]} exists ${places.length} times; rename the others`
        : `${names.join(' and ')} may both be the ${field}; ${hasMap ? `name one: --map ${field}=${names[0]}` : 'rename one of them'}`;
    throw new ExpectedError(`${file}:${record.line}: ${problem}`);
  }
}

/** Throws an `ExpectedError` if the heading of a used column spans two columns, as merged cells do. */
function assertNotMerged<Field extends string>(
  { file, header: { record, fields }, columns }: Reading<Field>,
  rows: readonly ForeignRow[],
): void {
  for (const [at = 0] of fields.values()) {
    if (at + 1 >= record.cells.length || record.cells[at + 1] !== '') continue;
    const beside = rows.find(({ cells }) => cells[columns[at + 1] ?? ''] !== '');
    if (beside === undefined) continue;
    throw new ExpectedError(
      `${file}:${record.line}: the heading "${record.cells[at]}" spans two columns, as line ${beside.line} shows; give each column its own heading`,
    );
  }
}

/** Matches the first cell of a total, in English or French, but no SKU such as `TOTAL-1`. */
const totalPattern = /^((grand|sub|sous)[- ]?)?tota(l|ls|ux)(?![-_.]?[\p{L}\p{N}])/iu;

function readRows<Field extends string>(
  { file, form, header: { record: header, fields }, columns }: Reading<Field>,
  records: readonly TableRecord[],
): { readonly rows: ForeignRow[]; readonly omitted: OmittedRow[] } {
  const rows: ForeignRow[] = [];
  const omitted: OmittedRow[] = [];
  const faults: string[] = [];
  const keys = form.keys.flatMap((field) => fields.get(field) ?? []);
  const last = Math.max(...Array.from(fields.values(), ([at = 0]) => at));
  const headerText = textOf(header.cells);
  for (const record of records) {
    const { line, cells } = record;
    const texts = cells.filter((cell) => cell !== '');
    const [first = ''] = texts;
    const omit = (reason: string) => omitted.push({ row: toRow(record, columns), reason });
    if (textOf(cells) === headerText) omit('the header again');
    else if (isTotal(cells, keys)) omit(`"${first}", a total`);
    else if (texts.length === 1) omit(`"${first}", the only cell of its row`);
    else if (isOtherHeader(cells, header, fields)) {
      const problem =
        'another table begins here, with other columns; put it into a file of its own';
      throw new ExpectedError(`${file}:${line}: ${problem}`);
    } else {
      const fault = explainLength(cells, { columns, last });
      if (fault === undefined) rows.push(toRow(record, columns));
      else faults.push(`${file}:${line}: ${fault}`);
    }
  }
  assertNoFaults(faults);
  return { rows, omitted };
}

function toRow({ line, cells }: TableRecord, columns: readonly string[]): ForeignRow {
  return { line, cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) };
}

/** Maximum number of faults that an error lists. */
const shownFaults = 20;

/** Throws an `ExpectedError` that lists the first 20 faults, if there are any, and `remedy` at the end. */
export function assertNoFaults(faults: readonly string[], remedy?: string): void {
  if (faults.length === 0) return;
  const more = faults.length - shownFaults;
  const lines = [
    ...faults.slice(0, shownFaults),
    ...(more > 0 ? [`… and ${more} more`] : []),
    ...(remedy === undefined ? [] : [remedy]),
  ];
  throw new ExpectedError(lines.join('\n'));
}

const textOf = (cells: readonly string[]) => cells.join('\t').trimEnd();

/** Returns true for a total: its first cell says so, and no cell in the columns `keys` identifies a product. */
function isTotal(cells: readonly string[], keys: readonly number[]): boolean {
  return (
    keys.every((at) => (cells[at] ?? '') === '' || totalPattern.test(cells[at] ?? '')) &&
    totalPattern.test(cells.find((cell) => cell !== '') ?? '')
  );
}

/** Returns true if a row has the names of two columns that are read: another table begins there. */
function isOtherHeader(
  cells: readonly string[],
  header: TableRecord,
  fields: FieldColumns<string>,
): boolean {
  const names = new Set([...fields.values()].map(([at = 0]) => foldName(header.cells[at] ?? '')));
  return new Set(cells.map(foldName).filter((cell) => names.has(cell))).size > 1;
}

function explainLength(
  cells: readonly string[],
  { columns, last }: { readonly columns: readonly string[]; readonly last: number },
): string | undefined {
  if (cells.length > last && cells.slice(columns.length).every((cell) => cell === '')) {
    return undefined;
  }
  const remedy =
    cells.length > last ? 'quote the cell that holds a separator' : 'the row is incomplete';
  return `has ${cells.length} cells for ${columns.length} columns; ${remedy}`;
}
