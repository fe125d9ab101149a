/** The pages in a real browser, served by `npm start`: accessible, usable by keyboard, loaded from one host. */
import test from 'ava';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
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
import { fixtureContent } from '../../helpers/content.ts';
import { embeddedScript, type RunningServer, startServer } from '../../helpers/running-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const atEnd = collectTeardowns();
let server: RunningServer;
let browser: Browser;
const written = Object.values(addresses).flatMap((byLanguage) => Object.values(byLanguage));
const ofContent = ['/docs/size-charts/tops/fr-CA', '/docs/decorations/en-CA'];
const missing = '/docs/missing';
const narrow = 360;
const wide = 1280;

test.before('the server and the browser start', async () => {
  [server, browser] = await Promise.all([
    startServer(embeddedScript, { args: ['--content', fixtureContent] }),
    startBrowser(atEnd),
  ]);
  atEnd.teardown(async () => void (await server.stop()));
});
test.after.always('the server and the browser stop', () => atEnd.run());

/** Opens a page of the docs. `faults` holds the browser's errors and the URLs that it requested from other hosts. */
async function open(address: string, options: BrowserContextOptions = {}) {
  const page = await (await openContext(browser, options)).newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.address}/`) && !url.startsWith('data:')) faults.push(url);
  });
  await visit(page, address);
  return { page, faults };
}

/** Loads a page. If it is the status page, waits until its script has shown the health of the server. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(server.address + address);
  if (Object.values(addresses.status).some((each) => each === address))
    await page.waitForSelector('#health table');
}

/** Changes the colour scheme and waits until every transition to its colours has ended. */
async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const ended = 'document.getAnimations().map(({ finished }) => finished)';
  await page.evaluate(`Promise.allSettled(${ended}).then(() => undefined)`);
}

const close = (page: Page) => page.context().close();

test.serial(
  'every page is accessible in light and in dark, fits every width, and requests this host only',
  async (t) => {
    const { page, faults } = await open(addresses.start.en);
    for (const address of [...written, ...ofContent, missing]) {
      await visit(page, address);
      for (const [width, schemes] of [
        [wide, ['light', 'dark']],
        [768, []],
        [narrow, ['dark', 'light']],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        t.true(Number(overflow) <= 0, `${address} at ${width}`);
        for (const [at, scheme] of schemes.entries()) {
          await setScheme(page, scheme);
          // Only the rules about colours depend on the scheme.
          const findings = await accessibilityFindings(page, at === 0 ? undefined : colourRules);
          t.deepEqual(findings, [], `${address}, ${scheme}, at ${width}`);
        }
      }
      // The host of the fixture's icons does not exist, and Chromium logs a 404.
      if (!address.includes('decorations') && address !== missing) {
        t.deepEqual(faults.splice(0), [], address);
      }
    }
    await close(page);
  },
);

/**
 * A script that returns what a reader on a phone could not see in full: content that scrolls without a shadow or
 * keyboard access, code that breaks across lines although it must not, captions that touch their button, and the link
 * to the current page if its navigation is not scrolled to it.
 */
const cutContent = `[...document.querySelectorAll('main *, .bar [aria-current]')].flatMap((each) => {
  if (each.matches('.bar a')) {
    const { left, right } = each.getBoundingClientRect();
    return left >= 0 && right <= innerWidth ? [] : [each.textContent];
  }
  if (each.matches('figcaption')) return parseFloat(getComputedStyle(each).columnGap) >= 8 ? [] : [each.textContent];
  if (each.matches('code.whole, thead code, figcaption code')) return each.getClientRects().length > 1 ? [each.textContent] : [];
  const { overflowX, overflowY, backgroundImage } = getComputedStyle(each);
  const hidesSides = overflowX === 'auto' && each.scrollWidth > each.clientWidth;
  const hidesLines = overflowY === 'auto' && each.scrollHeight > each.clientHeight;
  if (!hidesSides && !hidesLines) return [];
  return backgroundImage.includes('gradient') && each.tabIndex === 0 ? [] : [each.outerHTML.slice(0, 80)];
})`;

test.serial(
  'on a phone, scrollable content has a shadow and keyboard access, and nothing is cut',
  async (t) => {
    const { page } = await open(addresses.start.en, { viewport: { width: narrow, height: 800 } });
    for (const address of [...written, ...ofContent]) {
      await visit(page, address);
      t.deepEqual(await page.evaluate(cutContent), [], address);
    }
    await close(page);
  },
);

test.serial(
  'a form of the reference sends the selected test key or an entered key, and shows the response',
  async (t) => {
    const { page, faults } = await open(`${addresses.reference.en}#productPricing`);
    const form = page
      .locator('details.try')
      .filter({ has: page.locator('#try-productPricing-sku') });
    await form.locator('summary').first().click();
    t.is(await form.getByLabel('sku').inputValue(), 'BAG-5', 'a product of the catalogue');
    await form.getByLabel('sku').fill('TEE-1');
    const send = async (key: string) => {
      await form.getByLabel('Key', { exact: true }).selectOption(key);
      const path = '/v1/products/TEE-1/pricing?locale=en-CA';
      const answered = page.waitForResponse((response) => response.url().endsWith(path));
      await form.getByRole('button').click();
      const status = (await answered).status();
      await form
        .getByRole('status')
        .filter({ hasText: String(status) })
        .waitFor();
      return status;
    };
    const body = async () =>
      JSON.parse((await form.getByLabel('Body of the answer').textContent()) ?? '') as object;
    for (const { key, ...outcome } of testKeys) {
      t.is(await send(key), 'tier' in outcome ? 200 : problems[outcome.problem].status, key);
      t.like(
        await body(),
        'tier' in outcome ? { priceTier: outcome.tier } : { code: outcome.problem },
      );
    }
    t.is(await send(''), 401);
    await form.getByLabel('Key', { exact: true }).selectOption('own');
    await form.getByLabel('My key').fill(server.keys['A3'] ?? '');
    t.is(await send('own'), 200);
    t.like(await body(), { sku: 'TEE-1', priceTier: 'A3' });
    t.is(
      await page.locator('#try-detail-key').inputValue(),
      'own',
      'the other forms have the key too',
    );
    t.is(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
      '[{},{}]',
    );
    await form.getByText('Header fields of the answer').click();
    t.true(await form.getByText(/^ratelimit: /m).isVisible());
    // Chromium logs answers of 400 and above, which are wanted here.
    t.deepEqual(
      faults.filter((fault) => !/Failed to load resource/.test(fault)),
      [],
    );
    await close(page);
  },
);

