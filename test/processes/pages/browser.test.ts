/**
 * The pages in a real browser, at a public address with a path: accessible, usable by keyboard, loaded
 * from one host, with a search and forms that send requests.
 */
import test from 'ava';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { problems } from '../../../contract/problems.ts';
import { testKeys } from '../../../contract/test-keys.ts';
import { addresses } from '../../../pages/docs/addresses.ts';
import {
  accessibilityFindings,
  colourRules,
  openContext,
  startBrowser,
  watchButtons,
} from '../../helpers/browser.ts';
import { collectTeardowns, type Teardown } from '../../helpers/teardown.ts';
import { type Site, startSite } from './site.ts';

const atEnd = collectTeardowns();
let site: Site;
let browser: Browser;
const { start, quickstart, copy, limits, reference, errors, status } = addresses;
const missing = '/docs/none/of/them';

test.before('the site and the browser start', async () => {
  [site, browser] = await Promise.all([
    startSite(atEnd, { path: '/shop/catalogue' }),
    startBrowser(atEnd),
  ]);
});
test.after.always('the site and the browser stop', () => atEnd.run());

/**
 * Opens a page until the test ends. `faults` holds the errors of the browser, except for statuses that
 * tests ask for, and the URLs that it requested outside of the site.
 */
async function open(t: Teardown, address: string, options: BrowserContextOptions = {}) {
  const context = await openContext(browser, options);
  t.teardown(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    const isFault = message.type() === 'error' && !/status of (4|503)/.test(message.text());
    if (isFault) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${site.address}/`) && !url.startsWith('data:')) faults.push(url);
  });
  await visit(page, address);
  return { page, faults };
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(site.address + address);
  if (address === status.en || address === status.fr) await page.waitForSelector('#health table');
}

const untilAt = (page: Page, address: string) => page.waitForURL(site.address + address);
const openFirst = 'document.querySelector("details")?.setAttribute("open", "")';
const openDetails = 'for (const each of document.querySelectorAll("details")) each.open = true';
const focused = (page: Page, property: string) =>
  page.evaluate(`document.activeElement.${property}`);

test.serial('every kind of page is accessible, in light and in dark', async (t) => {
  const { page } = await open(t, start.en);
  for (const address of [errors.fr, quickstart.en, reference.en, status.en, missing]) {
    await visit(page, address);
    // In dark, one form is enough: the colours of all others are the same.
    await page.evaluate(openFirst);
    await page.emulateMedia({ colorScheme: 'dark' });
    t.deepEqual(await accessibilityFindings(page, colourRules), [], `${address} in dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate(openDetails);
    t.deepEqual(await accessibilityFindings(page), [], address);
  }
});

test.serial('every page fits the width of a phone and requests this host only', async (t) => {
  const { page, faults } = await open(t, start.en, { viewport: { width: 360, height: 800 } });
  const written = Object.values(addresses).flatMap(({ en, fr }) => [en, fr]);
  for (const address of [...written, '/docs/size-charts/tops/fr-CA', missing]) {
    await visit(page, address);
    await page.evaluate(openDetails);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    t.true(Number(overflow) <= 0, address);
    t.deepEqual(faults, [], address);
  }
});

test.serial('from 1100 px on, the reference has its navigation beside the text', async (t) => {
  const { page } = await open(t, reference.en, { viewport: { width: 1100, height: 800 } });
  for (const name of ['Documentation', 'On this page']) {
    const box = await page.getByRole('navigation', { name }).boundingBox();
    const text = await page.getByRole('main').boundingBox();
    t.true(box !== null && text !== null && box.x + box.width <= text.x, name);
    t.true((box?.y ?? 801) < 800, `${name} is on the first screen`);
  }
});

