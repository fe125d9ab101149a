/** What happens if Redis refuses the database that the URL names. */
import test from 'ava';
import { findPort } from '../../../../infra/local/find-port.ts';
import {
  createReconnectingClient,
  openConnection,
  UnreachableError,
} from '../../../../redis/connect.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { runScript } from '../../../helpers/run-process.ts';

test.serial(
  'a command does not use database 0 if Redis does not have the database or does not permit it',
  async (t) => {
    const port = await findPort('127.0.0.1', 0);
    const { client } = await startRedis(t, '--port', String(port));
    await client.acl('SETUSER', 'op', 'on', '>hunter2', '~*', '+@all', '-select');
    for (const [path, reason] of [
      [
        '127.0.0.1:PORT/99',
        /^cannot use database 99 of Redis at 127\.0\.0\.1:\d+ \(ERR .*range\)$/,
      ],
      [
        'op:hunter2@127.0.0.1:PORT/3',
        /^cannot use database 3 of Redis at \S+ \(NOPERM .*select.*\)$/,
      ],
    ] as const) {
      const url = `redis://${path.replace('PORT', String(port))}`;
      await t.throwsAsync(openConnection(url), { instanceOf: UnreachableError, message: reason });
      const run = await runScript('pricing-service/keys-command/main.ts', ['account', 'list'], {
        REDIS_URL: url,
      });
      t.regex(run.stderr.trimEnd(), reason);
      t.is(run.exitCode, 3);
    }
  },
);

test.serial('a client that reconnects is not ready until Redis accepts its database', async (t) => {
  const port = await findPort('127.0.0.1', 0);
  const { client } = await startRedis(t, '--port', String(port));
  await client.acl('SETUSER', 'service', 'on', '>hunter2', '~*', '+@all', '-select');
  const errors: string[] = [];
  const url = `redis://service:hunter2@127.0.0.1:${port}/3`;
  const redis = createReconnectingClient(url, ({ message }) => errors.push(message));
  t.teardown(() => redis.disconnect());
  const wasReady = new Promise((done) => redis.once('ready', () => done(true)));
  const countRefusals = () => errors.filter((message) => message.startsWith('NOPERM ')).length;
  // It connects again and is refused again.
  const wasClosed = async () => {
    while (countRefusals() < 2) await new Promise((done) => redis.once('close', done));
    return false;
  };
  t.false(await Promise.race([wasReady, wasClosed()]));
  await t.throwsAsync(redis.set('key', 'value'));
  await client.acl('SETUSER', 'service', '+select');
  t.true(await wasReady);
  await redis.set('key', 'value');
  t.is(await client.dbsize(), 0);
});
