import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { hashApiKey, isWellFormedApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { findPort } from '../../../../infra/local/find-port.ts';
import { nodeArguments } from '../../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../../infra/local/run-build.ts';
import { exitCodes } from '../../../../pricing-service/keys-command/exit-codes.ts';
import { runKeysCommand } from '../../../../pricing-service/keys-command/run.ts';
import {
  type RedisProxy,
  type RedisServer,
  startProxy,
  startRedis,
} from '../../../helpers/redis-server.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

const teardowns = collectTeardowns();
let redis: RedisServer;
let proxy: RedisProxy;

test.before('Redis starts, with the tiers of a release and an account', async () => {
  redis = await startRedis(teardowns);
  proxy = await startProxy(teardowns, redis);
  await redis.client.sadd(redisKeys.deployedTiers, 'A1', 'A3');
  await add('first');
});
test.after.always('Redis ends', () => teardowns.run());

const keys = (line: string, environment = {}) =>
  runKeysCommand(line.split(' '), { REDIS_URL: proxy.url, SUDO_USER: 'ana', ...environment });
const add = (account: string, program = 'linked') =>
  keys(`account add ${account} --name Name --tier A3 --program ${program}`);
/** Runs `key create --json` for an account; returns the parsed output, such as the key and its id. */
const create = async (account: string) =>
  JSON.parse((await keys(`key create ${account} --label ERP --json`)).stdout) as {
    readonly key: string;
    readonly id: string;
  };

test.serial(
  'a command that cannot print its new key exits with 70; the output of other commands may be cut off',
  async (t) => {
    await add('unread');
    const { id } = await create('unread');
    /**
     * Runs `npm run keys` in a shell, and does not read its standard output; `redirection`, such as `>&-`, can close it.
     * Returns the text on standard error and the exit code.
     */
    const runUnread = async (line: string, redirection = '') => {
      const script = nodeArguments('pricing-service/keys-command/main.ts');
      const env = { ...process.env, REDIS_URL: redis.url };
      const shell = ['-c', `exec "$@" ${redirection}`, 'sh', process.execPath];
      const child = spawn('sh', [...shell, ...script, ...line.split(' ')], {
        cwd: projectFolder,
        env,
      });
      child.stdout.destroy();
      const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      return { stderr, exitCode };
    };
    const cut = await runUnread('key create unread --label ERP');
    t.is(cut.exitCode, 70);
    t.regex(cut.stderr, /EPIPE; the key was made but not shown: .+ key list, and revoke/);
    const list = (await keys('key list unread')).stdout;
    const lines = ['key create unread --label ERP', `key rotate unread ${id}`];
    for (const [line = '', redirection] of [
      [lines[0], '>&-'],
      [lines[1], '>/dev/null'],
    ]) {
      const discarded = await runUnread(line, redirection);
      t.is(discarded.exitCode, 70, redirection);
      t.regex(discarded.stderr, /^standard output is closed or discarded, [^\n]+ no key was made/);
    }
    t.is((await keys('key list unread')).stdout, list);
    t.like(await runUnread('key list unread'), { exitCode: 0, stderr: '' });
    t.like(await runUnread('key list unread', '>&-'), { exitCode: 0, stderr: '' });
  },
);

test.serial('a key is created, listed, rotated, revoked and audited by commands', async (t) => {
  const added = await add('acme');
  const shown = 'account  acme\nname     Name\ntier     A3\nprogram  linked\npricing  on\n';
  t.deepEqual(added, { stdout: `added\n${shown}`, stderr: '', exitCode: 0 });
  const { stdout } = await keys('key create acme --label ERP');
  const [, id = '', key = ''] =
    /^account {2}acme\nkey id {3}(\w{8})\nlabel {4}ERP\nkey {6}(ppc_\w+)\nHand the key/.exec(
      stdout,
    ) ?? [];
  t.true(isWellFormedApiKey(key));
  await redis.client.hset(redisKeys.key(hashApiKey(key)), 'lastUsed', '2026-11-20');
  const day = new Date().toISOString().slice(0, 10);
  const head = 'KEY ID    LAST FOUR  CREATED     LAST USED   STATE   LABEL\n';
  t.is(
    (await keys('key list acme')).stdout,
    `${head}${id}  …${key.slice(-4)}      ${day}  2026-11-20  active  ERP\n`,
  );
  t.is((await keys('account show acme')).stdout, `${shown}keys     1 active of 10\n`);
  const rotated = await keys(`key rotate acme ${id} --grace 7d`);
  t.regex(rotated.stdout, new RegExp(`\\nThe old key ${id} works until \\d{4}-[\\d:T-]+Z\\.\\n$`));
  t.regex((await keys('key list acme')).stdout, /active until \d{4}-[\d:T-]+Z {2}ERP\n/);
  const revoked = await keys(`key revoke acme ${id}`);
  t.deepEqual(revoked, { stdout: `key ${id} of acme is revoked\n`, stderr: '', exitCode: 0 });
  t.regex((await keys(`key revoke acme ${id}`)).stdout, /was revoked already, at \d{4}-/);
  t.regex((await keys('key list acme')).stdout, new RegExp(`  revoked ${day}  ERP\n`));
  const audit = await keys('audit --account acme --since 1h');
  const actions = ['account add', 'key create', 'key rotate', 'key revoke'];
  const changes = audit.stdout.trim().split('\n').slice(1);
  t.deepEqual(
    changes.map((line) => line.split(/ {2,}/).slice(2, 4)),
    actions.map((action) => [action, 'acme']),
  );
  t.true(changes.every((line) => line.includes('  ana@')));
  const everything = [rotated, revoked, audit, await keys('key list acme --json')];
  for (const { stdout: text } of everything)
    t.false(text.includes(key) || text.includes(hashApiKey(key)));
});

test.serial(
  'with --json all output is JSON, and only the answer to the creation has the key',
  async (t) => {
    await add('json');
    const parse = async (line: string) =>
      JSON.parse((await keys(`${line} --json`)).stdout) as unknown;
    const key = await create('json');
    t.like(key, { account: 'json', label: 'ERP', lastFour: key.key.slice(-4) });
    const account = { id: 'json', name: 'Name', tier: 'A3', program: 'linked' };
    t.deepEqual(await parse('account show json'), {
      ...account,
      distributorPricing: true,
      activeKeys: 1,
    });
    t.like(await parse('account set json --tier A1 --pricing off'), {
      ...account,
      tier: 'A1',
      distributorPricing: false,
      changed: true,
    });
    const list = (await parse('account list')) as { id: string }[];
    t.true(list.some(({ id }) => id === 'json'));
    const [entry] = (await parse('key list json')) as object[];
    t.deepEqual(Object.keys(entry ?? {}), [
      'id',
      'label',
      'lastFour',
      'createdAt',
      'lastUsed',
      'state',
      'revokedAt',
    ]);
    t.like(await parse(`key rotate json ${key.id}`), { account: 'json', replaces: { id: key.id } });
    t.like(await parse(`key revoke json ${key.id}`), { id: key.id, already: false });
    t.is(((await parse('audit --account json')) as object[]).length, 5);
  },
);

test.serial('a refusal prints one line and changes no data', async (t) => {
  await add('full');
  await add('pending', 'pending');
  for (let count = 0; count < 10; count += 1) await create('full');
  const noted = async () => (await keys('audit --account full')).stdout;
  const before = await noted();
  for (const [line, expected] of [
    ['account add full --name x --tier A3 --program linked', /^there is an account "full" already/],
    ['account add other --name x --tier Z9 --program linked', /no tier "Z9", but A1, A3$/],
    ['account set full --tier Z9', /no tier "Z9"/],
    [
      'account set nobody --pricing off',
      /^no account "nobody"; add it: npm run keys -- account add/,
    ],
    [
      'key create pending --label x',
      /approve it first: npm run keys -- account set pending --program/,
    ],
    [
      'key create full --label x',
      /^full has 10 active keys already \((\w{8} "ERP" …\w{4}(, )?){10}\);/,
    ],
    ['key revoke full 00000000', /^full has no such key; its keys and their ids: .*key list full$/],
  ] as const) {
    const { stdout, stderr, exitCode } = await keys(line);
    t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 1 }, line);
    t.regex(stderr, /^[^\n]+\n$/, line);
    t.regex(stderr.trimEnd(), expected, line);
  }
  t.is(await noted(), before);
  t.false((await keys('account list')).stdout.includes('other'));
});

