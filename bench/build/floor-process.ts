/**
 * A child process of `floor.ts`, which measures the least time that a build can take. Loads its share of the files of a
 * release into memory. At a message of the parent, compresses the files again and writes them into another folder. A
 * file is stored in up to three forms: plain, gzip and Brotli.
 */
import { once } from 'node:events';
import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import {
  brotliOptions,
  type Effort,
  encodeSync,
  exportLevels,
  formSuffixes,
} from '../../build/output/encode.ts';

/** A file of a release that a child process of `floor.ts` loads and writes again. */
export interface FloorFile {
  /**
   * The paths of the file relative to the output folder, without the suffixes `.gz` and `.br`. All paths name
   * the same bytes; there is at least one.
   */
  readonly paths: string[];
  /** Compression effort, such as `hot`. Undefined for a file that is stored only plain, and for an export. */
  readonly effort?: Effort;
  /** True for an export (a file with the whole catalogue), which has no plain form. */
  readonly isExport?: boolean;
}

/**
 * Message that a child process of `floor.ts` sends when it has loaded its files, and again when it has written them.
 */
export interface FloorReply {
  /** Processor time of compressing and writing the files; 0 in the first message. */
  readonly processorSeconds: number;
}

interface Share {
  /** Output folder of the build. */
  readonly dist: string;
  /** The folder to write the files to, with the same paths in it as in `dist`. */
  readonly target: string;
  readonly files: readonly FloorFile[];
}

const [{ dist, target, files }] = (await once(process, 'message')) as [Share];
const loaded = files.map(({ paths, ...file }) => {
  const [path = ''] = paths;
  const stored = readFileSync(join(dist, file.isExport ? path + formSuffixes[1] : path));
  const bytes = file.isExport ? gunzipSync(stored) : stored;
  return { ...file, paths, value: path.endsWith('.json') ? JSON.parse(bytes.toString()) : bytes };
});
const before = process.cpuUsage();
reply(0);
await once(process, 'message');
const folders = new Set<string>();
for (const { value, ...file } of loaded) {
  const { paths } = file;
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  for (const [at, form] of formsOf(bytes, file).entries()) {
    if (form === undefined) continue;
    const [first = '', ...others] = paths.map((path) => join(target, path + formSuffixes[at]));
    makeFolder(dirname(first));
    writeFileSync(first, form);
    for (const other of others) {
      makeFolder(dirname(other));
      linkSync(first, other);
    }
  }
}
const { user, system } = process.cpuUsage(before);
reply((user + system) / 1e6);
process.disconnect();

/**
 * Returns the forms of a file in the order plain, gzip, Brotli; undefined in the place of a form that is not written.
 */
function formsOf(
  bytes: Buffer,
  { effort, isExport }: Omit<FloorFile, 'paths'>,
): readonly (Buffer | undefined)[] {
  if (!isExport) return effort === undefined ? [bytes] : [bytes, ...encodeSync(bytes, effort)];
  const gzip = gzipSync(bytes, { level: exportLevels.full });
  return [undefined, gzip, brotliCompressSync(bytes, brotliOptions('bulk', bytes.length))];
}

function makeFolder(folder: string): void {
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
  folders.add(folder);
}

function reply(processorSeconds: number): void {
  process.send?.({ processorSeconds } satisfies FloorReply);
}
