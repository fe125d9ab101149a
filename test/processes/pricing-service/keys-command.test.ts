/** `npm run keys`: what an operator sees, and the exit codes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { hashApiKey, isWellFormedApiKey } from '../../../contract/api-key.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { nodeArguments } from '../../../infra/local/node-arguments.ts';
import { projectFolder } from '../../../infra/local/run-build.ts';
import { exitCodes } from '../../../pricing-service/keys-command/failures.ts';
import { runKeysCommand } from '../../../pricing-service/keys-command/keys-program.ts';
import { makeTiers } from '../../helpers/pricing-app.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';

/** Starts a Redis with the tiers of a release; returns functions that run commands on it through a proxy. */
async function startWorld(t: ExecutionContext) {
  const redis = await startRedis(t);
  const proxy = await startProxy(t, redis);
  const settings = { REDIS_URL: proxy.url, DIST_DIR: await makeTiers(t), SUDO_USER: 'ana' };
  const keys = (line: string, environment = {}) =>
    runKeysCommand(line.split(' '), { ...settings, ...environment });
  const add = (account: string, program = 'linked') =>
    keys(`account add ${account} --name Name --tier A3 --program ${program}`);
  /** Runs `key create --json` for an account; returns the parsed output, such as the key and its id. */
  const create = async (account: string) =>
    JSON.parse((await keys(`key create ${account} --label ERP --json`)).stdout) as {
      readonly key: string;
      readonly id: string;
    };
  return { redis, client: redis.client, proxy, keys, add, create };
}

test.serial('a key is created, listed, rotated, revoked and audited by commands', async (t) => {
  const { client, keys, add } = await startWorld(t);
  await add('first');
  const added = await add('acme');
  const shown = 'account  acme\nname     Name\ntier     A3\nprogram  linked\npricing  on\n';
  t.deepEqual(added, { stdout: `added\n${shown}`, stderr: '', exitCode: 0 });
  const { stdout } = await keys('key create acme --label ERP');
  const [, id = '', key = ''] =
    /^account {2}acme\nkey id {3}(\w{8})\nlabel {4}ERP\nkey {6}(ppc_\w+)\nHand the key/.exec(
      stdout,
    ) ?? [];
  t.true(isWellFormedApiKey(key));
  await client.hset(redisKeys.key(hashApiKey(key)), 'lastUsed', '2026-11-20');
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
  for (const { stdout: printed } of everything)
    t.false(printed.includes(key) || printed.includes(hashApiKey(key)));
});

test.serial(
  'with --json all output is JSON, and only the answer to the creation has the key',
  async (t) => {
    const { keys, add, create } = await startWorld(t);
    await add('json');
    const parse = async (line: string) =>
      JSON.parse((await keys(`${line} --json`)).stdout) as unknown;
    const key = await create('json');
    t.like(key, { account: 'json', label: 'ERP', lastFour: key.key.slice(-4) });
    const account = { id: 'json', name: 'Name', tier: 'A3', program: 'linked' };
    const shown = { ...account, distributorPricing: true, activeKeys: 1 };
    t.deepEqual(await parse('account show json'), shown);
    const changed = { ...account, tier: 'A1', distributorPricing: false, changed: true };
    t.like(await parse('account set json --tier A1 --pricing off'), changed);
    t.like(await parse('account list'), [{ id: 'json', tier: 'A1' }]);
    const [entry] = (await parse('key list json')) as object[];
    const fields = ['id', 'label', 'lastFour', 'createdAt', 'lastUsed', 'state', 'revokedAt'];
    t.deepEqual(Object.keys(entry ?? {}), fields);
    t.like(await parse(`key rotate json ${key.id}`), { account: 'json', replaces: { id: key.id } });
    t.like(await parse(`key revoke json ${key.id}`), { id: key.id, already: false });
    t.is(((await parse('audit --account json')) as object[]).length, 5);
  },
);

