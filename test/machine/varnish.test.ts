/** Varnish as a shared cache in front of the whole API, and the hook that purges it after a deploy. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { findPort } from '../../infra/local/find-port.ts';
import { assertPrivate } from '../helpers/cache-privacy.ts';
import { baseUrl, copyContent, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { serveWithNginx } from '../helpers/nginx.ts';
import { compileInto, startPricingApp } from '../helpers/pricing-app.ts';
import { startProcess } from '../helpers/process.ts';
import { deployWithoutPages, runCommand } from '../helpers/run-command.ts';
import { answering } from '../helpers/shared-caches.ts';
import type { Teardown } from '../helpers/teardown.ts';

/**
 * Starts Varnish in front of the server on port `origin`, with further subroutines in its rules and further options;
 * returns its port.
 */
async function startVarnish(t: Teardown, origin: number, rules = '', options: string[] = []) {
  const folder = await makeFolder(t);
  const port = await findPort('127.0.0.1', 0);
  const vcl = join(folder, 'cache.vcl');
  await writeFile(
    vcl,
    `vcl 4.1;
    backend default { .host = "127.0.0.1"; .port = "${origin}"; }
    ${rules}
    sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } }`,
  );
  const places = ['-n', join(folder, 'run'), '-a', `127.0.0.1:${port}`, '-f', vcl];
  // `-j none`: varnishd must not change to another user, because the folder belongs to the user who runs the tests.
  startProcess(t, 'varnishd', ['-F', '-j', 'none', '-s', 'malloc,16m', ...places, ...options]);
  return answering(port);
}

for (const [name, rules] of [
  ['with its own rules', ''],
  ['by Vary alone', 'sub vcl_recv { return (hash); }'],
] as const) {
  test.serial(`Varnish ${name} sends no client the answer for another`, async (t) => {
    const app = await startPricingApp(t);
    const { release } = app.manifest;
    const options = { folder: dirname(app.out), baseUrl, pricingPort: app.port, release };
    const origin = await serveWithNginx(t, options);
    await assertPrivate(t, app, await startVarnish(t, origin, rules));
  });
}

test.serial(
  'after a deploy Varnish fetches changed URLs again, and serves the others from its cache',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const { release } = await compileInto(out);
    const pricingPort = await findPort('127.0.0.1', 0);
    const origin = await serveWithNginx(t, { folder: dirname(out), baseUrl, pricingPort, release });
    const admin = `127.0.0.1:${await findPort('127.0.0.1', 0)}`;
    const secret = join(await makeFolder(t), 'secret');
    await writeFile(secret, 'of a test\n', { mode: 0o600 });
    const client = createClient(await startVarnish(t, origin, '', ['-T', admin, '-S', secret]));
    const changed = '/v1/products/TEE-1?locale=fr-CA';
    const same = '/v1/products/BAG-5?locale=fr-CA';
    for (const path of [changed, same]) await client(path);
    for (const path of [changed, same]) t.is((await client(path)).headers['x-cache'], 'HIT');

    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    Object.assign(process.env, { VARNISH_ADMIN: admin, VARNISH_SECRET: secret });
    t.teardown(() => {
      for (const name of ['VARNISH_ADMIN', 'VARNISH_SECRET']) delete process.env[name];
    });
    const args = ['--content', content.path, '--out', out, '--base-url', baseUrl];
    const end = await runCommand(deployWithoutPages, args, { DEPLOY_HOOK: 'infra/purge/varnish' });
    t.is(end.exitCode, 0, end.stderr);
    t.regex((await client(changed)).text, /Taille grand\./);
    t.is((await client(same)).headers['x-cache'], 'HIT');
  },
);