test.serial('an account with ten keys can rotate one with --grace 0', async (t) => {
  await add('ten');
  const first = await create('ten');
  for (let count = 1; count < 10; count += 1) await create('ten');
  const late = await keys(`key rotate ten ${first.id}`);
  t.is(late.exitCode, 1);
  t.regex(late.stderr, /rotate with --grace 0/);
  const { stdout, exitCode } = await keys(`key rotate ten ${first.id} --grace 0`);
  t.is(exitCode, 0);
  t.true(stdout.endsWith(`The old key ${first.id} is revoked.\n`));
});

test.serial('wrong usage and settings exit with code 2 before Redis is read', async (t) => {
  const away = { REDIS_URL: 'redis://127.0.0.1:1' };
  for (const [line, environment] of [
    ['', away],
    ['key', away],
    ['frobnicate acme', away],
    ['--json key list acme', away],
    ['key list', away],
    ['key list acme', { KEY_ISSUANCE: 'off' }],
    ['key list acme', { REDIS_URL: 'http://:s3cret@x' }],
    ['key list acme', { REDIS_URL: 's3cret' }],
  ] as const) {
    const { stdout, stderr, exitCode } = await keys(line, environment);
    t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 2 }, line);
    t.regex(stderr, /^[^\n]+\n$/, line);
    t.notRegex(stderr, /s3cret/);
  }
});

