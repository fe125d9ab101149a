/**
 * The preview as an editor uses it: `npm run dev` on the sample catalogue, in a browser. The tests run one
 * after the other, because they edit the same content; each restores the content at its end.
 */
import { once } from 'node:events';
import { readFile, rename } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { Page } from 'playwright-core';
import { openContent } from '../../../build/content/open-content.ts';
import { createPreview } from '../../../pages/preview/server/preview.ts';
import { measureQuality } from '../../../quality/score.ts';
import { accessibilityFindings } from '../../helpers/browser.ts';
import { markupFaults } from '../../helpers/markup.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';
import { type PreviewRun, startPreviewRun } from './preview-run.ts';

const atEnd = collectTeardowns();
let run: PreviewRun;
test.before(async () => {
  run = await startPreviewRun(atEnd);
});
test.after.always(() => atEnd.run());

const card = (page: Page, name: string) => page.locator('.card', { hasText: name });
const jacket = 'products/JKT507.json';

test.serial('the preview shows every product, with its picture, and drafts', async (t) => {
  const page = await run.open(t, '');
  t.is(await page.locator('.card').count(), 79);
  await t.notThrowsAsync(page.evaluate('document.querySelector(".card img").decode()'));
  // A draft without French is shown with its English texts.
  await card(page, 'VST604').getByRole('link').click();
  await page.getByRole('heading', { name: 'Towline Quilted Vest' }).waitFor();
  for (const path of ['products', 'products/VST604']) {
    const fetched = `fetch('/preview/data/${path}?language=fr').then((reply) => reply.text())`;
    t.regex(await page.evaluate<string>(fetched), /Towline Quilted Vest/);
  }
});

test.serial(
  'a save updates the page and the served release; scroll position and filters stay',
  async (t) => {
    const page = await run.open(t, '?category=jackets');
    await page.evaluate('scrollTo({ top: 300, behavior: "instant" })');
    t.is(await page.evaluate('scrollY'), 300);
    const names = ['Portage Colour-Block', 'Portage Plain', 'Portage Colour-Block'];
    for (const [index, name] of names.slice(1).entries()) {
      const served = run.served();
      await run.content.replace(jacket, names[index] as string, name);
      await card(page, name).waitFor();
      await served;
    }
    t.is(await page.evaluate('scrollY'), 300);
    t.true(await page.getByLabel('Jackets').isChecked());
  },
);

test.serial(
  'after an error the last valid content is shown, and the finding links to its line and product',
  async (t) => {
    const page = await run.open(t, '');
    await run.content.replace(jacket, '"navy-white"', '"nvay-white"');
    await page.locator('.card', { hasText: /\d errors?/ }).waitFor();
    t.is(await page.locator('.card').count(), 79);
    t.regex(await page.getByRole('status').first().innerText(), /Last version.*\d+ errors?/s);
    await page.getByLabel('Has findings').check();
    t.is(await page.locator('.card').count(), 1);
    await page.getByRole('link', { name: /Findings/ }).click();
    const item = page.locator('.findings li', { hasText: 'product/unknown-color' });
    t.regex(
      (await item.locator('.place').getAttribute('href')) ?? '',
      /^vscode:\/\/file\/.*\/products\/JKT507\.json:\d+:\d+$/,
    );
    await item.getByRole('link', { name: 'JKT507', exact: true }).click();
    await page.getByRole('radio', { name: 'Navy and white' }).waitFor();

    await run.content.replace(jacket, '"nvay-white"', '"navy-white"');
    await page.getByText('Up to date').waitFor();
    await page.locator('.findings').waitFor({ state: 'detached' });
    t.is(await page.locator('.product').count(), 1);
  },
);

test.serial('while the content folder is missing, the header says so', async (t) => {
  const page = await run.open(t, '');
  await page.getByText('Up to date').waitFor();
  await rename(run.content.path, `${run.content.path}-away`);
  await page.getByText('The content folder cannot be read').waitFor();
  t.is(await page.locator('.card').count(), 79);
  await rename(`${run.content.path}-away`, run.content.path);
  await page.getByText('Up to date').waitFor();
});

