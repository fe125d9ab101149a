/**
 * A process of the floor bench, which measures the least time that a build can take: loads its share of a
 * release, and writes that share again on request.
 */
import { once } from 'node:events';
import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import {
  brotliOptions,
  type Effort,
  encodeSync,
  exportEffort,
  exportLevels,
  formSuffixes,
} from '../../build/output/encode.ts';

export interface FloorFile {
  /** Its names below the output folder, without the suffix of a compressed form; at least one. */
  readonly paths: string[];
  /** Compression effort of the file; if undefined, only the uncompressed file is written. */
  readonly effort?: Effort;
  /** True for an export, which is written with gzip, and with Brotli if `hasBrotli`, and has no plain form. */
  readonly isExport?: boolean;
  readonly hasBrotli?: boolean;
}

/** Sent by the thread when it has loaded its share of the release, and again when it has written it. */
export interface FloorReply {
  /** Processor time since the previous reply. */
  readonly processorSeconds: number;
}

interface Share {
  /** Output folder of the build. */
  readonly dist: string;
  /** The folder to write the files to, with the same paths. */
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

/** Returns the forms of a file in the order of `formSuffixes`; undefined for a form that it does not have. */
function formsOf(
  bytes: Buffer,
  { effort, isExport, hasBrotli }: Omit<FloorFile, 'paths'>,
): readonly (Buffer | undefined)[] {
  if (!isExport) return effort === undefined ? [bytes] : [bytes, ...encodeSync(bytes, effort)];
  const gzip = gzipSync(bytes, { level: exportLevels.full });
  const settings = brotliOptions(exportEffort(bytes.length), bytes.length);
  return [undefined, gzip, hasBrotli ? brotliCompressSync(bytes, settings) : undefined];
}

function makeFolder(folder: string): void {
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
  folders.add(folder);
}

function reply(processorSeconds: number): void {
  process.send?.({ processorSeconds } satisfies FloorReply);
}
