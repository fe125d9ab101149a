import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { whileBuilding, whilePruning } from '../../../build/output/output-lock.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { hasNetPrices } from '../../../releases/prices/load-prices.ts';
import { parseReleaseCommand, runRelease } from '../../../releases/release-command.ts';
import { linkedRelease, releaseIds } from '../../../releases/release-store.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';
import { loadCurrent } from '../../helpers/load-current.ts';
import { startRedis } from '../../helpers/redis-server.ts';
import { build } from '../../helpers/released-files.ts';
import { runCommand } from '../../helpers/run-command.ts';
import { runScript } from '../../helpers/run-process.ts';
import { buildTwo } from './build-two.ts';

test.serial(
  'list shows when each release was built, what it contains, and its damage',
  async (t) => {
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
  },
);

test.serial(
  'activate makes an earlier release current, selected by the beginning of its id',
  async (t) => {
    const { out, first, second } = await buildTwo(t);
    const args = ['activate', first.slice(0, 6), '--out', out];
    const { exitCode, stdout } = await runCommand(runRelease, args);
    t.is(exitCode, 0);
    const expected = `release ${first} is current instead of ${second}`;
    t.is(stdout, `${expected}\n`);
    t.is(await linkedRelease(out, 'current'), first);
    const again = await runCommand(runRelease, args);
    t.is(again.stdout, `release ${first} is already current\n`);
  },
);

const testAsRoot = process.getuid?.() === 0 ? test : test.skip;

testAsRoot(
  'if root has written to the folder of another user, that user gets a release activated or is told what to do',
  async (t) => {
    const folder = await makeFolder(t);
    await chmod(folder, 0o755);
    const out = join(folder, 'dist');
    await mkdir(out);
    const owner = { uid: 65_534, gid: 65_534 };
    await chown(out, owner.uid, owner.gid);
    for (const name of ['changes', 'objects']) execFileSync('mkdir', [join(out, name)], owner);
    const content = await copyContent(t);
    const releases: string[] = [];
    for (const [from, to] of [
      ['petit.', 'petit.'],
      ['petit.', 'grand.'],
      ['grand.', 'juste.'],
    ] as const) {
      await content.replace('products/TEE-1.json', `Taille ${from}`, `Taille ${to}`);
      releases.push((await build(t, content.path, out)).manifest.release);
    }
    const [first = '', second = '', third = ''] = releases;
    await writeFile(join(out, 'hook-release'), `${third}\n`);
    // As if the owner had built this release.
    await chmod(join(out, 'releases', first, 'private'), 0o755);
    const environment = { DEPLOY_HOOK: '/bin/true', TSX_DISABLE_CACHE: '1' };
    const activateAsOwner = (release: string) =>
      runScript('releases/main.ts', ['activate', release, '--out', out], environment, owner);

    const { exitCode, stderr } = await activateAsOwner(first);
    t.is(exitCode, 1);
    t.regex(
      stderr,
      new RegExp(
        `^cannot remove .+/changes/${second}: EACCES: .+; it may belong to another user, .+: sudo chown -R \\w+ ${out}\n$`,
      ),
    );
    t.is(await linkedRelease(out, 'current'), third);

    const list = await runScript('releases/main.ts', ['list', '--out', out], environment, owner);
    t.false(list.stdout.includes('damaged'));
    t.regex(
      list.stdout,
      new RegExp(
        `current, cannot read the release: EACCES: .+/${third}/private/.+; it may belong to another user, `,
      ),
    );

    const object = await realpath(join(out, 'releases', first, 'public/v1/products/BAG-5'));
    await chmod(object, 0o700);
    const closed = await runScript('releases/main.ts', ['list', '--out', out], environment, owner);
    t.false(closed.stdout.includes('damaged'), closed.stdout);
    t.regex(closed.stdout, new RegExp(`cannot read the release: EACCES: .+${object}/object.json`));
    await chmod(object, 0o755);

    await rm(join(out, 'changes', second), { recursive: true });
    t.is((await activateAsOwner(first)).stderr, '');
    t.is(await linkedRelease(out, 'current'), first);
    t.is(await readFile(join(out, 'hook-release'), 'utf8'), `${first}\n`);
  },
);

test.serial('a damaged or unknown release is refused with one error line', async (t) => {
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

test.serial(
  'activate waits until releases are pruned; prune does not wait for a build',
  async (t) => {
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
    const prune = ['prune', '--keep', '0', '--out', out];
    const end = await whileBuilding(out, () => runCommand(runRelease, prune, { REDIS_URL: url }));
    t.is(end.exitCode, 1);
    t.is(end.stdout, '');
    t.regex(end.stderr, /^another process is building, .+; try again when it has ended\n$/);
  },
);

test.serial(
  'activate loads the net prices of the release before the link is changed',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { out, first } = await buildTwo(t);
    const args = ['activate', 'previous', '--out', out];
    const end = await runCommand(runRelease, args, { REDIS_URL: url });
    t.regex(
      end.stdout,
      new RegExp(`^release ${first} is current .+; its net prices were loaded\n$`),
    );
    t.true(await hasNetPrices(redis, first));
  },
);

test.serial(
  'a release does not become current if the configured Redis lacks its net prices',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { out, second } = await buildTwo(t);
    await redis.config('SET', 'maxmemory', '1');
    const args = ['activate', 'previous', '--out', out];
    const end = await runCommand(runRelease, args, { REDIS_URL: url });
    t.is(end.exitCode, 1);
    t.regex(end.stderr, /^Redis refused the net prices: .*OOM.*\n$/);
    t.is(await linkedRelease(out, 'current'), second);
  },
);

