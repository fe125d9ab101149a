/**
 * Assembles documents that contain a part of every product, such as the product list, and are too long for
 * memory. Parts of new products come from a temporary file (the part store). Parts of unchanged products are
 * copied from the same document of the previous release; parts that are adjacent there are copied together.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkOrCopy, type Stamp } from './stamps.ts';

/**
 * Size in bytes of each buffer for reading or writing a file. With a quarter of it, a build of one edited product among
 * 10,000 took 5 % longer.
 */
const bufferBytes = 1 << 18;

/**
 * The position of one product's parts (its entries in lists and other documents) in a part store, a temporary file.
 * `offset` is the byte offset of the first part; the other parts follow it without gaps, in the order in which
 * `PartStore.add` received them. `lengths` has the length of each part in bytes, 0 for an undefined part.
 */
export interface StoredParts {
  readonly offset: number;
  readonly lengths: readonly number[];
}

/**
 * A temporary file from which documents are assembled. Contains the parts of products, such as a product's entry
 * in the list, and the compressed product groups of the exports.
 */
export interface PartStore {
  readonly path: string;
  /**
   * Adds the parts of one product, such as one for each document; a part is undefined if the document does not contain
   * the product. Returns the position of the parts in the file.
   */
  add(parts: readonly (string | undefined)[]): StoredParts;
  /** Adds bytes, such as a compressed group of products; returns their byte offset in the file. */
  append(bytes: Buffer): number;
}

/**
 * Creates a part store, the temporary file `path`, and calls `work`, which adds parts of documents to it, such as the
 * list entries of products. Then closes the file and returns the result of `work`. Parts can be copied from the file
 * until the caller deletes it. Only the owner can read it, because parts contain net prices. Rejects with file-system
 * errors, such as for an existing path, and with errors of `work`.
 */
