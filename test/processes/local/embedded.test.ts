/** The embedded server, started in this process on releases that the tests replace. */
import { once } from 'node:events';
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { problems } from '../../../contract/problems.ts';
import { fileEtag } from '../../../contract/representation.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { createDemoAccounts, type DemoAccount } from '../../../infra/local/demo-accounts.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { sendCompressedFile, sendFile } from '../../../infra/local/send-file.ts';
import { serveEmbedded } from '../../../infra/local/serve-embedded.ts';
import { baseUrl, copyContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { bearer, compileInto, detailPath } from '../../helpers/pricing-app.ts';

/** Serves an output folder with the embedded server until the test ends; returns a client of the server. */
async function serve(
  t: ExecutionContext,
  out: string,
  accounts: readonly DemoAccount[],
  takesTestKeys = true,
) {
  const host = '127.0.0.1';
  const port = await findPort(host, 0);
  const address = `http://${host}:${port}`;
  await serveEmbedded(
    { folder: out, atEnd: (stop) => t.teardown(stop) },
    {
      ...{ host, port, baseUrl, address, content: '', tls: false, isLasting: false },
      ...{ takesTestKeys, usesService: false },
    },
    accounts,
  );
  return createClient(port);
}

test.serial(
  'a release that becomes current is served at once, documents and net prices alike',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const accounts = createDemoAccounts(await compileInto(out, content.path));
    const ask = await serve(t, out, accounts);
    const headers = bearer(accounts.find(({ label }) => label === 'A3')?.key ?? '');
    t.regex((await ask(`${detailPath}/pricing`, { headers })).text, /"price":7919\.13\b/);

    await content.replace('prices/net-A3.csv', '7919.13', '7919.14');
    await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
    const { release } = await compileInto(out, content.path);
    t.regex((await ask('/v1/health')).text, new RegExp(release));
    t.regex((await ask(detailPath)).text, /Runs large\./);
    t.regex((await ask(`${detailPath}/pricing`, { headers })).text, /"price":7919\.14\b/);
    t.regex((await ask(detailPath, { headers })).text, /Runs large\..*"price":7919\.14\b/);
  },
);

test.serial('disabled test keys are refused as unknown keys', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  await compileInto(out);
  for (const [takesTestKeys, status] of [[true, 200] as const, [false, 401] as const]) {
    const ask = await serve(t, out, [], takesTestKeys);
    const headers = bearer(testKeys[0].key);
    t.is((await ask(`${detailPath}/pricing`, { headers })).status, status);
  }
});

test.serial(
  'without a release every request for a file gets 500, also for a file that never existed',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    const ask = await serve(t, out, createDemoAccounts(await compileInto(out)));
    t.is((await ask('/v1/products/NONE-1')).status, 404);
    await rm(join(out, 'current'));
    await symlink('releases/gone', join(out, 'current'));
    for (const path of [detailPath, '/docs/guide', '/images/none.svg', '/v1/products']) {
      const { status, headers, json } = await ask(path);
      t.is(status, 500, path);
      t.is(headers['cache-control'], 'no-store', path);
      t.like(json(), { code: 'internal_error' }, path);
    }
    t.like((await ask('/v1/%70roducts')).json(), { error: problems.internal_error.detail });
  },
);

/** Starts a server for the test; returns its port. */
async function listen(t: ExecutionContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
}

test.serial(
  'an entity tag and its bytes belong to one release while releases are swapped',
  async (t) => {
    const out = await makeFolder(t);
    const bodies = new Map<string, string>();
    for (const [name, text] of Object.entries({ one: '[1]', other: '["another length"]' })) {
      await mkdir(join(out, name));
      await writeFile(join(out, name, 'list.json'), text);
      const { mtimeMs, size } = await stat(join(out, name, 'list.json'));
      bodies.set(fileEtag(Math.floor(mtimeMs / 1000), size), text);
    }
    await pointAt(out, 'current', 'one');
    const port = await listen(t, (request, response) => {
      void sendFile(request, response, join(out, 'current'), 'list.json');
    });
    const ask = createClient(port);
    let isAsking = true;
    const swapping = (async () => {
      for (let swap = 0; isAsking; swap += 1)
        await pointAt(out, 'current', swap % 2 ? 'one' : 'other');
    })();
    const mixed: string[] = [];
    for (let round = 0; round < 100; round += 1) {
      const replies = await Promise.all(Array.from({ length: 8 }, () => ask('/')));
      for (const { headers, text } of replies) {
        const etag = String(headers['etag']);
        if (bodies.get(etag) !== text) mixed.push(`${etag} came with ${text}`);
      }
    }
    isAsking = false;
    await swapping;
    t.deepEqual(mixed, []);
  },
);

test.serial('a client that disconnects during a decompressed answer causes no error', async (t) => {
  const path = join(await makeFolder(t), 'export.ndjson');
  // 64 MB of zeros: more than all buffers between server and client can hold.
  await writeFile(`${path}.gz`, Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(2 ** 20)))));
  const options = { mediaType: 'application/x-ndjson', headers: {} };
  const sent = new Promise<boolean>((resolve, reject) => {
    void listen(t, (request, response) => {
      sendCompressedFile(request, response, path, options).then(resolve, reject);
    }).then((port) => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      socket.once('data', () => socket.destroy());
    });
  });
  t.true(await sent);
});
