import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { deploy } from '../../../../releases/deploy/deploy.ts';
import type { DangerKind } from '../../../../releases/guard/dangers.ts';
import { compareWithCurrent, GuardError } from '../../../../releases/guard/guard-release.ts';
import { type CurrentRelease, readCurrentRelease } from '../../../../releases/release-change.ts';
import { linkedRelease, releaseIds, UnreadableError } from '../../../../releases/release-store.ts';
import { baseUrl, type ContentFolder, copyContent } from '../../../helpers/content.ts';
import { build, copyBuiltFixture } from '../../../helpers/released-files.ts';
import { buildWithoutPages, runCommand } from '../../../helpers/run-command.ts';
import { addProducts } from '../../compiler/build/edit-products.ts';

/**
 * Copies the fixture and its release. Returns the content, the output folder, the id of the release (`first`), and a
 * function that deploys the copy again with accepted kinds of dangers (`buildAgain`).
 */
async function prepare(t: ExecutionContext) {
  const content = await copyContent(t);
  const { out, manifest } = await copyBuiltFixture(t);
  const buildAgain = (...accept: DangerKind[]) => build(t, content.path, out, { accept });
  return { content, out, first: manifest.release, buildAgain };
}

/** Removes the file of a product and its rows in the tables of prices, stock and active products. */
async function removeProduct(content: ContentFolder, sku: string): Promise<void> {
  await content.remove(`products/${sku}.json`);
  const prices = ['msrp', 'net-A1', 'net-A3', 'surcharges'].map((name) => `prices/${name}.csv`);
  for (const file of [...prices, 'inventory.csv', 'active-products.csv']) {
    await removeLines(content, file, (line) => line.startsWith(`${sku},`));
  }
}

async function removeLines(
  content: ContentFolder,
  file: string,
  isUnwanted: (line: string) => boolean,
): Promise<void> {
  const lines = (await readFile(join(content.path, file), 'utf8')).split('\n');
  await content.write(file, lines.filter((line) => !isUnwanted(line)).join('\n'));
}

test.serial(
  'a release with too few products is written and not activated, until it is accepted',
  async (t) => {
    const { content, out, first, buildAgain } = await prepare(t);
    await removeProduct(content, 'JER-3');
    const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
    const [, release = ''] = /release (\w{16}) was written/.exec(error?.message ?? '') ?? [];
    t.is(await linkedRelease(out, 'current'), first);
    t.deepEqual(await releaseIds(out), [first, release].sort());
    t.regex(
      error?.message ?? '',
      /^1 of 5 SKUs \(20\.0 %.*\) were removed from the catalogue: JER-3\n/,
    );
    t.regex(error?.message ?? '', /build again with --accept removed-products$/);
    await t.throwsAsync(buildAgain('price-jumps', 'emptied-locale'), { instanceOf: GuardError });
    const { manifest } = await buildAgain('removed-products');
    t.is(manifest.release, release);
    t.is(await linkedRelease(out, 'current'), release);
  },
);

test.serial('a table of stock that was cut off stops the build', async (t) => {
  const content = await copyContent(t);
  await addProducts(content, ['BAG-6', 'BAG-7', 'BAG-8']);
  const { out } = await build(t, content.path);
  const buildAgain = (...accept: DangerKind[]) => build(t, content.path, out, { accept });
  await removeLines(content, 'inventory.csv', (line) => /^(BAG|TEE)-/.test(line));
  const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
  const [line] = (error?.message ?? '').split('\n');
  const skus = 'BAG-5, BAG-6, BAG-7, BAG-8, TEE-1';
  const counts = '5 of 7 products with stock (more than 20 %)';
  t.is(line, `${counts} have none any more, as if inventory.csv were cut off: ${skus}`);
  await t.notThrowsAsync(buildAgain('lost-stock'));
});

