/** The files of a draft: placed through the pool, taken from the cache where it has them, and counted. */
import type { FileEntry } from '../../contract/release.ts';
import type { BuildCache } from '../cache/build-cache.ts';
import type { FileRecord } from '../cache/records.ts';
import { allSettled } from './background.ts';
import { effortOf } from './encode.ts';
import { createFileLedger } from './file-ledger.ts';
import type { FileTask, Placed } from './file-tasks.ts';
import { fileEntryOf, type Stamp, stampOf } from './manifest.ts';
import type { Pool } from './pool.ts';
import type { RenderedFile } from './rendered-file.ts';

/** What a build works with. */
export interface Workshop {
  readonly pool: Pool;
  readonly cache: BuildCache;
}

export interface DocumentCounts {
  readonly rendered: number;
  readonly reused: number;
}

export interface TreeFiles {
  /** Places rendered files; gives their records. */
  place(files: readonly RenderedFile[]): Promise<FileRecord[]>;
  /** Places files of an earlier build; tells of each whether it could be placed. */
  placeKnown(files: readonly FileRecord[]): Promise<boolean[]>;
  /** Adds the forms of a document that stands in the draft already. */
  placeLong(paths: readonly [string, ...string[]], plain: Stamp): Promise<FileRecord>;
  /** Every file placed so far, in no order: the `files` of a manifest. */
  entries(): Record<string, FileEntry>;
  /** Files placed so far before encoding: made anew, and taken from an earlier build. */
  counts(): DocumentCounts;
  /** Path and hash of every file before encoding. */
  plain(): Iterable<readonly [path: string, sha256: string]>;
}

/** More than the files of one product have, and enough to be worth a message to a thread. */
const groupBytes = 128 * 1024;

/** Starts the account of one draft. */
export function createTreeFiles(draft: string, { pool, cache }: Workshop): TreeFiles {
  const ledger = createFileLedger();
  const counts = { rendered: 0, reused: 0 };
  const count = (result: Placed) => {
    if (result) counts[result.reused ? 'reused' : 'rendered'] += 1;
  };
  const target = { draft, ...(cache.store !== undefined && { store: cache.store }) };
  const knownForms = (path: string, plain: Stamp) => {
    const forms = cache.forms(path, plain);
    return forms && { forms };
  };
  const withEffort = (path: string, size: number) => {
    const effort = effortOf(path, size);
    return effort && { effort };
  };
  return {
    async place(files) {
      const tasks = files.map(({ paths, bytes }) => {
        const [path = ''] = paths;
        return {
          paths,
          bytes,
          ...withEffort(path, bytes.length),
          ...knownForms(path, stampOf(bytes)),
        };
      });
      const groups = inGroups(tasks).map((group) => pool.place({ ...target, files: group }));
      const results = (await allSettled(groups)).flat();
      results.forEach(count);
      const records = files.map(({ paths }, at) => ({ paths, forms: results[at]?.forms ?? [] }));
      records.forEach(ledger.add);
      return records;
    },
    async placeKnown(files) {
      const results = await pool.place({ ...target, files });
      results.forEach(count);
      const isPlaced = results.map((result) => result !== undefined);
      files.filter((_file, at) => isPlaced[at]).forEach(ledger.add);
      return isPlaced;
    },
    async placeLong(paths, plain) {
      const [path] = paths;
      const task = { ...target, paths, plain };
      const result = await pool.placeLong({
        ...task,
        ...withEffort(path, plain[0]),
        ...knownForms(path, plain),
      });
      count(result);
      const record = { paths, forms: result.forms };
      ledger.add(record);
      return record;
    },
    entries() {
      const entries: Record<string, FileEntry> = {};
      for (const [path, stamp] of ledger.entries()) entries[path] = fileEntryOf(stamp);
      return entries;
    },
    counts: () => ({ ...counts }),
    *plain() {
      for (const [path, [, hash]] of ledger.plainEntries()) yield [path, hash];
    },
  };
}

/** Files of about as much as one thread should be given at a time: what is long goes to several. */
function inGroups<File extends FileTask>(files: readonly File[]): File[][] {
  const groups: File[][] = [];
  let bytes = groupBytes;
  for (const file of files) {
    if (bytes >= groupBytes) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(file);
    bytes += file.bytes?.length ?? 0;
  }
  return groups;
}
