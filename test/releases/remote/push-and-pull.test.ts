import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { readManifest } from '../../../build/output/manifest.ts';
import { whilePruning } from '../../../build/output/output-lock.ts';
import { pruneReleases } from '../../../releases/prune.ts';
import { activateRelease, linkedRelease } from '../../../releases/release-store.ts';
import { readPublicKey } from '../../../releases/remote/keys.ts';
import { pull } from '../../../releases/remote/pull.ts';
import { withWorkFolder } from '../../../releases/remote/work-folder.ts';
import { buildCompressed, list } from '../../build/released-files.ts';
import { copyContent } from '../../helpers/content.ts';
import {
  changeOneProduct,
  createEdges,
  createEdgesAt,
  faultsOf,
  pathsBelow,
  readPointer,
  servedFiles,
} from './edges.ts';

/** Returns the number of bytes in the line that a push or pull prints. */
const bytesIn = (text: string) => Number(/(\d+) bytes transferred/.exec(text)?.[1]);

test('an edge has the same files as the build machine, with the same modification times', async (t) => {
  const edges = await createEdges(t);
  const pushed = await edges.push();
  t.is(pushed.stderr, '');
  t.regex(
    pushed.stdout,
    new RegExp(`^pushed release ${edges.release} to .+: 5 objects, \\d+ bytes`),
  );
  const pulled = await edges.pull();
  t.is(pulled.stderr, '');
  t.regex(pulled.stdout, new RegExp(`^release ${edges.release} is current: 5 products, 5 objects`));
  t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
  t.deepEqual(await faultsOf(edges.edge), []);
});

test('the remote has no private files, and its manifest lists only public files', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const prices = await readFile(join(edges.out, 'current/private/net/A3/en-CA.json'), 'utf8');
  const nets = [...prices.matchAll(/79\d\d\.\d\d/g)].map(([price]) => price);
  t.true(nets.length > 3);
  for (const path of await pathsBelow(edges.remote)) {
    const bytes = await readFile(path);
    t.false(path.includes('private'), path);
    const text = plainText(bytes);
    const found = ['private/', ...nets].filter((each) => text.includes(each));
    t.deepEqual(found, [], path);
  }
  await edges.pull();
  const { files } = await readManifest(join(edges.edge, 'current'));
  const others = Object.keys(files).filter((path) => !path.startsWith('public/'));
  t.deepEqual(others, ['index.json', 'index.json.br']);
  t.deepEqual((await readdir(join(edges.edge, 'current'))).sort(), [
    'index.json',
    'index.json.br',
    'manifest.json',
    'public',
  ]);
});

test('the remote contains no drafts, no future products and no dates of net prices', async (t) => {
  const edges = await createEdges(t);
  const content = await copyContent(t);
  for (const [sku, member] of [
    ['BAG-5', '"draft": true'],
    ['JER-3', '"availableFrom": "2040-01-31"'],
  ] as const) {
    await content.replace(`products/${sku}.json`, '{', `{ ${member},`);
  }
  const prices = await readFile(join(content.path, 'prices/net-A3.csv'), 'utf8');
  const [header, ...rows] = prices.trimEnd().split('\n');
  const dated = rows.map((row) => {
    if (!row.startsWith('USA-4')) return `${row},,`;
    return `${row},,2040-02-27\n${row},2040-02-28,`;
  });
  await content.write('prices/net-A3.csv', [`${header},from,until`, ...dated, ''].join('\n'));
  // A separate folder: the changes of the first one would contain these products.
  const out = join(edges.folder, 'other');
  await buildCompressed(t, content.path, out, { at: '2026-12-01' });
  t.is((await edges.push('--out', out)).exitCode, 0);
  for (const path of await pathsBelow(edges.remote)) {
    const text = plainText(await readFile(path));
    const found = ['BAG-5', 'JER-3', '2040-'].filter((each) => text.includes(each));
    t.deepEqual(found, [], path);
  }
});

/** Returns the text of a file, decompressed if necessary. */
function plainText(bytes: Buffer): string {
  for (const decompress of [gunzipSync, brotliDecompressSync]) {
    try {
      return decompress(bytes).toString();
    } catch {
      // The file has another compression, or none.
    }
  }
  return bytes.toString();
}

test('an edge can create the sync listing', async (t) => {
  const edges = await createEdgesAt(t, 'pulled');
  const { release, products, unknown } = await list(edges.edge);
  t.is(release, edges.release);
  t.true(products > 0);
  t.deepEqual(unknown, (await list(edges.out)).unknown);
});

test('a push or a pull without changes transfers only the pointer', async (t) => {
  const edges = await createEdgesAt(t, 'pulled');
  const before = await pathsBelow(edges.remote);
  t.is((await edges.push()).stdout, `${edges.remote} points to release ${edges.release} already\n`);
  t.deepEqual(await pathsBelow(edges.remote), before);
  t.is((await edges.pull()).stdout, `release ${edges.release} is current already\n`);
  const { bytes } = await pull({
    ...{ remote: edges.remote, out: edges.edge, allowOlder: false, checksCurrent: false },
    publicKey: await readPublicKey(edges.environment),
    environment: edges.environment,
    nowMs: 0,
    stop: new AbortController().signal,
  });
  t.is(bytes, (await stat(join(edges.remote, 'pointer'))).size);
  t.true(bytes < 1000);
});

