import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { dangerKinds } from '../../../releases/guard/dangers.ts';
import { compareWithCurrent } from '../../../releases/guard/guard-release.ts';
import { readCurrentRelease } from '../../../releases/release-change.ts';
import { copyContent, makeFolder } from '../../helpers/content.ts';
import { build, copyBuiltFixture } from '../../helpers/released-files.ts';

test.serial('added, removed and changed products are counted once each', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest, change } = await copyBuiltFixture(t);
  t.is(change, undefined);
  await folder.replace('products/TEE-1.json', 'Salt & < Pepper > Tee', 'Pepper Tee');
  await folder.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  await folder.remove('products/BAG-5.json');
  for (const table of ['prices/msrp', 'prices/net-A1', 'prices/net-A3', 'inventory']) {
    await removeRows(folder.path, `${table}.csv`, 'BAG-5');
  }
  await removeRows(folder.path, 'active-products.csv', 'BAG-5');
  const edited = await build(t, folder.path, out, { accept: dangerKinds });
  t.deepEqual(edited.change, {
    before: manifest.release,
    products: { added: 0, removed: 1, changed: 1 },
    netPrices: { products: 0, byTier: {} },
  });
});

test.serial('a current release whose manifest is damaged is not compared', async (t) => {
  const { out, manifest } = await copyBuiltFixture(t);
  const { release } = manifest;
  const written = { ...manifest, release: '0123456789abcdef' };
  t.deepEqual(await readCurrentRelease(out, written), { release, manifest });
  await writeFile(join(out, 'current/manifest.json'), '{"release":');
  const current = await readCurrentRelease(out, written);
  const path = join(out, 'releases', release, 'manifest.json');
  t.like(current, { release });
  const { message = '' } = current && 'fault' in current ? current.fault : {};
  t.true(message.startsWith(`${path} cannot be read (`), message);
  t.is(current && (await compareWithCurrent(out, current, written)).change, undefined);
  t.deepEqual(await readCurrentRelease(out, manifest), { release, manifest });
  t.is(await readCurrentRelease(await makeFolder(t), written), undefined);
});

test.serial('products whose net prices changed are counted by tier and in total', async (t) => {
  const folder = await copyContent(t);
  const { out, manifest } = await build(t, folder.path);
  await folder.replace('prices/net-A1.csv', '7909.47', '7900.00');
  await folder.replace('prices/net-A3.csv', '7919.13', '7919.17');
  await folder.replace('prices/net-A3.csv', '7922.13', '7921.13');
  const edited = await build(t, folder.path, out, { accept: dangerKinds });
  t.deepEqual(edited.change, {
    before: manifest.release,
    products: { added: 0, removed: 0, changed: 0 },
    netPrices: { products: 2, byTier: { A1: 1, A3: 2 } },
  });
  const { change } = await build(t, folder.path, out);
  t.like(change, { before: edited.manifest.release, netPrices: { products: 0, byTier: {} } });
});

test.serial('net prices that cannot be read are not counted as unchanged', async (t) => {
  const folder = await copyContent(t);
  const { out } = await copyBuiltFixture(t);
  await folder.replace('prices/net-A1.csv', '7909.47', '7900.00');
  await writeFile(join(out, 'current/private/net/A1/en-US.json'), '{');
  const { change } = await build(t, folder.path, out, { accept: dangerKinds });
  t.is(change?.netPrices, undefined);
  t.deepEqual(change?.products, { added: 0, removed: 0, changed: 0 });
});

async function removeRows(folder: string, table: string, sku: string): Promise<void> {
  const text = await readFile(join(folder, table), 'utf8');
  const rows = text.split('\n').filter((row) => !row.startsWith(`${sku},`));
  await writeFile(join(folder, table), rows.join('\n'));
}
