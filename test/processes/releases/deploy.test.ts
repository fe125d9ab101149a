/** The command `npm run deploy`, with and without Redis. */
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { objectNames } from '../../../build/output/object-records.ts';
import { noPages } from '../../../build/output/shared-files.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { hasNetPrices } from '../../../releases/prices/load-prices.ts';
import { releaseIds } from '../../../releases/release-store.ts';
import { makeFolder } from '../../helpers/content.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { buildWithoutPages, runCommand } from '../../helpers/run-command.ts';
import { copyDeployed } from './deployments.ts';

const net = (price: string) => ['prices/net-A3.csv', '7919.13', price] as const;

test.serial(
  'a deploy compiles, loads the net prices and makes the release current; a repeated deploy changes nothing',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { out, first, deploy, current } = await copyDeployed(t);
    await rm(out, { recursive: true });
    const without = await deploy();
    t.is(without.exitCode, 0, without.stderr);
    t.true(
      without.stdout.endsWith(`release ${first} is current; no Redis: REDIS_URL is not set\n`),
    );
    await rm(out, { recursive: true });
    const end = await deploy({ REDIS_URL: url });
    t.is(end.exitCode, 0, end.stderr);
    t.true(end.stdout.endsWith(`release ${first} is current; net prices of A1, A3 loaded\n`));
    t.is(await current(), first);
    t.true(await hasNetPrices(redis, first));
    const again = await deploy({ REDIS_URL: url });
    const expected = `release ${first} was current already; its net prices were in Redis already\n`;
    t.true(again.stdout.endsWith(expected), again.stdout);
  },
);

test.serial('a deploy prints how many products and net prices of each tier changed', async (t) => {
  const { content, first, setNote, deploy } = await copyDeployed(t);
  await setNote('Taille grand.');
  await content.replace('prices/net-A1.csv', '7909.47', '7900.00');
  await content.replace(...net('7919.17'));
  await content.replace('prices/net-A3.csv', '7922.13', '7921.13');
  const { stdout } = await deploy();
  const products = 'products 1 changed, 0 added, 0 removed';
  const prices = 'net prices of 2 products changed (A1 1, A3 2)';
  t.true(stdout.includes(`  change: ${products}; ${prices} against ${first}\n`), stdout);
});

test.serial(
  'an account cannot keep a tier that the catalogue loses, and the guard stops a deploy before prices are loaded',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, deploy, current } = await copyDeployed(t);
    await deploy({ REDIS_URL: url });
    t.deepEqual((await redis.smembers(redisKeys.deployedTiers)).sort(), ['A1', 'A3']);
    const [before, keys] = [await current(), await redis.dbsize()];
    await content.replace('catalogue.json', '"A1",', '');
    await content.remove('prices/net-A1.csv');
    const surcharges = await readFile(join(content.path, 'prices/surcharges.csv'), 'utf8');
    await content.write('prices/surcharges.csv', surcharges.replace(/^.*,A1,.*\n/gm, ''));
    const stopped = await deploy({ REDIS_URL: url });
    t.is(stopped.exitCode, 1);
    t.regex(stopped.stderr, /^tier A1 was removed: move their accounts to other tiers first/);
    t.deepEqual([await current(), await redis.dbsize()], [before, keys]);
    const { exitCode, stderr } = await deploy({ REDIS_URL: url }, '--accept', 'removed-tiers');
    t.is(exitCode, 0, stderr);
    t.deepEqual(await redis.smembers(redisKeys.deployedTiers), ['A3']);
  },
);