test('a change of one product transfers its object, the lists, the exports and the manifests', async (t) => {
  const edges = await createEdges(t);
  const first = bytesIn((await edges.push()).stdout);
  await edges.pull();
  const before = new Set(await pathsBelow(edges.remote));
  const release = await changeOneProduct(t, edges);
  const pushed = await edges.push();
  t.regex(pushed.stdout, new RegExp(`^pushed release ${release} .+: 1 objects, `));
  const added = (await pathsBelow(edges.remote)).filter((path) => !before.has(path));
  const kinds = added.map((path) => path.slice(edges.remote.length + 1).split('/')[0]);
  t.deepEqual([...new Set(kinds)].sort(), ['files', 'objects', 'releases']);
  const pulled = await edges.pull();
  t.regex(pulled.stdout, /: 5 products, 1 objects fetched/);
  t.true(bytesIn(pushed.stdout) < first / 2, pushed.stdout);
  t.true(bytesIn(pulled.stdout) < first / 2, pulled.stdout);
  t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
});

test('a repeated push uploads only what the earlier one has not uploaded', async (t) => {
  const edges = await createEdges(t);
  const first = bytesIn((await edges.push()).stdout);
  // The state after a push that was killed before it wrote the pointer.
  await rm(join(edges.remote, 'pointer'));
  const [some = ''] = await pathsBelow(join(edges.remote, 'objects'));
  await writeFile(some, 'cut');
  const { stdout } = await edges.push();
  t.true(bytesIn(stdout) < first / 10, stdout);
  t.is((await edges.pull()).exitCode, 0);
  t.deepEqual(await faultsOf(edges.edge), []);
});

test('a repeated pull fetches only what the earlier one has not fetched', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  // The state after a pull that was killed while it fetched: complete files and a truncated one.
  const staged = join(edges.edge, 'pull');
  const objects = join(staged, 'objects');
  await cp(join(edges.remote, 'objects'), objects, { recursive: true });
  const paths = await pathsBelow(objects);
  const [cut = ''] = paths;
  await writeFile(cut, 'cut');
  const { stdout } = await edges.pull();
  const missing = (await pathsBelow(edges.remote)).filter(
    (path) => !path.startsWith(join(edges.remote, 'objects')) || cut.endsWith(basename(path)),
  );
  const sizes = await Promise.all(missing.map(async (path) => (await stat(path)).size));
  t.true(bytesIn(stdout) <= sizes.reduce((sum, size) => sum + size, 0), stdout);
  t.deepEqual(await faultsOf(edges.edge), []);
  t.deepEqual((await readdir(staged)).sort(), ['lock', 'state.json'], 'nothing is left');
});

test('an older push is refused unless it is allowed', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const older = await readFile(join(edges.remote, 'pointer'));
  const release = await changeOneProduct(t, edges);
  await edges.push();
  await edges.pull();
  await writeFile(join(edges.remote, 'pointer'), older);
  const refused = await edges.pull();
  t.is(refused.exitCode, 1);
  t.regex(
    refused.stderr,
    /^not pulled: .+ is older than push \d+, .+; --allow-older accepts it\n$/,
  );
  t.is(await linkedRelease(edges.edge, 'current'), release);
  t.is((await edges.pull('--allow-older')).exitCode, 0);
  t.is(await linkedRelease(edges.edge, 'current'), edges.release);
});

test('a rollback on the build machine is pushed as a newer pointer to the older release', async (t) => {
  const edges = await createEdgesAt(t, 'pulled');
  await changeOneProduct(t, edges);
  await edges.push();
  await edges.pull();
  await activateRelease(edges.out, edges.release);
  const { sequence } = await readPointer(edges.remote);
  const pushed = await edges.push('--keep', '2');
  t.notRegex(pushed.stdout, /removed/);
  t.true((await readPointer(edges.remote)).sequence > sequence);
  const { stdout } = await edges.pull();
  t.regex(stdout, /: 5 products, 0 objects fetched/);
  t.is(await linkedRelease(edges.edge, 'current'), edges.release);
});

test('the remote keeps the newest releases and their objects, and a push removes older ones', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const releases = [edges.release];
  const first = await pathsBelow(edges.remote);
  for (const note of ['Taille une.', 'Taille deux.']) {
    releases.push(await changeOneProduct(t, edges, note));
    const { stdout, stderr } = await edges.push('--keep', '2');
    t.is(stderr, '');
    const removed = releases.length > 2 ? `removed ${releases[0]} from ${edges.remote}\n` : '';
    t.is(stdout.slice(stdout.indexOf('\n') + 1), removed);
  }
  const gone = new Set(await pathsBelow(edges.remote));
  const removed = first.filter((path) => !gone.has(path));
  t.true(removed.some((path) => path.includes('/objects/')));
  t.true(removed.some((path) => path.includes('/files/')));
  t.is((await readdir(join(edges.remote, 'releases'))).length, 2);
  await edges.pull();
  t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
});

