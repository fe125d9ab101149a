/** Compresses a document that may be too long to hold in memory, beside itself. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createEncoders, type Effort, encode, formSuffixes, markSystem } from './encode.ts';
import { type Stamp, stampOf } from './stamps.ts';

/** Always the same, so that a stream is cut in the same places everywhere. */
const chunkBytes = 256 * 1024;

/** Writes the gzip and Brotli forms beside a file and gives their stamps. */
export async function encodeLongFile(
  path: string,
  [size]: Stamp,
  effort: Effort,
): Promise<[gzip: Stamp, brotli: Stamp]> {
  if (effort !== 'bulk') {
    const forms = encode(readFileSync(path), effort);
    forms.forEach((bytes, at) => {
      writeFileSync(path + formSuffixes[at + 1], bytes, { flag: 'wx' });
    });
    return [stampOf(forms[0]), stampOf(forms[1])];
  }
  const [gzip, brotli] = createEncoders(effort, size);
  return [
    await stream(path, gzip, path + formSuffixes[1], markSystem),
    await stream(path, brotli, path + formSuffixes[2]),
  ];
}

async function stream(
  from: string,
  encoder: Transform,
  to: string,
  mark?: (head: Buffer) => Buffer,
): Promise<Stamp> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // gzip writes its whole header of ten bytes with the first chunk.
      const bytes = size === 0 && mark ? mark(chunk) : chunk;
      size += bytes.length;
      hash.update(bytes);
      done(null, bytes);
    },
  });
  const source = createReadStream(from, { highWaterMark: chunkBytes });
  await pipeline(source, encoder, measure, createWriteStream(to, { flags: 'wx' }));
  return [size, hash.digest('hex')];
}