test.serial(
  'if Redis is unreachable or refuses the prices, the previous release stays current',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, deploy, current } = await copyDeployed(t);
    await deploy({ REDIS_URL: url });
    const before = await current();
    await content.replace(...net('7919.17'));
    const port = await findPort('127.0.0.1', 0);
    const away = await deploy({ REDIS_URL: `redis://:secret@127.0.0.1:${port}` });
    t.is(away.exitCode, 1);
    t.regex(away.stderr, /^cannot reach Redis at 127\.0\.0\.1:\d+ .+\n$/);
    t.is(await current(), before);
    await redis.config('SET', 'maxmemory', '1');
    const full = await deploy({ REDIS_URL: url });
    t.is(full.exitCode, 1);
    t.regex(full.stderr, /^Redis refused the net prices: OOM .+\n$/);
    t.is(await current(), before);
    await redis.config('SET', 'maxmemory', '0');
    t.is((await deploy({ REDIS_URL: url })).exitCode, 0);
    t.not(await current(), before);
  },
);

test.serial(
  'if Redis fails after the switch, the deploy runs the hook, reports that the release is current, and ends with 1',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, out, first, deploy, current } = await copyDeployed(t);
    await deploy({ REDIS_URL: url });
    await content.replace(...net('7919.17'));
    await redis.call('ACL', 'SETUSER', 'default', '-scan');
    const environment = { REDIS_URL: url, DEPLOY_HOOK: '/bin/true' };
    const { exitCode, stdout, stderr } = await deploy(environment);
    t.is(exitCode, 1);
    t.true(stdout.includes(`release ${await current()} is current instead of ${first}`));
    t.regex(stderr, /^release \w{16} is current, but Redis may lack .+; run the command again\n$/);
    t.is(await readFile(join(out, 'hook-release'), 'utf8'), `${await current()}\n`);
    await content.replace('prices/net-A3.csv', '7919.17', '7919.19');
    const both = await deploy({ ...environment, DEPLOY_HOOK: '/bin/false' });
    t.regex(
      both.stderr,
      /^release \w{16} is current, but DEPLOY_HOOK .+\nrelease .+ but Redis .+\n$/,
    );
    await redis.call('ACL', 'SETUSER', 'default', '+scan');
    t.is((await deploy(environment)).exitCode, 0);
  },
);

test.serial(
  'a dry run prints the differences and the steps of a deploy, and does not change what is served',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, out, deploy, current } = await copyDeployed(t);
    const environment = { REDIS_URL: url, DEPLOY_HOOK: '/bin/false' };
    await deploy({ REDIS_URL: url });
    const [before, keys] = [await current(), await redis.dbsize()];
    await content.replace(...net('7919.17'));
    const { exitCode, stdout } = await deploy(environment, '--dry-run');
    t.is(exitCode, 0);
    t.regex(stdout, /7919\.17/);
    const [built = ''] = (await releaseIds(out)).filter((id) => id !== before);
    const steps = [
      'net prices of A1, A3 would be loaded into Redis',
      `${out}/current would name ${built} instead of ${before}`,
      '/bin/false would be run',
    ];
    t.true(stdout.endsWith(`${steps.join('\n')}\n`), stdout);
    t.deepEqual([await current(), await redis.dbsize()], [before, keys]);
    const same = await deploy({ REDIS_URL: url, DEPLOY_HOOK: '' }, '--dry-run');
    t.notRegex(same.stdout, /would be run/);
  },
);

test.serial(
  'a dry run reports what would stop the deploy, also if the current release cannot be read',
  async (t) => {
    const { content, out, first, setNote, deploy } = await copyDeployed(t);
    const same = await deploy({}, '--dry-run');
    t.true(same.stdout.endsWith(`nothing would be done: ${first} is current\n`), same.stdout);
    await content.replace('prices/msrp.csv', 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,80080.00');
    const jump = await deploy({}, '--dry-run');
    t.is(jump.exitCode, 0);
    t.regex(jump.stdout, /^it would stop here without --accept price-jumps: 1 price rose/m);
    const accepted = await deploy({}, '--dry-run', '--accept', 'price-jumps');
    t.regex(accepted.stdout, /^--accept price-jumps lets this pass: 1 price rose/m);
    t.is((await deploy({}, '--accept', 'price-jumps')).exitCode, 0);
    await writeFile(join(out, 'current/manifest.json'), '{');
    await setNote('Taille grand.');
    const damaged = await deploy({}, '--dry-run');
    t.is(damaged.exitCode, 0, damaged.stderr);
    t.regex(damaged.stdout, /^it would stop here without --accept unreadable-release: /m);
  },
);

test.serial(
  'npm run build does not make a release current if the configured Redis lacks its net prices',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { args, setNote, deploy, current } = await copyDeployed(t);
    const build = () => runCommand(buildWithoutPages, args, { REDIS_URL: url });
    await deploy({ REDIS_URL: url });
    const before = await current();
    await setNote('Taille grand.');
    const { exitCode, stderr } = await build();
    t.is(exitCode, 0);
    t.regex(stderr, /^release \w{16} is not current: Redis has no net prices .+npm run deploy/);
    t.is(await current(), before);
    await deploy({ REDIS_URL: url });
    t.not(await current(), before);
    await redis.flushall();
    t.regex(
      (await build()).stderr,
      /^release \w{16} is current, but Redis has no net prices of it/,
    );
  },
);

