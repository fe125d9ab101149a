/** What `npm run push` and `npm run pull` transfer, and what an edge serves afterwards. */
import { cp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { whilePruning } from '../../../build/output/locks.ts';
import { changesFiles } from '../../../contract/release.ts';
import type { Changes } from '../../../contract/schemas/changes.ts';
import { runRelease } from '../../../releases/release-command.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import { readPrivateKey } from '../../../releases/remote/keys.ts';
import { type PushOptions, type PushResult, push } from '../../../releases/remote/push.ts';
import { baseUrl, copyContent } from '../../helpers/content.ts';
import { damageFile } from '../../helpers/damage.ts';
import {
  createEdges,
  createEdgesAt,
  type Edges,
  faultsOf,
  pathsBelow,
  servedFiles,
} from '../../helpers/edges.ts';
import { build, filesBelow, list } from '../../helpers/released-files.ts';
import { deployWithoutPages, runCommand } from '../../helpers/run-command.ts';

/** Returns the number of bytes in the line that a push or pull prints. */
const bytesIn = (text = '') => Number(/(\d+) bytes/.exec(text)?.[1]);

const activate = (out: string, release: string) =>
  runCommand(runRelease, ['activate', release, '--out', out]);

/** Asserts that the edge serves the files of the build machine, also about changes. */
async function assertEqual(t: ExecutionContext, { edge, out }: Edges): Promise<void> {
  t.deepEqual(await servedFiles(edge), await servedFiles(out));
  t.deepEqual(await faultsOf(edge), []);
  const release = (await linkedRelease(out, 'current')) ?? '';
  const [own, others] = await Promise.all(
    [edge, out].map(async (folder) => {
      const files = await filesBelow(join(folder, 'changes', release));
      return Array.from(files, ([path, { bytes }]) => `${path} ${bytes.toString('base64')}`);
    }),
  );
  t.deepEqual(own, others);
}

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

test.serial(
  'an edge has the files of the build machine with their times, and can list its active products',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
    const { release, printed } = edges;
    t.regex(
      printed.pushed ?? '',
      new RegExp(`^pushed release ${release} to .+: 5 objects, \\d+ b`),
    );
    t.regex(printed.pulled ?? '', new RegExp(`^release ${release} is current: 5 products, 5 obj`));
    await assertEqual(t, edges);
    t.like(await list(edges.edge), { release, products: 4 });
  },
);

test.serial(
  'the remote has no private files, net prices or their dates, no drafts and no future products',
  async (t) => {
    const edges = await createEdges(t);
    const content = await copyContent(t);
    for (const [sku, member] of [
      ['BAG-5', '"draft": true'],
      ['JER-3', '"availableFrom": "2040-01-31"'],
    ] as const) {
      await content.replace(`products/${sku}.json`, '{', `{ ${member},`);
    }
    const csv = await readFile(join(content.path, 'prices/net-A3.csv'), 'utf8');
    const [header, ...rows] = csv.trimEnd().split('\n');
    const dated = rows.map((row) =>
      row.startsWith('USA-4') ? `${row},,2040-02-27\n${row},2040-02-28,` : `${row},,`,
    );
    await content.write('prices/net-A3.csv', [`${header},from,until`, ...dated, ''].join('\n'));
    // A separate folder: the changes of the first one would contain these products.
    const out = join(edges.folder, 'other');
    await build(t, content.path, out, { at: '2026-12-01' });
    t.is((await edges.push('--out', out)).exitCode, 0);
    const prices = await readFile(join(out, 'current/private/net/A3/en-CA.json'), 'utf8');
    const nets = [...prices.matchAll(/79\d\d\.\d\d/g)].map(([price]) => price);
    t.true(nets.length > 3);
    for (const path of await pathsBelow(edges.remote)) {
      const text = path + plainText(await readFile(path));
      const secrets = ['private', 'BAG-5', 'JER-3', '2040-', ...nets];
      t.deepEqual(
        secrets.filter((each) => text.includes(each)),
        [],
        path,
      );
    }
  },
);

test.serial(
  'a push or a pull without changes transfers only the pointer, and one changed product only what changed',
  async (t) => {
    const edges = await createEdgesAt(t, 'updated');
    const release = (await linkedRelease(edges.out, 'current')) ?? '';
    const { printed } = edges;
    t.regex(printed.newer ?? '', new RegExp(`^pushed release ${release} .+: 1 objects, `));
    t.regex(printed.updated ?? '', /: 5 products, 1 objects fetched/);
    for (const each of [printed.newer, printed.updated]) {
      t.true(bytesIn(each) < bytesIn(printed.pushed) / 2, each);
    }
    await assertEqual(t, edges);
    const before = await pathsBelow(edges.remote);
    t.is((await edges.push()).stdout, `${edges.remote} points to release ${release} already\n`);
    t.deepEqual(await pathsBelow(edges.remote), before);
    t.is((await edges.pull()).stdout, `release ${release} is current already\n`);
  },
);

