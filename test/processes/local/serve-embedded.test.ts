import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { invalidRequestDetails, problems } from '../../../contract/problems.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { createDemoAccounts, type DemoAccount } from '../../../infra/local/demo-accounts.ts';
import { findPort } from '../../../infra/local/find-port.ts';
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
  const place = {
    host,
    port,
    baseUrl,
    address: `http://${host}:${port}`,
    content: '',
    tls: false,
    isLasting: false,
    takesTestKeys,
    usesService: false,
  };
  await serveEmbedded({ folder: out, atEnd: (stop) => t.teardown(stop) }, place, accounts);
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
    const keyed = (await ask(detailPath, { headers })).text;
    t.regex(keyed, /Runs large\..*"price":7919\.14\b/);
  },
);

test.serial('a key of an account added later works, and other keys still work', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const manifest = await compileInto(out);
  const accounts = createDemoAccounts({ ...manifest, tiers: ['A1'], baseTier: 'A1' });
  const ask = await serve(t, out, accounts);
  const before = [...accounts];
  const added = createDemoAccounts(manifest, accounts);
  t.deepEqual(
    added.map(({ label }) => label),
    ['A3'],
  );
  const { key = '' } = added[0] ?? {};
  t.is((await ask(`${detailPath}/pricing`, { headers: bearer(key) })).status, 401);
  accounts.push(...added);
  t.is((await ask(`${detailPath}/pricing`, { headers: bearer(key) })).status, 200);
  for (const { record, key } of before.filter(({ label }) => label !== 'revoked')) {
    const reply = await ask(`${detailPath}/pricing`, { headers: bearer(key) });
    t.regex(reply.text, new RegExp(`"priceTier":"${record.account.tier}"`));
  }
});

test.serial('disabled test keys are refused as unknown keys', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  await compileInto(out);
  const [{ key }] = testKeys;
  for (const [takesTestKeys, status] of [[true, 200] as const, [false, 401] as const]) {
    const ask = await serve(t, out, [], takesTestKeys);
    t.is((await ask(`${detailPath}/pricing`, { headers: bearer(key) })).status, status);
  }
});

test.serial(
  'a detail whose key is on a later header line than nginx accepts is refused, not answered with public prices',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    const accounts = createDemoAccounts(await compileInto(out));
    const ask = await serve(t, out, accounts);
    const others = Object.fromEntries(
      Array.from({ length: 1100 }, (_, index) => [`x${index}`, '']),
    );
    const reply = await ask(detailPath, {
      headers: { ...others, ...bearer(accounts[0]?.key ?? '') },
    });
    t.is(reply.status, 400);
    t.like(reply.json(), { detail: invalidRequestDetails.headTooLong });
  },
);

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
    for (const path of ['/v1/products', '/v1/%70roducts']) {
      t.like((await ask(path)).json(), { error: problems.internal_error.detail }, path);
    }
  },
);

test.serial('an idle connection is kept as long as a CDN may keep it', async (t) => {
  const out = join(await makeFolder(t), 'dist');
  const ask = await serve(t, out, createDemoAccounts(await compileInto(out)));
  t.is((await ask('/v1/health')).headers['keep-alive'], 'timeout=65');
});
