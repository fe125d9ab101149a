import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { whileBuilding, whilePruning } from '../../build/output/output-lock.ts';
import { findPort } from '../../infra/local/find-port.ts';
import { publish } from '../../releases/publish/publish.ts';
import { parseReleaseCommand, runRelease } from '../../releases/release-command.ts';
import { linkedRelease, releaseIds } from '../../releases/release-store.ts';
import { build } from '../build/released-files.ts';
import { runCommand } from '../build/run-command.ts';
import { makeFolder } from '../helpers/content.ts';
import { startRedis } from '../helpers/redis-server.ts';
import { buildTwo } from './build-two.ts';

test('list shows when each release was built, what it contains, and its damage', async (t) => {
  const { out, first, second } = await buildTwo(t);
  await rm(join(out, 'releases', first, 'public/openapi.json'));
  const { exitCode, stdout, stderr } = await runCommand(runRelease, ['list', '--out', out]);
  t.is(stderr, '');
  t.is(exitCode, 0);
  const facts = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC +5 products +\d\.\d MB`;
  const damage = String.raw`previous, damaged: public/openapi\.json is missing`;
  const [newest = '', older = '', end] = stdout.split('\n');
  t.regex(newest, new RegExp(`^\\* ${second} ${facts}  current$`));
  t.regex(older, new RegExp(`^  ${first} ${facts}  ${damage}$`));
  t.is(end, '');
  const empty = await makeFolder(t);
  const { stdout: none } = await runCommand(runRelease, ['list', '--out', empty]);
  t.is(none, `no release in ${empty} yet; run npm run build\n`);
});

test('activate serves a release that was built before, named by the beginning of its id', async (t) => {
  const { out, first, second } = await buildTwo(t);
  const args = ['activate', first.slice(0, 6), '--out', out];
  const { exitCode, stdout } = await runCommand(runRelease, args);
  t.is(exitCode, 0);
  const told = `release ${first} is current instead of ${second}`;
  t.is(stdout, `${told}; run npm run publish for its net prices\n`);
  t.is(await linkedRelease(out, 'current'), first);
  const again = await runCommand(runRelease, args);
  t.is(again.stdout, `release ${first} is already current\n`);
});

test('a release that is damaged or unknown is refused in one line', async (t) => {
  const { out, first, second } = await buildTwo(t);
  const refuse = async (release: string, reason: RegExp) => {
    const end = await runCommand(runRelease, ['activate', release, '--out', out]);
    t.is(end.exitCode, 1);
    t.is(end.stdout, '');
    t.regex(end.stderr, reason);
    t.is(await linkedRelease(out, 'current'), second);
  };
  await refuse('0123', /^there is no release "0123" in .+\n$/);
  await writeFile(join(out, 'releases', first, 'public/v1/health.json'), 'x');
  await refuse('previous', /^release \w{16} is damaged: public\/v1\/health\.json has .+\n$/);
});

test('activate waits until releases are pruned; prune does not wait for a build', async (t) => {
  const { out, first, second } = await buildTwo(t);
  const { activating } = await whilePruning(out, async () => {
    const ending = runCommand(runRelease, ['activate', first, '--out', out]);
    t.is(await Promise.race([ending, setImmediate('waiting')]), 'waiting');
    t.is(await linkedRelease(out, 'current'), second);
    return { activating: ending };
  });
  t.is((await activating).exitCode, 0);
  t.is(await linkedRelease(out, 'current'), first);
  const { client, url } = await startRedis(t);
  await client.ping();
  const end = await whileBuilding(out, () =>
    runCommand(runRelease, ['prune', '--keep', '0', '--out', out], { REDIS_URL: url }),
  );
  t.is(end.exitCode, 1);
  t.is(end.stdout, '');
  t.regex(end.stderr, /^another process is building, .+; try again when it has ended\n$/);
});

test('prune removes unused releases, and asks Redis which are used', async (t) => {
  const { client: redis, url } = await startRedis(t);
  const { out, content, first, second } = await buildTwo(t);
  await content.replace('products/TEE-1.json', 'Taille grand.', 'Taille juste.');
  const { manifest } = await build(t, content.path, out);
  await redis.set('{catalog}:release', first);
  const args = ['prune', '--keep', '0', '--out', out];
  const end = await runCommand(runRelease, args, { REDIS_URL: url });
  t.deepEqual(end, { exitCode: 0, stdout: `removed ${second}\n`, stderr: '' });
  t.deepEqual(await releaseIds(out), [first, manifest.release].sort());
  // Replaced as the active one, its prices are still there for a while.
  await redis.hset(`{catalog}:net:${first}:A3:en-CA`, 'TEE-1', '{}');
  await publish(out, redis);
  t.is((await runCommand(runRelease, args, { REDIS_URL: url })).stdout, 'nothing to remove\n');
});

test('prune removes nothing when the Redis that was named does not answer', async (t) => {
  const { out } = await buildTwo(t);
  const environment = { REDIS_URL: `redis://:secret@127.0.0.1:${await findPort('127.0.0.1', 0)}` };
  const end = await runCommand(runRelease, ['prune', '--keep', '0', '--out', out], environment);
  t.is(end.exitCode, 1);
  t.regex(end.stderr, /^cannot reach Redis at 127\.0\.0\.1:\d+ .+\n$/);
  t.false(end.stderr.includes('secret'));
  t.is((await releaseIds(out)).length, 2);
});

test('a bad command line prints what is wrong and the usage, help the usage alone', async (t) => {
  const { exitCode, stdout, stderr } = await runCommand(runRelease, ['remove']);
  t.is(exitCode, 1);
  t.is(stdout, '');
  t.regex(stderr, /^there is no command "remove"\n\nUsage: npm run release /);
  const help = await runCommand(runRelease, ['--help']);
  t.is(help.exitCode, 0);
  t.regex(help.stdout, /^Usage: npm run release /);
});

test('a command has its arguments, and dist as its default folder', (t) => {
  t.deepEqual(parseReleaseCommand(['list']), { name: 'list', out: 'dist' });
  t.deepEqual(parseReleaseCommand(['activate', 'ab', '--out', 'x']), {
    name: 'activate',
    out: 'x',
    release: 'ab',
  });
  t.deepEqual(parseReleaseCommand(['--keep', '3', 'prune']), {
    name: 'prune',
    out: 'dist',
    keep: 3,
  });
  t.deepEqual(parseReleaseCommand(['list', '--help']), { name: 'help' });
});

test('invalid arguments are refused with the reason and the usage', (t) => {
  for (const [args, reason] of [
    [[], /^a command is missing: list, activate or prune/],
    [['remove'], /^there is no command "remove"/],
    [['list', 'x'], /^unexpected argument "x"/],
    [['activate'], /^activate needs a release/],
    [['activate', 'a', 'b'], /^unexpected argument "b"/],
    [['prune'], /^prune needs --keep/],
    [['prune', '--keep=-1'], /^prune needs --keep/],
    [['prune', '--keep', 'all'], /^prune needs --keep/],
    [['list', '--keep', '1'], /^--keep is an option of prune/],
    [['list', '--all'], /^Unknown option '--all'/],
  ] as const) {
    const error = t.throws(() => parseReleaseCommand([...args]));
    t.regex(error?.message ?? '', reason);
    t.regex(error?.message ?? '', /\n\nUsage: npm run release /);
  }
});
