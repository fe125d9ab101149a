/** What the commands show of accounts and keys if a record in Redis is damaged. */
import test from 'ava';
import { hashApiKey } from '../../../../contract/api-key.ts';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { runKeysCommand } from '../../../../pricing-service/keys-command/run.ts';
import { addKey } from '../../../helpers/pricing-app.ts';
import { startRedis } from '../../../helpers/redis-server.ts';

const remedy = 'is damaged: restore a backup (docs/operation.md, "Backup and restore")';

test.serial('account list shows the readable accounts and reports each damaged one', async (t) => {
  const { client, url } = await startRedis(t);
  for (const id of ['acme', 'beta', 'gamma']) await addKey({ client }, { id });
  await client.hdel(redisKeys.account('acme'), 'tier');
  await client.del(redisKeys.account('gamma'));
  const keys = (line: string) => runKeysCommand(line.split(' '), { REDIS_URL: url });
  const { stdout, stderr, exitCode } = await keys('account list --json');
  t.is(exitCode, 1);
  t.is(stderr, `the record of account acme ${remedy}\nthe record of account gamma ${remedy}\n`);
  t.like(JSON.parse(stdout), { length: 1, 0: { id: 'beta' } });
  t.deepEqual(await keys('account show acme'), {
    stdout: '',
    stderr: `the record of account acme ${remedy}\n`,
    exitCode: 1,
  });
  t.regex((await keys('account show gamma')).stderr, /^no account "gamma"; add it: /);
});

test.serial(
  'account set changes a damaged record only if the record is complete afterwards',
  async (t) => {
    const { client, url } = await startRedis(t);
    await addKey({ client }, { id: 'acme' });
    const set = (line: string) =>
      runKeysCommand(`account set acme ${line}`.split(' '), { REDIS_URL: url });
    const state = () =>
      Promise.all([client.hgetall(redisKeys.account('acme')), client.xlen(redisKeys.audit)]);
    await client.hdel(redisKeys.account('acme'), 'name');
    const before = await state();
    const refused = { stdout: '', stderr: `the record of account acme ${remedy}\n`, exitCode: 1 };
    t.deepEqual(await set('--pricing off'), refused);
    t.deepEqual(await state(), before);
    t.like(await set('--name Acme'), { stderr: '', exitCode: 0 });
    await client.hset(redisKeys.account('acme'), 'program', 'friend');
    t.deepEqual(await set('--pricing off'), refused);
    t.like(await set('--program linked --pricing off'), { stderr: '', exitCode: 0 });
  },
);

test.serial(
  'key list shows the readable keys and reports each damaged one by its id',
  async (t) => {
    const { client, url } = await startRedis(t);
    const [cut, gone, sound] = [
      await addKey({ client }),
      await addKey({ client }),
      await addKey({ client }),
    ];
    const idOf = (key: string) => client.hget(redisKeys.key(hashApiKey(key)), 'id');
    const [cutId, goneId, soundId] = await Promise.all([cut, gone, sound].map(idOf));
    await client.hdel(redisKeys.key(hashApiKey(cut)), 'createdAt');
    await client.del(redisKeys.key(hashApiKey(gone)));
    const run = () => runKeysCommand(['key', 'list', 'acme'], { REDIS_URL: url });
    const { stdout, stderr, exitCode } = await run();
    t.is(exitCode, 1);
    const expected = [cutId, goneId].map((id) => `the record of key ${id} of acme ${remedy}`);
    t.deepEqual(stderr.trimEnd().split('\n').sort(), expected.sort());
    t.is(stdout.trimEnd().split('\n').length, 2);
    t.regex(stdout, new RegExp(`\n${soundId} `));
  },
);
