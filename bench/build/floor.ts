/**
 * Measures the floor, the least time that a build can take, with which the build is compared. Serializes
 * (`JSON.stringify`), compresses (gzip and Brotli) and writes every file of the current release and of its objects
 * (folders with the files of one version of a product), in one process for each processor. Makes no links, no records
 * of objects (`object.json`) and no manifest. Reading and parsing the documents is not measured. Prints wall-clock and
 * processor seconds as JSON.
 *
 *   node --import tsx bench/build/floor.ts DIST TARGET
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { effortOf, formSuffixes } from '../../build/output/encode.ts';
import { objectPath, readObjectRecord } from '../../build/output/object-records.ts';
import { manifestFile, manifestSchema } from '../../contract/release.ts';
import { nodeArguments } from '../../infra/local/node-arguments.ts';
import type { Cost } from '../ratio.ts';
import type { FloorFile, FloorReply } from './floor-process.ts';

const [dist = '', target = ''] = process.argv.slice(2);

/**
 * Converts `files` (path in `folder` → size and hash) to the list of files that the child processes write again. Files
 * with equal bytes become one `FloorFile` with several paths, so that they are compressed once. `publicPath` converts a
 * path in `folder` to the path that `effortOf` expects, `en-CA.json` → `public/en-CA.json`; by default, both are equal.
 */
function describeFiles(
  folder: string,
  files: Readonly<Record<string, { readonly size: number; readonly sha256: string }>>,
  publicPath: (path: string) => string = (path) => path,
): FloorFile[] {
  const byHash = new Map<string, FloorFile>();
  const [, gzipSuffix, brotliSuffix] = formSuffixes;
  for (const [path, { size, sha256 }] of Object.entries(files)) {
    const plain = plainPath(path);
    const isPlain = path === plain;
    // Exports have no plain form. All other compressed forms are made with their plain form.
    if (path.endsWith(brotliSuffix) || (!isPlain && plain in files)) continue;
    const known = byHash.get(sha256);
    if (known !== undefined) {
      known.paths.push(join(folder, plain));
      continue;
    }
    const paths = [join(folder, plain)];
    // A file without a compressed form in the release has none in the floor.
    const isCompressed = plain + gzipSuffix in files;
    const effort = isPlain && isCompressed ? effortOf(publicPath(plain), size) : undefined;
    const isExport = !isPlain && { isExport: true };
    byHash.set(sha256, { paths, ...(effort && { effort }), ...isExport });
  }
  return [...byHash.values()];
}

/** Returns the path of a file without `.gz` or `.br`: `list.json.br` → `list.json`. */
function plainPath(path: string): string {
  const suffix = formSuffixes.slice(1).find((each) => path.endsWith(each)) ?? '';
  return path.slice(0, path.length - suffix.length);
}

/**
 * Returns the files of the object `name` (a folder with the files of one version of a product). They stay together in
 * one list, because one process writes a whole object, as in a build. Throws if the object has no `object.json`.
 */
function filesOfObject(name: string): FloorFile[] {
  const folder = objectPath(name);
  const record = readObjectRecord(join(dist, folder));
  if (record === undefined) throw new Error(`${join(dist, folder)} has no record; build it again`);
  const files = Object.entries(record.files).map(
    ([path, [size, sha256]]) => [path, { size, sha256 }] as const,
  );
  return describeFiles(folder, Object.fromEntries(files), (path) => `public/${path}`);
}

async function startWriter(files: readonly FloorFile[]) {
  const [script = '', ...execArgv] = nodeArguments('bench/build/floor-process.ts').reverse();
  const child = fork(script, { execArgv: execArgv.reverse() });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the floor ended with ${code}`);
  });
  // Every process exits after its last reply, which is no error.
  ended.catch(() => {});
  const next = () => Promise.race([once(child, 'message') as Promise<[FloorReply]>, ended]);
  const loaded = next();
  child.send({ dist, target, files });
  await loaded;
  return async () => {
    const written = next();
    child.send('write');
    const [reply] = await written;
    return reply.processorSeconds;
  };
}

const manifest = manifestSchema.parse(
  JSON.parse(await readFile(join(dist, 'current', manifestFile), 'utf8')),
);
const releaseFiles = describeFiles('', manifest.files);
const units: FloorFile[][] = [
  ...Object.values(manifest.products).map(filesOfObject),
  ...releaseFiles.map(({ paths, ...file }) => [
    { ...file, paths: paths.map((path) => join('current', path)) },
  ]),
];
const processes = availableParallelism();
const writers = await Promise.all(
  Array.from({ length: processes }, (_none, index) =>
    startWriter(units.filter((_unit, at) => at % processes === index).flat()),
  ),
);
const start = performance.now();
const processorSeconds = await Promise.all(writers.map((write) => write()));
const cost: Cost = {
  seconds: (performance.now() - start) / 1000,
  processorSeconds: processorSeconds.reduce((sum, one) => sum + one, 0),
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
