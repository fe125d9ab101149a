import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import test from 'ava';
import { listTempEntries } from '../../build/output/temp-entries.ts';
import { nodeArguments } from '../../infra/local/run-build.ts';
import { verifyRelease } from '../../releases/verify-release.ts';
import { build } from '../build/released-files.ts';
import { runScript } from '../build/run-process.ts';
import { copyContent } from '../helpers/content.ts';

const wantedKills = 30;

/** Returns a generator of pseudo-random numbers from 0 to 1 that are the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Kind of temporary entry that a build creates → the folder in which it is created, relative to the output folder. */
const folders = {
  release: 'releases',
  link: '.',
  object: 'objects',
} as const;

/** When a build is killed: some milliseconds after its start, or after it has created a temporary entry of a kind. */
interface Moment {
  readonly after: 'start' | keyof typeof folders;
  readonly milliseconds: number;
}

/** Runs a build and kills it at `moment`. Returns true if it was killed, false if it had ended before. */
async function buildAndKill(content: string, out: string, moment: Moment): Promise<boolean> {
  const args = [...nodeArguments('build/main.ts'), '--content', content, '--out', out];
  const folder = moment.after === 'start' ? undefined : join(out, folders[moment.after]);
  // The build also removes the entries of builds that were killed before.
  const left = folder === undefined ? [] : await listTempEntries(folder);
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const kill = () => setTimeout(() => child.kill('SIGKILL'), moment.milliseconds);
  const watchers: FSWatcher[] = [];
  if (folder === undefined) kill();
  else {
    const seen = (_event: string, name: string | null) => {
      if (name?.startsWith('.temp-') && !left.includes(join(folder, name))) kill();
    };
    watchers.push(watch(folder, seen));
  }
  const [, signal] = await exited;
  for (const watcher of watchers) watcher.close();
  return signal === 'SIGKILL';
}

/**
 * Returns descriptions of the missing or changed files of the current release in an output folder; an empty list if it
 * is complete.
 */
async function faultsOf(out: string): Promise<string[]> {
  return verifyRelease(await realpath(join(out, 'current')));
}

test(`a build killed ${wantedKills} times, at any moment, leaves a complete release, and the next build removes temporary files`, async (t) => {
  t.timeout(300_000);
  const content = await copyContent(t);
  const begun = performance.now();
  const { out } = await build(t, content.path);
  const duration = 1.5 * (performance.now() - begun);
  const random = createRandom(20240510);
  let note = 'Taille petit.';
  let kills = 0;
  for (let attempt = 0; kills < wantedKills && attempt < 2 * wantedKills; attempt += 1) {
    const next = `Taille numéro ${attempt}.`;
    await content.replace('products/TEE-1.json', note, next);
    note = next;
    const moments: readonly Moment[] = [
      { after: 'start', milliseconds: random() * duration },
      { after: 'release', milliseconds: random() * 100 },
      { after: 'link', milliseconds: random() * 3 },
      { after: 'object', milliseconds: random() * 20 },
    ];
    const moment = moments[attempt % moments.length] as Moment;
    if (await buildAndKill(content.path, out, moment)) kills += 1;
    t.deepEqual(await faultsOf(out), [], `${moment.milliseconds} ms after ${moment.after}`);
  }
  t.is(kills, wantedKills);
  const { exitCode, stderr } = await runScript('build/main.ts', [
    '--content',
    content.path,
    '--out',
    out,
  ]);
  t.is(stderr, '');
  t.is(exitCode, 0);
  const current = await realpath(join(out, 'current'));
  const french = join(current, 'public/v1/products/TEE-1/fr-CA.json');
  t.true((await readFile(french, 'utf8')).includes(note));
  t.deepEqual(await faultsOf(out), []);
  const left = (await readdir(out, { recursive: true })).filter((path) => /(^|\/)\./.test(path));
  t.deepEqual(left, []);
});
