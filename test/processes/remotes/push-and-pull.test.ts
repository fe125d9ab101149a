import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { readManifest } from '../../../build/output/manifest.ts';
import { whilePruning } from '../../../build/output/output-lock.ts';
import { pruneReleases } from '../../../releases/prune.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import { readPublicKey } from '../../../releases/remote/keys.ts';
import { type PullOptions, type PullResult, pull } from '../../../releases/remote/pull.ts';
import { withWorkFolder } from '../../../releases/remote/work-folder.ts';
import { copyContent } from '../../helpers/content.ts';
import { damageFile } from '../../helpers/damage.ts';
import {
  createEdges,
  createEdgesAt,
  type Edges,
  faultsOf,
  pathsBelow,
  servedFiles,
} from '../../helpers/edges.ts';
import { buildCompressed, list } from '../../helpers/released-files.ts';
import { runCommand } from '../../helpers/run-command.ts';

/** Returns the number of bytes in the line that a push or pull prints. */
const bytesIn = (text: string) => Number(/(\d+) bytes transferred/.exec(text)?.[1]);

/** Calls `pull` with the remote, the keys and the output folder of edges, and further options. */
async function pullWith(
  { remote, edge: out, environment }: Edges,
  more: Pick<PullOptions, 'isPriced'> = {},
): Promise<PullResult> {
  const publicKey = await readPublicKey(environment);
  const { signal: stop } = new AbortController();
  const facts = { remote, out, environment, publicKey, stop, nowMs: 0 };
  return pull({ ...facts, allowOlder: false, repairsCurrent: false, ...more });
}

test.serial(
  'an edge has the same files as the build machine, with the same modification times',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
    const { release, printed } = edges;
    t.regex(
      printed.pushed ?? '',
      new RegExp(`^pushed release ${release} to .+: 5 objects, \\d+ bytes`),
    );
    t.regex(
      printed.pulled ?? '',
      new RegExp(`^release ${release} is current: 5 products, 5 objects`),
    );
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
    t.deepEqual(await faultsOf(edges.edge), []);
  },
);

test.serial(
  'the remote has no private files, and its manifest lists only public files',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
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
    const { files } = await readManifest(join(edges.edge, 'current'));
    const others = Object.keys(files).filter((path) => !path.startsWith('public/'));
    t.deepEqual(others, ['index.json', 'index.json.br']);
    t.deepEqual((await readdir(join(edges.edge, 'current'))).sort(), [
      'index.json',
      'index.json.br',
      'manifest.json',
      'public',
    ]);
  },
);

test.serial(
  'the remote contains no drafts, no future products and no dates of net prices',
  async (t) => {
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
  },
);

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

test.serial('an edge can create the sync listing', async (t) => {
  const edges = await createEdgesAt(t, 'pulled');
  const { release, products, unknown } = await list(edges.edge);
  t.is(release, edges.release);
  t.true(products > 0);
  t.deepEqual(unknown, (await list(edges.out)).unknown);
});

test.serial('a push or a pull without changes transfers only the pointer', async (t) => {
  const edges = await createEdgesAt(t, 'pulled');
  const before = await pathsBelow(edges.remote);
  t.is((await edges.push()).stdout, `${edges.remote} points to release ${edges.release} already\n`);
  t.deepEqual(await pathsBelow(edges.remote), before);
  const { bytes } = await pullWith(edges);
  t.is(bytes, (await stat(join(edges.remote, 'pointer'))).size);
  t.true(bytes < 1000);
});

test.serial(
  'a change of one product transfers its object, the lists, the exports and the manifests',
  async (t) => {
    const { remote } = await createEdgesAt(t, 'pulled');
    const edges = await createEdgesAt(t, 'updated');
    const [release, { printed }] = [await linkedRelease(edges.out, 'current'), edges];
    t.regex(printed.newer ?? '', new RegExp(`^pushed release ${release} .+: 1 objects, `));
    const before = new Set((await pathsBelow(remote)).map((path) => relative(remote, path)));
    const after = (await pathsBelow(edges.remote)).map((path) => relative(edges.remote, path));
    const kinds = after.filter((path) => !before.has(path)).map((path) => path.split('/')[0]);
    t.deepEqual([...new Set(kinds)].sort(), ['files', 'objects', 'releases']);
    t.regex(printed.updated ?? '', /: 5 products, 1 objects fetched/);
    for (const each of [printed.newer, printed.updated]) {
      t.true(bytesIn(each ?? '') < bytesIn(printed.pushed ?? '') / 2, each);
    }
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
  },
);

