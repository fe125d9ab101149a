/** The guide's program that keeps a copy of the catalogue, in each language, over a real deploy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { copyContent } from '../../../helpers/content.ts';
import { createClient } from '../../../helpers/http-client.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';
import { type Fault, type RunningProxy, startProxy } from '../proxy.ts';
import { type Site, startSite } from '../site.ts';
import {
  type Ending,
  endings,
  endRunners,
  languages,
  loaderOf,
  makeSampleFolder,
  runSample,
  saveSample,
  showSample,
} from './run-samples.ts';

const exportTarget = '/v1/products/export?locale=en-CA';
const changesTarget = '/v1/products/changes?locale=en-CA&since=';
const later = '2999-01-01T00:00:00.000Z';
const manyChanges = Array.from({ length: 301 }, (_, at) => ({ sku: `X-${at}`, change: 'added' }));
/** The fixture is small: the deploy removes more than a tenth of its products. */
const accept = '--accept-removals';

/** The id of a release, and its export in en-CA. */
interface Exported {
  readonly release: string;
  readonly text: string;
}

const atEnd = collectTeardowns();
let site: Site;
let older: Exported;
let current: Exported;

test.before('a product is added, one is changed and one is removed', async () => {
  const content = await copyContent(atEnd);
  await content.replace('products/HOOD-2.json', '{', '{ "draft": true,');
  site = await startSite(atEnd, { content: content.path, hasPages: false });
  older = await readExport();
  await content.replace('products/HOOD-2.json', '{ "draft": true,', '{');
  await content.replace('products/TEE-1.json', 'Runs small.', 'Runs large.');
  await content.replace('products/JER-3.json', '{', '{ "draft": true,');
  await site.deploy();
  current = await readExport();
});
test.after.always('the programs and the site end', async () => {
  endRunners();
  await atEnd.run();
});

async function readExport(): Promise<Exported> {
  const { headers, text } = await createClient(site.port)(exportTarget);
  return { release: String(headers['x-catalogue-release']), text };
}

/** Returns the text of a copy of an export; after the first load, `releasedAt` is null. */
const copyOf = ({ release, text }: Exported, releasedAt: string | null = null) =>
  `${JSON.stringify({ release, releasedAt })}\n${text}`;

/** Asserts that the text of a copy has the release and the products of an export. */
function assertIsCopy(t: ExecutionContext, copy: string, { release, text }: Exported, of: string) {
  const [state = ''] = copy.split('\n', 1);
  t.is((JSON.parse(state) as { release: string }).release, release, of);
  t.is(copy.slice(state.length + 1), text, of);
}

/** Calls `trial` in each language, with its own folder, a proxy to the site, and the given copy. */
async function tryCopies(
  t: ExecutionContext,
  { copy, fault }: { copy?: string; fault?: Fault },
  trial: (trial: Trial) => Promise<void>,
): Promise<void> {
  const start = async (ending: Ending) => {
    const folder = await makeSampleFolder(t);
    const proxy = await startProxy(t, site, fault && { fault });
    const file = join(folder, 'copy.en-CA.ndjson');
    if (copy !== undefined) await writeFile(file, copy);
    const code = showSample('keep-a-copy', ending, proxy.address);
    const run = (arg = '') => runSample(code, ending, folder, { arg });
    await trial({ ending, folder, proxy, code, run, copy: () => readFile(file, 'utf8') });
  };
  await Promise.all(endings.map(start));
}

interface Trial {
  readonly ending: Ending;
  readonly folder: string;
  readonly proxy: RunningProxy;
  readonly code: string;
  run(arg?: string): ReturnType<typeof runSample>;
  copy(): Promise<string>;
}

/** Answers requests for changes as of a later release, with the members of `body`. */
const changesAnswer = (body: object): Fault => {
  const facts = { release: 'f'.repeat(16), releasedAt: later, complete: true, changes: [] };
  const answer = { body: JSON.stringify({ ...facts, ...body }) };
  return (target) => (target.includes('/changes') ? answer : undefined);
};

