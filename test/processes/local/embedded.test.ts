/** The embedded server, started in this process on releases that the tests replace. */
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { pointAt } from '../../../build/output/install.ts';
import { fileEtag } from '../../../contract/representation.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { createDemoAccounts, type DemoAccount } from '../../../infra/local/demo-accounts.ts';
import { findPort } from '../../../infra/local/find-port.ts';
import { sendFile } from '../../../infra/local/send-file.ts';
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
    const server = createServer((request, response) => {
      void sendFile(request, response, join(out, 'current'), 'list.json');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => server.close());
    const ask = createClient((server.address() as AddressInfo).port);
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
