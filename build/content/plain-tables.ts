/**
 * Reads tables that have not changed since the last build, without holding them in memory: a build of one edited
 * product needs the hash of each table and a few of its rows, and to fill new memory with a long table takes longer
 * than to read it twice in pieces.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { z } from 'zod';
import { ExpectedError, isFileSystemError } from '../../console/errors.ts';
import { indexTable, type RowText, type TableIndex } from './csv.ts';
import { newline } from './csv-rows.ts';
import { countLineBreaks, isSearchable, maxSearches, searchRuns } from './csv-runs.ts';
import { sha256 } from './sha256.ts';

/**
 * What the last build found in a plain table: a table without quotes whose first column is the SKU, and without faults
 * of the table as a whole (`TableIndex.found`), such as an unknown column. Single rows may have faults.
 */
export interface PlainTable extends Pick<TableIndex, 'header' | 'isEmpty'> {
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** Path of a plain table within the content folder → what the last build found in it. */
export type PlainTables = Readonly<Record<string, PlainTable>>;

/**
 * Returns the index of a plain table if the file at `path` still has the SHA-256 of the last build. Returns undefined
 * if the SHA-256 differs or the file cannot be read. `file` is the path of the table within the content folder, and
 * `schema` names the columns, as in `indexTable`. Until the table is in memory, `rowsOf` searches the file for the SKU,
 * at most `maxSearches` times. The table is read into memory, and stays there, for the next SKU, for a SKU that cannot
 * be searched for (`isSearchable`), and for `skus` and `rows`. These three methods throw `ExpectedError` if the file,
 * when they read it, has changed or can no longer be read.
 */
export function openPlainTable(
  path: string,
  file: string,
  { sha256: hash, header, isEmpty }: PlainTable,
  schema: z.ZodObject,
): TableIndex | undefined {
  if (hashOf(path) !== hash) return undefined;
  let whole: TableIndex | undefined;
  let searches = 0;
  const inMemory = () => {
    whole ??= readUnchanged(path, hash, () => {
      const bytes = readFileSync(path);
      return { value: indexTable(file, bytes, schema), sha256: sha256(bytes) };
    });
    return whole;
  };
  return {
    ...{ file, header, isEmpty, found: [], isPlain: true },
    hash: () => hash,
    skus: () => inMemory().skus(),
    rows: () => inMemory().rows(),
    rowsOf(sku) {
      const isSearched = whole === undefined && searches < maxSearches && isSearchable(sku);
      if (!isSearched) return inMemory().rowsOf(sku);
      searches += 1;
      return readUnchanged(path, hash, () => searchFile(path, sku));
    },
  };
}

/** Something that was read from a table, with the SHA-256 of the table, in hexadecimal. */
interface Reading<Value> {
  readonly value: Value;
  readonly sha256: string;
}

/**
 * Calls `read`, which reads the table at `path`, and returns the value that it read. Throws `ExpectedError` if the
 * table does not have the SHA-256 `hash` or cannot be read, because it has changed since it was hashed.
 */
function readUnchanged<Value>(path: string, hash: string, read: () => Reading<Value>): Value {
  let cause: unknown;
  try {
    const { value, sha256 } = read();
    if (sha256 === hash) return value;
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    cause = error;
  }
  throw new ExpectedError(`${path} changed during the build; build again`, { cause });
}

/** Returns the SHA-256 of a table, in hexadecimal; undefined if the file cannot be read. */
function hashOf(path: string): string | undefined {
  try {
    return readInPieces(path);
  } catch {
    // The build reports the error when it reads the table.
    return undefined;
  }
}

/**
 * Searches a plain table for the rows of a SKU. Returns them in the order of the file, and the SHA-256 of the file.
 * Throws file-system errors.
 */
function searchFile(path: string, sku: string): Reading<readonly RowText[]> {
  const rows: RowText[] = [];
  let line = 1;
  const sha256 = readInPieces(path, (piece) => {
    for (const run of searchRuns(piece, 0, sku)) {
      rows.push({ text: piece.toString('utf8', run.start, run.end), line: line + run.line - 1 });
    }
    line += countLineBreaks(piece, 0, piece.length - 1);
  });
  return { value: rows, sha256 };
}

/** The bytes of one piece of a table at a time: to fill new memory takes longer than to read and hash a piece. */
let buffer = Buffer.alloc(1 << 18);

/**
 * Reads a table in pieces of whole rows and calls `visit` with each. A piece begins with the line break before its
 * first row, except for the first piece, and overwrites the previous one in memory. Returns the SHA-256 of the file, in
 * hexadecimal. Throws file-system errors.
 */
function readInPieces(path: string, visit: (piece: Buffer) => void = () => {}): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    for (let kept = 0; ; ) {
      // A row is longer than the buffer.
      if (kept === buffer.length) buffer = Buffer.concat([buffer], 2 * buffer.length);
      const read = readSync(file, buffer, kept, buffer.length - kept, null);
      const end = kept + read;
      hash.update(buffer.subarray(kept, end));
      if (read === 0) {
        visit(buffer.subarray(0, end));
        return hash.digest('hex');
      }
      const last = buffer.subarray(0, end).lastIndexOf(newline);
      if (last > 0) visit(buffer.subarray(0, last + 1));
      const start = Math.max(last, 0);
      buffer.copyWithin(0, start, end);
      kept = end - start;
    }
  } finally {
    closeSync(file);
  }
}