test.serial(
  'a jump of a public or tier price stops the build, and all jumps are counted',
  async (t) => {
    const { content, out, first, buildAgain } = await prepare(t);
    await content.replace('prices/msrp.csv', 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,80080.00');
    await content.replace('prices/net-A1.csv', '7909.47', '2009.10');
    const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
    const [line] = (error?.message ?? '').split('\n');
    t.is(
      line,
      '2 prices rose or fell by more than a factor of 3: ' +
        'BAG-5 CAD msrp for 10: 8008.00 → 80080.00, TEE-1 USD A1 for 48: 7909.47 → 2009.10',
    );
    t.is(await linkedRelease(out, 'current'), first);
    await t.notThrowsAsync(buildAgain('price-jumps'));
  },
);

test.serial(
  'a locale that becomes empty stops the build, and needs two accepted dangers',
  async (t) => {
    const { content, buildAgain } = await prepare(t);
    await removeProduct(content, 'USA-4');
    for (const sku of ['TEE-1', 'HOOD-2', 'JER-3']) {
      await content.replace(`products/${sku}.json`, '"CA",\n    "US"', '"CA"');
    }
    for (const file of ['msrp', 'net-A1', 'net-A3', 'surcharges']) {
      await removeLines(content, `prices/${file}.csv`, (line) => line.includes(',USD,'));
    }
    const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
    t.regex(error?.message ?? '', /\nen-US has no products any more; it had 4\n/);
    t.regex(error?.message ?? '', /--accept removed-products,emptied-locale$/);
    await t.throwsAsync(buildAgain('removed-products'), {
      instanceOf: GuardError,
      message: /--accept emptied-locale$/,
    });
    await t.notThrowsAsync(buildAgain('removed-products', 'emptied-locale'));
  },
);

test.serial('the guard does not read unchanged files', async (t) => {
  const { content, out, first, buildAgain } = await prepare(t);
  const documents = join(out, 'releases', first, 'public/v1/products');
  await writeFile(join(documents, 'BAG-5/en-CA.json'), '{');
  await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
  await t.notThrowsAsync(buildAgain());
});

test.serial(
  'a current release whose manifest is damaged or missing is replaced only when accepted',
  async (t) => {
    const { content, out, first, buildAgain } = await prepare(t);
    const manifest = join(out, 'current/manifest.json');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    for (const [damage, reason] of [
      [() => writeFile(manifest, '{'), '.*JSON.*'],
      [() => rm(manifest), 'ENOENT'],
    ] as const) {
      await damage();
      const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
      const line = `^the releases cannot be compared: .*manifest\\.json cannot be read \\(${reason}\\)\n`;
      t.regex(error?.message ?? '', new RegExp(line));
      t.is(await linkedRelease(out, 'current'), first);
    }
    await t.notThrowsAsync(buildAgain('unreadable-release'));
  },
);

test.serial('the guard accepts a release if the current one is missing', async (t) => {
  const { content, out, first, buildAgain } = await prepare(t);
  await rm(join(out, 'releases', first), { recursive: true });
  await removeProduct(content, 'JER-3');
  await t.notThrowsAsync(buildAgain());
});

test.serial(
  'if a price file is unreadable, removed products and other price jumps are still reported',
  async (t) => {
    const { content, out, first, buildAgain } = await prepare(t);
    await removeProduct(content, 'JER-3');
    await content.replace('prices/msrp.csv', 'BAG-5,CAD,10,8008.00', 'BAG-5,CAD,10,80080.00');
    await writeFile(join(out, 'current/private/net/A1/en-CA.json'), '{}x');
    const error = await t.throwsAsync(buildAgain(), { instanceOf: GuardError });
    t.regex(
      error?.message ?? '',
      /\nnot all prices can be compared: .+A1\/en-CA\.json cannot be read \(.*JSON.*\)\n/,
    );
    t.regex(error?.message ?? '', /--accept removed-products,price-jumps,unreadable-release$/);
    await t.throwsAsync(buildAgain('unreadable-release'), {
      instanceOf: GuardError,
      message: /^1 of 5 SKUs .+ --accept removed-products,price-jumps$/s,
    });
    t.is(await linkedRelease(out, 'current'), first);
    await t.notThrowsAsync(buildAgain('removed-products', 'price-jumps', 'unreadable-release'));
  },
);

test.serial(
  'an unreadable price file of the new release is an error, not a danger to accept',
  async (t) => {
    const { content, out } = await prepare(t);
    await content.replace('prices/net-A1.csv', '7909.47', '7909.10');
    const { manifest } = await deploy({
      ...{ content: content.path, out, baseUrl },
      ...{ encoding: 'none', dryRun: true },
    });
    const path = join(out, 'releases', manifest.release, 'private/net/A1/en-US.json');
    await writeFile(path, '{}x');
    const current = (await readCurrentRelease(out, manifest)) as CurrentRelease;
    const error = await t.throwsAsync(compareWithCurrent(out, current, manifest), {
      instanceOf: UnreadableError,
    });
    t.true(error?.message.startsWith(`${path} cannot be read (`), error?.message);
  },
);

test.serial('the build command prints the dangers and accepts them by option', async (t) => {
  const { content, out, first } = await prepare(t);
  await removeProduct(content, 'JER-3');
  const args = ['--content', content.path, '--out', out, '--base-url', baseUrl];
  const stopped = await runCommand(buildWithoutPages, args);
  t.is(stopped.exitCode, 1);
  t.is(stopped.stdout, '');
  t.regex(stopped.stderr, /were removed from the catalogue: JER-3\n/);
  t.is(await linkedRelease(out, 'current'), first);
  const accepted = 'price-jumps,removed-products';
  const { exitCode } = await runCommand(buildWithoutPages, [...args, '--accept', accepted]);
  t.is(exitCode, 0);
  const unknown = await runCommand(buildWithoutPages, [...args, '--accept', 'everything']);
  t.is(unknown.exitCode, 1);
  t.regex(unknown.stderr, /^--accept takes removed-products, .*; not "everything"\n$/);
});
