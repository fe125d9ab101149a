/** The keys by which faults are related (`Relations`): each says what a fault is about. */
import type { Relations } from './finding.ts';

/** Returns the key of the cells of a table, which a wrong first line moves. */
export const cellsOfTable = (table: string) => `cells ${table}`;

/** Returns the key of the rows of a product in a table. */
export const rowsOf = (table: string, sku: string | undefined) => `rows ${table} ${sku}`;

/** Returns the key of all rows of a product whose file is not named after its SKU, or has the SKU of another. */
export const rowsOfFile = (file: string) => `rows of ${file}`;

/** Returns the key of a price, by its table and line. */
export const priceAt = (table: string, line: number) => `price ${table}:${line}`;

/** Returns the key of an id that a product lacks, such as a colour; without `id`, of any id that exists. */
export const idOfProduct = (file: string, kind: string, id = '*') => `id ${file} ${kind} ${id}`;

/** Returns the key of an id that no file defines. */
export const undefinedId = (kind: string, id: string) => `undefined ${kind} ${id}`;

/** Returns the key of a file that is not read, because of its name or folder. */
export const unreadFile = (file: string) => `unread ${file}`;

/** The key of the lack of products, after which every row is of an unknown product. */
export const noProducts = 'products';

/** The key of uses of pictures and entries that are unknown, because a product file is missing. */
export const unknownUses = 'uses';

/** Returns the relations of a fault about an undefined id; `isAny` if no id of its kind is defined. */
export function aboutUnknown(kind: string, id: string, isAny = false): Relations {
  return {
    groups: [`unknown-id ${kind} ${isAny ? '' : id}`],
    explainedBy: [undefinedId(kind, id)],
    facts: { kind, id, isAny: Number(isAny) },
  };
}
