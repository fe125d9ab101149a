/** Records of the cache's index: what they hold, and how they are found. */
import { effortOf } from '../release/encode.ts';
import type { Stamp } from '../release/manifest.ts';
import type { AssembledDocument, IndexLine } from './index-file.ts';

/** A file of a release and its forms: plain and, where it is compressed, gzip and Brotli. */
export interface FileRecord {
  readonly paths: readonly string[];
  readonly forms: readonly Stamp[];
}

/** What was made of one product, and what is known of it. */
export interface UnitRecord {
  readonly files: readonly FileRecord[];
  /** Length of its part of each long document; 0 is none. */
  readonly lengths: readonly number[];
  /** An `Outline` as JSON. */
  readonly outline: string;
  /** Whether no rule had anything to tell of it. */
  readonly isClean: boolean;
}

/** A product that an earlier build made; `offsets` say where its parts stand in the documents of the last. */
export interface KnownUnit extends UnitRecord {
  readonly offsets?: readonly number[];
}

/** Key of the record of files that belong to no product. */
export const noProduct = '-';

/** The units of an index by key. */
export function unitsOf(lines: readonly IndexLine[]): ReadonlyMap<string, UnitRecord> {
  const units = new Map<string, UnitRecord>();
  for (const [key, json] of textsOf(lines)) {
    if (key !== noProduct) units.set(key, JSON.parse(json) as UnitRecord);
  }
  return units;
}

/** The texts that `unitsOf` reads, by key. */
export function textsOf(lines: readonly IndexLine[]): ReadonlyMap<string, string> {
  // Of lines with the same key the first counts: in a map the last one set.
  return new Map(lines.toReversed().map(({ key, json }) => [key, json]));
}

/** Where the parts of the last build's units stand in its documents, by key. */
export function offsetsOf(
  lines: readonly IndexLine[],
  units: ReadonlyMap<string, UnitRecord>,
  documents: readonly AssembledDocument[],
): ReadonlyMap<string, readonly number[]> {
  const offsets = new Map<string, readonly number[]>();
  const next = documents.map(({ start }) => start);
  for (const { age, key } of lines) {
    const unit = units.get(key);
    if (age > 0 || unit === undefined || offsets.has(key)) continue;
    offsets.set(key, [...next]);
    for (const [at, length] of unit.lengths.entries()) {
      // Parts are separated by a comma.
      if (length > 0) next[at] = (next[at] ?? 0) + length + 1;
    }
  }
  return offsets;
}

/** Every file's forms, by `formsKey`. */
export function formsOf(
  lines: readonly IndexLine[],
  units: ReadonlyMap<string, UnitRecord>,
): ReadonlyMap<string, readonly Stamp[]> {
  const loose = lines
    .filter(({ key }) => key === noProduct)
    .flatMap(({ json }) => JSON.parse(json) as FileRecord[]);
  const forms = new Map<string, readonly Stamp[]>();
  const add = (file: FileRecord) => {
    const [path] = file.paths;
    const [plain] = file.forms;
    if (path !== undefined && plain) forms.set(formsKey(path, plain), file.forms);
  };
  loose.forEach(add);
  for (const { files } of units.values()) files.forEach(add);
  return forms;
}

/** What the forms of a file follow from: its bytes, and how hard a file of its path is compressed. */
export function formsKey(path: string, [size, hash]: Stamp): string {
  return `${effortOf(path, size)} ${hash}`;
}
