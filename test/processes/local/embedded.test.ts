/** The embedded server, started in this process on releases that the tests replace. */
import { join } from 'node:path';
import test from 'ava';
import { testKeys } from '../../../contract/test-keys.ts';
import { createDemoAccounts } from '../../../infra/local/demo-accounts.ts';
import { serveFromTest } from '../../helpers/both-servers.ts';
import { baseUrl, copyContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import { bearer, compileInto, detailPath } from '../../helpers/pricing-app.ts';

test.serial(
  'a release that becomes current is served at once, documents and net prices alike',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const accounts = createDemoAccounts(await compileInto(out, content.path));
    const ask = createClient(await serveFromTest(t, out, { baseUrl, accounts }));
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
    const options = { baseUrl, accounts: [], takesTestKeys };
    const ask = createClient(await serveFromTest(t, out, options));
    const headers = bearer(testKeys[0].key);
    t.is((await ask(`${detailPath}/pricing`, { headers })).status, status);
  }
});
