import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { activateRelease, linkedRelease } from '../../../releases/release-store.ts';
import { createRclone } from '../../../releases/remote/rclone.ts';
import { removeOldReleases } from '../../../releases/remote/retention.ts';
import { withWorkFolder } from '../../../releases/remote/work-folder.ts';
import { changeOneProduct, createEdgesAt, pathsBelow, servedFiles } from '../../helpers/edges.ts';

test.serial(
  'the remote keeps the newest releases and their objects, and a push removes older ones',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const first = await pathsBelow(edges.remote);
    await changeOneProduct(t, edges, 'Taille deux.');
    const { stdout, stderr } = await edges.push('--keep', '2');
    t.is(stderr, '');
    t.is(stdout.slice(stdout.indexOf('\n') + 1), `removed ${edges.release} from ${edges.remote}\n`);
    const gone = new Set(await pathsBelow(edges.remote));
    const removed = first.filter((path) => !gone.has(path));
    t.true(removed.some((path) => path.includes('/objects/')));
    t.true(removed.some((path) => path.includes('/files/')));
    t.is((await readdir(join(edges.remote, 'releases'))).length, 2);
    await edges.pull();
    t.deepEqual(await servedFiles(edges.edge), await servedFiles(edges.out));
  },
);

test.serial(
  'a push of the same release removes old releases that an earlier push left',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const release = (await linkedRelease(edges.out, 'current')) ?? '';
    const { stdout } = await edges.push('--keep', '1');
    t.is(
      stdout,
      `${edges.remote} points to release ${release} already\nremoved ${edges.release} from ${edges.remote}\n`,
    );
    t.is((await readdir(join(edges.remote, 'releases'))).length, 1);
  },
);

test.serial(
  'a push to a remote that lost the manifest of the release fails with the remedy, which restores it',
  async (t) => {
    const edges = await createEdgesAt(t, 'pushed');
    const [manifest = ''] = await readdir(join(edges.remote, 'releases'));
    await rm(join(edges.remote, 'releases'), { recursive: true });
    const { exitCode, stdout, stderr } = await edges.push();
    t.is(
      stderr,
      `not pushed: releases/${manifest} of ${edges.remote} is missing; npm run push -- REMOTE --repair uploads it again\n`,
    );
    t.deepEqual({ exitCode, stdout }, { exitCode: 1, stdout: '' });
    t.is((await edges.push('--repair')).exitCode, 0);
    t.is((await edges.pull()).exitCode, 0);
  },
);

test.serial(
  'a stop while old releases are removed does not make a push fail, and the releases stay',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const stop = AbortSignal.abort();
    const work = await readdir(join(edges.out, 'push'));
    const cache = join(
      edges.out,
      'push',
      work.find((name) => /^\w{16}$/.test(name)) ?? '',
      'releases',
    );
    const [name = ''] = (await readdir(cache)).sort().reverse();
    const { signal } = new AbortController();
    const { removed, retentionFailure } = await withWorkFolder(
      edges.out,
      'push',
      signal,
      ({ lock }) => {
        const rclone = createRclone(edges.remote, { environment: edges.environment, lock, stop });
        return removeOldReleases({ rclone, cache, currentManifestName: name, stop, keep: 1 });
      },
    );
    t.deepEqual(removed, []);
    t.is(retentionFailure?.message, 'stopped');
    t.is((await readdir(join(edges.remote, 'releases'))).length, 2);
  },
);

test.serial(
  'a release that is pushed several times counts once, and is removed from the remote once',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const release = (await linkedRelease(edges.out, 'current')) ?? '';
    await edges.push('--repair', '--keep', '2');
    const names = await readdir(join(edges.remote, 'releases'));
    t.deepEqual(
      names.map((name) => name.replace(/^\d+-(\w+)\..+$/, '$1')).sort(),
      [edges.release, release].sort(),
    );
    await activateRelease(edges.out, edges.release);
    const { stdout } = await edges.push('--keep', '1');
    t.is(stdout.slice(stdout.indexOf('\n') + 1), `removed ${release} from ${edges.remote}\n`);
  },
);

test.serial(
  'a push removes the files of an old release although its copy of the manifest is truncated',
  async (t) => {
    const edges = await createEdgesAt(t, 'newer');
    const first = await pathsBelow(edges.remote);
    const copies = await pathsBelow(join(edges.out, 'push'));
    await truncate(copies.find((path) => path.includes(edges.release)) ?? '', 20);
    const { stdout, stderr } = await edges.push('--repair', '--keep', '1');
    t.is(stderr, '');
    t.true(stdout.includes(`removed ${edges.release} from`));
    const left = new Set(await pathsBelow(edges.remote));
    t.true(first.some((path) => path.includes('/objects/') && !left.has(path)));
  },
);
