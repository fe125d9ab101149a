/** Copies of the fixture content and of output folders into which it was deployed, for tests that deploy again. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runRelease } from '../../../releases/release-command.ts';
import { linkedRelease } from '../../../releases/release-store.ts';
import { baseUrl, type ContentFolder, copyContent } from '../../helpers/content.ts';
import { build, copiesOf, copyBuiltFixture } from '../../helpers/released-files.ts';
import { deployWithoutPages, runCommand } from '../../helpers/run-command.ts';
import type { Teardown } from '../../helpers/teardown.ts';

type Environment = Readonly<Record<string, string>>;

/** Copies the fixture and an output folder with one release of it (`first`); returns them and commands to run. */
export async function copyDeployed(t: Teardown) {
  const { out, manifest } = await copyBuiltFixture(t, 'full');
  return openDeployed(await copyContent(t), out, manifest.release, 'Taille petit.');
}

const copyTwo = copiesOf(async (t) => {
  const content = await copyContent(t);
  await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  const { out, manifest } = await copyBuiltFixture(t, 'full');
  const { manifest: second } = await build(t, content.path, out);
  return { out, first: manifest.release, second: second.release };
});

/** Like `copyDeployed`; but a later release, `second`, is current, in which TEE-1 has the French note `Taille grand.` */
export async function copyDeployedTwice(t: Teardown) {
  const { out, first, second } = await copyTwo(t);
  const content = await copyContent(t);
  await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  return { ...openDeployed(content, out, first, 'Taille grand.'), second };
}

function openDeployed(content: ContentFolder, out: string, first: string, initialNote: string) {
  let note = initialNote;
  const args = ['--content', content.path, '--out', out, '--base-url', baseUrl];
  return {
    ...{ content, out, first, args },
    /** Replaces the French note of TEE-1. */
    async setNote(next: string): Promise<void> {
      await content.replace('products/TEE-1.json', note, next);
      note = next;
    },
    /** Runs `npm run deploy` with the content and `out`. */
    deploy: (environment: Environment = {}, ...more: string[]) =>
      runCommand(deployWithoutPages, [...args, ...more], environment),
    /** Runs `npm run release` with `out`. */
    release: (environment: Environment, ...more: string[]) =>
      runCommand(runRelease, [...more, '--out', out], environment),
    current: async () => (await linkedRelease(out, 'current')) ?? '',
  };
}

/** Replaces each row of a product in all tables by a row for each SKU in `skus`; removes the rows if it is empty. */
export async function replaceRows(
  { path, write }: ContentFolder,
  sku: string,
  skus: readonly string[] = [],
): Promise<void> {
  const names = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.csv'));
  for (const name of names) {
    const csv = await readFile(join(path, name), 'utf8');
    const rows = (_row: string, cells: string) => skus.map((each) => each + cells).join('');
    await write(name, csv.replaceAll(new RegExp(`^${sku}(,.*\n)`, 'gm'), rows));
  }
}

/** Removes a product and its rows in all tables. */
export async function removeProduct(content: ContentFolder, sku: string): Promise<void> {
  await content.remove(`products/${sku}.json`);
  await replaceRows(content, sku);
}

/** Adds copies of BAG-5 and of its rows; each copy has other `members` than BAG-5, such as `formerSkus`. */
export async function copyBag(
  content: ContentFolder,
  copies: Readonly<Record<string, object>>,
): Promise<void> {
  const bag = await readFile(join(content.path, 'products/BAG-5.json'), 'utf8');
  for (const [sku, members] of Object.entries(copies)) {
    const start = JSON.stringify({ sku, ...members }).slice(1, -1);
    await content.write(`products/${sku}.json`, bag.replace('"sku": "BAG-5"', start));
  }
  await replaceRows(content, 'BAG-5', ['BAG-5', ...Object.keys(copies)]);
}
