/** Deploys that are killed at random times. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { listTempEntries } from '../../../build/output/temp-entries.ts';
import { nodeArguments } from '../../../infra/local/run-build.ts';
import { readChanges } from '../../../releases/changes/write-changes.ts';
import { hasNetPrices } from '../../../releases/prices/load-prices.ts';
import { linkedRelease, releaseFolder } from '../../../releases/release-store.ts';
import { verifyRelease } from '../../../releases/verify-release.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';
import { startRedis } from '../../helpers/redis-server.ts';

const kills = 18;

test(`a deploy killed ${kills} times, at any moment, leaves a complete current release with its net prices and its history`, async (t) => {
  t.timeout(120_000);
  const { client: redis, url } = await startRedis(t);
  const content = await copyContent(t);
  const out = join(await makeFolder(t), 'dist');
  const args = [
    ...nodeArguments('releases/deploy/main.ts'),
    '--content',
    content.path,
    '--out',
    out,
  ];
  const env = { ...process.env, REDIS_URL: url };
  const start = () => spawn(process.execPath, args, { env, stdio: 'ignore' });
  const begun = Date.now();
  await once(start(), 'exit');
  const longest = Date.now() - begun;
  const current = async () => (await linkedRelease(out, 'current')) ?? '';
  const seen = new Set([await current()]);
  for (let kill = 0; kill < kills; kill += 1) {
    await content.replace('prices/net-A3.csv', `7919.${13 + kill}`, `7919.${14 + kill}`);
    const child = start();
    const exited = once(child, 'exit');
    // The kills are spread from the first step to after the last one.
    await Promise.race([exited, wait((1.4 * longest * (kill + 1)) / kills)]);
    child.kill('SIGKILL');
    await exited;
    const release = await current();
    seen.add(release);
    t.deepEqual(await verifyRelease(releaseFolder(out, release)), []);
    t.true(await hasNetPrices(redis, release), `kill ${kill}`);
    t.not(await readChanges(out, release), undefined, `kill ${kill}`);
  }
  t.log(`${seen.size - 1} of ${kills} had swapped the link before`);
  const [code] = await once(start(), 'exit');
  t.is(code, 0);
  t.false(seen.has(await current()) && seen.size === kills + 1);
  t.true(await hasNetPrices(redis, await current()));
  const entries = (await readChanges(out, await current()))?.history.entries ?? [];
  for (const release of seen) t.true(entries.some((entry) => entry.release === release));
  t.deepEqual(await listTempEntries(join(out, 'changes')), []);
});
