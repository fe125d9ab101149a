/** Tests of the OpenAPI document, pages, pictures and other public files. */

import { apiCatalogMediaType, createApiCatalog, linkHeader } from '../../../contract/discovery.ts';
import { locales } from '../../../contract/locales.ts';
import { mediaTypes } from '../../../contract/media-types.ts';
import { publicFiles } from '../../../contract/release.ts';
import { routes } from '../../../contract/routes.ts';
import { createClient } from '../../helpers/http-client.ts';
import { assertProblem, clientOf, readList, type Subject, type Topic } from './suite.ts';

export const site: Topic = (test, subject) => {
  test('the OpenAPI document is 3.1 and names this server and every route', async (t) => {
    const reply = await clientOf(subject())(`/${publicFiles.openapi}`);
    t.is(reply.headers['content-type'], 'application/json');
    const document = reply.json() as { openapi: string; servers: unknown; paths: object };
    t.is(document.openapi, '3.1.0');
    t.deepEqual(document.servers, [{ url: subject().server.address }]);
    t.is(Object.keys(document.paths).length, 10);
  });

  test('the API catalogue is a link set, and each of its links answers with the stated media type', async (t) => {
    const client = clientOf(subject());
    const { address } = subject().server;
    const reply = await client(routes.apiCatalog.path);
    t.is(reply.headers['content-type'], apiCatalogMediaType);
    t.regex(String(reply.headers['link']), /^<[^>]+\/api-catalog>; rel="api-catalog"/);
    const document = reply.json() as ReturnType<typeof createApiCatalog>;
    t.deepEqual(document, createApiCatalog(address));
    for (const { anchor, ...relations } of document.linkset) {
      t.is((await client(anchor.slice(address.length))).status, 200, anchor);
      for (const { href, type = 'application/json' } of Object.values(relations).flat()) {
        const linked = await client(href.slice(address.length));
        t.is(linked.status, 200, href);
        t.is(linked.headers['content-type'], type, href);
      }
    }
  });

  test('health and the OpenAPI document link to the description and the documentation', async (t) => {
    const { address } = subject().server;
    for (const path of [routes.health.path, routes.openapi.path]) {
      const { headers } = await clientOf(subject())(path);
      t.is(headers['link'], linkHeader('health', address).Link, path);
    }
  });

  test('robots.txt names the site map, and every page and translation of the site map is served', async (t) => {
    const client = clientOf(subject());
    const { address } = subject().server;
    const robots = await client('/robots.txt');
    t.is(robots.headers['content-type'], 'text/plain; charset=utf-8');
    t.true(robots.text.includes(`Sitemap: ${address}/sitemap.xml\n`));
    const sitemap = await client('/sitemap.xml');
    t.is(sitemap.headers['content-type'], 'application/xml');
    const listed = [...sitemap.text.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => url);
    const linked = [...sitemap.text.matchAll(/hreflang="[^"]+" href="([^"]+)"/g)];
    t.is(new Set(listed).size, listed.length);
    t.deepEqual(
      [...new Set(linked.map(([, url = '']) => url))].filter((url) => !listed.includes(url)),
      [],
    );
    for (const url of listed) {
      t.true(url.startsWith(`${address}/docs/`), url);
      const page = await client(url.slice(address.length));
      t.is(page.status, 200, url);
      t.true(page.text.includes(`<link rel="canonical" href="${url}">`), url);
      t.regex(page.text, /<meta name="description" content="[^"]{20,}">/, url);
    }
    for (const [, url = ''] of (await client('/docs/')).text.matchAll(
      /href="(\/docs\/[a-z/-]*)"/g,
    )) {
      t.true(listed.includes(address + url), `${url} is in the site map`);
    }
  });

  test('browsers that request /favicon.ico get an icon', async (t) => {
    const reply = await clientOf(subject())(`/${publicFiles.favicon}`);
    t.is(reply.status, 200);
    t.is(reply.headers['content-type'], mediaTypes.ico);
    t.is(reply.headers['cache-control'], 'public, max-age=3600');
    t.deepEqual([...reply.bytes.subarray(0, 4)], [0, 0, 1, 0]);
  });

  test('every image, icon, link and resource URL of the API answers 200 with the right media type', async (t) => {
    const urls = await collectUrls(subject());
    t.true(urls.size > 800);
    const { address, port } = subject().server;
    let client = createClient(port);
    let sent = 0;
    for (const url of urls) {
      t.true(url.startsWith(`${address}/`), url);
      // A new client every 150 requests: the hard limit lets a burst of 201 pass.
      if (sent % 150 === 0) client = createClient(port);
      sent += 1;
      const { pathname } = new URL(url);
      const reply = await client(pathname);
      t.is(reply.status, 200, url);
      t.is(reply.headers['content-type'], typeOf(pathname), url);
    }
  });

  test('compressed files and folders have no URL', async (t) => {
    const client = clientOf(subject());
    for (const path of [
      '/images/TEE101/black-front.svg.gz',
      '/v1/products/index.json',
      '/v1/products/index.en-CA.json',
      '/v1/products/TEE100/index.json',
      '/v1/health.json',
      '/manifest.json',
      '/private/net/A3/en-CA.json',
      '/v1/products/../../private/net/A3/en-CA.json',
      '/docs/errors.html',
      '/docs/index',
      '/docs/size-charts/',
      '/docs.html',
      '/images/',
      '/',
    ]) {
      t.is((await client(path)).status, 404, path);
    }
  });

  test('the preview for editors is not served, not even to clients of the same machine', async (t) => {
    const client = clientOf(subject());
    for (const path of ['/preview', '/preview/', '/preview/app.js', '/preview/data/products']) {
      assertProblem(t, subject(), await client(path), {
        code: 'route_not_found',
        status: 404,
        instance: path,
      });
    }
  });
};

/** Returns the media type by the extension of a path; pages have no extension. */
function typeOf(pathname: string): string {
  const types = Object.entries(mediaTypes);
  return types.find(([ending]) => pathname.endsWith(`.${ending}`))?.[1] ?? mediaTypes.html;
}

/**
 * Returns every URL in the details of all products, except in `links` and `brand`: their URLs are of the shop's
 * website.
 */
async function collectUrls(subject: Subject): Promise<Set<string>> {
  const urls = new Set<string>();
  for (const locale of locales) {
    const client = clientOf(subject);
    const { products } = await readList(client, locale);
    for (const { sku } of products) {
      const {
        links: _,
        brand: __,
        ...rest
      } = (await client(`/v1/products/${sku}?locale=${locale}`)).json() as Record<string, unknown>;
      for (const url of JSON.stringify(rest).matchAll(/"(https?:\/\/[^"#]*)/g)) {
        if (url[1] !== undefined) urls.add(url[1]);
      }
    }
  }
  return urls;
}
