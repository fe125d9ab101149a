/** The preview as an editor uses it: `npm run dev` on the sample catalogue, in a browser. */
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { createPreview } from '../../../pages/preview/preview.ts';
import { accessibilityFindings, openContext, startBrowser } from '../../helpers/browser.ts';
import { type ContentFolder, editFolder, makeFolder } from '../../helpers/content.ts';
import { collectTeardowns, type Teardown } from '../../helpers/teardown.ts';
import { startDev } from '../local/dev-run.ts';

const atEnd = collectTeardowns();
let content: ContentFolder;
let browser: Browser;
let address = '';

test.before('npm run dev and a browser start', async () => {
  const path = join(await makeFolder(atEnd), 'content');
  cpSync('content', path, { recursive: true });
  content = editFolder(path);
  const dev = await startDev(atEnd, path);
  const [{ port }, started] = await Promise.all([dev.opened(), startBrowser(atEnd)]);
  browser = started;
  address = `http://localhost:${port}/preview`;
});
test.after.always('npm run dev and the browser stop', () => atEnd.run());

async function open(t: Teardown, path: string): Promise<Page> {
  const context = await openContext(browser, { locale: 'en-CA' });
  t.teardown(() => context.close());
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(address + path);
  await page.locator('h1').waitFor({ state: 'attached' });
  return page;
}

const banner = (page: Page) => page.locator('.banner');

test.serial(
  'products that are not public are shown and marked, and the counts agree',
  async (t) => {
    const page = await open(t, '?sort=name');
    const status = await page.locator('[role=status]', { hasText: 'product files' }).innerText();
    const counts = [...status.matchAll(/\d+/g)].map(Number);
    const [all = 0, isPublic = 0, more = 0, files = 0, notSold = 0] = counts;
    t.is(isPublic + more, all);
    t.is(all + notSold, files);
    await page.getByRole('searchbox').fill('VST604');
    const card = page.locator('.card', { hasText: 'VST604' });
    await card.getByText('Draft').waitFor();
    await card.getByRole('link').click();
    await page.getByRole('heading', { name: 'Towline Quilted Vest' }).waitFor();
    // Its drawing is in no release.
    await t.notThrowsAsync(page.evaluate('document.querySelector(".gallery img").decode()'));
    t.is((await fetch(address.replace('preview', 'v1/products/VST604'))).status, 404);
    await page.goto(`${address}/products/TEE112?locale=fr-CA`);
    await page.getByText('À venir à compter du').waitFor();
  },
);

test.serial('a product has net prices of every tier, and its score with reasons', async (t) => {
  const page = await open(t, '/products/ACC954?locale=en-CA');
  for (const name of ['Price', 'A3', 'A1', 'A2', 'A4', 'A5']) {
    t.is(await page.getByRole('columnheader', { name, exact: true }).count(), 1, name);
  }
  await page.getByText(/^Quality: \d+ of 100$/).click();
  t.true(await page.getByText('colours without a picture').isVisible());
  t.deepEqual(await accessibilityFindings(page), []);
  t.notRegex(await (await fetch(`${address.replace('preview', 'catalogue')}/app.js`)).text(), /A3/);
});

test.serial(
  'a save is shown; with errors the last valid release is, with the findings above',
  async (t) => {
    const page = await open(t, '/products/JKT507?locale=en-CA');
    await content.replace('products/JKT507.json', 'Portage Colour-Block', 'Portage Two-Tone');
    await page.getByRole('heading', { level: 1, name: 'Portage Two-Tone' }).waitFor();
    await content.replace('products/JKT507.json', '"navy-white"', '"nvay-white"');
    await banner(page).getByText('nvay-white').first().waitFor();
    t.true(await page.getByRole('heading', { level: 1, name: 'Portage Two-Tone' }).isVisible());
    await banner(page).getByRole('link', { name: 'All findings' }).click();
    const item = page.locator('main .findings li').first();
    const place = item.getByRole('link').first();
    t.regex(
      (await place.getAttribute('href')) ?? '',
      /^vscode:\/\/file\/.*\/products\/JKT507\.json:\d+:\d+$/,
    );
    t.is(await item.getByRole('link', { name: 'JKT507', exact: true }).count(), 1);
    t.true(await item.getByText('Remedy').isVisible());
    t.deepEqual(await accessibilityFindings(page), []);
    await content.replace('products/JKT507.json', '"nvay-white"', '"navy-white"');
    await banner(page).getByText('The content is shown as saved.').waitFor();
    await content.replace('products/JKT507.json', 'Portage Two-Tone', 'Portage Colour-Block');
  },
);

test.serial('an error in a row of a table is listed at the product of the row', async (t) => {
  const page = await open(t, '/findings?locale=en-CA');
  await content.append('inventory.csv', 'TEE100,nvay,M,12\n');
  const item = page.locator('main .findings li').first();
  await item.waitFor();
  t.is(await item.getByRole('link', { name: 'TEE100', exact: true }).count(), 1);
  await content.replace('inventory.csv', 'TEE100,nvay,M,12\n', '');
  await page.getByText('Nothing was found').waitFor();
});

test.serial('quality and changes are pages of their own', async (t) => {
  const page = await open(t, '/quality?locale=fr-CA');
  const first = page.locator('.scores li').first();
  t.regex(await first.innerText(), /ACC954 78[\s\S]*−9,1/);
  t.deepEqual(await accessibilityFindings(page), []);
  await page.getByRole('link', { name: 'Changements' }).click();
  await page.getByRole('heading', { level: 1, name: 'Changements' }).waitFor();
  await page.getByText(/npm run build/).waitFor();
  t.deepEqual(await accessibilityFindings(page), []);
});

test.serial('only this machine gets the preview, and only GET and HEAD', async (t) => {
  const preview = createPreview({ baseUrl: 'http://localhost', ask: async () => undefined });
  const server = createServer((request, response) => void preview.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as { port: number };
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const request = get({ port, path, headers, method });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  };
  t.is((await ask('/preview/')).statusCode, 200);
  t.is((await ask('/preview/data/none')).statusCode, 404);
  t.is((await ask('/preview/', { Host: 'evil.example' })).statusCode, 403);
  t.is((await ask('/preview/data/findings', { 'X-Forwarded-For': '192.0.2.1' })).statusCode, 403);
  t.is((await ask('/preview/', {}, 'POST')).statusCode, 405);
  t.is((await ask('/preview/')).headers['cache-control'], 'no-store');
});
