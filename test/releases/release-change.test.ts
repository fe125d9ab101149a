import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { changeAgainst, readStanding } from '../../releases/release-change.ts';
import { build } from '../build/released-files.ts';
import { copyContent, makeFolder } from '../helpers/content.ts';

test('products that are new, gone or different are counted once each', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest, change } = await build(t, folder.path);
  t.is(change, undefined);
  await folder.replace('products/TEE-1.json', 'Salt & < Pepper > Tee', 'Pepper Tee');
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  await folder.remove('products/BAG-5.json');
  for (const table of ['prices/msrp', 'prices/net-A1', 'prices/net-A3', 'inventory']) {
    await removeRows(folder.path, `${table}.csv`, 'BAG-5');
  }
  await removeRows(folder.path, 'active-products.csv', 'BAG-5');
  const edited = await build(t, folder.path, out, { accept: dangerKinds });
  const products = { added: 0, removed: 1, changed: 1 };
  t.deepEqual(edited.change, { standing: manifest.release, products });
});

test('a current release whose manifest is damaged is not compared', async (t) => {
  const { out, manifest } = await build(t);
  const { release } = manifest;
  const written = { ...manifest, release: '0123456789abcdef' };
  t.deepEqual(await readStanding(out, written), { release, manifest });
  await writeFile(join(out, 'current/manifest.json'), '{"release":');
  const standing = await readStanding(out, written);
  const path = join(out, 'releases', release, 'manifest.json');
  t.like(standing, { release });
  const { message = '' } = standing && 'fault' in standing ? standing.fault : {};
  t.true(message.startsWith(`${path} cannot be read (`), message);
  t.is(standing && changeAgainst(standing, written), undefined);
  t.deepEqual(await readStanding(out, manifest), { release, manifest });
  t.is(await readStanding(await makeFolder(t), written), undefined);
});

async function removeRows(folder: string, table: string, sku: string): Promise<void> {
  const text = await readFile(join(folder, table), 'utf8');
  const rows = text.split('\n').filter((row) => !row.startsWith(`${sku},`));
  await writeFile(join(folder, table), rows.join('\n'));
}
