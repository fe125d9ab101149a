/** The samples of the guide work as described, against nginx, the pricing service and Redis. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { shortHash } from '../../../build/output/stamps.ts';
import type { Locale } from '../../../contract/locales.ts';
import { routes } from '../../../contract/routes.ts';
import { changesSchema } from '../../../contract/schemas/changes.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { addresses, markdownAddress } from '../../../pages/docs/addresses.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import type { RunningServer } from '../../helpers/running-server.ts';
import { startStack } from '../../helpers/stack.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { startFailingCatalogue } from './failing-catalogue.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import {
  type Ending,
  endings,
  type Ran,
  runSample,
  type SampleRun,
  shownSamples,
  sku,
  startSample,
  startShown,
  tryEach,
} from './run-samples.ts';

const pricedKey = testKeys[0].key;
const revokedKey = testKeys[2].key;
const atEnd = collectTeardowns();
let server: RunningServer;

test.before('the stack starts', async () => {
  ({ server } = await startStack(atEnd, fixtureContent));
});
test.after.always('the stack stops', () => atEnd.run());

/** Runs a sample against the stack, with the demo key of the label `options.key` (default: `A3`). */
function run(name: string, ending: Ending, folder: string, options: Options = {}): Promise<Ran> {
  return runSample(name, ending, folder, toRun(options));
}

interface Options extends Omit<Partial<SampleRun>, 'key'> {
  /** Label of a demo key: a tier, or `revoked`. */
  readonly key?: string;
}

const toRun = ({ key = 'A3', ...options }: Options = {}): SampleRun => ({
  baseUrl: server.address,
  ...options,
  key: server.keys[key],
});

test.serial(
  'first-price prints the output in the guide for a valid and for a revoked key',
  async (t) => {
    for (const address of Object.values(addresses.guide)) {
      const { text: markdown } = await createClient(server.port)(markdownAddress(address));
      const shown = shownSamples(markdown);
      // In the order of the languages, below the last sample of the section.
      const [, section = ''] = markdown.split(/^### 4\./m);
      const refusals = [...section.matchAll(/```text output\n([\s\S]*?)\n```/g)].slice(0, 4);
      await tryEach(async (ending) => {
        const { code = '', answer = '' } = shown.get(`first-price.${ending}`) ?? {};
        const folder = await makeFolder(t);
        const runWith = async (key: string) =>
          (await startShown(code, ending, folder, { key })).ended;
        const priced = await runWith(pricedKey);
        t.is(priced.exitCode, 0, priced.stderr);
        if (ending === 'sh') t.deepEqual(JSON.parse(priced.stdout), JSON.parse(answer));
        else t.is(priced.stdout, `${answer}\n`);
        const [, refusal = ''] = refusals[endings.indexOf(ending)] ?? [];
        const { exitCode, stdout, stderr } = await runWith(revokedKey);
        if (ending === 'sh') {
          const [, problem = '', message = ''] = /^([\s\S]*\n\})\n(.*)$/.exec(refusal) ?? [];
          t.deepEqual(JSON.parse(stdout), JSON.parse(problem));
          t.is(stderr, `${message}\n`);
          t.is(exitCode, 22);
        } else {
          t.is(stderr, `${refusal}\n`, ending);
          t.is(exitCode, 1);
        }
      });
    }
  },
);

test.serial('the guide shows the first product as the server returns it', async (t) => {
  for (const address of Object.values(addresses.guide)) {
    const { text: markdown } = await createClient(server.port)(markdownAddress(address));
    const [, command = ''] = /```curl\ncurl .*'http:\/\/[^/]+(\/.+)'\n```/.exec(markdown) ?? [];
    const [, shown = ''] = /```json output\n([\s\S]*?)\n```/.exec(markdown) ?? [];
    const reply = await createClient(server.port)(command);
    t.like(reply.json(), JSON.parse(shown) as object, command);
  }
});

