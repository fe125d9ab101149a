/** The catalogue browser in a real browser, at a public address with a path. */
import test from 'ava';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  accessibilityFindings,
  colourRules,
  openContext,
  startBrowser,
} from '../../helpers/browser.ts';
import { collectTeardowns, type Teardown } from '../../helpers/teardown.ts';
import { type Site, startSite } from './site.ts';

const atEnd = collectTeardowns();
let site: Site;
let browser: Browser;

test.before('the site of the catalogue and the browser start', async () => {
  [site, browser] = await Promise.all([
    startSite(atEnd, { path: '/shop/catalogue' }),
    startBrowser(atEnd),
  ]);
});
test.after.always('the site of the catalogue and the browser stop', () => atEnd.run());

/** Opens an address until the test ends. `faults` holds the errors of the browser, but for the icon of another host. */
async function open(t: Teardown, address: string, options: BrowserContextOptions = {}) {
  const context = await openContext(browser, options);
  t.teardown(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    const isFault = message.type() === 'error' && !message.location().url.includes('cdn.example');
    if (isFault) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('request', (request) => {
    requests.push(request.url());
  });
  await visit(page, address);
  return { page, faults, requests };
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(site.address + address);
  await page.locator('h1, .failure').first().waitFor({ state: 'attached' });
}

const cards = (page: Page) => page.locator('.card h2').allTextContents();
const products = ['TEE-1', 'HOOD-2', 'JER-3'].map((sku) => `/catalogue/products/${sku}`);

test.serial('grid and products are accessible in light and dark, and fit a phone', async (t) => {
  const { page, faults } = await open(t, '/catalogue/?locale=en-CA', {
    viewport: { width: 360, height: 800 },
  });
  for (const address of ['/catalogue/', ...products, '/catalogue/products/none']) {
    await visit(page, `${address}?locale=fr-CA`);
    await page.evaluate(
      'for (const each of document.querySelectorAll("details")) each.open = true',
    );
    t.deepEqual(await accessibilityFindings(page), [], address);
    await page.emulateMedia({ colorScheme: 'dark' });
    t.deepEqual(await accessibilityFindings(page, colourRules), [], `${address} in dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    t.true(Number(overflow) <= 0, address);
  }
  // The browser reports the 404 of the product that does not exist.
  t.deepEqual(
    faults.filter((each) => !each.includes('404')),
    [],
  );
});

test.serial(
  'search, filters and order are in an address that works in both languages',
  async (t) => {
    const { page, faults } = await open(t, '/catalogue/?locale=en-CA');
    const all = await cards(page);
    t.true(all.length > 2);
    await page.getByRole('searchbox').fill('salt');
    await page.getByText('1 of ').waitFor();
    t.deepEqual(await cards(page), ['Salt & < Pepper > Tee']);
    await page.getByRole('searchbox').fill('');
    await page.getByLabel('Sort by').selectOption('priceDown');
    const facet = page.getByRole('group', { name: 'Category' }).getByRole('checkbox').first();
    await facet.check();
    const chosen = await cards(page);
    t.true(chosen.length > 0 && chosen.length < all.length);
    const { searchParams } = new URL(page.url());
    t.is(searchParams.get('sort'), 'priceDown');
    await page.goto(page.url().replace('en-CA', 'fr-CA'));
    await page.getByText('Trier par').waitFor();
    t.is((await cards(page)).length, chosen.length);
    t.true(
      await page
        .getByRole('group', { name: 'Catégorie' })
        .getByRole('checkbox')
        .first()
        .isChecked(),
    );
    await page.goBack();
    await page.getByText('Sort by').waitFor();
    t.deepEqual(await cards(page), chosen);
    t.deepEqual(faults, []);
  },
);

test.serial(
  'a keyboard leads from the root of the host to the sizes of a product and back',
  async (t) => {
    const { page } = await open(t, '/');
    t.regex(page.url(), /\/shop\/catalogue\/catalogue\/\?locale=en-CA$/);
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const [name = ''] = await cards(page);
    while ((await focused()) !== name) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    t.is(await page.evaluate('document.activeElement.id'), 'page');
    const sizes = page.getByRole('region', { name: 'Size chart', exact: true });
    const isIn = () => sizes.evaluate((region) => region.contains(document.activeElement));
    while (!(await isIn())) await page.keyboard.press('Tab');
    await page.goBack();
    await page.locator('.cards').waitFor();
    t.is(await focused(), name, 'the link that was followed has the focus again');
  },
);

test.serial('the wheel of a colour-block product paints it, by keyboard too', async (t) => {
  const { page, faults } = await open(t, '/catalogue/products/HOOD-2?locale=en-CA');
  const painted = page.locator('#wheel img').first();
  const before = await painted.getAttribute('alt');
  const wheel = page.getByRole('radiogroup', { name: 'Main colour' });
  await wheel.locator('[aria-checked=true]').focus();
  await page.keyboard.press('ArrowRight');
  t.not(await painted.getAttribute('alt'), before);
  t.regex(page.url(), /body=[0-9A-F]{6}/);
  t.regex((await painted.getAttribute('src')) ?? '', /^data:image\/svg/);
  t.deepEqual(faults, []);
});

test.serial('a product prints on one page, and shows what the API says', async (t) => {
  const { page, requests } = await open(t, '/catalogue/products/TEE-1?locale=en-US');
  const read = requests.filter((url) => url.includes('/v1/'));
  t.deepEqual(read, [`${site.address}/v1/products/TEE-1?locale=en-US`], 'no prefetch');
  const detail = (await (await fetch(String(read[0]))).json()) as {
    pricing: { msrp: { price: number }[] };
    inventory: { quantity: number }[];
  };
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  const text = await page.locator('article').innerText();
  for (const { price } of detail.pricing.msrp) t.true(text.includes(format.format(price)), text);
  for (const { quantity } of detail.inventory) t.true(text.includes(quantity.toLocaleString('en')));
  const pdf = await page.pdf({ format: 'Letter' });
  t.is([...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length, 1);
});

test.serial('a failed read is told and can be repeated', async (t) => {
  const { page } = await open(t, '/catalogue/products/none');
  let fails = true;
  await page.route('**/v1/products?*', (route) => (fails ? route.abort() : route.continue()));
  await page.getByRole('link', { name: 'All products' }).click();
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.card').first().waitFor();
  t.pass();
});
