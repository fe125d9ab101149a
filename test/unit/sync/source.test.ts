import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createContentSource } from '../../../sync/content-source.ts';
import { findLoss, LossError, SyncError } from '../../../sync/source.ts';
import { copyContent, fixtureContent, makeFolder } from '../../helpers/content.ts';

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
  const message = new RegExp(`^${table} is a symbolic link, .*; npm run build shows every error$`);
  await t.throwsAsync(createContentSource(path).ask(undefined, stop), {
    instanceOf: SyncError,
    message,
  });
});

test('without a content folder a round fails, and the next one tries again', async (t) => {
  const folder = join(await makeFolder(t), 'content');
  const source = createContentSource(folder);
  await t.throwsAsync(source.ask(undefined, stop), {
    instanceOf: SyncError,
    message: new RegExp(`${folder} is not a folder`),
  });
  await cp(fixtureContent, folder, { recursive: true });
  t.is((await source.ask(undefined, stop)).products.length, 4);
});

const products = (...skus: string[]) => skus.map((sku) => ({ sku, companies: ['north-shop'] }));
const before = products('A', 'B', 'C', 'D');

test('half of the products may be lost at once, more may not', (t) => {
  t.is(findLoss(before, products('A', 'B')), undefined);
  const error = findLoss(before, products('A'));
  t.true(error instanceof LossError);
  t.is(
    error?.message,
    '3 of 4 active products are gone, B among them; npm run sync -- --accept-loss accepts that loss',
  );
});

test('new products do not compensate for lost ones', (t) => {
  t.true(findLoss(before, products('a', 'b', 'c', 'd')) instanceof LossError);
});

test('after an empty listing, every answer is accepted, also an empty one', (t) => {
  t.is(findLoss([], []), undefined);
  t.is(findLoss([], before), undefined);
  t.true(findLoss(before, []) instanceof LossError);
});