test.serial('a form colours its status by the outcome, and not while it sends', async (t) => {
  const { page } = await open(addresses.reference.en);
  const form = page.locator('details.try').first();
  const status = form.getByRole('status');
  await form.locator('summary').first().click();
  const send = async (answer: (route: Route) => Promise<void>, text: RegExp) => {
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await page.route('**/v1/**', async (route) => held.then(() => answer(route)), { times: 1 });
    await form.getByRole('button').click();
    await status.filter({ hasText: 'Waiting' }).waitFor();
    t.is(await status.getAttribute('data-outcome'), null, `before ${text}`);
    answerNow();
    await status.filter({ hasText: text }).waitFor();
    return status.getAttribute('data-outcome');
  };
  t.is(await send((route) => route.fulfill({ status: 200, body: '{}' }), /200/), 'good');
  t.is(await send((route) => route.abort(), /Failed to fetch/), 'bad');
  t.is(await send((route) => route.fulfill({ status: 304 }), /304/), 'good');
  t.is(await send((route) => route.fulfill({ status: 404, body: '{}' }), /404/), 'bad');
  await close(page);
});

test.serial(
  'the reference works by keyboard, and is accessible with all details open, in light and in dark',
  async (t) => {
    const { page, faults } = await open(`${addresses.reference.fr}#list`);
    const summary = page.locator('details.try > summary').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    t.is(await page.evaluate('document.activeElement.id'), 'try-list-locale');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const form = page.locator('details.try').first();
    await form.getByRole('button').press('Enter');
    await form.getByRole('status').filter({ hasText: '200' }).waitFor();
    t.regex((await form.locator('.result-body').textContent()) ?? '', /"locale": "fr-CA"/);
    await page.evaluate(
      'for (const each of document.querySelectorAll("details")) each.open = true',
    );
    await setScheme(page, 'light');
    t.deepEqual(await accessibilityFindings(page), [], 'light');
    await setScheme(page, 'dark');
    await page.setViewportSize({ width: narrow, height: 900 });
    t.deepEqual(await accessibilityFindings(page, colourRules), [], 'dark');
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    t.true(Number(overflow) <= 0, 'nothing is wider than a phone');
    t.deepEqual(faults, []);
    await close(page);
  },
);

