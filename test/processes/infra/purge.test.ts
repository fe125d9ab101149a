/** The hooks that purge caches after a deploy. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import test from 'ava';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { runHook } from '../../../releases/run-hook.ts';
import { baseUrl, makeFolder } from '../../helpers/content.ts';

const url = `${baseUrl}/v1/products/TEE-1`;

/** Runs a hook of `infra/purge` as after a deploy that changed `url`. */
const purge = (name: string) =>
  runHook(
    { path: resolve('infra/purge', name), timeoutSeconds: 60 },
    { release: '0123456789abcdef', urls: [url] },
    new AbortController().signal,
  );

test.serial('a hook that lacks a setting fails', async (t) => {
  for (const name of ['cloudflare', 'fastly', 'varnish']) {
    await t.throwsAsync(purge(name), { message: /is current, but .* ended with code [12]/s }, name);
  }
});

test.serial('a purge over HTTPS is tried again after a transient error', async (t) => {
  const folder = await makeFolder(t);
  const { certificateFile, keyFile } = await makeSelfSignedCertificate(folder);
  const [cert, key] = [await readFile(certificateFile), await readFile(keyFile)];
  const requests: string[] = [];
  const server = createServer({ cert, key }, ({ headers, url: path = '' }, response) => {
    const isRepeated = requests.includes(`${headers.host}${path}`);
    requests.push(`${headers.host}${path}`);
    response.writeHead(isRepeated ? 200 : 503).end();
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await writeFile(join(folder, '.curlrc'), `insecure\nconnect-to = "::127.0.0.1:${port}"\n`);
  const settings = {
    CURL_HOME: folder,
    ...{ CLOUDFLARE_ZONE: 'zone', CLOUDFLARE_TOKEN: 'secret' },
    ...{ FASTLY_SERVICE: 'service', FASTLY_TOKEN: 'secret' },
  };
  Object.assign(process.env, settings);
  t.teardown(() => {
    for (const name in settings) delete process.env[name];
  });
  await Promise.all(['cloudflare', 'fastly'].map(purge));
  const expected = [
    'api.cloudflare.com/client/v4/zones/zone/purge_cache',
    `api.fastly.com/purge/${url.slice('https://'.length)}`,
  ];
  t.deepEqual(
    requests.sort(),
    expected.flatMap((each) => [each, each]),
  );
});
