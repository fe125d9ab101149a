/** The command `npm run deploy`. */
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { objectNames } from '../../../build/output/objects.ts';
import { noPages } from '../../../build/output/shared-files.ts';
import { runDeploy } from '../../../releases/deploy/command.ts';
import { releaseIds } from '../../../releases/release-store.ts';
import { makeFolder } from '../../helpers/content.ts';
import { addKey } from '../../helpers/pricing-app.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { copyDeployed } from './deployments.ts';

const net = (price: string) => ['prices/net-A3.csv', '7919.13', price] as const;

test.serial(
  'a deploy compiles and makes the release current; a repeated deploy changes nothing',
  async (t) => {
    const { out, first, deploy, current } = await copyDeployed(t);
    await rm(out, { recursive: true });
    const end = await deploy();
    t.is(end.exitCode, 0, end.stderr);
    t.true(end.stdout.endsWith(`release ${first} is current\n`));
    t.is(await current(), first);
    const again = await deploy();
    t.true(again.stdout.endsWith(`release ${first} was current already\n`), again.stdout);
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
  'a deploy that removes a tier stops; with REDIS_URL only if accounts have it, and an unreachable Redis is a warning',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, deploy, current } = await copyDeployed(t);
    const before = await current();
    await content.replace('catalogue.json', '"A1",', '');
    await content.remove('prices/net-A1.csv');
    const surcharges = await readFile(join(content.path, 'prices/surcharges.csv'), 'utf8');
    await content.write('prices/surcharges.csv', surcharges.replace(/^.*,A1,.*\n/gm, ''));
    const stopped = await deploy();
    t.is(stopped.exitCode, 1);
    t.regex(stopped.stderr, /^tier A1 was removed: move their accounts to other tiers first/);
    const away = await deploy({ REDIS_URL: 'redis://:secret@127.0.0.1:1' }, '--dry-run');
    t.regex(away.stderr, /^warning: tiers of accounts were not checked: cannot reach Redis at /);
    t.notRegex(away.stderr, /secret/);
    for (const id of ['one', 'two']) await addKey({ client: redis }, { id, tier: 'A1' });
    const used = await deploy({ REDIS_URL: url });
    t.is(used.exitCode, 1);
    t.regex(used.stderr, /^the release has no tier A1, and 2 accounts have it \(one, two\): give/);
    t.is(await current(), before);
    for (const id of ['one', 'two']) await addKey({ client: redis }, { id, tier: 'A3' });
    const { exitCode, stderr } = await deploy({ REDIS_URL: url });
    t.is(exitCode, 0, stderr);
    t.not(await current(), before);
  },
);

test.serial(
  'a dry run prints the differences and the steps of a deploy, and does not change what is served',
  async (t) => {
    const { content, out, deploy, current } = await copyDeployed(t);
    const environment = { DEPLOY_HOOK: '/bin/false' };
    const before = await current();
    await content.replace(...net('7919.17'));
    const { exitCode, stdout } = await deploy(environment, '--dry-run');
    t.is(exitCode, 0);
    t.regex(stdout, /7919\.17/);
    const [built = ''] = (await releaseIds(out)).filter((id) => id !== before);
    const steps = [
      `${out}/current would name ${built} instead of ${before}`,
      '/bin/false would be run',
    ];
    t.true(stdout.endsWith(`${steps.join('\n')}\n`), stdout);
    t.is(await current(), before);
    const same = await deploy({ DEPLOY_HOOK: '' }, '--dry-run');
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
    const brands = await readFile(join(content.path, 'brands.json'), 'utf8');
    await content.write('brands.json', '{');
    t.is((await deploy()).exitCode, 1);
    await content.write('brands.json', brands);
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
