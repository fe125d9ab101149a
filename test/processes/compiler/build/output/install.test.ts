import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import {
  cleaningUp,
  damagedEntries,
  installFolder,
  pointAt,
} from '../../../../../build/output/install.ts';
import { ReleaseError } from '../../../../../build/output/release-error.ts';
import { stampOf, stampTime } from '../../../../../build/output/stamps.ts';
import { makeFolder } from '../../../../helpers/content.ts';

const files = new Map([
  ['public/a.json', Buffer.from('[1]')],
  ['public/deep/er/b.json', Buffer.from('[2]')],
]);
const content = {
  files: new Map(Array.from(files, ([path, bytes]) => [path, stampOf(bytes)])),
  links: new Map([['public/product', '../objects/one']]),
  texts: new Map([['manifest.json', '{}']]),
};

/**
 * Creates the folder `.temporary` in `parent` with the files, links and texts that `content` lists: complete, but not
 * yet installed under its final name. Returns its path.
 */
async function prepare(parent: string): Promise<string> {
  const folder = join(parent, '.temporary');
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
    stampTime(join(folder, path), stampOf(bytes));
  }
  await symlink('../objects/one', join(folder, 'public/product'));
  await writeFile(join(folder, 'manifest.json'), '{}');
  return folder;
}

async function install(parent: string): Promise<void> {
  await installFolder(await prepare(parent), join(parent, 'one'), content);
}

test.serial('a folder gets its name when it is complete', async (t) => {
  const parent = await makeFolder(t);
  await install(join(parent, 'releases'));
  const folder = join(parent, 'releases/one');
  for (const [path, bytes] of files) t.deepEqual(await readFile(join(folder, path)), bytes);
  t.is(await readlink(join(folder, 'public/product')), '../objects/one');
  t.deepEqual(await readdir(join(parent, 'releases')), ['one']);
});

test.serial('if the temporary folder was removed, the file-system error says so', async (t) => {
  const parent = await makeFolder(t);
  const target = join(parent, 'releases/one');
  await t.throwsAsync(installFolder(join(parent, '.temporary'), target, content), {
    code: 'ENOENT',
  });
});

test.serial('an existing complete folder is not changed', async (t) => {
  const parent = await makeFolder(t);
  await install(parent);
  const paths = ['.', 'manifest.json', 'public/a.json', 'public/deep'];
  const inodes = () =>
    Promise.all(paths.map(async (path) => (await stat(join(parent, 'one', path))).ino));
  const before = await inodes();
  await install(parent);
  t.deepEqual(await inodes(), before);
  t.deepEqual(await readdir(parent), ['one']);
});

test.serial(
  'a folder that is created again has its mode, so that private files stay private',
  async (t) => {
    const parent = await makeFolder(t);
    await install(parent);
    const folder = join(parent, 'one/public/deep/er');
    await rm(dirname(folder), { recursive: true });
    const temporary = await prepare(parent);
    await chmod(join(temporary, 'public/deep'), 0o750);
    await chmod(join(temporary, 'public/deep/er'), 0o700);
    await installFolder(temporary, join(parent, 'one'), content);
    t.is((await stat(dirname(folder))).mode & 0o777, 0o750);
    t.is((await stat(folder)).mode & 0o777, 0o700);
  },
);

test.serial(
  'damaged entries of an existing folder are replaced, and other entries are never missing',
  async (t) => {
    const parent = await makeFolder(t);
    await install(parent);
    const one = join(parent, 'one');
    const untouched = (await stat(join(one, 'public/deep/er/b.json'))).ino;
    const damages = [
      () => writeFile(join(one, 'public/a.json'), '[3]'),
      () => rm(join(one, 'public/a.json')),
      () => writeFile(join(one, 'manifest.json'), '{'),
      () => rm(join(one, 'public/product')),
      async () => {
        await rm(join(one, 'public/product'));
        await symlink('../objects/two', join(one, 'public/product'));
      },
      async () => {
        await rm(join(one, 'public/a.json'));
        await mkdir(join(one, 'public/a.json/inside'), { recursive: true });
      },
    ];
    for (const damage of damages) {
      await damage();
      await install(parent);
      t.is(await readFile(join(one, 'public/a.json'), 'utf8'), '[1]');
      t.is(await readFile(join(one, 'manifest.json'), 'utf8'), '{}');
      t.is(await readlink(join(one, 'public/product')), '../objects/one');
    }
    t.is((await stat(join(one, 'public/deep/er/b.json'))).ino, untouched);
    t.deepEqual(await readdir(parent), ['one']);
  },
);

test.serial('a file that has the name of a folder is replaced by the folder', async (t) => {
  for (const name of ['', 'public', 'public/deep/er']) {
    const parent = await makeFolder(t);
    await install(parent);
    const folder = join(parent, 'one', name);
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    await install(parent);
    t.deepEqual(damagedEntries(join(parent, 'one'), content), [], name);
    t.deepEqual(await readdir(parent), ['one']);
  }
});

test.serial('a failed write leaves no file and causes a ReleaseError', async (t) => {
  const parent = await makeFolder(t);
  const work = cleaningUp(join(parent, '.temporary'), `cannot write ${parent}`, async () => {
    await prepare(parent);
    await writeFile(join(parent, '.temporary/public/a.json/b'), '');
  });
  const error = await t.throwsAsync(work, { instanceOf: ReleaseError });
  t.true(error?.message.startsWith(`cannot write ${parent}: ENOTDIR`));
  t.like(error?.cause, { code: 'ENOTDIR' });
  t.deepEqual(await readdir(parent), []);
});

test.serial(
  'an unexpected error is rethrown unchanged, and temporary files are removed',
  async (t) => {
    const parent = await makeFolder(t);
    const fault = new TypeError('no such thing');
    const work = cleaningUp(join(parent, '.temporary'), 'cannot write', async () => {
      await prepare(parent);
      throw fault;
    });
    t.is(await t.throwsAsync(work), fault);
    t.deepEqual(await readdir(parent), []);
  },
);

test.serial('a link is created and then replaced, and no temporary link is left', async (t) => {
  const parent = await makeFolder(t);
  await mkdir(join(parent, 'one'));
  await mkdir(join(parent, 'two'));
  await writeFile(join(parent, 'two/file'), 'two');
  await pointAt(parent, 'current', 'one');
  t.is(await readlink(join(parent, 'current')), 'one');
  await pointAt(parent, 'current', 'two');
  t.is(await readFile(join(parent, 'current/file'), 'utf8'), 'two');
  t.deepEqual((await readdir(parent)).sort(), ['current', 'one', 'two']);
});

test.serial(
  'a link that cannot be replaced causes a ReleaseError, and no temporary link is left',
  async (t) => {
    const parent = await makeFolder(t);
    await mkdir(join(parent, 'current'));
    await t.throwsAsync(pointAt(parent, 'current', 'one'), { instanceOf: ReleaseError });
    t.deepEqual(await readdir(parent), ['current']);
  },
);