test.serial('a refusal prints one line with the remedy and changes no data', async (t) => {
  const { keys, add, create } = await startWorld(t);
  await add('full');
  await add('pending', 'pending');
  const { id } = await create('full');
  for (let count = 1; count < 10; count += 1) await create('full');
  const state = async () => (await keys('audit')).stdout + (await keys('account list')).stdout;
  const before = await state();
  for (const [line, expected] of [
    ['account add full --name x --tier A3 --program linked', /^there is an account "full" already/],
    ['account add other --name x --tier Z9 --program linked', /no tier "Z9", but A1, A3$/],
    ['account set full --tier Z9', /no tier "Z9"/],
    ['account set nobody --pricing off', /^no account "nobody"; .*npm run keys -- account add/],
    ['key create pending --label x', /approve it first: npm run keys -- account set pending --pro/],
    [
      'key create full --label x',
      /^full has 10 active keys already \((\w{8} "ERP" …\w{4}(, )?){10}\);/,
    ],
    [`key rotate full ${id}`, /rotate with --grace 0/],
    ['key revoke full 00000000', /^full has no such key; its keys and their ids: .*key list full$/],
  ] as const) {
    const { stdout, stderr, exitCode } = await keys(line);
    t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 1 }, line);
    t.regex(stderr, /^[^\n]+\n$/, line);
    t.regex(stderr.trimEnd(), expected, line);
  }
  t.is(await state(), before);
  const { stdout } = await keys(`key rotate full ${id} --grace 0`);
  t.true(stdout.endsWith(`The old key ${id} is revoked.\n`));
});

test.serial(
  'wrong usage and settings exit with code 2 before Redis is read, and help needs no Redis',
  async (t) => {
    const away = { REDIS_URL: 'redis://127.0.0.1:1' };
    const run = (line: string, environment: Readonly<Record<string, string>> = away) =>
      runKeysCommand(line.split(' '), environment);
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
      const { stdout, stderr, exitCode } = await run(line, environment);
      t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: 2 }, line);
      t.regex(stderr, /^[^\n]+\n$/, line);
      t.notRegex(stderr, /s3cret/);
    }
    for (const line of ['--help', 'help', '-h', 'key create --help', 'audit -h']) {
      const { stdout, exitCode } = await run(line);
      t.is(exitCode, 0, line);
      t.regex(stdout, /^Usage: npm run keys -- /);
    }
  },
);

test.serial(
  'an unreachable Redis and a refused login are reported without the password',
  async (t) => {
    const { client, proxy, keys } = await startWorld(t);
    await client.acl('SETUSER', 'default', 'resetpass', '>another');
    const withPassword = (url: string) => url.replace('//', '//:s3cret@');
    for (const [REDIS_URL, reason] of [
      [withPassword('redis://127.0.0.1:1'), /ECONNREFUSED 127\.0\.0\.1:1/],
      [withPassword(proxy.url), /WRONGPASS/],
      [proxy.url, /NOAUTH/],
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
  'on a Redis without accounts every command says so, and account add names the first account',
  async (t) => {
    const { keys, add } = await startWorld(t);
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
      const { stdout, stderr, exitCode } = await keys(line);
      t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: exitCodes.refused }, line);
      t.regex(stderr, /^Redis holds no accounts: [^\n]+REDIS_URL[^\n]+account add[^\n]+\n$/, line);
    }
    t.regex((await add('one')).stdout, /^added, as the first account of this Redis\n/);
    t.regex((await add('two')).stdout, /^added\n/);
  },
);

test.serial(
  'at maxmemory keys can be revoked and replaced and pricing switched off, and additions fail',
  async (t) => {
    const { client, keys, add, create } = await startWorld(t);
    await add('acme');
    const [leaked, replaced, ended] = [
      await create('acme'),
      await create('acme'),
      await create('acme'),
    ];
    await client.config('SET', 'maxmemory', '1');
    const before = await keys('audit');
    for (const failed of [await add('other'), await keys('key create acme --label x')]) {
      const { stdout, stderr, exitCode } = failed;
      t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: exitCodes.unavailable });
      t.regex(stderr, /^Redis refused, and nothing was changed: OOM [^\n]+\n$/);
    }
    t.deepEqual(await keys('audit'), before);
    for (const line of [
      `key revoke acme ${leaked.id}`,
      `key rotate acme ${replaced.id} --grace 0`,
      `key rotate acme ${ended.id}`,
      'account set acme --pricing off',
    ]) {
      t.like(await keys(line), { exitCode: exitCodes.done, stderr: '' }, line);
    }
    const list = JSON.parse((await keys('key list acme --json')).stdout);
    const stateOf = ({ id }: { id: string }) =>
      list.find((entry: { id: string }) => entry.id === id)?.state;
    t.deepEqual([leaked, replaced, ended].map(stateOf), ['revoked', 'revoked', 'ending']);
    t.like(JSON.parse((await keys('account show acme --json')).stdout), {
      distributorPricing: false,
    });
  },
);

