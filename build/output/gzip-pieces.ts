/**
 * Compresses long documents with gzip in pieces of 100 products. The raw deflate bytes of a piece are kept in `pieces/` of
 * the output folder, so that a build after an edit compresses only the pieces that have changed.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import { isFileSystemError } from '../../console/errors.ts';
import { sha256 } from '../content/sha256.ts';
import { efforts, encodingVersion } from './encode.ts';
import { tempName } from './temp-entries.ts';

const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** RFC 1952, section 2.3: no name, no time, an unknown system, so that the bytes are the same on every machine. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block (RFC 1951, section 3.2.6). */
const lastBlock = Buffer.from([3, 0]);

/** The pieces of the documents of one build. */
export interface GzipPieces {
  /** Begins a document. */
  open(): GzipDocument;
  /** Removes the pieces that this build has not used. */
  removeOthers(): void;
}

/** A document that is compressed piece by piece. */
export interface GzipDocument {
  /** Compresses the next piece. Wait for it before the next call. */
  add(plain: Buffer): Promise<void>;
  /** Returns the whole document, compressed. */
  end(): Buffer;
}

/** Opens the pieces in `pieces/` of the output folder; creates the folder with the first piece. */
export function openPieces(out: string): GzipPieces {
  const folder = join(out, 'pieces');
  const version = encodingVersion('full');
  const used = new Set<string>();
  const compress = async (plain: Buffer): Promise<Buffer> => {
    const name = sha256(`${version} ${sha256(plain)}`).slice(0, 32);
    used.add(name);
    const known = readPiece(join(folder, name));
    if (known !== undefined) return known;
    const { Z_FULL_FLUSH } = constants;
    const bytes = await deflate(plain, { level: efforts.bulk.gzip, finishFlush: Z_FULL_FLUSH });
    const temporary = join(folder, tempName());
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, Buffer.concat([toUint32(crc32(bytes)), bytes]));
    renameSync(temporary, join(folder, name));
    return bytes;
  };
  return {
    open() {
      const compressed: Buffer[] = [];
      let [crc, length] = [0, 0];
      return {
        async add(plain) {
          [crc, length] = [crc32(plain, crc), length + plain.length];
          compressed.push(await compress(plain));
        },
        end() {
          const end = Buffer.concat([toUint32(crc), toUint32(length)]);
          return Buffer.concat([header, ...compressed, lastBlock, end]);
        },
      };
    },
    removeOthers() {
      if (used.size === 0) return;
      for (const name of readdirSync(folder)) {
        // Another build may be writing a temporary file.
        if (!used.has(name) && !name.startsWith('.')) rmSync(join(folder, name), { force: true });
      }
    },
  };
}

/** Returns the bytes of a kept piece; undefined if it is missing, or if its checksum shows damage. */
function readPiece(path: string): Buffer | undefined {
  try {
    const stored = readFileSync(path);
    const bytes = stored.subarray(4);
    return stored.length >= 4 && stored.readUInt32LE(0) === crc32(bytes) ? bytes : undefined;
  } catch (error) {
    if (isFileSystemError(error)) return undefined;
    throw error;
  }
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
