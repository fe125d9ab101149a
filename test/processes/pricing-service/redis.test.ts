/** How the service and the commands connect to Redis: over TLS, with a database, and to what is not Redis. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { runKeysCommand } from '../../../pricing-service/keys-command/keys-program.ts';
import { createRedisAccounts, createWithTimeout } from '../../../pricing-service/redis-accounts.ts';
import { createReconnectingClient, openConnection } from '../../../redis/connect.ts';
import { addKey } from '../../helpers/pricing-app.ts';
import { startProxy, startRedis } from '../../helpers/redis-server.ts';
import { runScript } from '../../helpers/run-process.ts';
import { makeTemporaryFolder } from '../../helpers/temporary-folder.ts';

/**
 * Starts a TCP server that is not Redis: it sends `text` to each client as soon as it connects, ignores what the client
 * sends, and keeps the connection open. Returns its address.
 */
async function startForeign(t: ExecutionContext, text = ''): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).write(text);
  }).listen(0, '127.0.0.1');
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.serial(
  'a server that is not Redis is named as such, and nothing keeps the process running then',
  async (t) => {
    const countTimers = () =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    for (const [text, message] of [
      ['', /^cannot reach Redis at \S+ \(not ready within 0\.2 seconds\)$/],
      [
        'HTTP/1.1 400 Bad Request\r\n\r\n',
        /^cannot .* \(what answers is not Redis, or .+ rediss:\/\/\)$/,
      ],
    ] as const) {
      const url = `redis://${await startForeign(t, text)}`;
      const before = countTimers();
      await t.throwsAsync(openConnection(url, 200), { message });
      // The connection is destroyed by a timer, which may run late on a busy machine; without it the test never ends.
      while (countTimers() > before) await wait(1);
    }
  },
);

test.serial(
  'an unreachable Redis and an invalid URL are reported without the password, for every kind of URL',
  async (t) => {
    const port = await findPort('127.0.0.1', 0);
    for (const [url, message] of [
      [`redis://:hunter2@127.0.0.1:${port}`, /^cannot reach Redis at 127.*ECONNREFUSED/],
      [`redis-sentinel://:hunter2@127.0.0.1:${port}#main`, /"main" of Sentinel 127.*unreachable/],
      ['redis://hunter2@127.0.0.1', /^REDIS_URL must have a colon/],
    ] as const) {
      const error = await t.throwsAsync(openConnection(url), { message });
      t.false(error?.message.includes('hunter2'));
    }
  },
);

test.serial('a command connects over TLS with a password', async (t) => {
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(
    await makeTemporaryFolder(t),
  );
  const port = await findPort('127.0.0.1', 0);
  const tls = ['--tls-cert-file', certificateFile, '--tls-key-file', keyFile];
  const settings = ['--tls-port', String(port), ...tls, '--tls-auth-clients', 'no'];
  const { client } = await startRedis(t, ...settings);
  await client.acl('SETUSER', 'operator', 'on', '>s3cret/', '~*', '&*', '+@all');
  await addKey({ client });
  // Node.js reads NODE_EXTRA_CA_CERTS at its start.
  const { stdout, stderr } = await runScript(
    'pricing-service/keys-command/main.ts',
    ['account', 'list'],
    {
      REDIS_URL: `rediss://operator:s3cret%2F@localhost:${port}`,
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
  );
  t.is(stderr, '');
  t.regex(stdout, /\nacme /);
});

test.serial(
  'a command never uses database 0 if Redis lacks the database of the URL or does not permit it',
  async (t) => {
    const redis = await startRedis(t);
    await redis.client.acl('SETUSER', 'op', 'on', '>hunter2', '~*', '+@all', '-select');
    const { url } = await startProxy(t, redis);
    for (const [REDIS_URL, reason] of [
      [`${url}/99`, /^cannot use database 99 of Redis at 127\.0\.0\.1:\d+ \(ERR .*range\)\n$/],
      [
        `${url.replace('//', '//op:hunter2@')}/3`,
        /^cannot use database 3 of Redis at \S+ \(NOPERM .*select.*\)\n$/,
      ],
    ] as const) {
      const { exitCode, stderr } = await runKeysCommand(['account', 'list'], { REDIS_URL });
      t.is(exitCode, 3);
      t.regex(stderr, reason);
    }
  },
);

test.serial('a client that reconnects is not ready until Redis accepts its database', async (t) => {
  const server = await startRedis(t);
  const { client } = server;
  const proxy = await startProxy(t, server);
  await client.acl('SETUSER', 'service', 'on', '>hunter2', '~*', '+@all', '-select');
  const errors: string[] = [];
  const url = `${proxy.url.replace('//', '//service:hunter2@')}/3`;
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

test.serial(
  'a server that stepped down is disconnected, and used again when it returns',
  async (t) => {
    const server = await startRedis(t);
    await addKey(server);
    const redis = createReconnectingClient(server.url, () => {});
    t.teardown(() => redis.disconnect());
    await once(redis, 'ready');
    const store = createRedisAccounts(redis);
    await store.findKey('0');
    await server.client.replicaof('127.0.0.1', '1');
    const left = once(redis, 'close');
    await t.throwsAsync(store.findKey('0'), { message: /^READONLY / });
    await left;
    await server.client.replicaof('NO', 'ONE');
    if (redis.status !== 'ready') await once(redis, 'ready');
    t.is(await store.findKey('0'), undefined);
  },
);

test.serial(
  'a reply that arrives while the event loop is blocked does not count as late, and a missing one does',
  async (t) => {
    const { client } = await startRedis(t);
    await client.ping();
    const answer = createWithTimeout(50)(client.ping());
    // The command is sent, then the event loop is blocked for longer than the timeout.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    t.is(await answer, 'PONG');
    await t.throwsAsync(createWithTimeout(50)(new Promise(() => {})), {
      message: 'Redis did not answer within 50 ms (REDIS_TIMEOUT_MS)',
    });
  },
);