test.serial('an older push is refused unless it is allowed', async (t) => {
  const [older, edges] = [await createEdgesAt(t, 'pulled'), await createEdgesAt(t, 'updated')];
  await cp(join(older.remote, 'pointer'), join(edges.remote, 'pointer'));
  const refused = await edges.pull();
  t.is(refused.exitCode, 1);
  t.regex(refused.stderr, /^not pulled: .+ is older than push .+; --allow-older accepts it\n$/);
  t.is((await edges.pull('--allow-older')).exitCode, 0);
  t.is(await linkedRelease(edges.edge, 'current'), edges.release);
});

test.serial('a pull waits for a prune, and for another pull', async (t) => {
  const edges = await createEdgesAt(t, 'newer');
  const { pulling } = await whilePruning(edges.edge, async () => {
    const ending = [edges.pull(), edges.pull()];
    t.is(await linkedRelease(edges.edge, 'current'), edges.release);
    return { pulling: Promise.all(ending) };
  });
  const lines = (await pulling).map(({ exitCode, stdout }) => `${exitCode} ${stdout}`).sort();
  t.regex(lines.join(''), /^0 release \w{16} is current already\n0 release \w{16} is current: /);
  await assertEqual(t, edges);
});

test.serial(
  'a pull fetches damaged files and answers of the current release again, also what an activation has found',
  async (t) => {
    const edges = await createEdgesAt(t, 'updated');
    const { edge } = edges;
    const release = (await linkedRelease(edge, 'current')) ?? '';
    const current = join(edge, 'current/public');
    await damageFile(join(current, 'openapi.json'), '":');
    t.regex((await activate(edge, 'current')).stderr, /openapi\.json has other bytes; .+ pull on/);
    await rm(join(current, 'v1/products/TEE-1/fr-CA.json'));
    await rm(join(current, 'v1/products/BAG-5'));
    await truncate(join(current, 'v1/products/index.en-CA.json'), 3);
    t.regex(
      (await edges.pull()).stdout,
      /^release \w{16} was damaged: public\/.+\n.+ is current: /,
    );
    await rm(join(edge, 'changes', release), { recursive: true });
    t.regex((await edges.pull()).stdout, /was damaged: changes\/.+\.json is missing or damaged\n/);
    await assertEqual(t, edges);
  },
);

/** Pushes at a moment, with other options than the command line. */
async function pushAt(
  { out, remote, environment }: Edges,
  nowMs: number,
  options: Partial<PushOptions> = {},
): Promise<PushResult> {
  const { signal: stop } = new AbortController();
  const privateKey = await readPrivateKey(environment);
  const flags = { keep: 5, isRepair: false, takesOver: false, withNetPrices: false };
  const facts = { out, remote, environment, privateKey, nowMs, stop, machine: hostname() };
  return push({ ...flags, ...facts, ...options });
}

const dayMs = 86_400_000;

test.serial(
  'a remote keeps the newest releases and what was pushed within a day; a pointer is renewed daily, and by its machine',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const { out, remote, release: first } = edges;
    const second = (await linkedRelease(out, 'current')) ?? '';
    const before = await pathsBelow(remote);
    const nowMs = Date.now();
    const soon = await pushAt(edges, nowMs + dayMs / 2, { keep: 1 });
    t.like(soon, { written: 'nothing', removed: [] }, 'nothing younger than a day is removed');
    t.deepEqual(await pathsBelow(remote), before);
    const later = await pushAt(edges, nowMs + 1.5 * dayMs, { keep: 1 });
    t.like(later, { written: 'pointer', release: second, removed: [first] });
    const { pointer } = later;
    t.is(Date.parse(pointer.validUntil) - Date.parse(pointer.time), 7 * dayMs);
    t.true(pointer.sequence > soon.pointer.sequence);
    const left = new Set(await pathsBelow(remote));
    for (const folder of ['/releases/', '/objects/', '/files/']) {
      t.true(
        before.some((path) => !left.has(path) && path.includes(folder)),
        folder,
      );
    }
    t.is((await edges.pull()).stderr, '');
    await assertEqual(t, edges);

    const renamed = await pushAt(edges, nowMs + 1.6 * dayMs, { machine: 'restarted-container' });
    t.is(renamed.written, 'nothing');
    await rm(join(out, 'push/state.json'));
    await t.throwsAsync(pushAt(edges, nowMs, { machine: 'other' }), {
      message: /^.+ pushes to .+, last at .+, and this machine is other; .+ --take-over$/,
    });
    // A clock that was set back lets no sequence number decrease.
    const takeover = { machine: 'other', takesOver: true, isRepair: true };
    const taken = await pushAt(edges, nowMs, takeover);
    t.is(taken.pointer.machine, 'other');
    t.true(taken.pointer.sequence > pointer.sequence);
  },
);

