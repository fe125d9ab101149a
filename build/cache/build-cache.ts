/**
 * What earlier builds made, by the hash of what it was made from (decision 23): the files of each
 * product, its parts of the long documents, and the compressed forms of every file.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Stamp } from '../release/manifest.ts';
import { refusedBy } from '../release/write-tree.ts';
import { removeStaleDrafts } from '../releases/drafts.ts';
import { compilerVersion } from './compiler-version.ts';
import { type AssembledDocument, type IndexFile, readIndex } from './index-file.ts';
import { createNextIndex } from './next-index.ts';
import {
  type FileRecord,
  formsKey,
  formsOf,
  type KnownUnit,
  noProduct,
  offsetsOf,
  textsOf,
  type UnitRecord,
  unitsOf,
} from './records.ts';
import { storedPath } from './store.ts';
import { removeDropped, sweepStore } from './sweep-store.ts';

/** What is known before a build begins. */
export interface CacheMemory {
  /** The outline, as JSON, of a product that was found clean, made from the inputs of this key. */
  cleanOutline(key: string): string | undefined;
  /**
   * Opens the cache for a build whose long documents are at `paths`, in order; its folder is made
   * when it is not there. Throws `ReleaseError` when it cannot be written, here and in all that remembers.
   */
  open(paths: readonly string[]): Promise<BuildCache>;
}

export interface BuildCache {
  /** Folder of the files by hash, or undefined when there is no cache. */
  readonly store?: string;
  /** What was made from the inputs of this key. */
  unit(key: string): KnownUnit | undefined;
  /** Forms of a file of these plain bytes, compressed as the path would be. */
  forms(path: string, plain: Stamp): readonly Stamp[] | undefined;
  /** Where the long document that offsets refer to stands. */
  document(path: string): string | undefined;
  /** Remembers what this build made or used of a product, in the order of its parts. */
  keepUnit(key: string, record: UnitRecord): Promise<void>;
  /** Remembers files that belong to no product. */
  keepFiles(files: readonly FileRecord[]): void;
  /** Makes what was remembered count, and drops what the last builds have not used. */
  save(documents: readonly AssembledDocument[]): Promise<void>;
  /** Ends the use of the cache: what was not saved is forgotten. */
  close(): Promise<void>;
}

/** A cache that knows nothing and keeps nothing. */
const noCache: BuildCache = {
  unit: () => undefined,
  forms: () => undefined,
  document: () => undefined,
  async keepUnit() {},
  keepFiles() {},
  async save() {},
  async close() {},
};

/**
 * Reads the cache of a folder; null is no cache. A cache that is damaged is an empty one; one that
 * cannot be read is a `ReleaseError`.
 */
export async function readCache(folder: string | null): Promise<CacheMemory> {
  if (folder === null) return { cleanOutline: () => undefined, open: async () => noCache };
  const failure = `cannot use the cache ${folder} (--cache moves it, --no-cache does without)`;
  const compiler = await compilerVersion();
  const before = await refusedBy(failure, () => readIndex(join(folder, 'index'), compiler));
  const units = unitsOf(before?.lines ?? []);
  return {
    cleanOutline(key) {
      const unit = units.get(key);
      return unit?.isClean ? unit.outline : undefined;
    },
    async open(paths) {
      const memory = { compiler, before, units };
      const cache = await refusedBy(failure, () => openIn(folder, paths, memory));
      return {
        ...cache,
        keepUnit: (key, record) => refusedBy(failure, () => cache.keepUnit(key, record)),
        save: (documents) => refusedBy(failure, () => cache.save(documents)),
      };
    },
  };
}

interface Memory {
  readonly compiler: string;
  readonly before: IndexFile | undefined;
  readonly units: ReadonlyMap<string, UnitRecord>;
}

async function openIn(
  folder: string,
  paths: readonly string[],
  { compiler, before, units }: Memory,
): Promise<BuildCache> {
  const store = join(folder, 'files');
  const index = join(folder, 'index');
  const hasStore = await isThere(store);
  const mark = await leaveMark(folder);
  await removeStaleDrafts(folder);
  const lines = before?.lines ?? [];
  const documents = await soundDocuments(store, paths, before?.header.documents ?? []);
  const offsets = documents && offsetsOf(lines, units, documents);
  const known = formsOf(lines, units);
  const texts = textsOf(lines);
  const next = createNextIndex(index, lines);
  const usedFiles: FileRecord[] = [];

  return {
    store,
    unit(key) {
      const unit = units.get(key);
      const at = offsets?.get(key);
      return unit && at ? { ...unit, offsets: at } : unit;
    },
    forms: (path, plain) => known.get(formsKey(path, plain)),
    document(path) {
      const found = documents?.find((document) => document.path === path);
      return found && storedPath(store, found.stamp);
    },
    async keepUnit(key, record) {
      // Most records are as they were: their texts are at hand.
      const before = isSameRecord(record, units.get(key)) ? texts.get(key) : undefined;
      await next.use(key, before ?? JSON.stringify(record));
    },
    keepFiles(files) {
      usedFiles.push(...files);
    },
    async save(assembled) {
      await next.use(noProduct, JSON.stringify(usedFiles));
      const dropped = await next.finish({ compiler, documents: assembled });
      if (hasStore && (before === undefined || mark.wasThere)) await sweepStore(store, index);
      else await removeDropped(store, dropped, index);
      await mark.remove();
    },
    close: () => next.discard(),
  };
}

/** Whether a record is an earlier one, of whose parts none was made anew. */
function isSameRecord(record: UnitRecord, before: UnitRecord | undefined): boolean {
  return (
    record.files === before?.files &&
    record.lengths === before.lengths &&
    record.outline === before.outline &&
    record.isClean === before.isClean
  );
}

/** A file that stands while a build runs: one that is found tells of a build that did not end. */
async function leaveMark(folder: string) {
  const path = join(folder, 'unfinished');
  const wasThere = await isThere(path);
  await mkdir(folder, { recursive: true });
  await writeFile(path, '');
  return { wasThere, remove: () => rm(path, { force: true }) };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The long documents of the last build if they are those of this one and every byte is as it was. */
async function soundDocuments(
  store: string,
  paths: readonly string[],
  documents: readonly AssembledDocument[],
): Promise<readonly AssembledDocument[] | undefined> {
  if (documents.map(({ path }) => path).join() !== paths.join()) return undefined;
  for (const { stamp } of documents) {
    const hash = createHash('sha256');
    const read = pipeline(createReadStream(storedPath(store, stamp)), hash);
    const isRead = await read.then(
      () => true,
      () => false,
    );
    if (!isRead || hash.digest('hex') !== stamp[1]) return undefined;
  }
  return documents;
}