test.serial(
  'without JavaScript the pages show their text, every sample and every route',
  async (t) => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.address}${addresses.guide.en}`);
    for (const language of ['curl', 'JavaScript', 'Python', 'PHP']) {
      const shown = page.locator('figure[data-sample=first-price]:visible', { hasText: language });
      t.true((await shown.count()) > 0, language);
    }
    await page.goto(`${server.address}${addresses.reference.en}`);
    for (const path of ['/v1/products/{sku}/pricing', '/v1/sync/activeProduct']) {
      t.true(await page.getByText(`GET ${path}`).isVisible(), path);
    }
    const shown = page.locator('figure[data-sample=list]:visible');
    t.is(await shown.count(), 4, 'every sample of an operation');
    t.is(await page.locator('form').count(), 0, 'no form that could not be sent');
    await page.goto(`${server.address}${addresses.status.en}`);
    t.true(await page.getByRole('link', { name: '/v1/health' }).isVisible());
    await context.close();
  },
);

test.serial(
  'a user with only a keyboard can skip to the text, choose a language and copy a sample',
  async (t) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page } = await open(addresses.guide.en, { permissions });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    t.is(await page.evaluate('document.activeElement.id'), 'content');
    const isOnTabs = () => page.evaluate<boolean>('document.activeElement.matches("[role=tab]")');
    for (let step = 0; step < 20 && !(await isOnTabs()); step += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    t.is(await page.evaluate('document.activeElement.textContent'), 'Python');
    const panels = page.locator('[role=tabpanel]:visible');
    t.is(await panels.count(), 5, 'each sample is shown in one language');
    const labelled = await watchButtons(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await labelled('Copied');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    t.regex(copied, /^# Run: python3 first-price\.py\nimport json\n/);
    // The choice is kept on the next visit, also after a page without samples.
    await page.goto(server.address + addresses.start.en);
    await page.goto(server.address + addresses.guide.en);
    t.is(await page.locator('[role=tab][aria-selected=true]').first().innerText(), 'Python');
    await close(page);
  },
);

test.serial(
  'if the browser refuses to copy, the button says so and the code is selected',
  async (t) => {
    // An empty list denies every permission.
    const { page, faults } = await open(addresses.guide.fr, { permissions: [] });
    const figure = page.locator('figure.code').first();
    const labelled = await watchButtons(page);
    await figure.getByRole('button', { name: 'Copier' }).click();
    await labelled('Échec de la copie');
    const code = await figure.locator('code').textContent();
    t.is(await page.evaluate('getSelection().toString()'), code?.trimEnd());
    t.deepEqual(faults, []);
    await close(page);
  },
);

/** Returns a script that reads the background and text colours of the first element that `selector` finds. */
const readColours = (selector: string) =>
  `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('${selector}')))`;

test.serial(
  'in high contrast, what is current or selected has the colours of a selection',
  async (t) => {
    const { page } = await open(addresses.guide.en, { forcedColors: 'active' });
    await page.getByRole('combobox').fill('stock');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.evaluate('scrollTo(0, 3000)');
    await page.locator('.contents [aria-current]').waitFor();
    await page.evaluate(
      'Object.assign(document.querySelector("h1").style, { background: "Highlight", color: "HighlightText" })',
    );
    const selection = await page.evaluate<string[]>(readColours('h1'));
    for (const chosen of [
      '.bar nav [aria-current]',
      '.contents [aria-current]',
      '[role=tab][aria-selected=true]',
      '[role=option][aria-selected=true]',
    ]) {
      t.deepEqual(await page.evaluate(readColours(chosen)), selection, chosen);
    }
    await close(page);
  },
);

/** A script that returns what a printed page cuts off: elements whose content is larger than they are. */
const cutInPrint = `[...document.querySelectorAll('main *')].flatMap((each) => {
  const { overflow } = getComputedStyle(each);
  const isCut = each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
  return overflow !== 'visible' && each.clientWidth > 1 && isCut ? [each.outerHTML.slice(0, 80)] : [];
})`;

test.serial('a printed page shows all code, and nothing to click', async (t) => {
  const { page } = await open(addresses.guide.en, { viewport: { width: 720, height: 1000 } });
  await page.emulateMedia({ media: 'print' });
  for (const address of [addresses.guide.en, addresses.errors.fr, addresses.reference.en]) {
    await visit(page, address);
    await page.evaluate(
      'for (const each of document.querySelectorAll("details")) each.open = true',
    );
    t.deepEqual(await page.evaluate(cutInPrint), [], address);
    const shown = page.locator('button:visible, input:visible, nav:visible, footer:visible');
    t.deepEqual(await shown.allTextContents(), [], address);
  }
  await close(page);
});

test.serial('pages scroll smoothly unless the user prefers reduced motion', async (t) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page } = await open(addresses.guide.en, { reducedMotion });
    const behaviour = await page.evaluate(
      'getComputedStyle(document.documentElement).scrollBehavior',
    );
    t.is(behaviour, reducedMotion === 'reduce' ? 'auto' : 'smooth');
    await close(page);
  }
});

test.serial('the status page shows the id of the served release', async (t) => {
  const { page } = await open(addresses.status.en);
  const answer = await page.request.get(`${server.address}/v1/health`);
  const { release } = (await answer.json()) as { release: string };
  await page.getByRole('cell', { name: release }).waitFor();
  t.pass();
  await close(page);
});