test.serial('the guide shows a change with the revision of the served detail', async (t) => {
  for (const address of Object.values(addresses.guide)) {
    const client = createClient(server.port);
    const { text: markdown } = await client(markdownAddress(address));
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

test.serial('first-price prints the net prices of an account', async (t) => {
  const headers = { Authorization: `Bearer ${server.keys['A3']}` };
  const path = `/v1/products/${sku}/pricing?locale=en-CA`;
  const reply = await createClient(server.port)(path, { headers });
  const { currency, net } = reply.json() as {
    currency: string;
    net: { minQuantity: number; price: number }[];
  };
  const lines = net.map(
    ({ minQuantity, price }) => `from ${minQuantity} pieces: ${price} ${currency}\n`,
  );
  await tryEach(async (ending) => {
    const { exitCode, stdout, stderr } = await run('first-price', ending, await makeFolder(t));
    t.is(exitCode, 0, stderr);
    t.is(stdout, ending === 'sh' ? reply.text : lines.join(''));
  });
});

test.serial('the guide shows the output of the first run of every other sample', async (t) => {
  const { text: markdown } = await createClient(server.port)(markdownAddress(addresses.guide.en));
  const shown = shownSamples(markdown);
  t.is(shown.size, 16);
  for (const name of ['keep-a-copy', 'refresh-prices', 'back-off']) {
    await tryEach(async (ending) => {
      const { code = '', answer } = shown.get(`${name}.${ending}`) ?? {};
      const key = server.keys['A3'];
      const { ended } = await startShown(code, ending, await makeFolder(t), { key });
      const { exitCode, stdout, stderr } = await ended;
      t.is(exitCode, 0, stderr);
      // Only keep-a-copy in the shell has no output on the page: it prints a release id, which the page cannot name.
      if (answer !== undefined) t.is(stdout, `${answer}\n`, `${name}.${ending}`);
      else t.like(JSON.parse(stdout), { complete: true, changes: [] });
    });
  }
});

test.serial('a sample of a French page requests the French catalogue', async (t) => {
  const exported = await createClient(server.port)('/v1/products/export?locale=fr-CA');
  await tryEach(async (ending) => {
    const folder = await makeFolder(t);
    const { exitCode, stderr } = await run('keep-a-copy', ending, folder, { locale: 'fr-CA' });
    t.is(exitCode, 0, stderr);
    const name = ending === 'sh' ? 'export' : 'copy';
    const kept = await readFile(join(folder, `${name}.fr-CA.ndjson`), 'utf8');
    // The first line of a copy has the release.
    t.is(ending === 'sh' ? kept : kept.slice(kept.indexOf('\n') + 1), exported.text, ending);
  });
});

test.serial('keep-a-copy in the shell loads an export, then prints the changes', async (t) => {
  const folder = await makeFolder(t);
  for (const _ of [1, 2]) {
    const { stdout, stderr } = await run('keep-a-copy', 'sh', folder);
    const release = (await readFile(join(folder, 'export.en-CA.release'), 'utf8')).trim();
    t.like(JSON.parse(stdout), { from: release, release, complete: true, changes: [] }, stderr);
  }
  const { exitCode, stdout } = await run('keep-a-copy', 'sh', folder, {
    locale: 'xx-XX' as Locale,
  });
  t.not(exitCode, 0);
  t.is((JSON.parse(stdout) as { code: string }).code, 'unsupported_locale');
});

test.serial('refresh-prices transfers unchanged prices only once', async (t) => {
  await tryEach(async (ending) => {
    const isShell = ending === 'sh';
    const folder = await makeFolder(t);
    const first = await run('refresh-prices', ending, folder);
    t.is(first.exitCode, 0, first.stderr);
    t.is(first.stdout, isShell ? '200\n' : '4 products priced\n');
    const prices = await readFile(join(folder, 'prices.json'), 'utf8');
    t.is((JSON.parse(prices) as { priceTier: string }).priceTier, 'A3');
    const again = await run('refresh-prices', ending, folder);
    t.is(again.stdout, isShell ? '304\n' : 'nothing changed\n', again.stderr);
    t.is(await readFile(join(folder, 'prices.json'), 'utf8'), prices);
    t.not((await run('refresh-prices', ending, folder, { key: 'revoked' })).exitCode, 0);
    t.is(await readFile(join(folder, 'prices.json'), 'utf8'), prices, 'the 401 is not kept');
    await rm(join(folder, 'prices.json'));
    await run('refresh-prices', ending, folder);
    t.is(await readFile(join(folder, 'prices.json'), 'utf8'), prices, 'lost prices are read again');
  });
});

for (const [name, status] of [
  ['keep-a-copy', 404],
  ['refresh-prices', 401],
  ['back-off', 404],
] as const) {
  test.serial(
    `${name} keeps its files if a response has status ${status} or is truncated`,
    async (t) => {
      const { breaking, refusing } = await startFailingCatalogue(t);
      await tryEach(async (ending) => {
        // back-off writes a file only in the shell.
        if (name === 'back-off' && ending !== 'sh') return;
        const folder = await makeFolder(t);
        for (const baseUrl of [refusing(status), breaking]) {
          t.not(
            (await run(name, ending, folder, { baseUrl })).exitCode,
            0,
            `${ending}: ${baseUrl}`,
          );
        }
        t.deepEqual(await keptIn(folder), [], ending);
        // Only the second run of keep-a-copy stores the time at which the release of the copy became current.
        for (const _ of [1, 2]) t.is((await run(name, ending, folder)).exitCode, 0);
        const kept = await keptIn(folder);
        t.true(kept.length > 0);
        for (const baseUrl of [refusing(status), breaking]) {
          t.not(
            (await run(name, ending, folder, { baseUrl })).exitCode,
            0,
            `${ending}: ${baseUrl}`,
          );
          t.deepEqual(await keptIn(folder), kept, `${ending}: ${baseUrl}`);
        }
        // A download that was cut off is not continued.
        t.is((await run(name, ending, folder)).exitCode, 0);
        t.deepEqual(await keptIn(folder), kept, ending);
      });
    },
  );
}

/**
 * Returns path and content of the data files that a sample keeps in a folder, such as its copy; not the sample itself.
 */
async function keptIn(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:json|ndjson|etag|release)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
}

test.serial('back-off waits at least a second if Retry-After is a date', async (t) => {
  // Caches may send a date (RFC 9110 section 10.2.3).
  const headers = () => ({ 'Retry-After': new Date(Date.now() + 3000).toUTCString() });
  await tryEach(async (ending) => {
    const proxy = await startFaultyProxy(t, server.port, (_, at) =>
      at === 0 ? { status: 503, headers: headers(), body: {} } : undefined,
    );
    const folder = await makeFolder(t);
    const { exitCode, stdout, stderr } = await run('back-off', ending, folder, {
      baseUrl: proxy.address,
    });
    t.deepEqual([exitCode, stdout], [0, '200\n'], `${ending}: ${stderr}`);
    const [first = 0, second = 0] = proxy.seen.map(({ atMs }) => atMs);
    t.true(second - first > 990, `${ending}: ${second - first} ms`);
  });
});

// The last test: it leaves the hard limit of the samples' address exhausted.
test.serial('back-off waits after a 429 response and then succeeds', async (t) => {
  // From the address of the samples; the advisory limit does not count this route.
  const asks = createClient(server.port, '127.0.0.1');
  const burst = () => Promise.all(Array.from({ length: 50 }, () => asks('/v1/health')));
  const isFull = async () => (await burst()).some(({ status }) => status === 429);
  // One after the other: a sample gives up if the limit stays exhausted while another one starts.
  for (const ending of endings) {
    const folder = await makeFolder(t);
    let ran: Ran;
    do {
      while (!(await isFull()));
      let isFlooded = true;
      const endFlood = () => {
        isFlooded = false;
      };
      const { child, ended } = await startSample('back-off', ending, folder, toRun());
      // The first output is that of the 429. The request may also pass between two bursts; then the sample is run again.
      child.stderr?.once('data', endFlood);
      void ended.then(endFlood, endFlood);
      while (isFlooded) await burst();
      ran = await ended;
      t.is(ran.exitCode, 0, `${ending}: ${ran.stderr}`);
      t.is(ran.stdout, '200\n', ending);
    } while (!ran.stderr.includes('429'));
  }
});
