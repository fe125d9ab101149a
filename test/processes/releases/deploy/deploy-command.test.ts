/** The command `npm run deploy`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { whileLocked } from '../../../../build/output/folder-lock.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { findPort } from '../../../../infra/local/find-port.ts';
import { changesFolder } from '../../../../releases/changes/write-changes.ts';
import { hasNetPrices } from '../../../../releases/prices/load-prices.ts';
import { linkedRelease, releaseIds } from '../../../../releases/release-store.ts';
import { copyContent } from '../../../helpers/content.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { copyBuiltFixture } from '../../../helpers/released-files.ts';
import { buildWithoutPages, deployUncompressed, runCommand } from '../../../helpers/run-command.ts';

/**
 * Copies the fixture content and an output folder with its release. Returns both, the arguments of a deploy of one into
 * the other (`args`), `deploy`, which runs it, and `current`, which returns the id of the current release.
 */
async function prepare(t: ExecutionContext) {
  const content = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  const args = ['--content', content.path, '--out', out, '--base-url', 'https://api.example.test'];
  const deploy = (environment: Record<string, string> = {}, ...more: string[]) =>
    runCommand(deployUncompressed, [...args, ...more], environment);
  const current = () => linkedRelease(out, 'current');
  return { content, out, args, deploy, current };
}

test.serial(
  'a deploy compiles, loads the net prices and makes the release current; a repeated deploy changes nothing',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { out, deploy, current } = await prepare(t);
    await rm(out, { recursive: true });
    const end = await deploy({ REDIS_URL: url });
    t.is(end.exitCode, 0, end.stderr);
    const release = (await current()) ?? '';
    t.true(await hasNetPrices(redis, release));
    t.true(end.stdout.endsWith(`release ${release} is current; net prices of A1, A3 loaded\n`));
    const again = await deploy({ REDIS_URL: url });
    const expected = `release ${release} was current already; its net prices were in Redis already\n`;
    t.true(again.stdout.endsWith(expected), again.stdout);
  },
);

test.serial(
  'prices of the current and the previous release stay, and prices of earlier releases get a TTL',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, deploy, current } = await prepare(t);
    const releases: string[] = [];
    for (const [before, price] of [
      ['7919.13', '7919.13'],
      ['7919.13', '7919.14'],
      ['7919.14', '7919.15'],
    ] as const) {
      await content.replace('prices/net-A3.csv', before, price);
      t.is((await deploy({ REDIS_URL: url })).exitCode, 0);
      releases.push((await current()) ?? '');
    }
    const expires = releases.map(async (id) => (await redis.ttl(redisKeys.tiers(id))) > 0);
    t.deepEqual(await Promise.all(expires), [true, false, false]);
  },
);

test.serial('accounts cannot have a tier that the catalogue no longer has', async (t) => {
  const { client: redis, url } = await startRedis(t);
  const { content, deploy } = await prepare(t);
  await deploy({ REDIS_URL: url });
  t.deepEqual((await redis.smembers(redisKeys.deployedTiers)).sort(), ['A1', 'A3']);
  await content.replace('catalogue.json', '"A1",', '');
  await content.remove('prices/net-A1.csv');
  const surcharges = (await readFile(join(content.path, 'prices/surcharges.csv'), 'utf8')).replace(
    /^.*,A1,.*\n/gm,
    '',
  );
  await content.write('prices/surcharges.csv', surcharges);
  const stopped = await deploy({ REDIS_URL: url });
  t.is(stopped.exitCode, 1);
  t.regex(stopped.stderr, /^tier A1 was removed: move their accounts to other tiers first/);
  const { exitCode, stderr } = await deploy({ REDIS_URL: url }, '--accept', 'removed-tiers');
  t.is(exitCode, 0, stderr);
  t.deepEqual(await redis.smembers(redisKeys.deployedTiers), ['A3']);
});

test.serial('without REDIS_URL a deploy reports that no net prices were loaded', async (t) => {
  const { out, deploy, current } = await prepare(t);
  await rm(out, { recursive: true });
  const { exitCode, stdout } = await deploy();
  t.is(exitCode, 0);
  t.true(
    stdout.endsWith(`release ${await current()} is current; no Redis: REDIS_URL is not set\n`),
  );
});

