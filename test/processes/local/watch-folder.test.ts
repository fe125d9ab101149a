import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type WatchOptions, watchFolder } from '../../../infra/local/watch-folder.ts';
import { makeFolder } from '../../helpers/content.ts';

/**
 * Writes `files` into a new folder `content` and watches it until the test ends. Returns `write`, which writes a file
 * there, `next`, which waits for the next changes, the first scan (`first`), and the watch's paths, controls and
 * printed lines.
 */
async function startWatching(
  t: ExecutionContext,
  {
    files = ['a.json', 'prices/msrp.csv'],
    ...options
  }: Partial<WatchOptions> & { files?: string[] } = {},
) {
  const above = join(await makeFolder(t), 'above');
  const path = join(above, 'content');
  // Here and below changes are synchronous, so that no scan comes between those of one group.
  const write = (file: string, text = file) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  for (const file of files) write(file);
  const controller = new AbortController();
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const { scans, rescan } = watchFolder(path, {
    stop: controller.signal,
    printError: log,
    ...options,
  });
  t.teardown(async () => {
    controller.abort();
    await scans.return(undefined as never);
  });
  const first = await scans.next();
  /** Waits for the next changes; returns a text for each, such as `products/a.json changed`. */
  const next = async () =>
    (await scans.next()).value.changes.map(({ file, kind }) => `${file} ${kind}`);
  return { above, path, write, next, first: first.value, scans, rescan, controller, lines };
}

test.serial(
  'written, added and removed files are reported when no more changes follow',
  async (t) => {
    const { path, write, next, first } = await startWatching(t);
    t.deepEqual(first, { changes: [], isExact: false, files: 2 });
    write('a.json', 'edited');
    write('products/b.json');
    rmSync(join(path, 'prices/msrp.csv'));
    t.deepEqual(await next(), [
      'a.json changed',
      'prices/msrp.csv removed',
      'products/b.json added',
    ]);
    write('products/b.json', 'again');
    t.deepEqual(await next(), ['products/b.json changed'], 'a folder that is new is watched');
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

test.serial(
  'a folder that replaces a file, and a file that replaces a folder, are reported',
  async (t) => {
    const { path, write, next } = await startWatching(t);
    rmSync(join(path, 'a.json'));
    write('a.json/b.json');
    t.deepEqual(await next(), ['a.json removed', 'a.json/b.json added']);
    write('a.json/b.json', 'again');
    t.deepEqual(await next(), ['a.json/b.json changed'], 'what is in the new folder is watched');
    rmSync(join(path, 'prices'), { recursive: true });
    write('prices');
    t.deepEqual(await next(), ['prices added', 'prices/msrp.csv removed']);
  },
);

test.serial('a folder that replaces the watched one is watched', async (t) => {
  const { above, path, next } = await startWatching(t);
  const other = join(above, 'other');
  cpSync(path, other, { recursive: true });
  renameSync(path, join(above, 'old'));
  renameSync(other, path);
  t.deepEqual(await next(), ['a.json changed', 'prices/msrp.csv changed']);
  writeFileSync(join(path, 'prices/msrp.csv'), 'edited');
  t.deepEqual(await next(), ['prices/msrp.csv changed']);
  writeFileSync(join(above, 'old/a.json'), 'of no interest');
  writeFileSync(join(path, 'a.json'), 'edited');
  t.deepEqual(await next(), ['a.json changed']);
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

test.serial('skipped files are neither watched nor reported', async (t) => {
  const { write, next } = await startWatching(t, { skip: ['schemas'] });
  write('schemas/product.json');
  write('schemas/product.json', 'again');
  write('products/schemas');
  t.deepEqual(await next(), ['products/schemas added']);
});

test.serial(
  'creating and removing a link is a change, for any target, and links are not followed',
  async (t) => {
    const { above, path, next } = await startWatching(t);
    symlinkSync(above, join(path, 'products'));
    symlinkSync('nothing', join(path, 'broken.json'));
    t.deepEqual(await next(), ['broken.json added', 'products added']);
    writeFileSync(join(above, 'b.json'), 'of no interest');
    rmSync(join(path, 'products'));
    t.deepEqual(await next(), ['products removed']);
  },
);

test.serial(
  'a folder that is moved away and back while the consumer is busy is reported without changes',
  async (t) => {
    const { above, path, next, scans } = await startWatching(t);
    for (const moved of ['', 'prices', 'a.json']) {
      renameSync(join(path, moved), join(above, 'away'));
      renameSync(join(above, 'away'), join(path, moved));
      const { changes, isExact, files } = (await scans.next()).value;
      t.is(files, 2);
      t.is(isExact, moved === 'a.json', 'what is in a folder may have been away');
      // A renamed file has another change time.
      t.deepEqual(
        changes.map(({ file }) => file),
        moved === 'a.json' ? ['a.json'] : [],
      );
    }
    writeFileSync(join(path, 'prices/msrp.csv'), 'edited');
    t.deepEqual(await next(), ['prices/msrp.csv changed']);
  },
);

test.serial(
  'when the system refuses a watch, one line names the remedy and changes are still detected',
  async (t) => {
    const open = ((path: string, listener: () => void) => {
      if (!path.endsWith('prices')) return watch(path, listener);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    }) as typeof watch;
    const { path, write, next, lines } = await startWatching(t, { open });
    const line = `cannot watch ${join(path, 'prices')} (ENOSPC); looking every second instead; to raise the limit: sudo sysctl fs.inotify.max_user_watches=524288`;
    t.deepEqual(lines, [line]);
    write('prices/msrp.csv', 'edited');
    t.deepEqual(await next(), ['prices/msrp.csv changed']);
    t.is(lines.length, 1);
  },
);
