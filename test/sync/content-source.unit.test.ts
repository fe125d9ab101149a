import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createContentSource } from '../../sync/content-source.ts';
import { SyncError } from '../../sync/sync-error.ts';
import { copyContent, fixtureContent, makeFolder } from '../helpers/content.ts';

const { signal: stop } = new AbortController();

test('the table is read in a content folder that is a symbolic link', async (t) => {
  const link = join(await makeFolder(t), 'content');
  await symlink(fixtureContent, link);
  const { products } = await createContentSource(link).ask(undefined, stop);
  t.deepEqual(
    products.map(({ sku }) => sku),
    ['TEE-1', 'HOOD-2', 'USA-4', 'BAG-5'],
  );
});

test('a table that is a symbolic link is not read', async (t) => {
  const { path } = await copyContent(t);
  const table = join(path, 'active-products.csv');
  await rm(table);
  await symlink(join(fixtureContent, 'active-products.csv'), table);
  const message = new RegExp(`^${table} is a symbolic link, .*; npm run build shows every fault$`);
  await t.throwsAsync(createContentSource(path).ask(undefined, stop), {
    instanceOf: SyncError,
    message,
  });
});
