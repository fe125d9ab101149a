/**
 * The preview's reports on the whole catalogue: its quality, and the differences between releases.
 * One test after another: they edit the same content.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { Page } from 'playwright-core';
import { openContent } from '../../../build/content/open-content.ts';
import type { ComparisonResponse } from '../../../pages/preview/responses.ts';
import { measureQuality } from '../../../quality/measure-quality.ts';
import { fixtureContent } from '../../helpers/content.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { appearanceFaults } from './appearance.ts';
import { type PreviewRun, startPreviewRun } from './preview-run.ts';

const atEnd = collectTeardowns();
let run: PreviewRun;
test.before(async () => {
  run = await startPreviewRun(atEnd, fixtureContent);
});
test.after.always(() => atEnd.run());

const tee = 'products/TEE-1.json';

async function currentRelease(page: Page): Promise<string> {
  const health = await page.request.get(new URL('/v1/health', page.url()).href);
  return ((await health.json()) as { release: string }).release;
}

test.serial(
  'without a second release the page explains that there is nothing to compare',
  async (t) => {
    const page = await run.open(t, '/releases');
    await page.getByText('There is one release so far.').waitFor();
    t.is(await page.locator('select').count(), 0);
  },
);

test.serial('the quality page has the scores of npm run quality, the lowest first', async (t) => {
  const { products, average } = await measureQuality(await openContent(run.content.path));
  const page = await run.open(t, '/quality');
  const scores = (await page.locator('.scores > li').all()).map(async (item) => [
    await item.locator('.sku').textContent(),
    Number(await item.locator('.score span').first().textContent()),
  ]);
  t.deepEqual(
    await Promise.all(scores),
    products.map(({ sku, score }) => [sku, score]),
  );
  t.is(await page.locator('.figures strong').first().textContent(), String(average));
  t.regex((await page.locator('.scores > li').first().textContent()) ?? '', /no long description/);
});

test.serial(
  'a check selected by keyboard shows its remedy and the products that fail it',
  async (t) => {
    const page = await run.open(t, '/quality');
    await page.getByRole('button', { name: 'Show 10 more' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'colours and sizes without a row' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('0 is a valid quantity.').waitFor();
    const skus = () => page.locator('.scores .sku').allTextContents();
    t.deepEqual(await skus(), ['BAG-5', 'HOOD-2', 'TEE-1']);
    await page.getByLabel('Sort by').focus();
    await page.keyboard.press('ArrowDown');
    t.deepEqual(await skus(), ['TEE-1', 'HOOD-2', 'BAG-5']);
    t.is(new URL(page.url()).search, '?check=stock%2Frows&sort=highest');
    await page.reload();
    await page.locator('.scores').waitFor();
    t.deepEqual(await skus(), ['TEE-1', 'HOOD-2', 'BAG-5']);
  },
);

test.serial('a save updates the scores and keeps the selection', async (t) => {
  const page = await run.open(t, '/quality?check=stock/rows');
  await page.locator('.scores .sku', { hasText: 'TEE-1' }).waitFor();
  await run.content.append('inventory.csv', 'TEE-1,grey-navy,M,3\n');
  await page.locator('.scores .sku', { hasText: 'TEE-1' }).waitFor({ state: 'detached' });
  t.deepEqual(await page.locator('.scores .sku').allTextContents(), ['BAG-5', 'HOOD-2']);
});

test.serial('a comparison shows the changed prices, texts and pictures of a product', async (t) => {
  const page = await run.open(t, '/releases');
  const release = await currentRelease(page);
  // The edits may be in two builds; both are compared with this release.
  await page.goto(new URL(`/preview/releases?before=${release}`, page.url()).href);
  const text = await readFile(join(run.content.path, tee), 'utf8');
  const drawn = text.replace('"drawing": "tee"', '"drawing": "hoodie"');
  await run.content.write(tee, drawn.replace('"Runs small."', '"Runs very small."'));
  await run.content.replace('prices/msrp.csv', 'TEE-1,CAD,12,8020.00', 'TEE-1,CAD,12,8021.00');
  const changed = page.locator('.changed', { hasText: 'TEE-1' });
  await changed.locator('ins', { hasText: 'very' }).waitFor();
  const amounts = changed.locator('.table', { hasText: 'CAD' }).locator('.amounts').first();
  await amounts.locator('strong', { hasText: '$8,021.00' }).waitFor();
  t.deepEqual(await amounts.locator('s, strong').allTextContents(), ['$8,020.00', '$8,021.00']);
  const pictures = changed.locator('.picture-pairs img');
  await pictures.nth(1).scrollIntoViewIfNeeded();
  const loaded = '[...document.querySelectorAll(".picture-pairs img")].slice(0, 2)';
  const decoded = page.evaluate(`Promise.all(${loaded}.map((image) => image.decode()))`);
  await t.notThrowsAsync(decoded);
  const [old, now] = [
    await pictures.nth(0).getAttribute('src'),
    await pictures.nth(1).getAttribute('src'),
  ];
  t.not(old?.split('/')[3], now?.split('/')[3]);
  await page.getByRole('button', { name: 'Swap' }).click();
  await changed.locator('del', { hasText: 'very' }).waitFor();
});

test.serial(
  'a comparison shows a new name first, collapses derived texts and omits equal pictures',
  async (t) => {
    const page = await run.open(t, '/releases');
    const release = await currentRelease(page);
    await page.goto(new URL(`/preview/releases?before=${release}`, page.url()).href);
    const text = await readFile(join(run.content.path, tee), 'utf8');
    const { name } = JSON.parse(text) as { name: { en: string } };
    await run.content.write(tee, text.replace(name.en, `${name.en} Plus`));
    const changed = page.locator('.changed', { hasText: 'TEE-1' });
    await changed.locator('ins', { hasText: 'Plus' }).first().waitFor();
    t.regex((await changed.locator('.fields dt').first().textContent()) ?? '', /^productName /);
    const folded = changed.locator('.derived');
    t.regex(await folded.locator('summary').innerText(), /^\d+ texts derived from these$/);
    t.false(await folded.locator('dt').first().isVisible());
    await folded.locator('summary').click();
    t.true(await folded.locator('dt').first().isVisible());
    // The drawings are titled with the name, so that their bytes differ.
    const path = `/preview/data/releases/${release}/${await currentRelease(page)}`;
    const compared = await page.request.get(new URL(path, page.url()).href);
    const { changes } = (await compared.json()) as ComparisonResponse;
    t.deepEqual(
      changes.map(({ sku, pictures }) => [sku, pictures.length]),
      [['TEE-1', 0]],
    );
    t.is(await changed.locator('.picture-pairs').count(), 0);
  },
);

test.serial('a release that was removed is reported as missing', async (t) => {
  const page = await run.open(t, '/releases');
  const url = new URL('/preview/data/releases/0123456789abcdef/fedcba9876543210', page.url());
  const reply = await page.request.get(url.href);
  t.is(reply.status(), 404);
});

for (const path of ['/quality?check=text/long', '/releases']) {
  test.serial(`${path} has no accessibility finding and fits the window`, async (t) => {
    const page = await run.open(t, path, { language: 'fr' });
    await page.locator('.scores, .changed').first().waitFor();
    for (const details of await page.locator('details').all()) {
      await details.locator('summary').click();
    }
    t.deepEqual(await appearanceFaults(page), []);
  });
}
