/** The columns that a command reads from a table of another system, and their usual names. */
import { suggest } from '../../build/content/findings/suggest.ts';
import { ExpectedError } from '../../console/errors.ts';

/** The fields that a command reads from a table of another system, and the columns in which it finds them. */
export interface TableForm<Field extends string> {
  /** Field → usual column names, compared without case, accents, spaces and punctuation. */
  readonly names: Readonly<Record<Field, readonly string[]>>;
  /** Lists of required fields. A table must have columns for all fields of at least one of the lists. */
  readonly needed: readonly (readonly Field[])[];
  /** Fields that identify a row. In a row of totals, their cells are empty or a word such as `Total`. */
  readonly keys: readonly Field[];
  /** What to do about a table without these columns, for a command without `--map`. */
  readonly advice?: string;
}

/** Field → column name, as the user assigns them. An empty name means that the field is ignored. */
export type ColumnMap<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** Parses `--map`, such as `sku=Item,quantity=On hand`. Throws an `ExpectedError` for a mistake. */
export function parseColumnMap<Field extends string>(
  texts: readonly string[],
  { names }: TableForm<Field>,
): ColumnMap<Field> {
  const fields = Object.keys(names) as Field[];
  // A column name may contain commas.
  const begin = new RegExp(`,(?=\\s*(?:${fields.join('|')})=)`);
  const map: Partial<Record<Field, string>> = {};
  for (const text of texts.flatMap((each) => each.split(begin))) {
    const [, name = text, rest = ''] = /^\s*([^=]*)=(.*)$/s.exec(text) ?? [];
    const field = fields.find((each) => each === name.trim());
    if (field === undefined) {
      const which = fields.map((each) => `${each}=…`).join(', ');
      throw new ExpectedError(`--map "${text}": write ${which}, with the name of a column each`);
    }
    const column = rest.trim().replace(/^"(.*)"$/, '$1');
    const other = map[field] ?? column;
    if (other !== column) {
      throw new ExpectedError(
        `--map gives ${field} twice, as "${other}" and as "${column}"; name one column`,
      );
    }
    map[field] = column;
  }
  return map;
}

/** Field → indexes of the header's columns that may contain the field. */
export type FieldColumns<Field extends string> = ReadonlyMap<Field, readonly number[]>;

/** Returns the columns that may have each field: the one that the user assigns, otherwise the usual ones. */
export function findFields<Field extends string>(
  header: readonly string[],
  { names }: TableForm<Field>,
  map: ColumnMap<Field> | undefined,
): FieldColumns<Field> {
  const folded = header.map(foldName);
  const placesOf = (accepts: (name: string, at: number) => boolean) =>
    folded.flatMap((name, at) => (accepts(name, at) ? [at] : []));
  const fields = Object.entries(names) as [Field, readonly string[]][];
  return new Map(
    fields.flatMap(([field, usual]) => {
      const named = map?.[field];
      if (named === '') return [];
      const exact = placesOf((_, at) => header[at] === named);
      const wanted = new Set((named === undefined ? usual : [named]).map(foldName));
      const places = exact.length > 0 ? exact : placesOf((name) => wanted.has(name));
      return places.length === 0 ? [] : [[field, places] as const];
    }),
  );
}

/** Returns true if a row with the columns `found` is the header: it has all needed and all assigned columns. */
export function isHeader<Field extends string>(
  found: FieldColumns<Field>,
  { needed }: TableForm<Field>,
  map: ColumnMap<Field> | undefined,
): boolean {
  return (
    findUnknown(found, map) === undefined &&
    needed.some((fields) => fields.every((field) => found.has(field)))
  );
}

/** Returns the column that the user assigns to a field and that a row does not have. */
function findUnknown<Field extends string>(
  found: FieldColumns<Field>,
  map: ColumnMap<Field> | undefined,
): string | undefined {
  const named = Object.entries(map ?? {}) as [Field, string][];
  return named.find(([field, column]) => column !== '' && !found.has(field))?.[1];
}

/** Returns why a row is not the header of the table. `place` is its position, such as `stock.csv:3`. */
export function explainHeader<Field extends string>(
  place: string,
  header: readonly string[],
  found: FieldColumns<Field>,
  { names, needed, advice = 'correct their names' }: TableForm<Field>,
  map: ColumnMap<Field> | undefined,
): string {
  const columns = `this one has: ${header.filter((name) => name !== '').join(', ')}`;
  const unknown = findUnknown(found, map);
  if (unknown !== undefined) {
    const near = suggest(unknown, header);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    return `${place}: there is no column "${unknown}"; ${columns}${hint}`;
  }
  const ways = needed.map((fields) => fields.join(' + ')).join(', or ');
  const [fields = []] = needed;
  const example = fields.map((field) => `${field}="…"`).join();
  const usual = fields.map((field) => names[field][0]).join(', ');
  const remedy =
    map === undefined ? advice : `assign the columns: --map ${example}, or name them ${usual}`;
  return `${place}: no row is a header with columns for ${ways}; ${columns}; ${remedy}`;
}

/** Normalizes a column name for comparison: lower case, without accents, spaces and punctuation. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