test.serial('keep-a-copy loads an export first, and then asks only for changes', async (t) => {
  await tryCopies(t, {}, async ({ ending, folder, proxy, run, copy }) => {
    const count = current.text.split('\n').length - 1;
    const first = await run();
    t.is(first.stdout, `${count} added, 0 changed, 0 removed\n`, first.stderr);
    t.is((await run()).stdout, '0 added, 0 changed, 0 removed\n');
    t.deepEqual(proxy.targets, [exportTarget, changesTarget + current.release]);
    assertIsCopy(t, await copy(), current, ending);
    t.regex(await copy(), /"releasedAt": ?"\d{4}-/);
    t.deepEqual((await readdir(folder)).sort(), ['copy.en-CA.ndjson', `keep-a-copy.${ending}`]);
  });
});

test.serial('after a deploy, keep-a-copy reads only added and changed products', async (t) => {
  await tryCopies(t, { copy: copyOf(older) }, async ({ ending, proxy, run, copy }) => {
    const refused = await run();
    t.is(refused.exitCode, 1, ending);
    t.regex(refused.stderr, /^1 products would be removed/, ending);
    t.is(await copy(), copyOf(older), 'more than a tenth would be removed');
    proxy.targets.splice(0);
    const { stdout, stderr } = await run(accept);
    t.is(stdout, '1 added, 1 changed, 1 removed\n', stderr);
    const details = ['HOOD-2', 'TEE-1'].map((sku) => `/v1/products/${sku}?locale=en-CA`);
    t.deepEqual(proxy.targets, [changesTarget + older.release, ...details], ending);
    assertIsCopy(t, await copy(), current, ending);
  });
});

test.serial('keep-a-copy loads an export if its release is unknown', async (t) => {
  const unknown = copyOf({ ...older, release: '0123456789abcdef' });
  await tryCopies(t, { copy: unknown }, async ({ ending, run, copy }) => {
    t.is((await run(accept)).stdout, '1 added, 1 changed, 1 removed\n', ending);
    assertIsCopy(t, await copy(), current, ending);
  });
});

test.serial('keep-a-copy repeats a request after 429 and 503, as Retry-After says', async (t) => {
  const fault: Fault = (_, at) =>
    [429, 503].map((status) => ({ status, headers: { 'Retry-After': '1' } }))[at];
  await tryCopies(t, { fault }, async ({ ending, proxy, run, copy }) => {
    const { stderr } = await run();
    assertIsCopy(t, await copy(), current, ending);
    t.regex(stderr, /^429: retrying in [12]\.\d s\n503: retrying in [12]\.\d s\n$/);
    const [first = 0, second = 0, third = 0] = proxy.times;
    t.true(second - first > 990 && third - second > 990, ending);
  });
});

test.serial('keep-a-copy gives up after six 503 responses, or one 400 response', async (t) => {
  const body = JSON.stringify({ code: 'a_code', detail: 'What is wrong.' });
  for (const [status, count] of Object.entries({ 400: 1, 503: 6 })) {
    const answer = { status: Number(status), headers: { 'Retry-After': '0' }, body };
    const options = { copy: copyOf(older), fault: () => answer };
    await tryCopies(t, options, async ({ ending, proxy, run, copy }) => {
      const { exitCode, stderr } = await run();
      t.deepEqual([exitCode, proxy.targets.length], [1, count], ending);
      t.true(stderr.includes(`${status} a_code: What is wrong.`), stderr);
      t.is(await copy(), options.copy);
    });
  }
});

const changed = (sku: string) => [{ sku, change: 'changed', revision: '0123456789abcdef' }];
for (const [what, said, body, releasedAt] of [
  ['a detail of another release', /^TEE-1 is of another release/, { changes: changed('TEE-1') }],
  ['a missing detail', /^GONE-1 is of another release/, { changes: changed('GONE-1') }],
  ['an export of another release', /^the export is of release/, { changes: manyChanges }],
  ['an older release', /^the server is behind the copy/, undefined, later],
] as const) {
  test.serial(`keep-a-copy leaves the copy as it is after ${what}`, async (t) => {
    const options = {
      copy: copyOf(older, releasedAt),
      ...(body && { fault: changesAnswer(body) }),
    };
    await tryCopies(t, options, async ({ ending, run, copy }) => {
      const { exitCode, stderr } = await run();
      t.is(exitCode, 0, `${ending}: ${stderr}`);
      t.regex(stderr, said, ending);
      t.is(await copy(), options.copy, ending);
    });
  });
}

test.serial('if keep-a-copy is killed, the next run completes the copy', async (t) => {
  const options: { copy: string; fault: Fault } = {
    copy: copyOf(older),
    fault: (_, at) => (at === 2 ? 'hold' : undefined),
  };
  await tryCopies(t, options, async ({ ending, folder, proxy, code, run, copy }) => {
    const file = await saveSample(code, ending, folder);
    const { program } = languages[ending];
    const child = spawn(program, [...loaderOf(ending), file, accept], {
      cwd: folder,
      stdio: 'ignore',
    });
    await proxy.held;
    child.kill('SIGKILL');
    await once(child, 'exit');
    t.is(await copy(), options.copy, ending);
    t.is((await run(accept)).exitCode, 0, ending);
    assertIsCopy(t, await copy(), current, ending);
  });
});
