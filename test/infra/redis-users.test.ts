/** The users that the operator's guide makes in Redis last, have the rights they need, and are the only ones. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { Redis } from 'ioredis';
import { hashApiKey } from '../../contract/api-key.ts';
import { redisKeys } from '../../contract/redis-keys.ts';
import { createRedisAccountStore } from '../../pricing-service/accounts/redis-accounts.ts';
import { runKeysCommand } from '../../pricing-service/keys-command/run.ts';
import { connect } from '../../releases/publish/connect.ts';
import { publish } from '../../releases/publish/publish.ts';
import { build } from '../build/released-files.ts';
import { makeFolder } from '../helpers/content.ts';
import { startDurableRedis } from '../helpers/durable-redis.ts';
import { listRefusals } from '../helpers/service-user.ts';

const [, section = ''] = readFileSync('docs/operation.md', 'utf8').split('\n### Redis users\n');
const [, commands = ''] = section.split('\n```\n');

/** The users file that the server is started with, as in both guides. */
const [usersFile = '', ...others] = ['README.md', 'docs/keys.md'].map(
  (guide) => /^redis-server .* --aclfile (\S+) /m.exec(readFileSync(guide, 'utf8'))?.[1] ?? guide,
);

test('the users of the guide survive a restart and can do their work, and no other user can log in', async (t) => {
  t.deepEqual(others, [usersFile]);
  const folder = await makeFolder(t);
  await writeFile(join(folder, usersFile), '');
  const redis = await startDurableRedis(t, '--dir', folder, '--aclfile', usersFile);
  for (const command of commands.split('\n')) {
    const [name = '', ...words] = command.split(' ');
    t.is(await redis.client.call(name, ...words), 'OK', command);
  }
  redis.client.disconnect();
  await redis.kill();
  await redis.restart();

  const loginOf = (user: string) => {
    const [, password = ''] = new RegExp(`SETUSER ${user} on >(\\S+)`).exec(commands) ?? [];
    return redis.url.replace('://', `://${user}:${password}@`);
  };
  const operator = loginOf('catalogue-operator');
  const publisher = await connect(operator);
  t.teardown(() => publisher.disconnect());
  const { out, manifest } = await build(t);
  await publish(out, publisher);
  const keys = (line: string) => runKeysCommand(line.split(' '), { REDIS_URL: operator });
  const added = await keys('account add acme --name Acme --tier A3 --program linked');
  t.deepEqual([added.exitCode, added.stderr], [0, '']);
  const { key, id } = JSON.parse((await keys('key create acme --label ERP --json')).stdout);

  const service = new Redis(loginOf('pricing-service'));
  t.teardown(() => service.disconnect());
  t.is(await service.get(redisKeys.activeRelease), manifest.release);
  t.is(
    (await createRedisAccountStore(service).findKey(hashApiKey(key))).record?.account?.id,
    'acme',
  );
  await t.throwsAsync(service.del(redisKeys.key(hashApiKey(key))), { message: /^NOPERM / });
  t.is((await keys(`key revoke acme ${id}`)).exitCode, 0);
  t.regex((await keys('audit --account acme')).stdout, /key revoke/);

  const stranger = new Redis(redis.port, { enableReadyCheck: false });
  // Its greeting is refused as well.
  stranger.on('error', () => {});
  t.teardown(() => stranger.disconnect());
  await t.throwsAsync(stranger.set(redisKeys.activeRelease, '5def'), { message: /^NOAUTH / });

  const admin = new Redis(loginOf('admin'));
  t.teardown(() => admin.disconnect());
  const [refused, ...more] = await listRefusals([admin]);
  t.regex(refused ?? '', /,object,del,username,pricing-service,/);
  t.deepEqual(more, []);
});
