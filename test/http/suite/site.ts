/** OpenAPI, pages, pictures: everything else that is public. */

import { locales } from '../../../contract/locales.ts';
import { problemCodes } from '../../../contract/problems.ts';
import { publicFiles } from '../../../contract/release.ts';
import { createClient } from '../../helpers/http-client.ts';
import { assertProblem, clientOf, readList, type Subject, type Topic } from './suite.ts';

export const site: Topic = (test, subject) => {
  test('the OpenAPI document is 3.1 and names this server and every route', async (t) => {
    const reply = await clientOf(subject())(`/${publicFiles.openapi}`);
    t.is(reply.headers['content-type'], 'application/json');
    const document = reply.json() as { openapi: string; servers: unknown; paths: object };
    t.is(document.openapi, '3.1.0');
    t.deepEqual(document.servers, [{ url: subject().server.address }]);
    t.is(Object.keys(document.paths).length, 6);
  });

  test('the errors page has a section for every problem code', async (t) => {
    const reply = await clientOf(subject())('/docs/errors');
    t.is(reply.status, 200);
    t.is(reply.headers['content-type'], 'text/html');
    t.regex(String(reply.headers['content-security-policy']), /default-src 'none'/);
    for (const code of problemCodes) t.true(reply.text.includes(`id="error-${code}"`), code);
  });

  test('every image, icon, link and resource URL of the API answers 200 with the type it should', async (t) => {
    const urls = await collectUrls(subject());
    t.true(urls.size > 800);
    const { address, port } = subject().server;
    let client = createClient(port);
    let sent = 0;
    for (const url of urls) {
      t.true(url.startsWith(`${address}/`), url);
      // Another client each 150 requests: the hard limit lets a burst of 201 pass.
      if (sent % 150 === 0) client = createClient(port);
      sent += 1;
      const { pathname } = new URL(url);
      const reply = await client(pathname);
      t.is(reply.status, 200, url);
      const type = pathname.endsWith('.svg') ? 'image/svg+xml' : 'text/html';
      t.is(reply.headers['content-type'], type);
    }
  });

  test('compressed files and folders cannot be asked for by name', async (t) => {
    const client = clientOf(subject());
    for (const path of [
      '/images/TEE100/black-front.svg.gz',
      '/v1/products/index.json',
      '/v1/products/index.en-CA.json',
      '/v1/products/TEE100/index.json',
      '/v1/health.json',
      '/manifest.json',
      '/private/net/A3/en-CA.json',
      '/v1/products/../../private/net/A3/en-CA.json',
      '/docs/errors.html',
      '/docs/',
      '/images/',
      '/',
    ]) {
      t.is((await client(path)).status, 404, path);
    }
  });

  test('the preview of editors is not there, not even for this machine', async (t) => {
    const client = clientOf(subject());
    for (const path of ['/preview', '/preview/', '/preview/app.js', '/preview/data/wall']) {
      assertProblem(t, subject(), await client(path), {
        code: 'route_not_found',
        status: 404,
        instance: path,
      });
    }
  });
};

/** Every address that list and details give, but those of the shop's own website. */
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
