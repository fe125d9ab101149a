/**
 * Search on the pages, and their memory of the language that a reader has chosen, in a real browser;
 * `npm start` serves the pages.
 */
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { addresses } from '../../../pages/docs/addresses.ts';
import { accessibilityFindings, openContext, startBrowser } from '../../helpers/browser.ts';
import { fixtureContent } from '../../helpers/content.ts';
import { embeddedScript, type RunningServer, startServer } from '../../helpers/running-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const atEnd = collectTeardowns();
let server: RunningServer;
let browser: Browser;

test.before('the server and the browser start', async () => {
  [server, browser] = await Promise.all([
    startServer(embeddedScript, { args: ['--content', fixtureContent] }),
    startBrowser(atEnd),
  ]);
  atEnd.teardown(async () => void (await server.stop()));
});
test.after.always('the server and the browser stop', () => atEnd.run());

/** Opens a page in a new browser context, which remembers nothing of other pages. */
async function open(address: string): Promise<Page> {
  const page = await (await openContext(browser)).newPage();
  await page.goto(server.address + address);
  return page;
}

const pathOf = (page: Page) => page.url().slice(server.address.length);

/** Types a query into the search as a reader does, and waits. Returns the links of the results in the order shown. */
async function search(page: Page, query: string): Promise<string[]> {
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  await page.getByRole('option').first().waitFor();
  return page
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => String(option.getAttribute('href'))));
}

test.serial(
  'headings, error codes, fields and routes are found first, in both languages',
  async (t) => {
    for (const [start, query, expected] of [
      [addresses.start.en, 'conditional requests', `${addresses.guide.en}#conditional`],
      [addresses.guide.en, 'rate_limited', `${addresses.errors.en}#error-rate_limited`],
      [addresses.errors.en, 'VariantStock.gtin', `${addresses.dataModel.en}#VariantStock.gtin`],
      [addresses.status.en, '/v1/products/changes', `${addresses.reference.en}#changes`],
      [addresses.errors.en, 'deprecated', `${addresses.guide.en}#versions`],
      [addresses.errors.en, 'csv', `${addresses.guide.en}#tables`],
      [addresses.start.fr, 'cles d’essai', `${addresses.guide.fr}#test-keys`],
      [
        addresses.reference.fr,
        'product_not_found',
        `${addresses.errors.fr}#error-product_not_found`,
      ],
    ] as const) {
      const page = await open(start);
      t.is((await search(page, query))[0], expected, query);
      await page.context().close();
    }
  },
);

test.serial(
  'arrow keys and Enter open a result; Escape closes the list, then clears the field',
  async (t) => {
    const page = await open(addresses.start.en);
    const [, second = ''] = await search(page, 'stock');
    const field = page.getByRole('combobox');
    t.is(await field.getAttribute('aria-expanded'), 'true');
    t.regex((await page.locator('.search [role=status]').textContent()) ?? '', /^Results: \d$/);
    t.deepEqual(await accessibilityFindings(page), [], 'accessible with results');
    await page.keyboard.press('Escape');
    t.is(await page.getByRole('option').count(), 0);
    t.is(await field.inputValue(), 'stock');
    await page.keyboard.press('Escape');
    t.is(await field.inputValue(), '');
    await search(page, 'stock');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    t.is(await field.getAttribute('aria-activedescendant'), 'search-option-1');
    await Promise.all([page.waitForURL(server.address + second), page.keyboard.press('Enter')]);
    t.is(pathOf(page), second);
    await page.context().close();
  },
);

test.serial(
  'the results close when the focus leaves the search, and stay while it is inside',
  async (t) => {
    const page = await open(addresses.start.en);
    await search(page, 'stock');
    await page.keyboard.press('Tab');
    t.is(await page.evaluate('document.activeElement.className'), 'language');
    t.is(await page.getByRole('option').count(), 0);
    t.is(await page.getByRole('combobox').getAttribute('aria-expanded'), 'false');
    const [first = ''] = await search(page, 's');
    await page.getByRole('option').first().click();
    await page.waitForURL(server.address + first);
    t.is(pathOf(page), first, 'a click opens a result');
    await page.context().close();
  },
);

test.serial('a query without results shows a message', async (t) => {
  const page = await open(addresses.start.fr);
  await page.getByRole('combobox').fill('zzzzzzzz');
  await page.locator('.search').getByText('Aucun résultat').waitFor();
  t.deepEqual(await accessibilityFindings(page), []);
  await page.context().close();
});

test.serial('library and entries are loaded when the field is focused, not before', async (t) => {
  const page = await open(addresses.start.en);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url().slice(server.address.length)));
  await page.reload();
  // Scripts that a page loads by itself are requested before it is idle.
  await page.evaluate(
    'new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 }))',
  );
  t.deepEqual(
    requests.filter((path) => /minisearch|search-/.test(path)),
    [],
  );
  await search(page, 'key');
  t.deepEqual(requests.filter((path) => /minisearch|search-/.test(path)).sort(), [
    '/docs/minisearch.js',
    '/docs/search-en.js',
  ]);
  await page.context().close();
});

test.serial(
  'if the index cannot be loaded, the search says so in the language of the page',
  async (t) => {
    for (const [start, message] of [
      [addresses.start.en, 'The search could not be loaded. Reload the page.'],
      [addresses.start.fr, 'La recherche n’a pas pu être chargée. Rechargez la page.'],
    ] as const) {
      const page = await open(start);
      await page.route('**/docs/search-*.js', (route) => route.abort());
      await page.getByRole('combobox').fill('key');
      await page.locator('.search').getByText(message).waitFor();
      await page.reload();
      await page.unroute('**/docs/search-*.js');
      t.true((await search(page, 'sku')).length > 0);
      await page.context().close();
    }
  },
);

test.serial('without JavaScript there is no search field', async (t) => {
  const context = await openContext(browser, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.address + addresses.guide.en);
  t.false(await page.locator('.search').isVisible());
  await context.close();
});

test.serial(
  'a user who chose French gets the French overview until choosing English',
  async (t) => {
    const page = await open(addresses.guide.en);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL(server.address + addresses.guide.fr);
    await page.goto(server.address + addresses.start.en);
    await page.waitForURL(server.address + addresses.start.fr);
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL(server.address + addresses.start.en);
    await page.reload();
    t.is(pathOf(page), addresses.start.en);
    await page.goto(server.address + addresses.start.en);
    t.is(pathOf(page), addresses.start.en, 'the choice of English is remembered too');
    await page.context().close();
  },
);

test.serial('a change of the language keeps the section of the page', async (t) => {
  const page = await open(`${addresses.guide.en}#conditional`);
  await page.getByRole('link', { name: 'Français' }).click();
  await page.waitForURL(`**${addresses.guide.fr}*`);
  t.is(pathOf(page), `${addresses.guide.fr}#conditional`);
  await page.goto(`${server.address}${addresses.start.en}#downloads`);
  await page.waitForURL(`**${addresses.start.fr}*`);
  t.is(pathOf(page), `${addresses.start.fr}#downloads`);
  await page.context().close();
});

test.serial(
  'a link to the English overview works from other pages even after choosing French',
  async (t) => {
    const page = await open(addresses.guide.en);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL(server.address + addresses.guide.fr);
    await page.goto(server.address + addresses.guide.en);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL(server.address + addresses.start.en);
    t.is(await page.getByRole('heading', { level: 1 }).textContent(), 'Public Product Catalog API');
    await page.context().close();
  },
);
