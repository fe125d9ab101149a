/**
 * A document that holds a part of every product, such as the list: written piece by piece, since it
 * may be longer than memory is large. Parts that are as they were are copied from the document of
 * the build before, neighbours in one go.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Stamp } from './stamps.ts';

const bufferBytes = 1 << 20;
const comma = 0x2c;

export interface Assembly {
  /** Adds the next part; gives its length in bytes. */
  add(part: string): number;
  /** Adds a part of the document before. */
  copy(offset: number, length: number): void;
  /** Writes the end and closes; gives the stamp of the whole. */
  finish(end: string): Stamp;
  /** Closes the files of an assembly that is not finished. */
  abandon(): void;
}

/**
 * Starts a document at `path` with its beginning; parts follow, separated by commas. `before` is the
 * document that `copy` takes from.
 */
export function createAssembly(path: string, beginning: string, before?: string): Assembly {
  mkdirSync(dirname(path), { recursive: true });
  const writer = createWriter(path);
  const source = before === undefined ? undefined : openSync(before, 'r');
  const buffer = Buffer.allocUnsafe(source === undefined ? 0 : bufferBytes);
  let run = { start: 0, end: 0 };
  let isFirst = true;

  const writeRun = () => {
    for (let at = run.start; at < run.end; ) {
      const wanted = Math.min(buffer.length, run.end - at);
      const read = readSync(source as number, buffer, 0, wanted, at);
      if (read === 0) throw new Error(`${before} ends before byte ${run.end}`);
      writer.write(buffer.subarray(0, read));
      at += read;
    }
    run = { start: 0, end: 0 };
  };
  const separate = () => {
    if (!isFirst) writer.write(Buffer.of(comma));
    isFirst = false;
  };
  const close = () => {
    writer.close();
    if (source !== undefined) closeSync(source);
  };
  writer.write(Buffer.from(beginning));
  return {
    add(part) {
      writeRun();
      separate();
      const bytes = Buffer.from(part);
      writer.write(bytes);
      return bytes.length;
    },
    copy(offset, length) {
      // The comma between two neighbours is copied along with them.
      if (run.end > 0 && run.end + 1 === offset) {
        run.end = offset + length;
        return;
      }
      writeRun();
      separate();
      run = { start: offset, end: offset + length };
    },
    finish(end) {
      writeRun();
      writer.write(Buffer.from(end));
      const stamp = writer.flush();
      close();
      return stamp;
    },
    abandon: close,
  };
}

/** Writes a new file through a buffer, measuring and hashing on the way. */
function createWriter(path: string) {
  const file = openSync(path, 'wx');
  const hash = createHash('sha256');
  let size = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const drain = () => {
    const bytes = Buffer.concat(waiting);
    hash.update(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    waiting = [];
    waitingBytes = 0;
  };
  return {
    write(bytes: Buffer) {
      size += bytes.length;
      waitingBytes += bytes.length;
      // Copied: the caller may use its buffer again.
      waiting.push(Buffer.from(bytes));
      if (waitingBytes >= bufferBytes) drain();
    },
    flush(): Stamp {
      drain();
      return [size, hash.digest('hex')];
    },
    close: () => closeSync(file),
  };
}