test.serial(
  'net prices are pushed only to a trusted remote, and an edge keeps them closed to other users',
  async (t) => {
    const edges = await createEdges(t);
    const refused = await edges.push('--with-net-prices');
    t.is(refused.exitCode, 1);
    t.regex(refused.stderr, /^not pushed: --with-net-prices needs a remote that TRUSTED_REMOTE /);
    Object.assign(edges.environment, { TRUSTED_REMOTE: edges.remote });
    t.is((await edges.push('--with-net-prices')).stderr, '');
    t.is((await edges.pull()).stderr, '');
    await assertEqual(t, edges);
    const read = (out: string) => filesBelow(join(out, 'current/private/net'));
    t.deepEqual(await read(edges.edge), await read(edges.out));
    t.is((await stat(join(edges.edge, 'current/private'))).mode & 0o007, 0);
    t.deepEqual(await readdir(join(edges.edge, 'current/private')), ['net']);
  },
);

test.serial(
  'deploys, rollbacks and the timer push, and edges report the changes; a failed push is the exit code and a metric',
  async (t) => {
    const edges = await createEdgesAt(t, 'pulled');
    const { out, edge, remote, environment, release: first } = edges;
    const content = await copyContent(t);
    const run = (more: readonly string[], PUSH_REMOTE = remote) =>
      runCommand(deployWithoutPages, [...more, '--out', out], { ...environment, PUSH_REMOTE });
    const args = ['--content', content.path, '--base-url', baseUrl];
    const metric = async (command: 'push' | 'pull', name: string) => {
      const folder = command === 'pull' ? edge : out;
      const text = await readFile(join(folder, `metrics/catalogue-${command}.prom`), 'utf8');
      return Number(new RegExp(`^catalogue_${command}_${name} (.+)$`, 'm').exec(text)?.[1]);
    };
    const changesOf = async (release: string, since: string) => {
      const path = join(edge, 'changes', release, changesFiles.answer(since, 'fr-CA'));
      const { complete, changes } = JSON.parse(await readFile(path, 'utf8')) as Changes;
      return [complete, changes?.map(({ sku, change }) => [sku, change])];
    };
    const changed = [true, [['TEE-1', 'changed']]];

    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    const failed = await run(args, 'unknown:');
    t.is(failed.exitCode, 1);
    t.regex(failed.stderr, /^not pushed: cannot read unknown:: .+\n$/);
    t.true((await metric('push', 'failed_timestamp_seconds')) > 0);
    const second = (await linkedRelease(out, 'current')) ?? '';
    t.regex((await run(['--due'])).stdout, /^nothing is due: .+\npushed release \w+ to /);
    t.regex((await run(['--due'])).stdout, /^nothing is due: .+\n$/);
    await content.replace('products/TEE-1.json', 'Taille grand.', 'Taille juste.');
    t.is((await run(args)).exitCode, 0);
    const third = (await linkedRelease(out, 'current')) ?? '';
    t.is((await edges.pull()).stderr, '');
    await assertEqual(t, edges);
    for (const since of [first, second]) t.deepEqual(await changesOf(third, since), changed);

    const settings = { ...environment, PUSH_REMOTE: remote };
    const back = await runCommand(runRelease, ['activate', first, '--out', out], settings);
    t.regex(back.stdout, /\npushed release \w+ to /);
    t.regex((await edges.pull()).stdout, /: 5 products, 0 objects fetched/);
    await assertEqual(t, edges);
    t.deepEqual(await changesOf(first, third), changed);
    const [line = ''] = (await readFile(join(remote, 'pointer'), 'utf8')).split('\n');
    t.is(await metric('pull', 'pointer_sequence'), JSON.parse(line).sequence);
    t.true((await metric('pull', 'duration_seconds')) >= 0);

    // The edge has its own pin.
    await activate(edge, third);
    const pinned = /^release \w+ is pinned since .+ on this edge and stays; /;
    t.regex((await edges.pull()).stdout, pinned);
    t.is(await linkedRelease(edge, 'current'), third);
    t.is((await edges.pull('--unpin')).exitCode, 0);
    t.is(await linkedRelease(edge, 'current'), first);
  },
);
