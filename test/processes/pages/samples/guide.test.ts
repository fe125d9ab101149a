/** The samples of the guide and of the reference, in each language, print what the pages say. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { shortHash } from '../../../../build/output/stamps.ts';
import { routes } from '../../../../contract/routes.ts';
import { changesSchema } from '../../../../contract/schemas/changes.ts';
import { testKeys } from '../../../../contract/test-keys.ts';
import { addresses, markdownAddress } from '../../../../pages/docs/addresses.ts';
import { listOperations, readOpenApiDocument } from '../../../../pages/docs/reference/openapi.ts';
import {
  createRequestSamples,
  createRequestUrl,
} from '../../../../pages/docs/reference/request-samples.ts';
import { createClient } from '../../../helpers/http-client.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';
import { type Fault, startProxy } from '../proxy.ts';
import {
  type Ending,
  endings,
  endRunners,
  makeSampleFolder,
  runSample,
  shownSamples,
  showSample,
  sku,
  tryEach,
} from './run-samples.ts';
import { type Site, startSite } from '../site.ts';

const [{ key: pricedKey }, , { key: revokedKey }] = testKeys;
const languages = { sh: 'curl', mjs: 'js', py: 'python', php: 'php' } as const;
const atEnd = collectTeardowns();
let site: Site;

test.before('the site starts', async () => {
  site = await startSite(atEnd);
});
test.after.always('the site and the samples end', async () => {
  endRunners();
  await atEnd.run();
});

const guide = async (address: string) =>
  (await createClient(site.port)(markdownAddress(address))).text;

/** Runs a sample of the English guide with the key of a demo account. */
const run = (name: string, ending: Ending, folder: string, baseUrl = site.address, key = 'A3') =>
  runSample(showSample(name, ending, baseUrl), ending, folder, { key: site.keys[key] });

test.serial('first-price prints what the guide shows for a valid and a revoked key', async (t) => {
  for (const address of Object.values(addresses.guide)) {
    const markdown = await guide(address);
    const shown = shownSamples(markdown);
    const [, section = ''] = markdown.split(/^### 4\./m);
    const refusals = [...section.matchAll(/```text output\n([\s\S]*?)\n```/g)].slice(0, 4);
    await tryEach(async (ending) => {
      const { code = '', answer = '' } = shown.get(`first-price.${ending}`) ?? {};
      const folder = await makeSampleFolder(t);
      const priced = await runSample(code, ending, folder, { key: pricedKey });
      t.is(priced.exitCode, 0, priced.stderr);
      const refused = await runSample(code, ending, folder, { key: revokedKey });
      const [, refusal = ''] = refusals[Object.keys(languages).indexOf(ending)] ?? [];
      if (ending === 'sh') {
        t.deepEqual(JSON.parse(priced.stdout), JSON.parse(answer));
        const [, problem = '', message = ''] = /^([\s\S]*\n\})\n(.*)$/.exec(refusal) ?? [];
        t.deepEqual(JSON.parse(refused.stdout), JSON.parse(problem));
        t.deepEqual([refused.exitCode, refused.stderr], [22, `${message}\n`]);
      } else {
        t.is(priced.stdout, `${answer}\n`);
        t.deepEqual([refused.exitCode, refused.stderr], [1, `${refusal}\n`]);
      }
    });
  }
});

test.serial('every other sample prints on its first run what the guide shows', async (t) => {
  const shown = shownSamples(await guide(addresses.guide.en));
  t.is(shown.size, 16);
  for (const name of ['keep-a-copy', 'refresh-prices', 'back-off']) {
    await tryEach(async (ending) => {
      const { code = '', answer } = shown.get(`${name}.${ending}`) ?? {};
      const folder = await makeSampleFolder(t);
      const ran = await runSample(code, ending, folder, { key: site.keys['A3'] });
      t.is(ran.exitCode, 0, ran.stderr);
      // One sample prints the id of the release, which the page cannot name.
      if (answer !== undefined) t.is(ran.stdout, `${answer}\n`, `${name}.${ending}`);
      else t.like(JSON.parse(ran.stdout), { complete: true, changes: [] });
    });
  }
});

test.serial('the guide shows a product and a change as the server answers them', async (t) => {
  for (const address of Object.values(addresses.guide)) {
    const client = createClient(site.port);
    const markdown = await guide(address);
    const [, command = ''] = /```curl\ncurl .*'http:\/\/[^/]+(\/.+)'\n```/.exec(markdown) ?? [];
    const [, shown = ''] = /```json output\n([\s\S]*?)\n```/.exec(markdown) ?? [];
    t.like((await client(command)).json(), JSON.parse(shown) as object, command);
    const [, locale] = /changes\?locale=([\w-]+)&since=/.exec(markdown) ?? [];
    const [json = ''] = /(?<=```json\n)\{\n {2}"from"[\s\S]*?(?=\n```)/.exec(markdown) ?? [];
    const { changes = [], retention } = changesSchema.parse(JSON.parse(json));
    const changed = changes.find(({ change }) => change === 'changed');
    const detail = await client(`/v1/products/${changed?.sku}?locale=${locale}`);
    t.is(changed?.revision, shortHash(detail.text));
    const answer = changesSchema.parse((await client(routes.changes.path)).json());
    t.deepEqual(retention, answer.retention);
  }
});

