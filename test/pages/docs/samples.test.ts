/** The samples of the guide work as described, against nginx, the pricing service and Redis. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { transform } from 'esbuild';
import type { Locale } from '../../../contract/locales.ts';
import type { SyncItem } from '../../../contract/schemas/sync.ts';
import { readDocsFiles } from '../../../pages/docs/docs-files.ts';
import { sampleText } from '../../../pages/docs/expand.ts';
import { fixtureContent, makeFolder } from '../../helpers/content.ts';
import { createClient } from '../../helpers/http-client.ts';
import type { RunningServer } from '../../helpers/running-server.ts';
import { startStack } from '../../helpers/stack.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { startFailingCatalogue } from './failing-catalogue.ts';

/** How a sample is run, by the ending of its file. */
const runners = {
  sh: ['bash', '-e'],
  ts: [process.execPath],
  py: ['python3'],
  php: ['php'],
} as const;
type Ending = keyof typeof runners;
const endings = Object.keys(runners) as Ending[];

const sku = 'TEE-1';
const { samples } = await readDocsFiles();
const atEnd = collectTeardowns();
let server: RunningServer;
let installed: readonly Ending[];

test.before('the stack starts', async (t) => {
  t.timeout(120_000);
  ({ server } = await startStack(atEnd, fixtureContent));
  const areInstalled = await Promise.all(endings.map(isInstalled));
  installed = endings.filter((_, at) => areInstalled[at]);
});
test.after.always('the stack stops', () => atEnd.run());

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface From {
  readonly key?: string;
  readonly baseUrl?: string;
  /** Of the page that shows the sample. */
  readonly locale?: Locale;
}

/** Runs a sample as the guide shows it, in a folder. */
async function run(name: string, ending: Ending, folder: string, from?: From): Promise<Ran> {
  const { child, ended } = await start(name, ending, folder, from);
  child.stdin?.end();
  return ended;
}