test.serial(
  'if Redis is unreachable or refuses a command, the previous release stays current',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, deploy, current } = await prepare(t);
    await deploy({ REDIS_URL: url });
    const before = await current();
    await content.replace('prices/net-A3.csv', '7919.13', '7919.17');
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
    const { content, out, deploy, current } = await prepare(t);
    await deploy({ REDIS_URL: url });
    const before = await current();
    await content.replace('prices/net-A3.csv', '7919.13', '7919.17');
    await redis.call('ACL', 'SETUSER', 'default', '-scan');
    const environment = { REDIS_URL: url, DEPLOY_HOOK: '/bin/true' };
    const { exitCode, stdout, stderr } = await deploy(environment);
    t.is(exitCode, 1);
    t.not(await current(), before);
    t.true(stdout.includes(`release ${await current()} is current instead of ${before}`));
    t.regex(
      stderr,
      /^release \w{16} is current, but Redis may lack .+: NOPERM .+; run the command again\n$/,
    );
    // The hook succeeded.
    t.is(await readFile(join(out, 'hook-release'), 'utf8'), `${await current()}\n`);
    // If the hook fails, too, both are reported.
    await content.replace('prices/net-A3.csv', '7919.17', '7919.19');
    const both = await deploy({ ...environment, DEPLOY_HOOK: '/bin/false' });
    t.is(both.exitCode, 1);
    t.regex(
      both.stderr,
      /^release \w{16} is current, but DEPLOY_HOOK .+\nrelease \w{16} is current, but Redis may lack .+\n$/,
    );
    await redis.call('ACL', 'SETUSER', 'default', '+scan');
    t.is((await deploy(environment)).exitCode, 0);
  },
);

test.serial(
  'if Redis loses its data between the load and the switch, the deploy loads the net prices again',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, out, deploy, current } = await prepare(t);
    await deploy({ REDIS_URL: url });
    await content.replace('prices/net-A3.csv', '7919.13', '7919.17');
    // The switch waits for this lock.
    const { deploying } = await whileLocked(changesFolder(out), { holder: 'test' }, async () => {
      const ending = deploy({ REDIS_URL: url });
      while ((await redis.keys(redisKeys.tiers('*'))).length < 2) await setImmediate();
      await redis.flushall();
      return { deploying: ending };
    });
    const { exitCode, stderr } = await deploying;
    t.is(stderr, '');
    t.is(exitCode, 0);
    t.true(await hasNetPrices(redis, (await current()) ?? ''));
  },
);

test.serial('the guard stops a deploy before any price is loaded', async (t) => {
  const { client: redis, url } = await startRedis(t);
  const { content, deploy, current } = await prepare(t);
  await deploy({ REDIS_URL: url });
  const before = await current();
  const keys = await redis.dbsize();
  await content.replace('prices/msrp.csv', 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,80080.00');
  const { exitCode, stderr } = await deploy({ REDIS_URL: url });
  t.is(exitCode, 1);
  t.regex(stderr, /--accept price-jumps/);
  t.is(await redis.dbsize(), keys);
  t.is(await current(), before);
});

test.serial(
  'a dry run prints the differences and the steps of a deploy, and does not change what is served',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, out, deploy, current } = await prepare(t);
    await deploy({ REDIS_URL: url });
    const before = (await current()) ?? '';
    const keys = await redis.dbsize();
    await content.replace('prices/net-A3.csv', '7919.13', '7919.17');
    const { exitCode, stdout } = await deploy(
      { REDIS_URL: url, DEPLOY_HOOK: '/bin/false' },
      '--dry-run',
    );
    t.is(exitCode, 0);
    t.regex(stdout, /7919\.17/);
    const [built = ''] = (await releaseIds(out)).filter((id) => id !== before);
    const steps = [
      'net prices of A1, A3 would be loaded into Redis',
      `${out}/current would name ${built} instead of ${before}`,
      '/bin/false would be run',
    ];
    t.true(stdout.endsWith(`${steps.join('\n')}\n`), stdout);
    t.is(await current(), before);
    t.is(await redis.dbsize(), keys);

    t.is((await deploy({ REDIS_URL: url, DEPLOY_HOOK: '/bin/false' })).exitCode, 1);
    await redis.flushall();
    const again = await deploy({ REDIS_URL: url, DEPLOY_HOOK: '/bin/false' }, '--dry-run');
    const rest = [
      `${built} is current already`,
      'net prices of A1, A3 would be loaded into Redis',
      '/bin/false would be run',
    ];
    t.true(again.stdout.endsWith(`\n${rest.join('\n')}\n`), again.stdout);
  },
);

