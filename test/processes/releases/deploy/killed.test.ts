/** Deploys that are killed at random moments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { listTempEntries } from '../../../../build/output/temp-entries.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { readChanges } from '../../../../releases/changes/write-changes.ts';
import { hasNetPrices } from '../../../../releases/prices/load-prices.ts';
import { linkedRelease, releaseFolder } from '../../../../releases/release-store.ts';
import { verifyRelease } from '../../../../releases/verify-release.ts';
import { copyContent, makeFolder } from '../../../helpers/content.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

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

/**
 * When a deploy is killed: some milliseconds after its start (`folder` is undefined), or after it has created a
 * temporary entry in a folder, whose path is relative to the output folder.
 */
interface Moment {
  readonly folder?: string;
  readonly milliseconds: number;
}

/** Runs `npm run deploy` and kills it at `moment`. Returns true if it was killed, false if it had ended before. */
async function deployAndKill(
  start: () => ReturnType<typeof spawn>,
  out: string,
  { folder, milliseconds }: Moment,
): Promise<boolean> {
  const watched = folder === undefined ? undefined : join(out, folder);
  // The deploy also removes the entries of deploys that were killed before.
  const left = watched === undefined ? [] : await listTempEntries(watched);
  const child = start();
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const kill = () => setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const watcher =
    watched === undefined
      ? undefined
      : watch(watched, (_event, name) => {
          if (name?.startsWith('.temp-') && !left.includes(join(watched, name))) kill();
        });
  if (watcher === undefined) kill();
  const [, signal] = await exited;
  watcher?.close();
  return signal === 'SIGKILL';
}

test.serial(
  `a deploy killed ${wantedKills} times, at any moment, leaves a complete current release with its net prices and its history, and the next one removes temporary files`,
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const options = ['--content', content.path, '--out', out];
    const args = [...nodeArguments('releases/deploy/main.ts'), ...options];
    const env = { ...process.env, REDIS_URL: url };
    const start = () => spawn(process.execPath, args, { env, stdio: 'ignore' });
    await once(start(), 'exit');
    const begun = performance.now();
    await once(start(), 'exit');
    const duration = performance.now() - begun;
    const current = async () => (await linkedRelease(out, 'current')) ?? '';
    const seen = new Set([await current()]);
    const random = createRandom(20240510);
    let name = 'Stateside Tee';
    let kills = 0;
    for (let attempt = 0; kills < wantedKills && attempt < 2 * wantedKills; attempt += 1) {
      const next = `Tee ${attempt}`;
      await content.replace('products/USA-4.json', name, next);
      name = next;
      await content.replace('prices/net-A3.csv', `7919.${13 + attempt}`, `7919.${14 + attempt}`);
      const moments: readonly Moment[] = [
        { milliseconds: random() * 1.2 * duration },
        { folder: 'releases', milliseconds: random() * 100 },
        { folder: '.', milliseconds: random() * 3 },
        { folder: 'objects', milliseconds: random() * 20 },
        { folder: 'changes', milliseconds: random() * 20 },
      ];
      const moment = moments[attempt % moments.length] as Moment;
      if (await deployAndKill(start, out, moment)) kills += 1;
      const release = await current();
      seen.add(release);
      const when = `${moment.milliseconds} ms after ${moment.folder ?? 'the start'}`;
      t.deepEqual(await verifyRelease(releaseFolder(out, release)), [], when);
      t.true(await hasNetPrices(redis, release), when);
      t.not(await readChanges(out, release), undefined, when);
    }
    t.is(kills, wantedKills);
    t.log(`${seen.size - 1} of ${kills} had swapped the link before`);
    const [code] = await once(start(), 'exit');
    t.is(code, 0);
    const release = await current();
    const detail = join(releaseFolder(out, release), 'public/v1/products/USA-4/en-US.json');
    t.true((await readFile(detail, 'utf8')).includes(name));
    t.deepEqual(await verifyRelease(releaseFolder(out, release)), []);
    t.true(await hasNetPrices(redis, release));
    const entries = (await readChanges(out, release))?.history.entries ?? [];
    for (const each of seen) t.true(entries.some((entry) => entry.release === each));
    const left = (await readdir(out, { recursive: true })).filter((path) => /(^|\/)\./.test(path));
    t.deepEqual(left, []);
  },
);
