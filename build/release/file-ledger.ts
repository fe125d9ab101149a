/**
 * The account of a release's files. A large catalogue has a million of them: sizes and hashes are kept as
 * bytes, since as objects they would take several times the memory.
 */
import type { FileRecord } from '../cache/records.ts';
import { formSuffixes } from './encode.ts';
import type { Stamp } from './manifest.ts';

/** A file by its path and what identifies its bytes. */
export type LedgerEntry = readonly [path: string, stamp: Stamp];

export interface FileLedger {
  /** Enters a file, under each of its names and in each of its forms. */
  add(record: FileRecord): void;
  /** Every file in every form, in the order in which they were entered. */
  entries(): Iterable<LedgerEntry>;
  /** The same without compressed forms. */
  plainEntries(): Iterable<LedgerEntry>;
}

const sizeBytes = 6;
const hashBytes = 32;
const stampBytes = sizeBytes + hashBytes;

/** Starts with no file. */
export function createFileLedger(): FileLedger {
  const names: (readonly string[])[] = [];
  /** How many stamps stand before those of each record, and at last how many there are. */
  const counts = [0];
  let stamps = Buffer.alloc(stampBytes * 1024);

  const put = (at: number, [size, hash]: Stamp) => {
    const start = at * stampBytes;
    if (start === stamps.length) stamps = Buffer.concat([stamps, Buffer.alloc(stamps.length)]);
    stamps.writeUIntBE(size, start, sizeBytes);
    stamps.write(hash, start + sizeBytes, 'hex');
  };
  const get = (at: number): Stamp => {
    const start = at * stampBytes;
    const hash = stamps.toString('hex', start + sizeBytes, start + stampBytes);
    return [stamps.readUIntBE(start, sizeBytes), hash];
  };
  function* entries(most: number): Generator<LedgerEntry> {
    for (const [index, paths] of names.entries()) {
      const first = counts[index] as number;
      const end = Math.min(counts[index + 1] as number, first + most);
      for (let at = first; at < end; at += 1) {
        const stamp = get(at);
        for (const path of paths) yield [`${path}${formSuffixes[at - first]}`, stamp];
      }
    }
  }
  return {
    add({ paths, forms }) {
      names.push(paths);
      const first = counts.at(-1) as number;
      for (const [at, stamp] of forms.entries()) put(first + at, stamp);
      counts.push(first + forms.length);
    },
    entries: () => entries(formSuffixes.length),
    plainEntries: () => entries(1),
  };
}
