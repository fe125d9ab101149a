/**
 * Documents that hold a part of every product, such as the list: too long to be held in memory. Parts of
 * new products wait in a file; those of unchanged products are copied from the document of the release
 * before, neighbours in one go.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Stamp } from './stamps.ts';

const bufferBytes = 1 << 20;

/** Where the parts of a product are stored: one after the other, 0 bytes for none. */
export interface StoredParts {
  readonly offset: number;
  readonly lengths: readonly number[];
}

/** A file for parts, until they are put in order. */
export interface PartStore {
  readonly path: string;
  add(parts: readonly (string | undefined)[]): StoredParts;
  /** Writes what is buffered; parts can be copied after that. */
  close(): void;
}

/** Creates a store at a new path. */
export function createPartStore(path: string): PartStore {
  const writer = createWriter(path);
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
    close: () => void writer.close(),
  };
}

/** A file that parts are copied from. */
export interface PartSource {
  readonly path: string;
  /** True if a comma stands between two parts, as in a document. */
  readonly isDocument: boolean;
}

export interface Assembly {
  /** Adds a part that a source has at an offset. */
  copy(source: PartSource, offset: number, length: number): void;
  /** Writes the end and closes; returns the stamp of the document. */
  finish(end: string): Stamp;
  /** Closes what is still open of an assembly that is not finished, also after `finish` has thrown. */
  abandon(): void;
}

/** Starts a document at `path` with its beginning; parts follow, separated by commas. */
export function createAssembly(path: string, beginning: string): Assembly {
  mkdirSync(dirname(path), { recursive: true });
  const writer = createWriter(path);
  const descriptors = new Map<string, number>();
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let run: { readonly source: PartSource; readonly start: number; end: number } | undefined;
  let separator = '';

  const open = (file: string): number => {
    const descriptor = descriptors.get(file) ?? openSync(file, 'r');
    descriptors.set(file, descriptor);
    return descriptor;
  };
  const writeRun = () => {
    if (run === undefined) return;
    writer.write(Buffer.from(separator));
    separator = ',';
    const descriptor = open(run.source.path);
    for (let at = run.start; at < run.end; ) {
      const read = readSync(descriptor, buffer, 0, Math.min(bufferBytes, run.end - at), at);
      if (read === 0) throw new Error(`${run.source.path} ends before byte ${run.end}`);
      writer.write(buffer.subarray(0, read));
      at += read;
    }
    run = undefined;
  };
  const closeSources = () => {
    for (const descriptor of descriptors.values()) closeSync(descriptor);
    descriptors.clear();
  };
  writer.write(Buffer.from(beginning));
  return {
    copy(source, offset, length) {
      // In a document, the comma between two neighbours is copied along with them.
      if (run?.source === source && source.isDocument && run.end + 1 === offset) {
        run.end = offset + length;
        return;
      }
      writeRun();
      run = { source, start: offset, end: offset + length };
    },
    finish(end) {
      writeRun();
      writer.write(Buffer.from(end));
      closeSources();
      return writer.close();
    },
    abandon() {
      closeSources();
      writer.abandon();
    },
  };
}

/** A new file that is written through a buffer, measured and hashed on the way. */
export interface Writer {
  /** Returns the number of bytes. */
  write(bytes: Buffer): number;
  /** Writes what is buffered and closes; returns the stamp of the file. */
  close(): Stamp;
  /** Closes a file that is not finished; does nothing if it is closed. */
  abandon(): void;
}

/** Creates a file at a free path. */
export function createWriter(path: string): Writer {
  const file = openSync(path, 'wx');
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(bufferBytes);
  let used = 0;
  let size = 0;
  let isOpen = true;
  // Closed twice, its number could be another file's, and EBADF would hide why a write failed.
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
      if (bytes.length > bufferBytes) drain(bytes);
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