test.serial('a new product with an error is shown after the error is fixed', async (t) => {
  const draft = await readFile(join(run.content.path, 'products/VST604.json'), 'utf8');
  const added = draft.replaceAll('VST604', 'VST699');
  await run.content.write('products/VST699.json', added.replace('"vests"', '"vest"'));
  const page = await run.open(t, '/findings');
  await page.getByRole('link', { name: 'VST699', exact: true }).click();
  await page.getByRole('heading', { name: 'can be shown until the errors are fixed' }).waitFor();
  await run.content.write('products/VST699.json', added);
  await page.getByRole('heading', { name: 'Towline Quilted Vest' }).waitFor();
  await run.content.remove('products/VST699.json');
  await page.getByRole('heading', { name: 'There is no product with this SKU' }).waitFor();
  t.is(new URL(page.url()).pathname, '/preview/products/VST699');
});

test.serial('an error in a row of a table is listed at the product of the row', async (t) => {
  const page = await run.open(t, '/findings');
  await page.getByText('The compiler reports no findings.').waitFor();
  await run.content.append('inventory.csv', 'TEE100,nvay,M,12\n');
  const item = page.locator('.findings li');
  await item.first().waitFor();
  t.regex(await item.first().innerText(), /inventory\.csv:\d+:\d+[\s\S]*TEE100/);
  await run.content.replace('inventory.csv', 'TEE100,nvay,M,12\n', '');
  await page.getByText('The compiler reports no findings.').waitFor();
});

test.serial('a request from another machine is rejected, even with Host localhost', async (t) => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (own === undefined) {
    t.log('NOT RUN: this machine has only loopback addresses');
    t.pass();
    return;
  }
  const preview = createPreview({ content: 'content', out: 'dist', baseUrl: 'http://localhost' });
  const server = createServer((...exchange) => void preview.answer(...exchange));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = get({
    host: own.address,
    port,
    path: '/preview',
    headers: { Host: 'localhost' },
  });
  const [{ statusCode }] = (await once(request, 'response')) as [IncomingMessage];
  t.is(statusCode, 403);
  request.destroy();
  server.close();
});

test.serial('only requests from this machine with a loopback Host are accepted', async (t) => {
  const { ask } = run;
  const refused = await ask('/preview/data/products', { headers: { Host: 'rebound.example' } });
  t.is(refused.status, 403);
  t.false(refused.text.includes('JKT507'));
  const unreadable = await ask('/preview/%FF', { headers: { Host: 'rebound.example' } });
  t.is(unreadable.status, 403);
  for (const name of ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP']) {
    const forwarded = await ask('/preview/data/products', { headers: { [name]: '203.0.113.9' } });
    t.is(forwarded.status, 403, name);
    t.false(forwarded.text.includes('JKT507'), name);
  }
  const page = await ask('/preview');
  t.is(page.status, 200);
  t.is(page.headers['cache-control'], 'no-store');
  const policy = String(page.headers['content-security-policy']);
  t.regex(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
  t.regex(policy, /frame-ancestors 'none'/);
  t.false(policy.includes('unsafe'));
  t.is((await ask('/preview', { method: 'POST' })).status, 405);
});

test.serial('the quality page has the scores of npm run quality, the lowest first', async (t) => {
  const { products } = await measureQuality(await openContent(run.content.path));
  const page = await run.open(t, '/quality');
  const lowest = products.slice(0, 10).map(({ sku, score }) => [sku, String(score)]);
  const items = (await page.locator('.scores > li').all())
    .slice(0, 10)
    .map(async (item) => [
      await item.locator('.sku').textContent(),
      await item.locator('.score span').first().textContent(),
    ]);
  t.deepEqual(await Promise.all(items), lowest);
});

test.serial('the pages are valid and accessible in French, and fit a narrow window', async (t) => {
  const page = await run.open(t, '/products/JKT507', 'fr');
  for (const path of ['/products/JKT507', '?category=vests', '/findings', '/quality']) {
    await page.goto(new URL(`/preview${path}`, page.url()).href);
    await page.locator('h1').waitFor();
    t.deepEqual(await markupFaults(await page.content()), [], path);
    t.deepEqual(await accessibilityFindings(page), [], path);
    await page.setViewportSize({ width: 360, height: 800 });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    t.is(overflow, 0, path);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