export async function withPartStore<Result>(
  path: string,
  work: (store: PartStore) => Promise<Result>,
): Promise<Result> {
  const writer = createWriter(path, 0o600);
  try {
    const result = await work(toStore(path, writer));
    writer.close();
    return result;
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

function toStore(path: string, writer: Writer): PartStore {
  let offset = 0;
  return {
    path,
    add(parts) {
      const start = offset;
      const lengths = parts.map((part) =>
        part === undefined ? 0 : writer.write(Buffer.from(part)),
      );
      offset += lengths.reduce((sum, length) => sum + length, 0);
      return { offset: start, lengths };
    },
    append(bytes) {
      const start = offset;
      offset += writer.write(bytes);
      return start;
    },
  };
}

/**
 * A file from which parts (products' entries in documents) are copied: the part store, or a document of the previous
 * release.
 */
export interface PartSource {
  readonly path: string;
  /**
   * True for a document of the previous release, in which commas separate the parts. False for the part store, the
   * temporary file with the parts of new products, in which the parts follow each other without commas.
   */
  readonly isDocument: boolean;
  /** Size and SHA-256 of a document, if they are known. */
  readonly stamp?: Stamp | undefined;
}

/** Writes a document from parts, such as a product list from the entries of products. `createAssembly` creates it. */
export interface Assembly {
  /** Copies a part of `length` bytes into the document, from the byte offset `offset` of `source`. */
  copy(source: PartSource, offset: number, length: number): void;
  /**
   * Writes `end`, the text after the last part, and closes the file. Returns the size and SHA-256 of the document. If
   * the document is found to have the same bytes as in the previous release (`earlier` of `createAssembly`), replaces
   * the new file by a hard link to the old file, or by a copy.
   */
  finish(end: string): Stamp;
  /**
   * Closes the document and the files of its sources after an error, also if `finish` has thrown. The unfinished
   * document stays on disk.
   */
  abandon(): void;
}

/** A byte range that is copied at once: adjacent parts, with the commas between them if the source is a document. */
interface Run {
  readonly source: PartSource;
  readonly start: number;
  end: number;
}

/**
 * Creates the document `path` and its missing folders, and writes `beginning`, the text before the first part. The
 * method `copy` adds a part, after a comma unless it is the first. `earlier` is the same document in the previous
 * release, or undefined if that is missing or damaged. To copy parts from `earlier`, the caller always passes this same
 * object to `copy` as the source, not an equal one: `copy` compares the objects to find consecutive parts, which it
 * copies together. The caller must end with `finish`, or with `abandon` after an error. Throws if the document `path`
 * exists.
 */
export function createAssembly(path: string, beginning: string, earlier?: PartSource): Assembly {
  mkdirSync(dirname(path), { recursive: true });
  const writer = createWriter(path);
  const descriptors = new Map<string, number>();
  const buffer = Buffer.allocUnsafe(bufferBytes);
  const first = Buffer.from(beginning);
  // Empty at first, so that a first part which was made again can equal that of the earlier document.
  let run: Run | undefined = earlier && { source: earlier, start: first.length, end: first.length };
  let separator = '';

  const open = (file: string): number => {
    const descriptor = descriptors.get(file) ?? openSync(file, 'r');
    descriptors.set(file, descriptor);
    return descriptor;
  };
  const writeRun = () => {
    const ended = run;
    run = undefined;
    if (ended === undefined || ended.start === ended.end) return;
    const { source, start, end } = ended;
    writer.write(Buffer.from(separator));
    separator = ',';
    const descriptor = open(source.path);
    for (let at = start; at < end; ) {
      const read = readSync(descriptor, buffer, 0, Math.min(bufferBytes, end - at), at);
      if (read === 0) throw new Error(`${source.path} ends before byte ${end}`);
      writer.write(buffer.subarray(0, read));
      at += read;
    }
  };
  const hasBytes = (file: string, offset: number, expected: Buffer): boolean => {
    const found = Buffer.allocUnsafe(expected.length);
    const read = readSync(open(file), found, 0, found.length, offset);
    return read === found.length && found.equals(expected);
  };
  /**
   * Adds a part of the part store to the current run, if the run is from the document of the previous release and that
   * document continues after the run with the same bytes. Returns true in this case; otherwise changes nothing and
   * returns false. Longer runs need fewer copies, and a document that is one run can be linked.
   */
  const continuesRun = ({ path: store }: PartSource, offset: number, length: number): boolean => {
    if (!run?.source.isDocument) return false;
    const comma = commaBefore(run);
    const part = Buffer.alloc(comma + length, ',');
    readSync(open(store), part, comma, length, offset);
    if (!hasBytes(run.source.path, run.end, part)) return false;
    run.end += part.length;
    return true;
  };
  /** Returns true if the new document, completed with `end`, has the same bytes as in the previous release. */
  const isEqual = ({ path: document, stamp }: PartSource, end: Buffer): boolean =>
    run?.source.path === document &&
    separator === '' &&
    run.start === first.length &&
    run.end + end.length === stamp?.[0] &&
    hasBytes(document, 0, first) &&
    hasBytes(document, run.end, end);
  const closeSources = () => {
    for (const descriptor of descriptors.values()) closeSync(descriptor);
    descriptors.clear();
  };
  writer.write(first);
  return {
    copy(source, offset, length) {
      // In a document, the comma between two consecutive parts is copied with them.
      if (run?.source === source && source.isDocument && run.end + commaBefore(run) === offset) {
        run.end = offset + length;
        return;
      }
      if (!source.isDocument && continuesRun(source, offset, length)) return;
      writeRun();
      run = { source, start: offset, end: offset + length };
    },
    finish(text) {
      const end = Buffer.from(text);
      if (earlier?.stamp && isEqual(earlier, end)) {
        closeSources();
        writer.abandon();
        rmSync(path);
        linkOrCopy(earlier.path, path, earlier.stamp);
        return earlier.stamp;
      }
      writeRun();
      writer.write(end);
      closeSources();
      return writer.close();
    },
    abandon() {
      closeSources();
      writer.abandon();
    },
  };
}

/**
 * Returns the number of bytes between a run (adjacent parts) and the next part of a document: 1, for the comma, or 0 if
 * the run is empty, because no comma precedes the first part.
 */
function commaBefore({ start, end }: Run): 0 | 1 {
  return start === end ? 0 : 1;
}

/** Writes a new file through a buffer, and computes its size and SHA-256 at the same time. */
export interface Writer {
  /** Adds bytes; returns their number. */
  write(bytes: Buffer): number;
  /** Writes buffered data and closes the file; returns its stamp, the size and SHA-256. */
  close(): Stamp;
  /** Closes an unfinished file, which stays on disk; does nothing if it is closed. */
  abandon(): void;
}

/**
 * Creates a file with the permissions `mode`, such as 0o600, and returns its writer. Throws if the path exists. The
 * caller must `close` the file, or `abandon` it after an error.
 */
export function createWriter(path: string, mode?: number): Writer {
  const file = openSync(path, 'wx', mode);
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let used = 0;
  let size = 0;
  let isOpen = true;
  // After a second close, the descriptor could belong to another file, and EBADF would hide the
  // first error.
  const closeFile = () => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(file);
  };
  const drain = (bytes: Buffer) => {
    hash.update(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  };
  const flush = () => {
    drain(buffer.subarray(0, used));
    used = 0;
  };
  return {
    write(bytes) {
      if (used + bytes.length > bufferBytes) flush();
      if (bytes.length >= bufferBytes) drain(bytes);
      else used += bytes.copy(buffer, used);
      size += bytes.length;
      return bytes.length;
    },
    close() {
      flush();
      closeFile();
      return [size, hash.digest('hex')];
    },
    abandon: closeFile,
  };
}
