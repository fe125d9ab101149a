/** What `npm run dev` notices in the content folder. */
import {
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type WatchOptions, watchFolder } from '../../../infra/local/watch-folder.ts';
import { makeFolder } from '../../helpers/content.ts';

/**
 * Watches a new folder `content` with two files. Returns `write`, which writes a file there, `next`, which waits for the
 * next changes, such as `products/a.json changed`, and the paths, scans and printed lines of the watch.
 */
async function startWatching(t: ExecutionContext, options: Partial<WatchOptions> = {}) {
  const above = join(await makeFolder(t), 'above');
  const path = join(above, 'content');
  // Here and below changes are synchronous, so that no scan comes between those of one group.
  const write = (file: string, text = file) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  for (const file of ['a.json', 'prices/msrp.csv']) write(file);
  const controller = new AbortController();
  const lines: string[] = [];
  const printError = (line: string) => void lines.push(line);
  const { scans } = watchFolder(path, { stop: controller.signal, printError, ...options });
  t.teardown(async () => {
    controller.abort();
    await scans.return(undefined as never);
  });
  t.deepEqual((await scans.next()).value, { changes: [], isExact: false, files: 2 });
  const next = async () =>
    (await scans.next()).value.changes.map(({ file, kind }) => `${file} ${kind}`);
  return { above, path, write, next, scans, lines };
}

test.serial(
  'files that are written, added and removed in one group are reported together, and new folders are watched',
  async (t) => {
    const { path, write, next } = await startWatching(t, { skip: ['schemas'] });
    write('a.json', 'edited');
    write('products/b.json');
    write('products/c.json');
    write('schemas/product.json');
    rmSync(join(path, 'products/c.json'));
    rmSync(join(path, 'prices/msrp.csv'));
    t.deepEqual(await next(), [
      'a.json changed',
      'prices/msrp.csv removed',
      'products/b.json added',
    ]);
    write('products/b.json', 'again');
    t.deepEqual(await next(), ['products/b.json changed']);
  },
);

test.serial(
  'a save by rename is one change, and temporary files of an editor are ignored',
  async (t) => {
    const { path, write, next } = await startWatching(t);
    write('4913');
    rmSync(join(path, '4913'));
    write('.a.json.swp');
    write('a.json.tmp', 'a.jsoN');
    renameSync(join(path, 'a.json.tmp'), join(path, 'a.json'));
    t.deepEqual(await next(), ['a.json changed']);
    renameSync(join(path, 'a.json'), join(path, 'b.json'));
    t.deepEqual(await next(), ['a.json removed', 'b.json added']);
  },
);

test.serial('a write that keeps the size and the modification time is a change', async (t) => {
  const { path, write, next } = await startWatching(t);
  const { atime, mtime } = statSync(join(path, 'a.json'));
  write('a.json', 'b.json');
  utimesSync(join(path, 'a.json'), atime, mtime);
  t.deepEqual(await next(), ['a.json changed']);
});

test.serial('a folder that replaces the watched one is watched', async (t) => {
  const { above, path, next } = await startWatching(t);
  cpSync(path, join(above, 'other'), { recursive: true });
  renameSync(path, join(above, 'old'));
  renameSync(join(above, 'other'), path);
  t.deepEqual(await next(), ['a.json changed', 'prices/msrp.csv changed']);
  writeFileSync(join(above, 'old/a.json'), 'of no interest');
  writeFileSync(join(path, 'prices/msrp.csv'), 'edited');
  t.deepEqual(await next(), ['prices/msrp.csv changed']);
});

test.serial(
  'a deleted folder, also with its parents, is watched again when it returns',
  async (t) => {
    const { above, path, write, next } = await startWatching(t);
    for (const gone of [path, above]) {
      rmSync(gone, { recursive: true });
      t.deepEqual(await next(), ['a.json removed', 'prices/msrp.csv removed']);
      write('a.json');
      t.deepEqual(await next(), ['a.json added']);
      write('prices/msrp.csv');
      t.deepEqual(await next(), ['prices/msrp.csv added']);
    }
  },
);

test.serial('creating and removing a link is a change, and links are not followed', async (t) => {
  const { above, path, next } = await startWatching(t);
  symlinkSync(above, join(path, 'products'));
  symlinkSync('nothing', join(path, 'broken.json'));
  t.deepEqual(await next(), ['broken.json added', 'products added']);
  writeFileSync(join(above, 'b.json'), 'of no interest');
  rmSync(join(path, 'products'));
  t.deepEqual(await next(), ['products removed']);
});

test.serial(
  'a folder that is moved away and back while a build runs is read completely again',
  async (t) => {
    const { above, path, scans } = await startWatching(t);
    for (const moved of ['', 'prices']) {
      renameSync(join(path, moved), join(above, 'away'));
      renameSync(join(above, 'away'), join(path, moved));
      t.deepEqual((await scans.next()).value, { changes: [], isExact: false, files: 2 });
    }
  },
);

test.serial(
  'when the system refuses a watch, one line names the remedy and changes are still detected',
  async (t) => {
    const open = ((path: string, listener: () => void) => {
      if (!path.endsWith('prices')) return watch(path, listener);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    }) as typeof watch;
    const { write, next, lines } = await startWatching(t, { open });
    t.is(lines.length, 1);
    t.regex(lines[0] ?? '', /prices \(ENOSPC\); .*sysctl fs\.inotify\.max_user_watches=/);
    write('prices/msrp.csv', 'edited');
    t.deepEqual(await next(), ['prices/msrp.csv changed']);
    t.is(lines.length, 1);
  },
);