test.serial('help needs no Redis', async (t) => {
  for (const line of ['--help', 'help', '-h', 'key create --help', 'audit -h']) {
    const { stdout, exitCode } = await keys(line, { REDIS_URL: 'redis://127.0.0.1:1' });
    t.is(exitCode, 0, line);
    t.regex(stdout, /^Usage: npm run keys -- /);
  }
});

test.serial(
  'an unreachable Redis and a refused password are reported within seconds',
  async (t) => {
    const port = await findPort('127.0.0.1', 0);
    const closed = await startRedis(t, '--requirepass', 'another');
    const { url } = await startProxy(t, closed);
    for (const [REDIS_URL, reason] of [
      [`redis://:s3cret@127.0.0.1:${port}`, new RegExp(`ECONNREFUSED 127\\.0\\.0\\.1:${port}`)],
      [url.replace('//', '//:s3cret@'), /WRONGPASS/],
      [url, /NOAUTH/],
    ] as const) {
      const { stdout, stderr, exitCode } = await keys('key list acme', { REDIS_URL });
      t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 3 });
      t.regex(stderr, /^cannot reach Redis at 127\.0\.0\.1:\d+ \([^\n]+\)\n$/);
      t.regex(stderr, reason);
      t.notRegex(stderr, /s3cret/);
    }
  },
);

test.serial(
  'on a Redis without accounts every command reports that, and account add reports the first account',
  async (t) => {
    const REDIS_URL = `${proxy.url}/1`;
    for (const line of [
      'account list',
      'account show acme',
      'account set acme --pricing off',
      'key list acme --json',
      'key create acme --label ERP',
      'key revoke acme 00000000',
      'key rotate acme 00000000',
      'audit',
    ]) {
      const { stdout, stderr, exitCode } = await keys(line, { REDIS_URL });
      t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: exitCodes.refused }, line);
      t.regex(stderr, /^Redis holds no accounts: [^\n]+REDIS_URL[^\n]+account add[^\n]+\n$/, line);
    }
    const database = redis.client.duplicate({ db: 1 });
    t.teardown(() => database.disconnect());
    await database.sadd(redisKeys.deployedTiers, 'A3');
    for (const [id, expected] of [
      ['one', /^added, as the first account of this Redis\n/],
      ['two', /^added\n/],
    ] as const) {
      const line = `account add ${id} --name x --tier A3 --program linked`;
      t.regex((await keys(line, { REDIS_URL })).stdout, expected);
    }
    t.is((await keys('account list', { REDIS_URL })).exitCode, exitCodes.done);
  },
);

