/**
 * A program that reads a release through the link `current` (its first argument) over and over, until its standard
 * input ends. Further arguments are the paths of the files to read. It prints the id of the first release and, each
 * time that another release has become current, the id of that one. At the end it prints as JSON the number of reads,
 * the ids of the releases and all faults.
 */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const [current = '', ...paths] = process.argv.slice(2);
const faults = new Set<string>();
const releases = new Set<string>();
/** Path and SHA-256 of files in the releases, such as `public/v1/health.json 5d41…`. */
const known = new Set<string>();
/** Path and SHA-256 of the files that were read through the link. */
const opened = new Set<string>();
let last = '';
let reads = 0;
let ended = false;

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns the SHA-256 of a product's file from `object.json`, the record of hashes in the file's folder, or
 * an empty string if the record lacks the file.
 */
function hashIn(folder: string, path: string): string {
  const record = JSON.parse(readFileSync(join(folder, dirname(path), 'object.json'), 'utf8')) as {
    files: Record<string, [size: number, sha256: string]>;
  };
  return record.files[basename(path)]?.[1] ?? '';
}

/**
 * Reads the release that `current` points to. Records a fault for each file whose SHA-256 differs from that in the
 * manifest or, for a file of a product, in `object.json`.
 */
function readOneRelease(): void {
  const folder = realpathSync(current);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    release: string;
    files: Record<string, { sha256: string }>;
  };
  releases.add(manifest.release);
  if (manifest.release !== last) process.stdout.write(`${manifest.release}\n`);
  last = manifest.release;
  if (!folder.endsWith(manifest.release)) faults.add(`${folder} holds ${manifest.release}`);
  for (const path of paths) {
    const sha256 = manifest.files[path]?.sha256 ?? hashIn(folder, path);
    known.add(`${path} ${sha256}`);
    if (hashOf(readFileSync(join(folder, path))) !== sha256) faults.add(`${path} is another's`);
  }
}

/** Opens the files through the link `current`, as a web server does. */
function readThroughLink(): void {
  for (const path of paths) opened.add(`${path} ${hashOf(readFileSync(join(current, path)))}`);
}

/**
 * Prints the report. A file that was opened through the link must have the bytes that one of the releases has at this
 * path; that is checked at the end, because a release may be current for a moment before it is read as a whole.
 */
function report(): void {
  for (const file of opened) if (!known.has(file)) faults.add(`${file} is no release's`);
  process.stdout.write(JSON.stringify({ reads, releases: [...releases], faults: [...faults] }));
}

function readOn(): void {
  for (let count = 0; count < 20; count += 1) {
    try {
      readOneRelease();
      readThroughLink();
    } catch (error) {
      faults.add(String(error));
    }
    reads += 1;
  }
  if (ended) report();
  else setImmediate(readOn);
}

process.stdin.on('data', () => {});
process.stdin.on('end', () => {
  ended = true;
});
readOn();