test('a release that is pushed several times counts once, and is removed from the remote once', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const release = await changeOneProduct(t, edges);
  for (const options of [[], ['--repair'], ['--repair']])
    await edges.push(...options, '--keep', '2');
  const names = await readdir(join(edges.remote, 'releases'));
  t.deepEqual(
    names.map((name) => name.replace(/^\d+-(\w+)\..+$/, '$1')).sort(),
    [edges.release, release].sort(),
  );
  await activateRelease(edges.out, edges.release);
  const { stdout } = await edges.push('--keep', '1');
  t.is(stdout.slice(stdout.indexOf('\n') + 1), `removed ${release} from ${edges.remote}\n`);
});

test('a push removes the files of an old release although its copy of the manifest is truncated', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const first = await pathsBelow(edges.remote);
  await changeOneProduct(t, edges, 'Taille une.');
  await edges.push('--keep', '2');
  const copies = await pathsBelow(join(edges.out, 'push'));
  await truncate(copies.find((path) => path.includes(edges.release)) ?? '', 20);
  await changeOneProduct(t, edges, 'Taille deux.');
  const { stdout, stderr } = await edges.push('--keep', '2');
  t.is(stderr, '');
  t.true(stdout.includes(`removed ${edges.release} from`));
  const left = new Set(await pathsBelow(edges.remote));
  t.true(first.some((path) => path.includes('/objects/') && !left.has(path)));
});

test('a release becomes current only once its prices are in Redis', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const asked: string[] = [];
  const isPriced = async (release: string) => {
    asked.push(release);
    t.is(await linkedRelease(edges.edge, 'current'), undefined);
    return asked.length > 1;
  };
  const stop = new AbortController().signal;
  const publicKey = await readPublicKey(edges.environment);
  const { remote, edge: out, environment } = edges;
  await pull({
    ...{ remote, out, environment, publicKey, stop, isPriced },
    ...{ allowOlder: false, checksCurrent: false, nowMs: 0 },
  });
  t.deepEqual(asked, [edges.release, edges.release]);
  t.is(await linkedRelease(out, 'current'), edges.release);
});

test('no release is pruned between the fetch of a release and its activation', async (t) => {
  const edges = await createEdgesAt(t, 'pulled');
  await changeOneProduct(t, edges);
  await edges.push();
  const isPriced = async () => {
    const pruning = pruneReleases(edges.edge, { keep: 0, used: new Set() });
    await t.throwsAsync(pruning, {
      message: /^another process is building, activating or removing/,
    });
    return true;
  };
  const stop = new AbortController().signal;
  const publicKey = await readPublicKey(edges.environment);
  const { remote, edge: out, environment } = edges;
  const { release } = await pull({
    ...{ remote, out, environment, publicKey, stop, isPriced },
    ...{ allowOlder: false, checksCurrent: false, nowMs: 0 },
  });
  t.is(await linkedRelease(out, 'current'), release);
  t.deepEqual(await faultsOf(out), []);
});

test('a pull fetches damaged files of the current release again', async (t) => {
  const edges = await createEdgesAt(t, 'pulled');
  const current = join(edges.edge, 'current/public/v1/products');
  await rm(join(current, 'TEE-1/fr-CA.json.gz'));
  await rm(join(current, 'BAG-5'));
  await truncate(join(current, 'index.en-CA.json'), 3);
  const { exitCode, stdout } = await edges.pull();
  t.is(exitCode, 0);
  t.regex(
    stdout,
    /^release \w{16} was damaged: public\/v1\/products\/BAG-5 is missing\nrelease \w{16} is current: 5 products, 1 objects fetched, \d+ bytes transferred\n$/,
  );
  t.deepEqual(await faultsOf(edges.edge), []);
  t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
  t.is((await edges.pull()).stdout, `release ${edges.release} is current already\n`);
});

test('a pull waits while another one runs', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const stop = new AbortController().signal;
  const { pulling } = await withWorkFolder(edges.edge, 'pull', stop, async () => {
    const ending = edges.pull();
    t.is(await Promise.race([ending, setImmediate('waiting')]), 'waiting');
    return { pulling: ending };
  });
  t.is((await pulling).exitCode, 0);
});

test('a pull waits for a prune before it swaps the link', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const { pulling } = await whilePruning(edges.edge, async () => {
    const ending = edges.pull();
    t.is(await linkedRelease(edges.edge, 'current'), undefined);
    return { pulling: ending };
  });
  t.is((await pulling).exitCode, 0);
  t.deepEqual(await faultsOf(edges.edge), []);
});
