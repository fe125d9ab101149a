/** The samples of the guide and of the reference, in each language, print what the pages say. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { testKeys } from '../../../../contract/test-keys.ts';
import { addresses, markdownAddress } from '../../../../pages/docs/addresses.ts';
import { listOperations, readOpenApiDocument } from '../../../../pages/docs/reference/openapi.ts';
import {
  createRequestSample,
  createRequestUrl,
} from '../../../../pages/docs/reference/request-sample.ts';
import { createClient } from '../../../helpers/http-client.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';
import { type Fault, startProxy } from '../proxy.ts';
import { type Site, startSite } from '../site.ts';
import {
  type Ending,
  endings,
  endRunners,
  makeSampleFolder,
  runSample,
  showSample,
  sku,
} from './run-samples.ts';

const [{ key: pricedKey }, , { key: revokedKey }] = testKeys;
/** An address at which no server answers. */
const nothing = 'http://127.0.0.1:1';
const atEnd = collectTeardowns();
let site: Site;

test.before('the site starts', async () => {
  site = await startSite(atEnd);
});
test.after.always('the samples and the site end', async () => {
  endRunners();
  await atEnd.run();
});

const guide = async (address: string) =>
  (await createClient(site.port)(markdownAddress(address))).text;

/** Calls `trial` for each language at the same time; resolves when all have ended. */
const tryEach = (trial: (ending: Ending) => Promise<void>) => Promise.all(endings.map(trial));

/** Returns file name → code and shown output of the samples of a page, from its Markdown. */
function samplesIn(markdown: string) {
  const fences =
    /```(?:curl|ts|python|php)\n([\s\S]*?)\n```(?:\n\n```\w+ output\n([\s\S]*?)\n```)?/g;
  const all = Array.from(markdown.matchAll(fences), ([, code = '', answer]) => ({ code, answer }));
  return new Map(all.map((each) => [/Run: \S+ (\S+)$/m.exec(each.code)?.[1] ?? '', each]));
}

/** Runs a sample of the English guide with the key of a demo account. */
const run = (name: string, ending: Ending, folder: string, baseUrl = site.address, key = 'A3') =>
  runSample(showSample(name, ending, baseUrl), ending, folder, { key: site.keys[key] });

