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
import { ageLines } from './age-lines.ts';
import { compilerVersion } from './compiler-version.ts';
import {
  type AssembledDocument,
  type IndexFile,
  type IndexLine,
  readIndex,
  writeIndex,
} from './index-file.ts';
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
   * when it is not there. Throws `ReleaseError` when it cannot be written, here and in `save`.
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
  keepUnit(key: string, record: UnitRecord): void;
  /** Remembers files that belong to no product. */
  keepFiles(files: readonly FileRecord[]): void;
  /** Writes it all down and drops what the last builds have not used. */
  save(documents: readonly AssembledDocument[]): Promise<void>;
}

/** A cache that knows nothing and keeps nothing. */
const noCache: BuildCache = {
  unit: () => undefined,
  forms: () => undefined,
  document: () => undefined,
  keepUnit() {},
  keepFiles() {},
  async save() {},
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
      return { ...cache, save: (documents) => refusedBy(failure, () => cache.save(documents)) };
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
  const mark = await leaveMark(folder);
  for (const each of [folder, store]) await removeStaleDrafts(each);
  const lines = before?.lines ?? [];
  const documents = await soundDocuments(store, paths, before?.header.documents ?? []);
  const offsets = documents && offsetsOf(lines, units, documents);
  const known = formsOf(lines, units);
  const texts = textsOf(lines);
  const used: IndexLine[] = [];
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
    keepUnit(key, { files, lengths, outline, isClean }) {
      const record = { files, lengths, outline, isClean };
      // Most records are as they were: their texts are at hand.
      const json = isSameRecord(record, units.get(key)) ? texts.get(key) : undefined;
      used.push(json === undefined ? lineOf(key, record) : { age: 0, key, json });
    },
    keepFiles(files) {
      usedFiles.push(...files);
    },
    async save(assembled) {
      const now = [...used, lineOf(noProduct, usedFiles)];
      const { kept, dropped } = ageLines(now, lines);
      if (kept !== lines) {
        await writeIndex(index, { header: { compiler, documents: assembled }, lines: kept });
      }
      if (before === undefined || mark.wasThere) await sweepStore(store, kept);
      else await removeDropped(store, dropped, kept);
      await mark.remove();
    },
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

/** The line of a record that this build used; its text is made when it is asked for, and not kept. */
function lineOf(key: string, record: UnitRecord | readonly FileRecord[]): IndexLine {
  return {
    age: 0,
    key,
    get json() {
      return JSON.stringify(record);
    },
  };
}

/** A file that stands while a build runs: one that is found tells of a build that did not end. */
async function leaveMark(folder: string) {
  const path = join(folder, 'unfinished');
  const wasThere = await access(path).then(
    () => true,
    () => false,
  );
  await mkdir(folder, { recursive: true });
  await writeFile(path, '');
  return { wasThere, remove: () => rm(path, { force: true }) };
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
    const isThere = await read.then(
      () => true,
      () => false,
    );
    if (!isThere || hash.digest('hex') !== stamp[1]) return undefined;
  }
  return documents;
}
