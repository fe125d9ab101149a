/**
 * The guide's sample that keeps a copy of the catalogue, in each language, against nginx with real deploys
 * and a proxy that causes the failures that a test specifies.
 */
import { watch } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { deploy } from '../../../releases/deploy/deploy.ts';
import { dangerKinds } from '../../../releases/guard/dangers.ts';
import { type ContentFolder, copyContent, makeFolder } from '../../helpers/content.ts';
import { type Client, createClient } from '../../helpers/http-client.ts';
import { untilServed } from '../../helpers/nginx.ts';
import { type RunningStack, startStack } from '../../helpers/stack.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { addClones, removeClones } from './cloned-products.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { type Ending, type Ran, runSample, startSample, tryEach } from './run-samples.ts';

const exportTarget = '/v1/products/export?locale=en-CA';
const changesTarget = '/v1/products/changes?locale=en-CA&since=';
const later = '2999-01-01T00:00:00.000Z';

/** The id of a release, and the lines of its export in en-CA, one product each. */
interface Exported {
  readonly release: string;
  readonly lines: readonly string[];
}

const atEnd = collectTeardowns();
let stack: RunningStack;
let content: ContentFolder;
let client: Client;
/**
 * `older` is the release of which most tests have a copy at first; `current` is the release that is served.
 */
let older: Exported;
let current: Exported;

test.before('the stack starts, and a product is added, one edited and one removed', async () => {
  content = await copyContent(atEnd);
  await addClones(
    content,
    Array.from({ length: 12 }, (_, at) => `CLONE-${at}`),
  );
  stack = await startStack(atEnd, content.path);
  client = createClient(stack.server.port);
  older = await readExport();
  await addClones(content, ['NEW-9']);
  await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
  await removeClones(content, ['CLONE-3']);
  await deployContent();
  current = await readExport();
});
test.after.always('the stack stops', () => atEnd.run());

async function deployContent(): Promise<void> {
  const { out, server } = stack;
  const { manifest } = await deploy({
    ...{ content: content.path, out, baseUrl: server.address, accept: dangerKinds },
    ...{ redisUrl: server.redis, loadsPrices: true },
  });
  await untilServed(client, manifest.release);
}

async function readExport(): Promise<Exported> {
  const { headers, text } = await client(exportTarget);
  return { release: String(headers['x-catalogue-release']), lines: text.split('\n').slice(0, -1) };
}

/**
 * The sample in one language: the folder of its copy, the proxy to which it sends its requests, and functions that run
 * the sample to its end (`run`), only start it (`start`), and read the file of the copy (`copy`).
 */
interface Trial {
  readonly folder: string;
  readonly proxy: FaultyProxy;
  run(...args: string[]): Promise<Ran>;
  start(): ReturnType<typeof startSample>;
  copy(): Promise<string>;
}

/**
 * Calls `trial` for the sample in each language except shell. Each call has its own folder, with a copy file of the
 * export `copy` unless that is null, and its own proxy in front of the stack, which answers as `fault` decides.
 */
async function tryCopies(
  t: ExecutionContext,
  { copy, fault }: { copy: Exported | null; fault?: Fault },
  trial: (trial: Trial, ending: Ending) => Promise<void>,
) {
  await tryEach(async (ending) => {
    if (ending === 'sh') return;
    const [folder, proxy] = [
      await makeFolder(t),
      await startFaultyProxy(t, stack.server.port, fault),
    ];
    const file = join(folder, 'copy.en-CA.ndjson');
    if (copy !== null) await writeFile(file, copyText(copy));
    const at = { baseUrl: proxy.address };
    const run = (...args: string[]) => runSample('keep-a-copy', ending, folder, { ...at, args });
    const start = () => startSample('keep-a-copy', ending, folder, at);
    await trial({ folder, proxy, run, start, copy: () => readFile(file, 'utf8') }, ending);
  });
}

/**
 * Returns the text of a copy file for an export. By default `releasedAt` is null, which means unknown, as
 * after the first load.
 */
function copyText({ release, lines }: Exported, releasedAt: string | null = null): string {
  return [JSON.stringify({ release, releasedAt }), ...lines, ''].join('\n');
}

/**
 * Asserts that the text of a copy has the release and the products of an export; `of` is the failure message.
 */
