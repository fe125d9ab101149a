/** Tests the pages if the public address has a path, which a proxy removes from requests. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import type { Browser } from 'playwright-core';
import { addresses } from '../../../pages/docs/addresses.ts';
import { openContext, startBrowser } from '../../helpers/browser.ts';
import { fixtureContent } from '../../helpers/content.ts';
import { embeddedScript, startServer } from '../../helpers/running-server.ts';
import { collectTeardowns } from '../../helpers/teardown.ts';

const atEnd = collectTeardowns();
const path = '/shop/catalogue';
let baseUrl: string;
let browser: Browser;

/**
 * Starts a proxy that forwards requests below `path`, without this path, to the port in `to`, and answers all others
 * with 502. Returns the URL of the proxy, with the path.
 */
async function startProxy(to: { port?: number }): Promise<string> {
  const proxy = createServer(({ url = '', method, headers }, response) => {
    if (to.port === undefined || !url.startsWith(`${path}/`)) {
      response.writeHead(502).end();
      return;
    }
    const forwarded = { port: to.port, path: url.slice(path.length), method, headers };
    request(forwarded, (reply) => {
      response.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(response);
    }).end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atEnd.teardown(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`;
}

test.before('the proxy, the server and the browser start', async () => {
  const to: { port?: number } = {};
  baseUrl = await startProxy(to);
  const [server, started] = await Promise.all([
    startServer(embeddedScript, {
      args: ['--content', fixtureContent],
      environment: { BASE_URL: baseUrl },
    }),
    startBrowser(atEnd),
  ]);
  to.port = server.port;
  browser = started;
  atEnd.teardown(async () => void (await server.stop()));
});
test.after.always('the proxy, the server and the browser stop', () => atEnd.run());

/** Opens a page. `faults` holds the browser's errors and the URLs that it requested outside of the path. */
async function open(address: string) {
  const page = await (await openContext(browser)).newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (each) => !each.url().startsWith(`${baseUrl}/`) && faults.push(each.url()));
  await page.goto(baseUrl + address);
  return { page, faults };
}

test.serial(
  'every link of the navigation, the footer and a text leads to a page below the path',
  async (t) => {
    const { page, faults } = await open('/docs');
    t.is(page.url(), `${baseUrl}/docs/`);
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((each) => String(each.getAttribute('href'))));
    t.true(links.length > 15);
    for (const link of new Set(links)) {
      const reply = await page.request.get(new URL(link, baseUrl).href);
      t.is(reply.status(), 200, link);
    }
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL(baseUrl + addresses.start.fr);
    t.deepEqual(faults, []);
    await page.context().close();
  },
);

test.serial('the search finds a page below the path', async (t) => {
  const { page, faults } = await open(addresses.guide.en);
  await page.keyboard.press('/');
  await page.keyboard.type('invalid_key');
  await page.getByRole('option').first().click();
  await page.waitForURL(`${baseUrl}${addresses.errors.en}#error-invalid_key`);
  t.deepEqual(faults, []);
  await page.context().close();
});

test.serial(
  'the status page and a form of the reference request the API below the path',
  async (t) => {
    const { page, faults } = await open(addresses.status.en);
    await page.waitForSelector('#health table');
    await page.goto(`${baseUrl}${addresses.reference.en}#health`);
    const form = page.locator('details.try').first();
    await form.locator('summary').first().click();
    await form.getByRole('button').click();
    await form.getByText(/^200 /).waitFor();
    t.deepEqual(faults, []);
    await page.context().close();
  },
);

test.serial(
  'a user who chose French gets the French overview, but not from another page',
  async (t) => {
    const { page, faults } = await open(addresses.guide.en);
    await page.getByRole('link', { name: 'Français' }).click();
    await page.waitForURL(baseUrl + addresses.guide.fr);
    await page.goto(baseUrl + addresses.start.en);
    await page.waitForURL(baseUrl + addresses.start.fr);
    await page.goto(baseUrl + addresses.guide.en);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL(baseUrl + addresses.start.en);
    t.is(await page.getByRole('heading', { level: 1 }).textContent(), 'Public Product Catalog API');
    t.deepEqual(faults, []);
    await page.context().close();
  },
);

test.serial(
  'the page for an unknown address has its style sheet and links below the path',
  async (t) => {
    const { page, faults } = await open('/docs/none/of/them');
    t.deepEqual(faults.splice(0).length, 1, 'the 404 itself');
    await page.getByRole('main').getByRole('link', { name: 'Guide' }).click();
    await page.waitForURL(baseUrl + addresses.guide.en);
    t.deepEqual(faults, []);
    await page.context().close();
  },
);