test.serial('a form of the reference sends a test key or an own key', async (t) => {
  const { page, faults } = await open(t, `${reference.en}#productPricing`);
  const form = page.locator('details.try').filter({ has: page.locator('#try-productPricing-sku') });
  await form.locator('summary').first().click();
  await form.getByLabel('sku').fill('TEE-1');
  const keys = page.getByLabel('Key of the requests on this page');
  const send = async () => {
    const path = '/v1/products/TEE-1/pricing?locale=en-CA';
    const answered = page.waitForResponse((response) => response.url().endsWith(path));
    await form.getByRole('button').click();
    const code = (await answered).status();
    await form.getByRole('status').getByText(String(code)).waitFor();
    const body = await form.getByLabel('Body of the answer').textContent();
    return { code, body: JSON.parse(body ?? '') as object };
  };
  t.is((await send()).code, 200, 'a test key is chosen');
  for (const { key, ...outcome } of testKeys) {
    await keys.selectOption(key);
    const { code, body } = await send();
    t.is(code, 'tier' in outcome ? 200 : problems[outcome.problem].status, key);
    t.like(body, 'tier' in outcome ? { priceTier: outcome.tier } : { code: outcome.problem });
  }
  await keys.selectOption('');
  t.is((await send()).code, 401);
  await keys.selectOption('own');
  await page.getByLabel('My key').fill(site.keys['A3'] ?? '');
  t.like((await send()).body, { sku: 'TEE-1', priceTier: 'A3' });
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])';
  t.is(await page.evaluate(stored), '[{},{}]', 'the key is not stored');
  await form.getByText('Header fields of the answer').click();
  t.true(await form.getByText(/^ratelimit: /m).isVisible());
  t.deepEqual(faults, []);
});

test.serial('a form of the reference says that a request failed', async (t) => {
  const { page } = await open(t, reference.fr);
  const form = page.locator('details.try').first();
  await form.locator('summary').first().click();
  await page.route('**/v1/**', (route) => route.abort());
  await form.getByRole('button').click();
  await form.getByRole('status').getByText('Failed to fetch').waitFor();
  t.pass();
});

test.serial('without JavaScript the pages show their text, samples and routes', async (t) => {
  const { page } = await open(t, quickstart.en, { javaScriptEnabled: false });
  for (const language of ['TypeScript', 'Python', 'PHP']) {
    const shown = page.locator('figure[data-sample=first-price]:visible', { hasText: language });
    t.true((await shown.count()) > 0, language);
  }
  t.false(await page.locator('.search').isVisible());
  await page.goto(site.address + reference.en);
  t.true(await page.getByText('/v1/products/{sku}/pricing', { exact: true }).first().isVisible());
  t.is(await page.locator('form').count(), 0, 'no form that could not be sent');
  await page.goto(site.address + status.en);
  t.true(await page.getByRole('link', { name: '/v1/health' }).isVisible());
});