test.serial(
  'METRICS_DIR gets the times of the last successful and the last failed deploy, and none of a dry run',
  async (t) => {
    const { args, content } = await copyDeployed(t);
    const METRICS_DIR = await makeFolder(t);
    const begin = Date.parse('2026-12-01T12:00:00Z') / 1000;
    let second = begin;
    const now = () => second * 1000;
    const deploy = (environment: Record<string, string> = {}, ...more: string[]) =>
      runCommand(
        (all, terminal) => runDeploy(all, terminal, { now, pages: noPages, encoding: 'none' }),
        [...args, ...more],
        { METRICS_DIR, ...environment },
      );
    const samples = async () => {
      const text = await readFile(join(METRICS_DIR, 'catalogue-deploy.prom'), 'utf8');
      return text.split('\n').filter((line) => /^\w/.test(line));
    };
    const [succeeded, failed, took] = ['succeeded_timestamp', 'failed_timestamp', 'duration'].map(
      (name) => `catalogue_deploy_${name}_seconds`,
    );
    t.is((await deploy({}, '--dry-run')).exitCode, 0);
    const { exitCode, stderr } = await deploy({ METRICS_DIR: join(content.path, 'brands.json') });
    t.is(exitCode, 0, 'a deploy without its metrics succeeds');
    t.regex(stderr, /^cannot write the metrics of this deploy: E/);
    t.deepEqual(await readdir(METRICS_DIR), []);
    t.is((await deploy({ REDIS_URL: 'redis://127.0.0.1:1' })).exitCode, 1);
    t.deepEqual(await samples(), [`${failed} ${begin}`, `${took} 0`]);
    second += 60;
    t.is((await deploy()).exitCode, 0);
    const both = [`${succeeded} ${begin + 60}`, `${failed} ${begin}`, `${took} 0`];
    t.deepEqual(await samples(), both);
    second += 60;
    await content.write('brands.json', '{');
    t.is((await deploy()).exitCode, 1);
    t.deepEqual(await samples(), [both[0], `${failed} ${begin + 120}`, `${took} 0`]);
    t.deepEqual(await readdir(METRICS_DIR), ['catalogue-deploy.prom']);
  },
);

test.serial('a build that fails removes the objects that it wrote', async (t) => {
  const { content, out, deploy, first, current } = await copyDeployed(t);
  const before = (await objectNames(out)).sort();
  await content.replace('products/TEE-1.json', 'Soft in every colour', 'Soft in all colours');
  await content.replace('brands.json', '"acme"', '"acmee"');
  t.is((await deploy()).exitCode, 1);
  t.deepEqual((await objectNames(out)).sort(), before);
  t.is(await current(), first);
});

test.serial('a build warns if every user of the machine can read the net prices', async (t) => {
  const { content, deploy } = await copyDeployed(t);
  const prices = join(content.path, 'prices');
  await chmod(prices, 0o755);
  t.regex((await deploy()).stderr, /^warning: every user .+ can read the net prices in .+prices; /);
  await chmod(prices, 0o750);
  t.is((await deploy()).stderr, '');
});