test.serial(
  'a dry run reports what would stop the deploy, also if the current release cannot be read',
  async (t) => {
    const { content, out, deploy, current } = await prepare(t);
    const before = (await current()) ?? '';
    const same = await deploy({}, '--dry-run');
    t.true(same.stdout.endsWith(`nothing would be done: ${before} is current\n`), same.stdout);
    await content.replace('prices/msrp.csv', 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,80080.00');
    const jump = await deploy({}, '--dry-run');
    t.regex(jump.stdout, /^it would stop here without --accept price-jumps: 1 price rose/m);
    const accepted = await deploy({}, '--dry-run', '--accept', 'price-jumps');
    t.notRegex(accepted.stdout, /it would stop here/);
    t.regex(accepted.stdout, /^--accept price-jumps lets this pass: 1 price rose/m);
    const { exitCode, stdout } = await deploy({}, '--accept', 'price-jumps');
    t.is(exitCode, 0);
    t.regex(stdout, new RegExp(`release ${await current()} is current instead of ${before}; `));
    await writeFile(join(out, 'current/manifest.json'), '{');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const damaged = await deploy({}, '--dry-run');
    t.is(damaged.exitCode, 0, damaged.stderr);
    t.regex(damaged.stdout, /^it would stop here without --accept unreadable-release: /m);
    const reason = 'the releases cannot be compared: .+manifest\\.json cannot be read';
    for (const mode of [['--dry-run'], []]) {
      const passed = await deploy({}, ...mode, '--accept', 'unreadable-release');
      t.is(passed.exitCode, 0, passed.stderr);
      t.regex(passed.stdout, new RegExp(`^  change: ${reason}`, 'm'));
      const line = new RegExp(`^--accept unreadable-release lets this pass: ${reason}`, 'm');
      t.is(line.test(passed.stdout), mode.length > 0, passed.stdout);
    }
  },
);

test.serial(
  'npm run build does not make a release current if the configured Redis lacks its net prices',
  async (t) => {
    const { url } = await startRedis(t);
    const { args, content, deploy, current } = await prepare(t);
    await deploy({ REDIS_URL: url });
    const before = await current();
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const { exitCode, stderr } = await runCommand(buildWithoutPages, args, { REDIS_URL: url });
    t.is(exitCode, 0);
    t.regex(
      stderr,
      /^release \w{16} is not current: Redis has no net prices of it, .+npm run deploy/,
    );
    t.is(await current(), before);
    await deploy({ REDIS_URL: url });
    t.not(await current(), before);
  },
);

test.serial(
  'npm run build says that Redis lacks the net prices of the current release',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { args, deploy, current } = await prepare(t);
    await deploy({ REDIS_URL: url });
    await redis.flushall();
    const { exitCode, stderr } = await runCommand(buildWithoutPages, args, { REDIS_URL: url });
    t.is(exitCode, 0);
    t.is(
      stderr,
      `release ${await current()} is current, but Redis has no net prices of it; npm run deploy loads them\n`,
    );
  },
);

test.serial(
  'two deploys at the same time leave one of the two releases current, with its prices',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { content, out, args, deploy, current } = await prepare(t);
    await deploy({ REDIS_URL: url });
    const other = await copyContent(t);
    await content.replace('prices/net-A3.csv', '7919.13', '7919.17');
    await other.replace('prices/net-A3.csv', '7919.13', '7919.18');
    const ofOther = args.map((arg) => (arg === content.path ? other.path : arg));
    for (let round = 0; round < 3; round += 1) {
      const ends = await Promise.all([
        deploy({ REDIS_URL: url }),
        runCommand(deployUncompressed, ofOther, { REDIS_URL: url }),
      ]);
      t.deepEqual(
        ends.map(({ exitCode }) => exitCode),
        [0, 0],
      );
      t.true(await hasNetPrices(redis, (await current()) ?? ''));
      t.true((await releaseIds(out)).length <= 3);
    }
  },
);

test.serial(
  'an invalid option is refused with the usage, and --help prints the usage',
  async (t) => {
    const bad = await runCommand(deployUncompressed, ['--publish']);
    t.is(bad.exitCode, 1);
    t.regex(bad.stderr, /--publish(.|\n)*Usage: npm run deploy/);
    t.regex((await runCommand(deployUncompressed, ['--help'])).stdout, /^Usage: npm run deploy /);
    const dry = await runCommand(buildWithoutPages, ['--dry-run']);
    t.is(dry.stderr, '--dry-run is an option of npm run deploy\n');
  },
);