test.serial('a repeated push uploads only what the earlier one has not uploaded', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const first = bytesIn(edges.printed.pushed ?? '');
  // The state after a push that was killed before it wrote the pointer.
  await rm(join(edges.remote, 'pointer'));
  const [some = ''] = await pathsBelow(join(edges.remote, 'objects'));
  await writeFile(some, 'cut');
  const { stdout } = await edges.push();
  t.true(bytesIn(stdout) < first / 10, stdout);
  t.is((await edges.pull()).exitCode, 0);
  t.deepEqual(await faultsOf(edges.edge), []);
});

test.serial('a repeated pull fetches only what the earlier one has not fetched', async (t) => {
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

test.serial('an older push is refused unless it is allowed', async (t) => {
  const older = await createEdgesAt(t, 'pulled');
  const edges = await createEdgesAt(t, 'updated');
  const release = await linkedRelease(edges.edge, 'current');
  t.not(release, edges.release);
  await cp(join(older.remote, 'pointer'), join(edges.remote, 'pointer'));
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

test.serial(
  'an older push is refused also after a pull that failed to make the newer one current',
  async (t) => {
    const older = await createEdgesAt(t, 'pulled');
    const edges = await createEdgesAt(t, 'newer');
    // A folder in place of the link.
    const inTheWay = join(edges.edge, 'previous');
    await mkdir(inTheWay);
    const failed = await edges.pull();
    t.regex(failed.stderr, /^not pulled: [^\n]*previous/);
    t.is(await linkedRelease(edges.edge, 'current'), edges.release);
    await rm(inTheWay, { recursive: true });
    await cp(join(older.remote, 'pointer'), join(edges.remote, 'pointer'));
    const refused = await edges.pull();
    t.is(refused.exitCode, 1);
    t.regex(refused.stderr, / is older than push /);
    t.is(await linkedRelease(edges.edge, 'current'), edges.release);
  },
);

test.serial(
  'a release becomes current only once its prices are in Redis, and meanwhile no release is pruned',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const { edge, release: before } = edges;
    const asked: string[] = [];
    const isPriced = async (release: string) => {
      asked.push(release);
      t.is(await linkedRelease(edge, 'current'), before);
      await t.throwsAsync(pruneReleases(edge, { keep: 0, used: new Set() }), {
        message: /^another process is building, activating or removing/,
      });
      return asked.length > 1;
    };
    const { release } = await pullWith(edges, { isPriced });
    t.deepEqual(asked, [release, release]);
    t.is(await linkedRelease(edge, 'current'), release);
    t.deepEqual(await faultsOf(edge), []);
  },
);

test.serial('a pull waits for a prune before it swaps the link', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const { pulling } = await whilePruning(edges.edge, async () => {
    const ending = edges.pull();
    t.is(await linkedRelease(edges.edge, 'current'), undefined);
    return { pulling: ending };
  });
  t.is((await pulling).exitCode, 0);
  t.deepEqual(await faultsOf(edges.edge), []);
});

test.serial('a pull fetches damaged files of the current release again', async (t) => {
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

test.serial(
  'after an activation has found a file with other bytes, the next pull fetches this file again',
  async (t) => {
    const { edge, pull } = await createEdgesAt(t, 'pulled');
    const activate = () => runCommand(runRelease, ['activate', 'current', '--out', edge]);
    await damageFile(join(edge, 'current/public/openapi.json'), '":');
    t.regex(
      (await activate()).stderr,
      /: public\/openapi\.json has other bytes; .+ pull on an edge/,
    );
    t.regex(
      (await pull()).stdout,
      /was damaged: public\/openapi\.json has another modification time/,
    );
    t.like(await activate(), { exitCode: 0, stderr: '' });
  },
);

test.serial('a pull waits while another one runs', async (t) => {
  const edges = await createEdgesAt(t, 'pushed');
  const stop = new AbortController().signal;
  const { pulling } = await withWorkFolder(edges.edge, 'pull', stop, async () => {
    const ending = edges.pull();
    t.is(await Promise.race([ending, setImmediate('waiting')]), 'waiting');
    return { pulling: ending };
  });
  t.is((await pulling).exitCode, 0);
});