async function start(
  name: string,
  ending: Ending,
  folder: string,
  { key = 'A3', baseUrl = server.address, locale = 'en-CA' }: From = {},
) {
  const code = samples.get(`${name}.${ending}`) ?? '';
  const text = sampleText(code, { baseUrl, locale, sku });
  const isTypeScript = ending === 'ts';
  const file = join(folder, `${name}.${isTypeScript ? 'mjs' : ending}`);
  // Types are removed here, because a TypeScript loader costs more time than the sample itself.
  await writeFile(file, isTypeScript ? (await transform(text, { loader: 'ts' })).code : text);
  const [command, ...options] = runners[ending];
  const env = { ...process.env, CATALOGUE_KEY: server.keys[key] };
  let resolve: (ran: Ran) => void = () => {};
  const ended = new Promise<Ran>((done) => {
    resolve = done;
  });
  const child = execFile(
    command,
    [...options, file],
    { cwd: folder, env },
    (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
  );
  return { child, ended };
}

/** Whether the machine has the program that runs the samples of a language. */
function isInstalled(ending: Ending): Promise<boolean> {
  const [command] = runners[ending];
  return new Promise((resolve) => {
    execFile(command, ['--version'], (error) => resolve(error === null));
  });
}

/** Runs a trial of every installed language, all at the same time. Logs the languages that it leaves out. */
async function tryEach(t: ExecutionContext, trial: (ending: Ending) => Promise<void>) {
  t.timeout(60_000);
  for (const ending of endings.filter((each) => !installed.includes(each))) {
    t.log(`NOT RUN: ${runners[ending][0]} is not installed; the ${ending} sample was not tried`);
  }
  await Promise.all(installed.map(trial));
}

test.serial('first-price prints the prices of the account', async (t) => {
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
  await tryEach(t, async (ending) => {
    const folder = await makeFolder(t);
    const { exitCode, stdout, stderr } = await run('first-price', ending, folder);
    t.is(exitCode, 0, stderr);
    if (ending === 'sh') t.true(stdout.endsWith(reply.text));
    else t.is(stdout, lines.join(''));
    t.not((await run('first-price', ending, folder, { key: 'revoked' })).exitCode, 0);
  });
});

test.serial('a sample of a French page requests the French catalogue', async (t) => {
  const listing = await createClient(server.port)('/v1/sync/activeProduct?locale=fr-CA');
  await tryEach(t, async (ending) => {
    const folder = await makeFolder(t);
    const { exitCode, stderr } = await run('keep-a-copy', ending, folder, { locale: 'fr-CA' });
    t.is(exitCode, 0, stderr);
    const isShell = ending === 'sh';
    const kept = await readFile(
      join(folder, isShell ? 'listing.json' : `copy/${sku}.json`),
      'utf8',
    );
    if (isShell) t.is(kept, listing.text);
    else t.is((JSON.parse(kept) as { locale: string }).locale, 'fr-CA');
  });
});

test.serial('keep-a-copy requests only missing and changed details', async (t) => {
  const listing = await createClient(server.port)('/v1/sync/activeProduct?locale=en-CA');
  const items = listing.json() as SyncItem[];
  await tryEach(t, async (ending) => {
    const folder = await makeFolder(t);
    const isShell = ending === 'sh';
    const first = await run('keep-a-copy', ending, folder);
    t.is(first.exitCode, 0, first.stderr);
    t.is(first.stdout, isShell ? '200\n' : `${items.length} read, 0 late, 0 dropped\n`);
    t.is(
      (await run('keep-a-copy', ending, folder)).stdout,
      isShell ? '304\n' : 'nothing changed\n',
    );
    if (isShell) {
      t.is(await readFile(join(folder, 'listing.json'), 'utf8'), listing.text);
      return;
    }
    // Later: the copy lacks one product, has one that was removed, and the listing has changed.
    const copy = join(folder, 'copy');
    const [one = ''] = await readdir(copy);
    await rm(join(copy, one));
    await writeFile(join(copy, 'GONE-1.json'), '{}');
    await rm(join(folder, 'listing.etag'));
    t.is((await run('keep-a-copy', ending, folder)).stdout, '1 read, 0 late, 1 dropped\n');
    t.is((await readdir(copy)).length, items.length);
    for (const { sku: listed, revision } of items) {
      const bytes = await readFile(join(copy, `${listed}.json`));
      t.is(createHash('sha256').update(bytes).digest('hex').slice(0, 16), revision, listed);
    }
  });
});

test.serial('refresh-prices transfers prices once', async (t) => {
  await tryEach(t, async (ending) => {
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
  });
});

for (const [name, status] of [
  ['keep-a-copy', 502],
  ['refresh-prices', 401],
  ['back-off', 404],
] as const) {
  test.serial(`${name} keeps its files when an answer is ${status} or is cut off`, async (t) => {
    const { breaking, refusing } = await startFailingCatalogue(t);
    await tryEach(t, async (ending) => {
      // In the other languages it writes no file.
      if (name === 'back-off' && ending !== 'sh') return;
      const folder = await makeFolder(t);
      t.is((await run(name, ending, folder)).exitCode, 0);
      const kept = await keptIn(folder);
      t.true(kept.length > 0);
      for (const baseUrl of [refusing(status), breaking]) {
        t.not((await run(name, ending, folder, { baseUrl })).exitCode, 0, `${ending}: ${baseUrl}`);
        t.deepEqual(await keptIn(folder), kept, `${ending}: ${baseUrl}`);
      }
      // A download that was cut off is not continued when the listing is unchanged.
      t.is((await run(name, ending, folder)).exitCode, 0);
      t.deepEqual(await keptIn(folder), kept, ending);
    });
  });
}

test.serial(
  'keep-a-copy continues after a missing detail, and requests it again next time',
  async (t) => {
    const { lacking } = await startFailingCatalogue(t);
    await tryEach(t, async (ending) => {
      if (ending === 'sh') return;
      const folder = await makeFolder(t);
      await mkdir(join(folder, 'copy'));
      await writeFile(join(folder, 'copy', 'GONE.json'), '{}');
      const first = await run('keep-a-copy', ending, folder, { baseUrl: lacking });
      t.is(first.stdout, '2 read, 1 late, 1 dropped\n', first.stderr);
      t.deepEqual(await readdir(join(folder, 'copy')), ['HERE.json']);
      const again = await run('keep-a-copy', ending, folder, { baseUrl: lacking });
      t.is(again.stdout, '1 read, 1 late, 0 dropped\n', again.stderr);
    });
  },
);

/** Returns the files that a sample keeps in a folder: names and contents, without the sample and temporary files. */
async function keptIn(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:json|etag)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
}

// The last test: it leaves the hard limit of the samples' address exhausted.
test.serial('back-off waits after a 429 and then gets its answer', async (t) => {
  const waiting = new Set(installed);
  // From the address of the samples, until each got a 429; the advisory limit does not count this route.
  const asks = createClient(server.port, '127.0.0.1');
  const burst = () => Promise.all(Array.from({ length: 50 }, () => asks('/v1/health')));
  const isFull = async () => (await burst()).some(({ status }) => status === 429);
  while (!(await isFull()));
  const flood = async () => {
    while (waiting.size > 0) await burst();
  };
  const trial = tryEach(t, async (ending) => {
    const folder = await makeFolder(t);
    let ran: Ran;
    do {
      // The request may pass between two bursts; then the sample is run again.
      const { child, ended } = await start('back-off', ending, folder);
      child.stderr?.once('data', () => waiting.delete(ending));
      ran = await ended;
      t.is(ran.exitCode, 0, `${ending}: ${ran.stderr}`);
      t.is(ran.stdout, '200\n', ending);
    } while (!ran.stderr.includes('429'));
  });
  await Promise.all([trial.finally(() => waiting.clear()), flood()]);
});