function assertIsCopy(t: ExecutionContext, text: string, { release, lines }: Exported, of: string) {
  const [state = '', ...products] = text.split('\n');
  t.is((JSON.parse(state) as { release: string }).release, release, of);
  t.is(products.join('\n'), `${lines.join('\n')}\n`, of);
}

/**
 * Runs the sample in each language with a copy file of the text `copy`, through a proxy that answers as `fault`
 * decides. Asserts that it exits with 0, prints a message that matches `said`, and leaves the copy file unchanged.
 */
async function assertKeeps(t: ExecutionContext, copy: string, fault: Fault, said: RegExp) {
  await tryCopies(t, { copy: older, fault }, async (trial, ending) => {
    await writeFile(join(trial.folder, 'copy.en-CA.ndjson'), copy);
    const { exitCode, stderr } = await trial.run();
    t.is(exitCode, 0, `${ending}: ${stderr}`);
    t.regex(stderr, said, ending);
    t.is(await trial.copy(), copy, ending);
  });
}

/**
 * Returns a `Fault`: the proxy itself answers requests for changes, and forwards all others. The answer is that of a
 * release without changes, in which the members of `body` are added or replaced.
 */
const changesAnswer = (body: object): Fault => {
  const facts = { release: 'f'.repeat(16), releasedAt: later, complete: true, changes: [] };
  return (target) => (target.includes('/changes') ? { body: { ...facts, ...body } } : undefined);
};

