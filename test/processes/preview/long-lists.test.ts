/** The preview of a catalogue that is too large to show all at once. */
import test from 'ava';
import type { Page } from 'playwright-core';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { appearanceFaults } from './appearance.ts';
import { startPreviewAlone } from './preview-run.ts';

const atEnd = collectTeardowns();
let run: Awaited<ReturnType<typeof startPreviewAlone>>;
test.before(async () => {
  run = await startPreviewAlone(atEnd);
  const { products } = await run.content.load();
  const draft = JSON.stringify(products.find(({ product }) => product.draft)?.product);
  for (let number = 100; number < 250; number += 1) {
    const product = { ...JSON.parse(draft), sku: `DRAFT-${number}` };
    await run.content.write(`products/DRAFT-${number}.json`, JSON.stringify(product));
  }
  await run.refresh();
});
test.after.always(() => atEnd.run());

const focusedLink = (page: Page) => page.evaluate<string | null>('document.activeElement.pathname');

test.serial('the start page shows 100 products, and 100 more on request', async (t) => {
  const page = await run.open(t, '?category=vests');
  const cards = page.locator('.card');
  t.is(await cards.count(), 100);
  await page.getByText('155 of 229 products').waitFor();
  t.deepEqual(await appearanceFaults(page), []);
  await page.getByRole('button', { name: 'Show 55 more' }).focus();
  await page.keyboard.press('Enter');
  await cards.nth(154).waitFor();
  const added = await focusedLink(page);
  t.is(added, await cards.nth(100).getByRole('link').getAttribute('href'));
  t.is(await page.getByRole('button', { name: /^Show/ }).count(), 0);
  await page.keyboard.press('Enter');
  await page.locator('.product').waitFor();
  await page.goBack();
  await cards.nth(154).waitFor();
});

test.serial('errors are listed before warnings, and 100 findings are shown at first', async (t) => {
  for (let number = 0; number < 110; number += 1) {
    await run.content.write(`products/A-${number}.txt`, '');
  }
  await run.content.replace('products/VST604.json', '{', '');
  await run.refresh();
  const page = await run.open(t, '/findings');
  await page.locator('#page').getByText('1 error, 110 warnings').waitFor();
  await page.getByRole('link', { name: 'Findings 1 error, 110 warnings' }).waitFor();
  const findings = page.locator('.findings > li');
  t.regex(await findings.first().innerText(), /products\/VST604\.json/);
  t.is(await findings.count(), 100);
  await page.getByRole('button', { name: 'Show 11 more' }).click();
  await findings.nth(110).waitFor();
});
