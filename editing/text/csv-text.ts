/** Edits cells and rows of a CSV table of the content, and keeps the text of all cells that are not edited. */
import { ExpectedError } from '../../console/errors.ts';

/** The cells of a row: column → unquoted text. */
export type RowCells = Readonly<Record<string, string>>;

/** A row of a CSV table that is being edited. */
export interface TableRow {
  /** The line of the original text where the row begins, counted from 1; 0 for an added row. */
  readonly line: number;
  readonly cells: RowCells;
}

/** A CSV table of the content in memory. */
export interface EditableTable {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** Adds the columns that the table lacks, after its last column and with empty cells. */
  addColumns(names: readonly string[]): void;
  /** Changes the given cells of a row and returns the changed row. Throws an error if the table lacks a column. */
  change(row: TableRow, cells: RowCells): TableRow;
  remove(row: TableRow): void;
  /** Adds a row directly after the row `after`, at the start or, without `after`, at the end, and returns it. */
  add(cells: RowCells, after?: TableRow | 'start'): TableRow;
  toText(): string;
}

/** A row with its cells as they are written in the file. */
interface Entry {
  row: TableRow;
  readonly raw: string[];
  readonly lineEnd: string;
  isRemoved: boolean;
}

const byteOrderMark = '\uFEFF';
const buildAdvice = 'npm run build reports the reason';

/** Parses the text of a content table, so that it can be edited. */
export function openTable(text: string, file: string): EditableTable {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const lineEnd = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const [header, ...records] = recordsOf(text.slice(mark.length), file);
  const headerCells = [...(header?.raw ?? [])];
  const columns = headerCells.map(unquote);
  const entries = new Map<TableRow, Entry>();
  const toEntry = (row: TableRow, raw: readonly string[], end: string): Entry => {
    const entry = { row, raw: [...raw], lineEnd: end, isRemoved: false };
    entries.set(row, entry);
    return entry;
  };
  /** The rows after the header, and blank lines as text. */
  const parts: (Entry | string)[] = records.map((record) => {
    if (record.text.trim() === '') return record.text;
    const { raw, line } = record;
    if (raw.length !== columns.length) {
      const count = `${raw.length} cell${raw.length === 1 ? '' : 's'} for ${columns.length} columns`;
      throw new ExpectedError(`${file}:${line} has ${count}; ${buildAdvice}`);
    }
    const cells = Object.fromEntries(columns.map((name, at) => [name, unquote(raw[at] ?? '')]));
    return toEntry({ line, cells }, raw, record.lineEnd);
  });
  const entryOf = (row: TableRow): Entry => {
    const entry = entries.get(row);
    if (entry === undefined) throw new Error('the row is not in the table');
    return entry;
  };
  const columnOf = (name: string): number => {
    const at = columns.indexOf(name);
    if (at === -1) throw new Error(`the table has no column ${name}`);
    return at;
  };
  return {
    get columns() {
      return [...columns];
    },
    get rows() {
      return parts.flatMap((part) => (typeof part === 'string' || part.isRemoved ? [] : part.row));
    },
    addColumns(names) {
      const missing = names.filter((name) => !columns.includes(name));
      columns.push(...missing);
      headerCells.push(...missing.map(quote));
    },
    change(row, cells) {
      const entry = entryOf(row);
      for (const [name, value] of Object.entries(cells)) {
        const at = columnOf(name);
        if (value !== (row.cells[name] ?? '')) entry.raw[at] = quote(value);
      }
      entries.delete(row);
      entry.row = { ...row, cells: { ...row.cells, ...cells } };
      entries.set(entry.row, entry);
      return entry.row;
    },
    remove(row) {
      entryOf(row).isRemoved = true;
    },
    add(cells, after) {
      for (const name of Object.keys(cells)) columnOf(name);
      const all = Object.fromEntries(columns.map((name) => [name, cells[name] ?? '']));
      const raw = columns.map((name) => quote(all[name] ?? ''));
      const entry = toEntry({ line: 0, cells: all }, raw, lineEnd);
      const previous = after === undefined || after === 'start' ? undefined : entryOf(after);
      const end = after === undefined ? parts.length : 0;
      parts.splice(previous ? parts.indexOf(previous) + 1 : end, 0, entry);
      return entry.row;
    },
    toText() {
      const lines = [`${headerCells.join(',')}${lineEnd}`];
      for (const part of parts) {
        if (typeof part === 'string') lines.push(part);
        else if (!part.isRemoved) {
          lines.push(`${columns.map((_, at) => part.raw[at] ?? '').join(',')}${part.lineEnd}`);
        }
      }
      // A last row without a line ending gets one if a row follows it.
      const ended = lines.map((line, at) =>
        at === lines.length - 1 || line.endsWith('\n') ? line : `${line}${lineEnd}`,
      );
      return mark + ended.join('');
    },
  };
}

interface RecordText {
  readonly text: string;
  readonly lineEnd: string;
  readonly raw: readonly string[];
  readonly line: number;
}

/** Splits a text into records. A line break within quotes does not end a record. */
function* recordsOf(text: string, file: string): Generator<RecordText> {
  let [start, line] = [0, 1];
  // A pattern of a whole record would overflow the stack if a quote that is not closed makes the record very long.
  for (const { 0: token, index } of text.matchAll(/"[^"]*"|\r?\n|["\r]|$/g)) {
    if (token.startsWith('"') && token.length > 1) continue;
    const content = text.slice(start, index);
    if (content === '' && token === '') return;
    const isLineEnd = token !== '"' && token !== '\r';
    const raw = isLineEnd ? cellsOf(content) : [];
    // Text after a closing quote is in no cell.
    if (!isLineEnd || raw.join(',') !== content) {
      throw new ExpectedError(`${file}:${line} cannot be read; ${buildAdvice}`);
    }
    yield { text: content + token, lineEnd: token, raw, line };
    start = index + token.length;
    line += content.split('\n').length;
  }
}

function cellsOf(record: string): string[] {
  return [...record.matchAll(/(?<=^|,)("[^"]*(?:""[^"]*)*"|[^,]*)/g)].map(([cell]) => cell);
}

function unquote(raw: string): string {
  return raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}

/** Returns a cell as text of a CSV file (RFC 4180), in quotes if required. */
export function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