test.serial('a change that Redis refuses or cannot make durable is reported as such', async (t) => {
  const { client, keys, add } = await startWorld(t);
  await add('acme');
  await client.config('SET', 'min-replicas-to-write', '1');
  const refused = await keys('account set acme --tier A1');
  t.is(refused.exitCode, exitCodes.unavailable);
  t.regex(refused.stderr, /^Redis refused, and nothing was changed: NOREPLICAS /);
  await client.config('SET', 'min-replicas-to-write', '0', 'appendonly', 'no');
  const unsafe = await keys('account set acme --tier A1');
  t.is(unsafe.exitCode, exitCodes.unsafe);
  t.regex(unsafe.stderr, /^the change was made, but this Redis has no append-only file, [^\n]+\n$/);
  t.regex(unsafe.stderr, /infra\/redis\.conf.* docs\/operation\.md/);
});

test.serial('a connection lost during a change is reported as such', async (t) => {
  const { redis, proxy, add } = await startWorld(t);
  const change = add('acme');
  await proxy.haltAt('wait', 1);
  await redis.stop();
  const { stdout, stderr, exitCode } = await change;
  t.deepEqual({ stdout, exitCode }, { stdout: '', exitCode: exitCodes.unknown });
  t.regex(stderr, /^the connection to Redis was lost during the change [^\n]+key list or audit/);
});

test.serial(
  'a command that cannot print its new key says whether it was made, and exits with 70',
  async (t) => {
    const { redis, keys, add } = await startWorld(t);
    await add('unread');
    const { stdout: none } = await keys('key list unread');
    /** Runs `key create` in a shell, and does not read its standard output; `redirection` discards it. */
    const createUnread = async (redirection: string) => {
      const script = nodeArguments('pricing-service/keys-command/main.ts');
      const command = [process.execPath, ...script, 'key', 'create', 'unread', '--label', 'ERP'];
      const child = spawn('sh', ['-c', `exec "$@" ${redirection}`, 'sh', ...command], {
        cwd: projectFolder,
        env: { ...process.env, REDIS_URL: redis.url },
      });
      child.stdout.destroy();
      const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      return { stderr, exitCode };
    };
    const discarded = await createUnread('>/dev/null');
    t.is(discarded.exitCode, 70);
    t.regex(discarded.stderr, /^standard output is closed or discarded, [^\n]+ no key was made/);
    t.is((await keys('key list unread')).stdout, none);
    const cut = await createUnread('');
    t.is(cut.exitCode, 70);
    t.regex(cut.stderr, /EPIPE; the key was made but not shown: .+ key list, and revoke/);
  },
);

const remedy = 'is damaged: restore a backup (docs/operation.md, "Backup and restore")';

test.serial(
  'lists show the readable accounts and keys and report each damaged record',
  async (t) => {
    const { client, keys, add, create } = await startWorld(t);
    for (const id of ['acme', 'beta', 'gamma']) await add(id);
    const [cut, gone, sound] = [await create('beta'), await create('beta'), await create('beta')];
    await client.hdel(redisKeys.account('acme'), 'tier');
    await client.del(redisKeys.account('gamma'), redisKeys.key(hashApiKey(gone.key)));
    await client.hdel(redisKeys.key(hashApiKey(cut.key)), 'createdAt');
    const accounts = await keys('account list --json');
    t.is(accounts.exitCode, 1);
    const damaged = ['acme', 'gamma'].map((id) => `the record of account ${id} ${remedy}\n`);
    t.is(accounts.stderr, damaged.join(''));
    t.like(JSON.parse(accounts.stdout), { length: 1, 0: { id: 'beta' } });
    t.deepEqual(await keys('account show acme'), { stdout: '', stderr: damaged[0], exitCode: 1 });
    const { stdout, stderr, exitCode } = await keys('key list beta');
    t.is(exitCode, 1);
    const expected = [cut, gone].map(({ id }) => `the record of key ${id} of beta ${remedy}`);
    t.deepEqual(stderr.trimEnd().split('\n').sort(), expected.sort());
    t.regex(stdout, new RegExp(`^[^\n]+\n${sound.id} [^\n]+\n$`));
  },
);

test.serial(
  'account set changes a damaged record only if the record is complete afterwards',
  async (t) => {
    const { client, keys, add } = await startWorld(t);
    await add('acme');
    const state = () =>
      Promise.all([client.hgetall(redisKeys.account('acme')), client.xlen(redisKeys.audit)]);
    await client.hdel(redisKeys.account('acme'), 'name');
    const before = await state();
    const refused = { stdout: '', stderr: `the record of account acme ${remedy}\n`, exitCode: 1 };
    t.deepEqual(await keys('account set acme --pricing off'), refused);
    t.deepEqual(await state(), before);
    t.like(await keys('account set acme --name Acme'), { stderr: '', exitCode: 0 });
  },
);
