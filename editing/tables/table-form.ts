/** Which columns a command looks for in a table that somebody else made, and what they are called there. */
import { suggest } from '../../build/content/findings/suggest.ts';
import { ExpectedError } from '../../console/errors.ts';

/** The columns that a command takes from a table: a field each. */
export interface TableForm<Field extends string> {
  /** What the column of each field is usually called; compared without case, accents, spaces and punctuation. */
  readonly names: Readonly<Record<Field, readonly string[]>>;
  /** A table must have a column of every field of one of these lists. */
  readonly needed: readonly (readonly Field[])[];
  /** Fields that say what a row is about; a row with totals has none of them. */
  readonly keys: readonly Field[];
}

/** Field → column, as the user says; an empty column leaves a field out. */
export type ColumnMap<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/**
 * Parses `sku=Item,quantity=On hand`, once or several times. A comma within a name is no separator. Throws
 * `ExpectedError` for a field that there is not.
 */
export function parseColumnMap<Field extends string>(
  texts: readonly string[],
  { names }: TableForm<Field>,
): ColumnMap<Field> {
  const fields = Object.keys(names) as Field[];
  const begin = new RegExp(`,(?=\\s*(?:${fields.join('|')})=)`);
  const entries = texts
    .flatMap((text) => text.split(begin))
    .map((text): [Field, string] => {
      const [, name = text, column = ''] = /^\s*([^=]*)=(.*)$/s.exec(text) ?? [];
      const field = fields.find((each) => each === name.trim());
      if (field !== undefined) return [field, column.trim().replace(/^"(.*)"$/, '$1')];
      const which = fields.map((each) => `${each}=…`).join(', ');
      throw new ExpectedError(`--map "${text}": write ${which}, with the name of a column each`);
    });
  return Object.fromEntries(entries) as ColumnMap<Field>;
}

/** The columns of a header that each field may mean, by their place in it. */
export type FieldColumns<Field extends string> = ReadonlyMap<Field, readonly number[]>;

/** Returns the columns for each field: the one that the user names, else all that are usually called so. */
export function findFields<Field extends string>(
  header: readonly string[],
  { names }: TableForm<Field>,
  map: ColumnMap<Field>,
): FieldColumns<Field> {
  const folded = header.map(foldName);
  const placesOf = (accepts: (name: string, at: number) => boolean) =>
    folded.flatMap((name, at) => (accepts(name, at) ? [at] : []));
  const fields = Object.entries(names) as [Field, readonly string[]][];
  return new Map(
    fields.flatMap(([field, usual]) => {
      const named = map[field];
      if (named === '') return [];
      const exact = placesOf((_, at) => header[at] === named);
      const wanted = new Set((named === undefined ? usual : [named]).map(foldName));
      const places = exact.length > 0 ? exact : placesOf((name) => wanted.has(name));
      return places.length === 0 ? [] : [[field, places] as const];
    }),
  );
}

/** Whether a row is the header: it has what the table needs, and every column that the user names. */
export function isHeader<Field extends string>(
  found: FieldColumns<Field>,
  { needed }: TableForm<Field>,
  map: ColumnMap<Field>,
): boolean {
  const named = Object.entries(map) as [Field, string][];
  return (
    named.every(([field, column]) => column === '' || found.has(field)) &&
    needed.some((fields) => fields.every((field) => found.has(field)))
  );
}

/** Says what a row lacks that is the header, or would be; `place` is where it is: `stock.csv:3`. */
export function explainHeader<Field extends string>(
  place: string,
  header: readonly string[],
  found: FieldColumns<Field>,
  { needed }: TableForm<Field>,
  map: ColumnMap<Field>,
): string {
  const columns = `this one has: ${header.filter((name) => name !== '').join(', ')}`;
  const named = Object.entries(map) as [Field, string][];
  const unknown = named.find(([field, column]) => column !== '' && !found.has(field));
  if (unknown !== undefined) {
    const near = suggest(unknown[1], header);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    return `${place}: there is no column "${unknown[1]}"; ${columns}${hint}`;
  }
  const ways = needed.map((fields) => fields.join(' + ')).join(', or ');
  return `${place}: no row is a header with columns for ${ways}; ${columns}; say which is which: --map ${needed[0]?.map((field) => `${field}="…"`).join()}`;
}

/** Names are compared so: without case, accents, spaces and punctuation. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