test.serial('first-price prints what the page shows for a valid and a revoked key', async (t) => {
  for (const address of Object.values(addresses.quickstart)) {
    const markdown = await guide(address);
    const shown = samplesIn(markdown);
    const [, section = ''] = markdown.split(/^## 4\./m);
    const refusals = [...section.matchAll(/```text output\n([\s\S]*?)\n```/g)];
    const names = ['mts', 'py', 'php'];
    await tryEach(async (ending) => {
      const { code = '', answer = '' } = shown.get(`first-price.${ending}`) ?? {};
      const folder = await makeSampleFolder(t);
      const priced = await runSample(code, ending, folder, { key: pricedKey });
      t.deepEqual([priced.exitCode, priced.stdout], [0, `${answer}\n`], priced.stderr);
      const { exitCode, stderr } = await runSample(code, ending, folder, { key: revokedKey });
      const [, refusal = ''] = refusals[names.indexOf(ending)] ?? [];
      t.deepEqual([exitCode, stderr], [1, `${refusal}\n`]);
    });
  }
});

test.serial('every other sample prints on its first run what its page shows', async (t) => {
  for (const [name, page] of [
    ['keep-a-copy', addresses.copy.en],
    ['refresh-prices', addresses.prices.en],
    ['back-off', addresses.limits.en],
  ] as const) {
    const shown = samplesIn(await guide(page));
    const ofSample = name === 'keep-a-copy' ? endings : (['sh'] as const);
    for (const ending of ofSample) {
      const { code = '', answer } = shown.get(`${name}.${ending}`) ?? {};
      const folder = await makeSampleFolder(t);
      const { stdout, stderr } = await runSample(code, ending, folder, { key: site.keys['A3'] });
      t.is(stdout, `${answer}\n`, `${name}.${ending}: ${stderr}`);
    }
  }
});

test.serial('a sample can be downloaded as a page shows it', async (t) => {
  const shown = samplesIn(await guide(addresses.copy.en)).get('keep-a-copy.py');
  const { status, text, headers } = await createClient(site.port)('/docs/samples/keep-a-copy.py');
  t.deepEqual(
    [status, headers['content-type'], text.trimEnd()],
    [200, 'text/plain; charset=utf-8', shown?.code],
  );
});

test.serial('refresh-prices transfers unchanged prices only once', async (t) => {
  const folder = await makeSampleFolder(t);
  const read = () => readFile(join(folder, 'prices.json'), 'utf8');
  await run('refresh-prices', 'sh', folder);
  const prices = await read();
  t.is((JSON.parse(prices) as { priceTier: string }).priceTier, 'A3');
  const { stdout, stderr } = await run('refresh-prices', 'sh', folder);
  t.is(stdout, '304\n', stderr);
  t.not((await run('refresh-prices', 'sh', folder, site.address, 'revoked')).exitCode, 0);
  t.is(await read(), prices, 'the 401 is not kept');
  await rm(join(folder, 'prices.json'));
  await run('refresh-prices', 'sh', folder);
  t.is(await read(), prices, 'lost prices are read again');
});

test.serial(
  'a sample keeps its files if an answer is an error, is cut or is missing',
  async (t) => {
    const cut = { ETag: '"cut"', 'Content-Length': '1000', Connection: 'close' };
    const answers = [{ status: 404 }, { headers: cut, body: '[{"sku":' }];
    const proxies = answers.map((answer) => startProxy(t, site, { fault: () => answer }));
    const failing = [...(await Promise.all(proxies)).map(({ address }) => address), nothing];
    for (const name of ['keep-a-copy', 'refresh-prices', 'back-off']) {
      const trial = async (ending: Ending) => {
        const folder = await makeSampleFolder(t);
        const fail = async () => {
          for (const baseUrl of failing) {
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
      };
      await Promise.all(name === 'keep-a-copy' ? endings.map(trial) : [trial('sh')]);
    }
  },
);

/** Returns name and text of the data files that a sample keeps in a folder. */
async function keptIn(folder: string): Promise<(readonly [string, string])[]> {
  const names = (await readdir(folder)).filter((name) =>
    /\.(json|ndjson|etag|release)$/.test(name),
  );
  const read = async (name: string) => [name, await readFile(join(folder, name), 'utf8')] as const;
  return Promise.all(names.sort().map(read));
}

test.serial('back-off waits as Retry-After says, in seconds or until a date', async (t) => {
  const fault: Fault = (_, at) => {
    if (at === 0) return { status: 429, headers: { 'Retry-After': '1' } };
    const date = new Date(Date.now() + 3000).toUTCString();
    return at === 1 ? { status: 503, headers: { 'Retry-After': date } } : undefined;
  };
  const { address, times } = await startProxy(t, site, { fault });
  const { stdout, stderr } = await run('back-off', 'sh', await makeSampleFolder(t), address);
  t.is(stdout, '200\n', stderr);
  const [first = 0, second = 0, third = 0] = times;
  t.true(second - first > 990 && third - second > 990);
});

test.serial('a command of the reference prints the answer of its route', async (t) => {
  const input = { baseUrl: site.address, locale: 'en-CA', sku } as const;
  const api = readOpenApiDocument({ baseUrl: site.address, defaultLocale: 'en-CA' }, 'en');
  const kinds = ['detail', 'export', 'productPricing'];
  const operations = listOperations(api).filter(({ id }) => kinds.includes(id));
  t.is(operations.length, kinds.length);
  const key = site.keys['A3'] ?? '';
  for (const operation of operations) {
    const path = createRequestUrl(operation, input).slice(site.address.length);
    const headers = operation.key === 'required' ? { Authorization: `Bearer ${key}` } : {};
    const { text } = await createClient(site.port)(path, { headers });
    const read = (body: string): unknown =>
      operation.id === 'export' ? body.trim() : JSON.parse(body);
    const code = `# Run: sh request.sh\n${createRequestSample(operation, input)}`;
    const { stdout, stderr } = await runSample(code, 'sh', await makeSampleFolder(t), { key });
    t.deepEqual(read(stdout), read(text), `${path}: ${stderr}`);
  }
});

test.serial('a command of the guide that saves a table replaces an earlier one', async (t) => {
  const texts = [await guide(addresses.copy.en), await guide(addresses.prices.en)].join('\n');
  const commands = texts.match(/^curl .*\.csv\?.*'$/gm) ?? [];
  t.is(commands.length, 2);
  for (const command of commands) {
    const folder = await makeSampleFolder(t);
    const save = async () => {
      const code = `# Run: sh save.sh\n${command}`;
      await runSample(code, 'sh', folder, { key: site.keys['A3'] });
      const [name = '', ...others] = await readdir(folder);
      t.deepEqual(others, ['save.sh']);
      return join(folder, name);
    };
    const file = await save();
    const table = await readFile(file, 'utf8');
    t.regex(table, /^\uFEFF?sku[,;]/);
    await writeFile(file, 'an earlier table');
    await save();
    t.is(await readFile(file, 'utf8'), table, command);
  }
});
