/** The hooks that purge caches after a deploy, with a real Varnish. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import test from 'ava';
import { findPort } from '../../../infra/local/find-port.ts';
import { makeSelfSignedCertificate } from '../../../infra/local/self-signed-certificate.ts';
import { runHook } from '../../../releases/deploy/run-hook.ts';
import { baseUrl, copyContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { serveWithNginx } from '../../helpers/nginx.ts';
import { compileInto } from '../../helpers/pricing-app.ts';
import { deployWithoutPages, runCommand } from '../../helpers/run-command.ts';
import { startVarnishWithAdmin } from '../../helpers/shared-caches.ts';

const hook = join(import.meta.dirname, '../../../infra/purge/varnish');

/** Runs the executable file `path` as the hook of a deploy that changed `urls`. */
const purge = (path: string, urls: readonly string[]) =>
  runHook(
    { path, timeoutSeconds: 60 },
    { release: '0123456789abcdef', urls },
    new AbortController().signal,
  );

test.serial(
  'after a deploy Varnish fetches changed URLs again, and serves the others from its cache',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const { release } = await compileInto(out);
    const pricingPort = await findPort('127.0.0.1', 0);
    const origin = await serveWithNginx(t, { folder: dirname(out), baseUrl, pricingPort, release });
    const varnish = await startVarnishWithAdmin(t, origin);
    const client = createClient(varnish.port);
    const changed = '/v1/products/TEE-1?locale=fr-CA';
    const same = '/v1/products/BAG-5?locale=fr-CA';
    for (const path of [changed, same]) await client(path);
    for (const path of [changed, same]) t.is((await client(path)).headers['x-cache'], 'HIT');

    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    process.env['VARNISH_ADMIN'] = varnish.admin;
    process.env['VARNISH_SECRET'] = varnish.secret;
    t.teardown(() => {
      delete process.env['VARNISH_ADMIN'];
      delete process.env['VARNISH_SECRET'];
    });
    const args = ['--content', content.path, '--out', out, '--base-url', baseUrl];
    const end = await runCommand(deployWithoutPages, args, { DEPLOY_HOOK: hook });
    t.is(end.exitCode, 0, end.stderr);
    t.regex((await client(changed)).text, /Taille grand\./);
    t.is((await client(same)).headers['x-cache'], 'HIT');
  },
);

test.serial('a hook that cannot reach its cache, or lacks a setting, fails', async (t) => {
  const port = await findPort('127.0.0.1', 0);
  process.env['VARNISH_ADMIN'] = `127.0.0.1:${port}`;
  t.teardown(() => delete process.env['VARNISH_ADMIN']);
  const url = `${baseUrl}/v1/products/TEE-1`;
  await t.throwsAsync(purge(hook, [url]), { message: /is current, but/ });
  await t.notThrowsAsync(purge(hook, []));
  for (const name of ['cloudflare', 'fastly']) {
    const path = join(dirname(hook), name);
    await t.throwsAsync(purge(path, [url]), { message: /ended with code 2/ });
  }
});

test.serial(
  'a purge over HTTPS is tried again after a transient error, and has a time limit',
  async (t) => {
    const folder = await makeFolder(t);
    const { certificateFile, keyFile } = await makeSelfSignedCertificate(folder);
    const [cert, key] = [await readFile(certificateFile), await readFile(keyFile)];
    const requests: string[] = [];
    const server = createServer({ cert, key }, ({ headers, url = '' }, response) => {
      const isRepeated = requests.includes(`${headers.host}${url}`);
      requests.push(`${headers.host}${url}`);
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
    const names = ['cloudflare', 'fastly'];
    const paths = names.map((name) => join(dirname(hook), name));
    const url = `${baseUrl}/v1/products/TEE-1`;
    await Promise.all(paths.map((path) => purge(path, [url])));
    const expected = [
      'api.cloudflare.com/client/v4/zones/zone/purge_cache',
      `api.fastly.com/purge/${url.slice('https://'.length)}`,
    ];
    t.deepEqual(
      requests.sort(),
      expected.flatMap((each) => [each, each]),
    );
    for (const path of paths) t.regex(await readFile(path, 'utf8'), /curl .*--max-time \d+ /, path);
  },
);
