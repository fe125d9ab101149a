/** Commands with each kind of Redis: behind Sentinel, as a Cluster, over TLS with a password. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { findPort } from '../../../../infra/local/find-port.ts';
import { makeSelfSignedCertificate } from '../../../../infra/local/self-signed-certificate.ts';
import { openConnection, UnreachableError } from '../../../../redis/connect.ts';
import { activateWith } from '../../../../releases/deploy/activate.ts';
import { copyContent } from '../../../helpers/content.ts';
import { startClusterGroup, startSentinelGroup } from '../../../helpers/redis-groups.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { build, copyBuild } from '../../../helpers/released-files.ts';
import { runScript } from '../../../helpers/run-process.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';
import { makeTemporaryFolder } from '../../../helpers/temporary-folder.ts';

/**
 * Starts a TCP server that is not Redis: it sends `text` to each client as soon as it connects, ignores what the client
 * sends, and keeps the connection open. Returns the port.
 */
async function startForeign(t: ExecutionContext, text = ''): Promise<number> {
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
  return (server.address() as AddressInfo).port;
}

const file = collectTeardowns();
/** An output folder with three releases that differ in a net price; the last one is current. */
let built = '';
let releases: readonly [string, string, string];
test.before('three releases are built', async () => {
  const content = await copyContent(file);
  const { out, manifest: first } = await build(file, content.path);
  await content.replace('prices/net-A3.csv', '7919.13', '7919.17');
  const { manifest: second } = await build(file, content.path, out);
  await content.replace('prices/net-A3.csv', '7919.17', '7919.18');
  const { manifest: third } = await build(file, content.path, out);
  built = out;
  releases = [first.release, second.release, third.release];
});
test.after.always(file.run);

/**
 * Activates three releases one after another, which loads their net prices into Redis. Asserts that only the prices of
 * the first get a TTL, because it is then neither current nor previous.
 */
async function loadThree(t: ExecutionContext, url: string): Promise<void> {
  const redis = await openConnection(url);
  t.teardown(() => redis.disconnect());
  const out = await copyBuild(t, built);
  for (const release of releases) await activateWith(redis, release, { out, loadsPrices: true });
  const [first, second, third] = releases.map((id) => redisKeys.netPrices(id, 'A3', 'en-CA')) as [
    string,
    string,
    string,
  ];
  t.regex((await redis.hget(third, 'TEE-1')) ?? '', /7919\.18/);
  t.is(await redis.ttl(third), -1);
  t.is(await redis.ttl(second), -1);
  t.true((await redis.ttl(first)) > 0);
}

// Serial, because it counts the timers of the process.
test.serial(
  'after a failure to connect nothing keeps the process running, and a server that is not Redis is named as such',
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
      const url = `redis://127.0.0.1:${await startForeign(t, text)}`;
      const before = countTimers();
      await t.throwsAsync(openConnection(url, { readyTimeoutMs: 200 }), { message });
      // The connection is destroyed by a timer, which may run late on a busy machine; without it the test never ends.
      while (countTimers() > before) await wait(1);
    }
  },
);

test.serial('net prices are loaded into the primary that Sentinel names', async (t) => {
  const { url, nodes } = await startSentinelGroup(t);
  await loadThree(t, url);
  t.deepEqual((await nodes[0].client.smembers(redisKeys.deployedTiers)).sort(), ['A1', 'A3']);
});

test.serial('net prices are loaded into a Cluster, in one slot', async (t) => {
  const { url, nodes } = await startClusterGroup(t);
  await loadThree(t, url);
  const sizes = await Promise.all(nodes.map(({ client }) => client.dbsize()));
  t.deepEqual(sizes.sort(), [0, 0, 25]);
});

test.serial('net prices are loaded over TLS, with a password', async (t) => {
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(
    await makeTemporaryFolder(t),
  );
  const port = await findPort('127.0.0.1', 0);
  const tls = ['--tls-cert-file', certificateFile, '--tls-key-file', keyFile];
  const settings = ['--tls-port', String(port), ...tls, '--tls-auth-clients', 'no'];
  const { client } = await startRedis(t, ...settings);
  await client.acl('SETUSER', 'publisher', 'on', '>s3cret/', '~{catalog}:*', '+@all');
  const out = await copyBuild(t, built);
  const loadAs = (password: string) =>
    // Node.js reads NODE_EXTRA_CA_CERTS at its start.
    runScript('releases/main.ts', ['activate', 'current', '--out', out], {
      REDIS_URL: `rediss://publisher:${password}@localhost:${port}`,
      NODE_EXTRA_CA_CERTS: certificateFile,
    });
  t.regex((await loadAs('s3cret%2F')).stdout, /; its net prices were loaded\n$/);
  const refused = await loadAs('hunter2');
  t.regex(refused.stderr, /^cannot reach Redis at localhost:\d+ \(WRONGPASS .*\)\n$/);
  t.false(refused.stderr.includes('hunter2'));
});

test.serial(
  'an unreachable Redis and an invalid URL are reported without the password',
  async (t) => {
    const port = await findPort('127.0.0.1', 0);
    for (const [url, message] of [
      [`redis-sentinel://:hunter2@127.0.0.1:${port}#main`, /"main" of Sentinel 127.*unreachable/],
      [
        `redis-cluster://:hunter2@127.0.0.1:${port}`,
        /Cluster 127\.0\.0\.1:\d+ \(.*ECONNREFUSED|slots/,
      ],
      ['redis://hunter2@127.0.0.1', /^REDIS_URL must have a colon/],
    ] as const) {
      const error = await t.throwsAsync(openConnection(url), { message });
      t.false(error?.message.includes('hunter2'));
    }
  },
);

test.serial(
  'the error of a server that repeats the login does not contain the password',
  async (t) => {
    const renamed = ['HELLO', 'AUTH'].flatMap((name) => ['--rename-command', name, '']);
    const port = await findPort('127.0.0.1', 0);
    await startRedis(t, '--port', String(port), ...renamed);
    const error = await t.throwsAsync(openConnection(`redis://op:hunter2@127.0.0.1:${port}`), {
      instanceOf: UnreachableError,
      message: /unknown command/i,
    });
    t.false(error?.message.includes('hunter2'));
  },
);

test.serial(
  'a server that accepts a connection and does not answer is unreachable, for every kind of URL',
  async (t) => {
    const address = `127.0.0.1:${await startForeign(t)}`;
    const silent = [
      [`redis://${address}`, /\(Socket timeout\. .*5000ms\.\)$/],
      [`redis-sentinel://${address}#main`, /unreachable .*timed out\)$/],
      [`redis-cluster://${address}`, /slots/],
    ] as const;
    await Promise.all(
      silent.map(async ([url, message]) => {
        await t.throwsAsync(openConnection(url), { instanceOf: UnreachableError, message });
      }),
    );
  },
);