test.serial(
  'the first run loads the export, and a run without changes requests only the changes',
  async (t) => {
    await tryCopies(t, { copy: null }, async ({ proxy, run, copy, folder }, ending) => {
      const first = await run();
      t.is(first.stdout, `${current.lines.length} added, 0 changed, 0 removed\n`, first.stderr);
      t.deepEqual(proxy.takeTargets(), [exportTarget]);
      assertIsCopy(t, await copy(), current, ending);
      for (const _ of [1, 2]) {
        t.is((await run()).stdout, '0 added, 0 changed, 0 removed\n');
        t.deepEqual(proxy.takeTargets(), [changesTarget + current.release]);
        assertIsCopy(t, await copy(), current, ending);
      }
      t.regex(await copy(), /"releasedAt": ?"\d{4}-/);
      for (const { acceptEncoding } of proxy.seen) t.regex(acceptEncoding ?? '', /gzip/);
      t.deepEqual((await readdir(folder)).sort(), ['copy.en-CA.ndjson', `keep-a-copy.${ending}`]);
    });
  },
);

test.serial('after a deploy only details of added and changed products are read', async (t) => {
  await tryCopies(t, { copy: older }, async ({ proxy, run, copy }, ending) => {
    const { stdout, stderr } = await run();
    t.is(stdout, '1 added, 1 changed, 1 removed\n', stderr);
    t.deepEqual(
      proxy.takeTargets(),
      [changesTarget + older.release, ...detailTargets('NEW-9', 'TEE-1')],
      ending,
    );
    assertIsCopy(t, await copy(), current, ending);
  });
});

const detailTargets = (...skus: string[]) => skus.map((sku) => `/v1/products/${sku}?locale=en-CA`);

test.serial(
  'a copy of an unknown release, or with many changes, is replaced by an export',
  async (t) => {
    const unknown = { ...older, release: '0123456789abcdef' };
    await tryCopies(t, { copy: unknown }, async ({ run, copy }, ending) => {
      t.is((await run()).stdout, '1 added, 1 changed, 1 removed\n', ending);
      assertIsCopy(t, await copy(), current, ending);
    });
    const changes = Array.from({ length: 301 }, (_, at) => ({ sku: `X-${at}`, change: 'added' }));
    const fault = changesAnswer({ release: current.release, changes });
    await tryCopies(t, { copy: older, fault }, async ({ proxy, run, copy }, ending) => {
      t.is((await run()).exitCode, 0, ending);
      t.deepEqual(proxy.takeTargets(), [changesTarget + older.release, exportTarget], ending);
      assertIsCopy(t, await copy(), current, ending);
      t.regex(await copy(), new RegExp(`"releasedAt": ?"${later}"`));
    });
  },
);

test.serial('429 and 503 responses are retried after Retry-After', async (t) => {
  const fault: Fault = (_, at) =>
    [429, 503].map((status) => ({ status, headers: { 'Retry-After': '1' }, body: {} }))[at];
  await tryCopies(t, { copy: older, fault }, async ({ proxy, run, copy }, ending) => {
    const { stderr } = await run();
    assertIsCopy(t, await copy(), current, ending);
    t.regex(stderr, /^429: retrying in [12]\.\d s\n503: retrying in [12]\.\d s\n$/);
    const [first = 0, second = 0, third = 0] = proxy.seen.map(({ atMs }) => atMs);
    for (const wait of [second - first, third - second])
      t.true(wait > 990, `${ending}: ${wait} ms`);
  });
});

test.serial(
  'the sample fails with code and detail after six 503 responses, or after one 400 response',
  async (t) => {
    for (const [status, count] of [
      [503, 6],
      [400, 1],
    ] as const) {
      const body = { code: 'a_code', detail: 'What is wrong.' };
      const fault: Fault = () => ({ status, headers: { 'Retry-After': '0' }, body });
      await tryCopies(t, { copy: older, fault }, async ({ proxy, run, copy }, ending) => {
        const { exitCode, stderr } = await run();
        t.is(exitCode, 1, ending);
        t.true(stderr.includes(`${status} a_code: What is wrong.`), stderr);
        t.is(proxy.seen.length, count, ending);
        t.is(await copy(), copyText(older));
      });
    }
  },
);

test.serial(
  'a detail with another revision, or a missing one, leaves the copy unchanged',
  async (t) => {
    for (const sku of ['TEE-1', 'GONE-1']) {
      const changes = [{ sku, change: 'changed', revision: '0123456789abcdef' }];
      await assertKeeps(
        t,
        copyText(older),
        changesAnswer({ changes }),
        new RegExp(`^${sku} is of another release`),
      );
    }
  },
);

test.serial(
  'a response with an older release than the copy leaves the copy unchanged',
  async (t) => {
    const copy = copyText(older, later);
    await assertKeeps(t, copy, () => undefined, /^the server is behind the copy/);
  },
);

test.serial(
  'an export of another release than the changes leaves the copy unchanged',
  async (t) => {
    const changes = Array.from({ length: 301 }, (_, at) => ({ sku: `X-${at}`, change: 'added' }));
    await assertKeeps(t, copyText(older), changesAnswer({ changes }), /^the export is of release/);
  },
);

test.serial(
  'if the sample is killed while it loads or writes, the next run completes the copy',
  async (t) => {
    for (const [copy, heldAt] of [
      [null, 0],
      [older, 2],
    ] as const) {
      const fault: Fault = (_, at) => (at === heldAt ? 'hold' : undefined);
      await tryCopies(t, { copy, fault }, async (trial, ending) => {
        const { child, ended } = await trial.start();
        await trial.proxy.held;
        child.kill('SIGKILL');
        await ended;
        t.is(await trial.copy().catch(() => null), copy && copyText(copy), ending);
        t.is((await trial.run()).exitCode, 0, ending);
        assertIsCopy(t, await trial.copy(), current, ending);
      });
    }
    await tryCopies(t, { copy: older }, async (trial, ending) => {
      const { child, ended } = await trial.start();
      const watcher = watch(trial.folder, (_, name) => {
        if (name?.startsWith('copy.en-CA.ndjson.')) child.kill('SIGKILL');
      });
      await ended;
      watcher.close();
      const text = await trial.copy();
      if (text !== copyText(older)) assertIsCopy(t, text, current, ending);
      t.is((await trial.run()).exitCode, 0, ending);
      assertIsCopy(t, await trial.copy(), current, ending);
    });
  },
);

// The last test: it removes products.
test.serial(
  'the sample fails and leaves the copy unchanged if over a tenth of the products would be removed, unless the user accepts that',
  async (t) => {
    await removeClones(content, ['CLONE-4', 'CLONE-5', 'CLONE-6']);
    await deployContent();
    const fewer = await readExport();
    await tryCopies(t, { copy: current }, async ({ run, copy }, ending) => {
      const { exitCode, stdout, stderr } = await run();
      t.is(exitCode, 1, ending);
      t.is(stdout, '');
      t.regex(stderr, /^3 products would be removed/, ending);
      t.is(await copy(), copyText(current));
      t.is((await run('--accept-removals')).stdout, '0 added, 0 changed, 3 removed\n');
      assertIsCopy(t, await copy(), fewer, ending);
    });
  },
);
