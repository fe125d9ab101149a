/**
 * The least that a build of a release can do: `JSON.stringify`, gzip, Brotli and the writes, for
 * every file of a release that stands, on as many threads (each a process here). Prints the seconds
 * that this took; reading and parsing the documents comes before and is not counted.
 *
 *   node --import tsx bench/build/floor.ts RELEASE OUT
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { manifestSchema } from '../../contract/release.ts';

const [release = '', out = ''] = process.argv.slice(2);
const text = await readFile(join(release, 'manifest.json'), 'utf8');
const { files } = manifestSchema.parse(JSON.parse(text));

/** Names of each file by its bytes: equal ones are compressed once, as the build does it. */
const names = new Map<string, string[]>();
for (const [path, { sha256 }] of Object.entries(files)) {
  if (/\.(gz|br)$/.test(path)) continue;
  const known = names.get(sha256);
  if (known) known.push(path);
  else names.set(sha256, [path]);
}
const threads = availableParallelism();
const all = [...names.values()];
const script = fileURLToPath(new URL('./floor-thread.ts', import.meta.url));
const children = Array.from({ length: threads }, (_none, at) => {
  const child = fork(script, { execArgv: ['--import', 'tsx'] });
  child.send({ release, out, share: all.filter((_paths, index) => index % threads === at) });
  return child;
});
const nextMessages = () => Promise.all(children.map((child) => once(child, 'message')));
await nextMessages();
const start = performance.now();
const written = nextMessages();
for (const child of children) child.send('write');
await written;
process.stdout.write(`${(performance.now() - start) / 1000}\n`);