test.serial(
  'at maxmemory keys can be revoked and replaced, distributor pricing can be switched off, and additions fail',
  async (t) => {
    const server = await startRedis(t);
    const { url } = await startProxy(t, server);
    const environment = { REDIS_URL: url };
    await server.client.sadd(redisKeys.deployedTiers, 'A3');
    await keys('account add acme --name x --tier A3 --program linked', environment);
    const create = async () =>
      JSON.parse((await keys('key create acme --label ERP --json', environment)).stdout);
    const [leaked, replaced, ended] = [await create(), await create(), await create()];
    await server.client.config('SET', 'maxmemory', '1');
    const before = await keys('audit', environment);
    for (const line of [
      'account add other --name x --tier A3 --program linked',
      'key create acme --label x',
    ]) {
      const { stdout, stderr, exitCode } = await keys(line, environment);
      t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: exitCodes.unavailable }, line);
      t.regex(stderr, /^Redis refused, and nothing was changed: OOM [^\n]+\n$/);
    }
    t.deepEqual(await keys('audit', environment), before);
    for (const line of [
      `key revoke acme ${leaked.id}`,
      `key rotate acme ${replaced.id} --grace 0`,
      `key rotate acme ${ended.id}`,
      'account set acme --pricing off',
    ]) {
      t.like(await keys(line, environment), { exitCode: exitCodes.done, stderr: '' }, line);
    }
    const list = JSON.parse((await keys('key list acme --json', environment)).stdout);
    const stateOf = ({ id }: { id: string }) =>
      list.find((entry: { id: string }) => entry.id === id)?.state;
    t.deepEqual([leaked, replaced, ended].map(stateOf), ['revoked', 'revoked', 'ending']);
    t.false(
      JSON.parse((await keys('account show acme --json', environment)).stdout).distributorPricing,
    );
  },
);

test.serial('the message of a Redis that accepts no writes is printed', async (t) => {
  const lonely = await startRedis(t, '--min-replicas-to-write', '1');
  const { url } = await startProxy(t, lonely);
  await lonely.client.config('SET', 'min-replicas-to-write', '0');
  await lonely.client.sadd(redisKeys.deployedTiers, 'A3');
  await lonely.client.config('SET', 'min-replicas-to-write', '1');
  const line = 'account add acme --name x --tier A3 --program linked';
  const { stderr, exitCode } = await keys(line, { REDIS_URL: url });
  t.is(exitCode, 3);
  t.regex(stderr, /^Redis refused, and nothing was changed: NOREPLICAS /);
  t.false((await keys('account list', { REDIS_URL: url })).stdout.includes('acme'));
});

test.serial(
  'a change warns that it is not durable until Redis has an append-only file',
  async (t) => {
    const foreign = await startRedis(t, '--appendonly', 'no');
    const { url } = await startProxy(t, foreign);
    await foreign.client.sadd(redisKeys.deployedTiers, 'A3');
    const environment = { REDIS_URL: url };
    const line = 'account add acme --name x --tier A3 --program linked';
    const { stdout, stderr, exitCode } = await keys(line, environment);
    t.is(exitCode, exitCodes.unsafe);
    t.regex(stdout, /^added, /);
    t.regex(stderr, /^the change was made, but this Redis has no append-only file, [^\n]+\n$/);
    t.regex(stderr, /infra\/redis\.conf.* docs\/operation\.md/);
    await foreign.client.config('SET', 'appendonly', 'yes');
    const again = await keys('account set acme --tier A3', environment);
    t.deepEqual([again.exitCode, again.stderr], [0, '']);
  },
);

test.serial('a connection lost during a change is reported as such', async (t) => {
  const server = await startRedis(t);
  const { url, haltAt } = await startProxy(t, server);
  const environment = { REDIS_URL: url };
  await server.client.sadd(redisKeys.deployedTiers, 'A3');
  const change = keys('account add acme --name x --tier A3 --program linked', environment);
  await haltAt('wait', 1);
  await server.stop();
  const { stdout, stderr, exitCode } = await change;
  t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 5 });
  t.regex(
    stderr,
    /^the connection to Redis was lost during the change \(it was closed .*key list or audit[^\n]+\n$/,
  );
});
