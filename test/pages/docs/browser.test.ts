/** The pages in a real browser, served by `npm start`: for everybody, by the keyboard, from this host alone. */
import test from 'ava';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addresses } from '../../../pages/docs/addresses.ts';
import { seriousFindings, startBrowser } from '../../helpers/browser.ts';
import { fixtureContent } from '../../helpers/content.ts';
import { embeddedScript, type RunningServer, startServer } from '../../helpers/running-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const atEnd = collectTeardowns();
let server: RunningServer;
let browser: Browser;
const written = Object.values(addresses).flatMap((byLanguage) => Object.values(byLanguage));
const ofContent = ['/docs/size-charts/tops/fr-CA', '/docs/decorations/en-CA'];
const widths = [360, 768, 1280];
/** In which scheme pages are held against axe-core at which width: the last one looked at. */
const widthsOf = { light: widths, dark: widths.toReversed() };

test.before('the server and the browser start', async (t) => {
  t.timeout(120_000);
  [server, browser] = await Promise.all([
    startServer(embeddedScript, { args: ['--content', fixtureContent] }),
    startBrowser(atEnd),
  ]);
  atEnd.teardown(async () => void (await server.stop()));
});
test.after.always('both stop', () => atEnd.run());

/** Opens a page of the docs; what the browser complained about and what it asked others for is in `faults`. */
async function open(address: string, options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.address}/`) && !url.startsWith('data:')) faults.push(url);
  });
  await page.goto(server.address + address);
  // What a script makes of its page comes after it has loaded.
  if (address === addresses.reference.en) await page.waitForSelector('.opblock');
  if (address === addresses.status.en) await page.waitForSelector('#health table');
  return { page, faults };
}

const close = (page: Page) => page.context().close();

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page is accessible in ${colorScheme}, fits every width, and asks nobody else`, async (t) => {
    t.timeout(120_000);
    for (const address of [...written, ...ofContent]) {
      const { page, faults } = await open(address, { colorScheme });
      for (const width of widthsOf[colorScheme]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        t.true(Number(overflow) <= 0, `${address} at ${width}`);
      }
      t.deepEqual(await seriousFindings(page), [], address);
      // Icons of the fixture are on a host that there is not.
      t.deepEqual(address.includes('decorations') ? [] : faults, [], address);
      await close(page);
    }
  });

  test(`all that the reference can open is accessible in ${colorScheme}, and asks with a key`, async (t) => {
    t.timeout(120_000);
    const { page, faults } = await open(addresses.reference.en ?? '', { colorScheme });
    await page.click('button.authorize');
    await page.fill('.modal-ux input', server.keys['A3'] ?? '');
    t.deepEqual(await seriousFindings(page), [], 'asked for a key');
    await page.click('.modal-ux button[type=submit]');
    await page.click('.modal-ux .btn-done');
    // One that anybody may ask and one with a key: the others are made of the same.
    for (const id of ['Catalogue-list', 'Net_prices-productPricing']) {
      await page.click(`#operations-${id} .opblock-summary-control`);
      await page.click(`#operations-${id} .try-out__btn`);
    }
    const keyed = page.locator('#operations-Net_prices-productPricing');
    await keyed.locator('[data-param-name=sku] input').fill('TEE-1');
    await keyed.locator('.execute').click();
    const prices = await keyed.locator('.live-responses-table pre').first().textContent();
    t.like(JSON.parse(prices ?? ''), { sku: 'TEE-1', priceTier: 'A3' });
    const anyone = page.locator('#operations-Catalogue-list');
    await anyone.locator('.execute').click();
    t.is(
      await anyone.locator('.live-responses-table .response-col_status').nth(1).innerText(),
      '200',
    );
    await page.locator('section.models .models-control').click();
    t.deepEqual(await seriousFindings(page), [], 'all open');
    t.deepEqual(faults, []);
    await close(page);
  });
}

test('the text is there without JavaScript, every sample and every route of the reference too', async (t) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.address}${addresses.guide.en}`);
  for (const language of ['curl', 'TypeScript', 'Python', 'PHP']) {
    const shown = page.locator('figure[data-sample=first-price]:visible', { hasText: language });
    t.true((await shown.count()) > 0, language);
  }
  await page.goto(`${server.address}${addresses.reference.en}`);
  t.true(await page.getByText('GET /v1/products/{sku}/pricing').isVisible());
  await page.goto(`${server.address}${addresses.status.en}`);
  t.true(await page.getByRole('link', { name: '/v1/health' }).isVisible());
  await context.close();
});

test('the keyboard alone skips to the text, chooses a language and copies a sample', async (t) => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page } = await open(addresses.guide.en ?? '', { permissions });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  t.is(await page.evaluate('document.activeElement.id'), 'content');
  const isOnTabs = () => page.evaluate<boolean>('document.activeElement.matches("[role=tab]")');
  for (let step = 0; step < 20 && !(await isOnTabs()); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  t.is(await page.evaluate('document.activeElement.textContent'), 'Python');
  const panels = page.locator('[role=tabpanel]:visible');
  t.is(await panels.count(), 4, 'one of each sample is shown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await panels.first().getByText('Copied').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  t.regex(copied, /^import json\n/);
  // The choice holds on the next visit, after one to a page that has no samples.
  await page.goto(server.address + addresses.start.en);
  await page.goto(server.address + addresses.guide.en);
  t.is(await page.locator('[role=tab][aria-selected=true]').first().innerText(), 'Python');
  await close(page);
});

test('whoever prefers no motion gets none', async (t) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page } = await open(addresses.guide.en ?? '', { reducedMotion });
    const behaviour = await page.evaluate(
      'getComputedStyle(document.documentElement).scrollBehavior',
    );
    t.is(behaviour, reducedMotion === 'reduce' ? 'auto' : 'smooth');
    await close(page);
  }
});

test('the status page tells the release that is served', async (t) => {
  const { page } = await open(addresses.status.en ?? '');
  const answer = await page.request.get(`${server.address}/v1/health`);
  const { release } = (await answer.json()) as { release: string };
  await page.getByRole('cell', { name: release }).waitFor();
  t.pass();
  await close(page);
});
