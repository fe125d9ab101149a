/**
 * Compresses long documents in pieces of 100 products. The raw deflate bytes of a piece are kept in `pieces/` of the
 * output folder, so that a build after an edit compresses only the pieces that have changed.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';
import { sha256 } from '../content/sha256.ts';
import { brotliBytes, compressBrotli, efforts, encodingVersion } from './encode.ts';
import { tempName } from './install.ts';

const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** RFC 1952, section 2.3: no name, no time, an unknown system, so that the bytes are the same on every machine. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block (RFC 1951, section 3.2.6). */
const lastBlock = Buffer.from([3, 0]);

/** The pieces of the documents of one build. */
export type GzipPieces = ReturnType<typeof openPieces>;

/** Opens the pieces in `pieces/` of the output folder; creates the folder with the first piece. */
export function openPieces(out: string) {
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
    /** Begins a document. */
    open() {
      const gzipped: Buffer[] = [];
      const plain: Buffer[] = [];
      let [crc, length] = [0, 0];
      return {
        /** Compresses the next piece. Wait for it before the next call. */
        async add(piece: Buffer) {
          [crc, length] = [crc32(piece, crc), length + piece.length];
          plain.push(piece);
          // Without a Brotli form, the plain bytes need not be in memory.
          if (length > brotliBytes) plain.length = 0;
          gzipped.push(await compress(piece));
        },
        /** Returns the gzip form of the document and, if it has at most 10 MB, its Brotli form. */
        async end(): Promise<Buffer[]> {
          const end = [lastBlock, toUint32(crc), toUint32(length)];
          const whole = Buffer.concat([header, ...gzipped, ...end]);
          if (length > brotliBytes) return [whole];
          return [whole, await compressBrotli(Buffer.concat(plain), 'bulk')];
        },
      };
    },
    /** Removes the pieces that this build has not used. */
    removeOthers() {
      if (used.size === 0) return;
      for (const name of readdirSync(folder)) {
        // Another build may be writing a temporary file.
        if (!used.has(name) && !name.startsWith('.')) rmSync(join(folder, name), { force: true });
      }
    },
  };
}

/** Returns the bytes of a kept piece; undefined if it is missing or unreadable, or if its checksum shows damage. */
function readPiece(path: string): Buffer | undefined {
  try {
    const stored = readFileSync(path);
    const bytes = stored.subarray(4);
    return stored.readUInt32LE(0) === crc32(bytes) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