test.serial('refresh-prices transfers unchanged prices only once', async (t) => {
  await tryEach(async (ending) => {
    const folder = await makeSampleFolder(t);
    const read = () => readFile(join(folder, 'prices.json'), 'utf8');
    await run('refresh-prices', ending, folder);
    const prices = await read();
    t.is((JSON.parse(prices) as { priceTier: string }).priceTier, 'A3');
    const { stdout, stderr } = await run('refresh-prices', ending, folder);
    t.is(stdout, ending === 'sh' ? '304\n' : 'nothing changed\n', stderr);
    t.not((await run('refresh-prices', ending, folder, site.address, 'revoked')).exitCode, 0);
    t.is(await read(), prices, 'the 401 is not kept');
    await rm(join(folder, 'prices.json'));
    await run('refresh-prices', ending, folder);
    t.is(await read(), prices, 'lost prices are read again');
  });
});

test.serial(
  'a sample keeps its files if an answer is an error, is cut or is missing',
  async (t) => {
    const faults: readonly Fault[] = [() => ({ status: 404 }), () => 'break'];
    const proxies = await Promise.all(faults.map((fault) => startProxy(t, site, { fault })));
    const failing = [...proxies.map(({ address }) => address), 'http://127.0.0.1:1'];
    for (const name of ['keep-a-copy', 'refresh-prices', 'back-off']) {
      await tryEach(async (ending) => {
        // back-off keeps a file only in the shell; curl retries a refused connection for a minute.
        if (name === 'back-off' && ending !== 'sh') return;
        const folder = await makeSampleFolder(t);
        const fail = async () => {
          for (const baseUrl of ending === 'sh' ? failing.slice(0, 2) : failing) {
            const { exitCode } = await run(name, ending, folder, baseUrl);
            t.not(exitCode, 0, `${name}.${ending}: ${baseUrl}`);
          }
        };
        await fail();
        t.deepEqual(await keptIn(folder), [], ending);
        // The second run of keep-a-copy stores when its release became current.
        for (const _ of [1, 2]) t.is((await run(name, ending, folder)).exitCode, 0);
        const kept = await keptIn(folder);
        t.true(kept.length > 0);
        await fail();
        t.deepEqual(await keptIn(folder), kept, ending);
        t.is((await run(name, ending, folder)).exitCode, 0);
        t.deepEqual(await keptIn(folder), kept, 'what was cut is not continued');
      });
    }
  },
);

/** Returns name and text of the data files that a sample keeps in a folder. */
async function keptIn(folder: string): Promise<readonly (readonly [string, string])[]> {
  const files = (await readdir(folder)).filter((name) =>
    /\.(?:json|ndjson|etag|release)$/.test(name),
  );
  return Promise.all(
    files.sort().map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
}

test.serial('back-off waits as Retry-After says, in seconds or until a date', async (t) => {
  const after = [() => '1', () => new Date(Date.now() + 3000).toUTCString()];
  const fault: Fault = (_, at) =>
    after[at] && { status: [429, 503][at] ?? 0, headers: { 'Retry-After': after[at]() } };
  await tryEach(async (ending) => {
    const proxy = await startProxy(t, site, { fault });
    const ran = await run('back-off', ending, await makeSampleFolder(t), proxy.address);
    t.deepEqual([ran.exitCode, ran.stdout], [0, '200\n'], `${ending}: ${ran.stderr}`);
    const times = proxy.seen.map(({ atMs }) => atMs);
    const waits = times.slice(1).map((each, at) => each - (times[at] ?? 0));
    t.true(waits.length === 2 && waits.every((ms) => ms > 990), `${ending}: ${waits}`);
  });
});

test.serial('each kind of sample of the reference prints the answer of its route', async (t) => {
  const input = { baseUrl: site.address, locale: 'en-CA', sku } as const;
  const api = readOpenApiDocument({ baseUrl: site.address, defaultLocale: 'en-CA' });
  const kinds = ['detail', 'export', 'productPricing'];
  const operations = listOperations(api).filter(({ id }) => kinds.includes(id));
  t.is(operations.length, kinds.length);
  const key = site.keys['A3'] ?? '';
  for (const operation of operations) {
    const path = createRequestUrl(operation, input).slice(site.address.length);
    const headers = operation.key === 'required' ? { Authorization: `Bearer ${key}` } : {};
    const { text } = await createClient(site.port)(path, { headers });
    const parse = (body: string): unknown =>
      operation.id === 'export' ? body.trim() : JSON.parse(body);
    await tryEach(async (ending) => {
      const code = createRequestSamples(operation, input)[languages[ending]];
      const { stdout, stderr } = await runSample(code, ending, await makeSampleFolder(t), { key });
      t.deepEqual(parse(stdout), parse(text), `${ending} ${path}: ${stderr}`);
    });
  }
});

// Only for the shell: no other language shows these commands.
if (endings.includes('sh')) {
  test.serial('a command of the guide that saves a table replaces an earlier one', async (t) => {
    const commands = (await guide(addresses.guide.en)).match(/^curl .*format=csv'$/gm) ?? [];
    t.is(commands.length, 2);
    for (const command of commands) {
      const folder = await makeSampleFolder(t);
      const save = () =>
        runSample(`# Run: sh save.sh\n${command}`, 'sh', folder, { key: site.keys['A3'] });
      await save();
      const names = (await readdir(folder)).filter((each) => each.endsWith('.csv'));
      const [name = ''] = names;
      const table = await readFile(join(folder, name), 'utf8');
      t.regex(table, /^\uFEFF?sku[,;]/);
      await writeFile(join(folder, name), 'an earlier table');
      const { stderr } = await save();
      t.deepEqual(await readdir(folder), [name, 'save.sh'], stderr);
      t.is(await readFile(join(folder, name), 'utf8'), table, command);
    }
  });
}