test.serial('a keyboard reaches the text, chooses a language and copies a sample', async (t) => {
  // An empty list denies every permission.
  const { page } = await open(t, quickstart.en, { permissions: [] });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  t.is(await focused(page, 'id'), 'content');
  while ((await focused(page, 'role')) !== 'tab') await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  t.is(await focused(page, 'textContent'), 'Python');
  const labelled = await watchButtons(page);
  // The first stop is the link that downloads the sample.
  await page.keyboard.press('Tab');
  t.is(await focused(page, 'download'), '');
  t.regex(String(await focused(page, 'href')), /\/docs\/samples\/first-price\.py$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await labelled('Copy failed');
  t.regex(await page.evaluate<string>('getSelection().toString()'), /^# Run: python3 first-price/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Enter');
  await labelled('Copied');
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  t.regex(copied, /^# Run: python3 first-price\.py\nimport json\n/);
  await visit(page, start.en);
  await visit(page, quickstart.en);
  t.is(await page.locator('[role=tab][aria-selected=true]').first().innerText(), 'Python');
});

/** Types a query as a reader does, and waits. Returns the addresses of the results in their order. */
async function search(page: Page, query: string): Promise<string[]> {
  await page.getByRole('combobox', { name: /Search|Rechercher/ }).fill('');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  const options = page.getByRole('option');
  await options.first().waitFor();
  const links = await options.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  return links.map((link) => String(link).replace(new URL(site.address).pathname, ''));
}

test.serial('the search finds headings, codes, fields and routes in both languages', async (t) => {
  const { page, faults } = await open(t, start.en);
  for (const [query, expected] of [
    ['conditional requests', `${limits.en}#conditional`],
    ['rate_limited', `${errors.en}#error-rate_limited`],
    ['VariantStock.gtin', `${reference.en}#VariantStock.gtin`],
    ['/v1/products/changes', `${reference.en}#changes`],
    ['table for a spreadsheet', `${copy.en}#tables`],
  ] as const) {
    t.is((await search(page, query))[0], expected, query);
  }
  await visit(page, reference.fr);
  t.is((await search(page, 'cles d’essai'))[0], `${quickstart.fr}#test-keys`);
  t.deepEqual(faults, []);
});

test.serial('the search is used by keyboard or mouse, and is accessible', async (t) => {
  const { page } = await open(t, start.en);
  const field = page.getByRole('combobox', { name: /Search|Rechercher/ });
  const [first = '', second = ''] = await search(page, 'stock');
  t.is(await field.getAttribute('aria-expanded'), 'true');
  t.regex((await page.locator('.search [role=status]').textContent()) ?? '', /^Results: \d$/);
  t.deepEqual(await accessibilityFindings(page), [], 'accessible with results');
  await page.keyboard.press('Tab');
  t.is(await page.getByRole('option').count(), 0, 'the results close when the focus leaves');
  await search(page, 'stock');
  await page.keyboard.press('Escape');
  t.is(await page.getByRole('option').count(), 0, 'Escape closes them too');
  await search(page, 'stock');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  t.is(await field.getAttribute('aria-activedescendant'), 'search-option-1');
  await page.keyboard.press('Enter');
  await untilAt(page, second);
  await search(page, 'stock');
  await page.getByRole('option').first().click();
  await untilAt(page, first);
  await field.fill('zzzzzzzz');
  await page.locator('.search').getByText('No results').waitFor();
  t.pass();
});

test.serial('the search says if it cannot load its index', async (t) => {
  const { page } = await open(t, start.fr);
  await page.route('**/docs/search-*.js', (route) => route.abort());
  await page.getByRole('combobox', { name: /Search|Rechercher/ }).fill('sku');
  await page.locator('.search').getByText('La recherche n’a pas pu être chargée').waitFor();
  await page.unroute('**/docs/search-*.js');
  await page.reload();
  t.true((await search(page, 'sku')).length > 0);
});

test.serial('a reader who chose French gets the French overview from then on', async (t) => {
  const { page, faults } = await open(t, `${limits.en}#conditional`);
  await page.getByRole('link', { name: 'Français' }).click();
  await untilAt(page, `${limits.fr}#conditional`);
  await page.goto(`${site.address}${start.en}#downloads`);
  await untilAt(page, `${start.fr}#downloads`);
  // A link to the English overview still works.
  await visit(page, limits.en);
  await page.getByRole('link', { name: 'Overview' }).click();
  await untilAt(page, start.en);
  await page.goto(site.address + start.fr);
  await page.getByRole('link', { name: 'English' }).click();
  await untilAt(page, start.en);
  await page.reload();
  t.is(page.url(), site.address + start.en);
  t.deepEqual(faults, []);
});

test.serial('the status page shows the release; an unknown address leads on', async (t) => {
  const { page } = await open(t, status.en);
  const answer = await page.request.get(`${site.address}/v1/health`);
  const { release } = (await answer.json()) as { release: string };
  await page.getByRole('cell', { name: release }).waitFor();
  await visit(page, missing);
  await page.getByRole('main').getByRole('link', { name: 'Quickstart' }).click();
  await untilAt(page, quickstart.en);
  t.pass();
});

test.serial('the search and the forms work at an address without a path', async (t) => {
  const { address } = await startSite(t);
  const { page } = await open(t, start.en);
  await page.goto(address + quickstart.en);
  const [found = ''] = await search(page, '/v1/health');
  await page.getByRole('option').first().click();
  await page.waitForURL(address + found);
  const form = page.locator('details.try').first();
  await form.locator('summary').first().click();
  await form.getByRole('button').click();
  await form.getByText(/^200 /).waitFor();
  t.is(found, `${reference.en}#health`);
});
