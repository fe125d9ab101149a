/** Deploys that are killed at many moments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listTempEntries } from '../../../build/output/temp-entries.ts';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { readChanges } from '../../../releases/changes/write-changes.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { hasNetPrices } from '../../../releases/prices/load-prices.ts';
import { linkedRelease, releaseFolder } from '../../../releases/release-store.ts';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';
import { type RedisServer, startProxy, startRedis } from '../../helpers/redis-server.ts';
import { runCommand } from '../../helpers/run-command.ts';

/** Number of killed deploys; one for each moment by default. */
const wantedKills = Number(process.env['DEPLOY_KILLS'] ?? 6);

/**
 * When a deploy is killed: some random milliseconds after it has created a temporary entry in a folder of the output
 * folder, or when it sends a command to Redis for the `count`-th time, before Redis receives it.
 */
type Moment =
  | { readonly folder: string; readonly maxMs: number }
  | { readonly command: string; readonly count: number };

const moments: readonly Moment[] = [
  { folder: 'releases', maxMs: 100 },
  { folder: '.', maxMs: 3 },
  { folder: 'objects', maxMs: 20 },
  { folder: 'changes', maxMs: 20 },
  // Among the price lists, and just after the link was switched.
  { command: 'hset', count: 4 },
  { command: 'sadd', count: 2 },
];

interface Machine {
  readonly redis: RedisServer;
  readonly out: string;
  readonly args: readonly string[];
}

/** Runs `npm run deploy` and kills it at `moment`. Returns true if it was killed, false if it had ended before. */
async function deployAndKill(
  t: ExecutionContext,
  { redis, out, args }: Machine,
  moment: Moment,
): Promise<boolean> {
  const proxy = await startProxy(t, redis);
  const reached = 'command' in moment && proxy.haltAt(moment.command, moment.count);
  const watched = 'folder' in moment ? join(out, moment.folder) : undefined;
  // The deploy also removes the entries of deploys that were killed before.
  const left = watched === undefined ? [] : await listTempEntries(watched);
  const program = [...nodeArguments('releases/deploy/main.ts'), ...args];
  const env = { ...process.env, REDIS_URL: proxy.url };
  const child = spawn(process.execPath, program, { env, stdio: 'ignore' });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  if (reached) void reached.then(() => child.kill('SIGKILL'));
  const watcher =
    watched !== undefined &&
    watch(watched, (_event, name) => {
      if (!name?.startsWith('.temp-') || left.includes(join(watched, name))) return;
      setTimeout(() => child.kill('SIGKILL'), 'maxMs' in moment ? Math.random() * moment.maxMs : 0);
    });
  const [, signal] = await exited;
  if (watcher) watcher.close();
  return signal === 'SIGKILL';
}

test.serial(
  'a deploy killed at any moment leaves a complete current release with its net prices and its history, and the next one removes temporary files',
  async (t) => {
    const redis = await startRedis(t);
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const args = ['--content', content.path, '--out', out];
    const deploy = () => runCommand(runDeploy, args, { REDIS_URL: redis.url });
    t.is((await deploy()).exitCode, 0);
    const current = async () => (await linkedRelease(out, 'current')) ?? '';
    const seen = new Set([await current()]);
    let name = 'Stateside Tee';
    let kills = 0;
    for (let attempt = 0; kills < wantedKills && attempt < 2 * wantedKills; attempt += 1) {
      const next = `Tee ${attempt}`;
      await content.replace('products/USA-4.json', name, next);
      name = next;
      await content.replace('prices/net-A3.csv', `7919.${13 + attempt}`, `7919.${14 + attempt}`);
      const moment = moments[attempt % moments.length] as Moment;
      if (await deployAndKill(t, { redis, out, args }, moment)) kills += 1;
      const release = await current();
      seen.add(release);
      const when = JSON.stringify(moment);
      t.deepEqual(await verifyRelease(releaseFolder(out, release)), [], when);
      t.true(await hasNetPrices(redis.client, release), when);
      t.not(await readChanges(out, release), undefined, when);
    }
    t.is(kills, wantedKills);
    t.log(`${seen.size - 1} of ${kills} had switched the link before`);
    t.like(await deploy(), { exitCode: 0, stderr: '' });
    const release = await current();
    const detail = join(releaseFolder(out, release), 'public/v1/products/USA-4/en-US.json');
    t.true((await readFile(detail, 'utf8')).includes(name));
    t.deepEqual(await verifyRelease(releaseFolder(out, release)), []);
    t.true(await hasNetPrices(redis.client, release));
    const entries = (await readChanges(out, release))?.history.entries ?? [];
    for (const each of seen) t.true(entries.some((entry) => entry.release === each));
    const left = (await readdir(out, { recursive: true })).filter((path) => /(^|\/)\./.test(path));
    t.deepEqual(left, []);
  },
);