test.serial(
  'list shows which releases have prices in Redis, and which release each pricing service uses',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { out, first, second } = await buildTwo(t);
    await loadCurrent(out, redis);
    // The beginning of a load that was killed.
    await redis.hset(redisKeys.netPrices(first, 'A1', 'en-CA'), 'TEE-1', '{}');
    const at = Date.now();
    const report = (release: string, ms: number) => JSON.stringify({ release, at: ms });
    await redis.hset(redisKeys.services, {
      'edge-1:8081': report(first, at),
      'edge-2:8081': report(first, at - 25 * 3600 * 1000),
      'edge-3:8081': 'not JSON',
    });
    const { stdout } = await runCommand(runRelease, ['list', '--out', out], { REDIS_URL: url });
    const lines = stdout.trimEnd().split('\n');
    t.regex(lines[0] ?? '', new RegExp(`${second} .* current, priced in Redis$`));
    t.regex(lines[1] ?? '', new RegExp(`${first} .* previous$`));
    const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
    t.is(lines[2], `pricing service edge-1:8081 answers from ${first} (reported ${time} UTC)`);
    t.is(lines.length, 3);
  },
);

test.serial(
  'list shows the releases and their damage although Redis does not answer',
  async (t) => {
    const { out, second } = await buildTwo(t);
    const REDIS_URL = `redis://127.0.0.1:${await findPort('127.0.0.1', 0)}`;
    const end = await runCommand(runRelease, ['list', '--out', out], { REDIS_URL });
    t.is(end.exitCode, 1);
    t.regex(end.stdout, new RegExp(`^\\* ${second} `));
    t.regex(end.stderr, /^cannot reach Redis at /);
  },
);

test.serial(
  'prune keeps releases that are current, previous, priced in Redis, or in use by a pricing service',
  async (t) => {
    const { client: redis, url } = await startRedis(t);
    const { out, content, first: reported } = await buildTwo(t);
    const edit = async (from: string, to: string) => {
      await content.replace('products/TEE-1.json', `Taille ${from}.`, `Taille ${to}.`);
      return (await build(t, content.path, out)).manifest.release;
    };
    const priced = await edit('grand', 'juste');
    await loadCurrent(out, redis);
    const unused = await edit('juste', 'ample');
    const previous = await edit('ample', 'long');
    const current = await edit('long', 'large');
    const said = JSON.stringify({ release: reported, at: Date.now() });
    await redis.hset(redisKeys.services, 'edge-1:8081', said);
    const args = ['prune', '--keep', '0', '--out', out];
    const end = await runCommand(runRelease, args, { REDIS_URL: url });
    t.is(end.stderr, '');
    t.true(end.stdout.includes(`removed ${unused}\n`));
    t.deepEqual(await releaseIds(out), [reported, priced, previous, current].sort());
  },
);

test.serial(
  'prune requires REDIS_URL or --no-redis, and prints the assumption of --no-redis',
  async (t) => {
    const { out } = await buildTwo(t);
    const args = ['prune', '--keep', '0', '--out', out];
    const end = await runCommand(runRelease, args);
    t.is(end.exitCode, 1);
    t.regex(end.stderr, /^REDIS_URL is not set, .+ add --no-redis if there is none\n$/);
    const expected = await runCommand(runRelease, [...args, '--no-redis']);
    const assumed = 'assuming that no pricing service uses these releases\n';
    t.deepEqual(expected, { exitCode: 0, stdout: `${assumed}nothing to remove\n`, stderr: '' });
  },
);

test.serial('prune removes nothing if the configured Redis does not answer', async (t) => {
  const { out } = await buildTwo(t);
  const environment = { REDIS_URL: `redis://:secret@127.0.0.1:${await findPort('127.0.0.1', 0)}` };
  const end = await runCommand(runRelease, ['prune', '--keep', '0', '--out', out], environment);
  t.is(end.exitCode, 1);
  t.regex(end.stderr, /^cannot reach Redis at 127\.0\.0\.1:\d+ .+\n$/);
  t.false(end.stderr.includes('secret'));
  t.is((await releaseIds(out)).length, 2);
});

test.serial(
  'an invalid command line prints the error and the usage, --help only the usage',
  async (t) => {
    const { exitCode, stdout, stderr } = await runCommand(runRelease, ['remove']);
    t.is(exitCode, 1);
    t.is(stdout, '');
    t.regex(stderr, /^there is no command "remove"\n\nUsage: npm run release /);
    const help = await runCommand(runRelease, ['--help']);
    t.is(help.exitCode, 0);
    t.regex(help.stdout, /^Usage: npm run release /);
  },
);

test.serial('parsing a command returns its arguments, with dist as the default folder', (t) => {
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
    asksRedis: true,
  });
  t.deepEqual(parseReleaseCommand(['list', '--help']), { name: 'help' });
});

test.serial('invalid arguments are refused with the reason and the usage', (t) => {
  for (const [args, reason] of [
    [[], /^a command is missing: list, activate, prune or keygen/],
    [['remove'], /^there is no command "remove"/],
    [['list', 'x'], /^unexpected argument "x"/],
    [['activate'], /^activate needs a release/],
    [['activate', 'a', 'b'], /^unexpected argument "b"/],
    [['prune'], /^prune needs --keep/],
    [['prune', '--keep=-1'], /^prune needs --keep/],
    [['prune', '--keep', 'all'], /^prune needs --keep/],
    [['list', '--keep', '1'], /^--keep is an option of prune/],
    [['list', '--no-redis'], /^--no-redis is an option of prune/],
    [['keygen', '--out', 'x'], /^--out is no option of keygen/],
    [['list', '--all'], /^Unknown option '--all'/],
  ] as const) {
    const error = t.throws(() => parseReleaseCommand([...args]));
    t.regex(error?.message ?? '', reason);
    t.regex(error?.message ?? '', /\n\nUsage: npm run release /);
  }
});
