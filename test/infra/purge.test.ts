/** The hooks that purge caches after a deploy (infra/cdn.md), with a real Varnish. */
import { dirname, join } from 'node:path';
import test from 'ava';
import { findPort } from '../../infra/local/find-port.ts';
import { deploy } from '../../releases/deploy/deploy.ts';
import { runHook } from '../../releases/deploy/hook.ts';
import { deployWithoutPages, runCommand } from '../build/run-command.ts';
import { baseUrl, copyContent, makeFolder } from '../helpers/content.ts';
import { createClient } from '../helpers/http-client.ts';
import { serveWithNginx } from '../helpers/nginx.ts';
import { startVarnishWithAdmin } from '../helpers/shared-caches.ts';

const hook = join(import.meta.dirname, '../../infra/purge/varnish');

test.serial(
  'after a deploy Varnish fetches changed URLs again, and serves the others from its cache',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const { manifest } = await deploy({ content: content.path, out, baseUrl });
    const pricingPort = await findPort('127.0.0.1', 0);
    const { release } = manifest;
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
  await t.throwsAsync(runHook(hook, '0123456789abcdef', [url]), { message: /is current, but/ });
  await t.notThrowsAsync(runHook(hook, '0123456789abcdef', []));
  for (const name of ['cloudflare', 'fastly']) {
    const path = join(dirname(hook), name);
    await t.throwsAsync(runHook(path, '0123456789abcdef', [url]), { message: /ended with code 2/ });
  }
});
