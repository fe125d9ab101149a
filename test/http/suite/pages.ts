/** Tests of the pages below `/docs`, pictures and other public files. */

import { apiCatalogMediaType, type createApiCatalog } from '../../../contract/discovery.ts';
import { contentPolicies } from '../../../contract/headers.ts';
import { mediaTypes } from '../../../contract/media-types.ts';
import { movedPages } from '../../../contract/moved-pages.ts';
import { problemCodes } from '../../../contract/problems.ts';
import { addresses, markdownAddress } from '../../../pages/docs/addresses.ts';
import { createExampleResponse, errorExamples } from '../../../pages/docs/errors/examples.ts';
import { createClient } from '../../helpers/http-client.ts';
import { askRaw, assertProblem, clientOf, type Topic } from './suite.ts';

const docsPages = Object.values(addresses).flatMap((byLanguage) => Object.values(byLanguage));

/** Problem codes that a client cannot cause with one request. */
const notAskedFor = ['rate_limited', 'upstream_unavailable', 'internal_error'];

/** Returns the media type by the extension of a path; pages have no extension. */
function typeOf(pathname: string): string {
  const types = Object.entries(mediaTypes);
  return types.find(([ending]) => pathname.endsWith(`.${ending}`))?.[1] ?? mediaTypes.html;
}

export const pages: Topic = (test, subject) => {
  test('every page is served, with its Markdown, and every link of both works, to sections too', async (t) => {
    const client = clientOf(subject());
    const links = new Set<string>();
    const texts = new Map<string, string>();
    for (const page of docsPages) {
      const reply = await client(page);
      texts.set(page, reply.text);
      t.deepEqual([reply.status, reply.headers['content-type']], [200, 'text/html'], page);
      t.notRegex(reply.text, /<script(?![^>]* src="\/)|<style|\sstyle=|\son\w+=|javascript:/, page);
      const markdown = await client(markdownAddress(page));
      t.is(markdown.headers['content-type'], 'text/markdown; charset=utf-8', page);
      for (const [, link = ''] of reply.text.matchAll(/(?:href|src)="(\/[^"#]*)/g)) links.add(link);
      for (const [, link = ''] of markdown.text.matchAll(/\]\((\/[^)#]*)/g)) links.add(link);
    }
    for (const link of links) t.is((await client(link)).status, 200, link);
    for (const [page, text] of texts) {
      for (const [, target, id] of text.matchAll(/href="([^"#]*)#([^"]+)"/g)) {
        const where = texts.get(target || page) ?? '';
        t.true(where.includes(`id="${id}"`), `${page} links to ${target}#${id}`);
      }
    }
  });

  test('every answer below /docs, errors included, has the strict Content-Security-Policy', async (t) => {
    const files = ['/docs/docs.js', '/docs/style.css', '/docs/limits.md', '/docs', '/robots.txt'];
    for (const path of [...docsPages, ...files, '/docs/none', '/docs/none.js']) {
      const { headers } = await clientOf(subject())(path);
      t.is(headers['content-security-policy'], contentPolicies.page, path);
    }
    for (const lines of [
      'GET /docs/%zz HTTP/1.1\r\nHost: x',
      'GET /docs HTTP/1.1\r\nHost: x\r\nbad header',
      'TRACE /docs/errors HTTP/1.1\r\nHost: x',
    ]) {
      const { head } = await askRaw(subject(), lines);
      t.true(head.includes(`\r\nContent-Security-Policy: ${contentPolicies.page}\r\n`), lines);
    }
  });

  test('every error is answered exactly as in its example', async (t) => {
    const { server } = subject();
    for (const code of problemCodes.filter((each) => !notAskedFor.includes(each))) {
      const { method = 'GET', target, authorization } = errorExamples[code];
      // Of these examples, only that of a revoked key needs a key of the server.
      const value = authorization?.replace('$CATALOGUE_KEY', server.keys['revoked'] ?? '');
      const headers = value === undefined ? {} : { Authorization: value };
      const reply = await clientOf(subject())(target, { method, headers });
      const expected = createExampleResponse(code, server.address);
      t.deepEqual([reply.status, reply.json()], [expected.status, expected.problem], code);
      for (const [name, field] of Object.entries(expected.headers)) {
        t.is(reply.headers[name.toLowerCase()], field, `${code}: ${name}`);
      }
    }
  });

  test('/docs without a slash, and the addresses of pages that have gone, redirect', async (t) => {
    for (const [path, location] of [['/docs', 'docs/'], ...Object.entries(movedPages)] as const) {
      const { status, headers, text } = await clientOf(subject())(path);
      t.deepEqual([status, headers['location'], text], [308, location, ''], path);
    }
  });

  test('the root leads browsers to the catalogue and answers programs as an unknown path', async (t) => {
    const client = clientOf(subject());
    const page = await client('/', { headers: { Accept: 'text/html,*/*;q=0.8' } });
    t.deepEqual([page.status, page.headers['location'], page.text], [302, 'catalogue/', '']);
    t.is(page.headers['vary'], 'Accept, Accept-Encoding, Accept-Language');
    assertProblem(t, await client('/'), { code: 'route_not_found', status: 404, instance: '/' });
  });

  test('the catalogue is one page at all its addresses, and its files are served', async (t) => {
    const client = clientOf(subject());
    const { text } = await client('/catalogue/?locale=fr-CA&category=caps');
    t.is((await client('/catalogue/products/TEE100')).text, text);
    t.true(text.includes('<meta name="robots" content="noindex">'));
    for (const [path, type] of [
      ['/catalogue/', mediaTypes.html],
      ['/catalogue/app.js', mediaTypes.js],
      ['/catalogue/app.css', mediaTypes.css],
    ] as const) {
      const { status, headers } = await client(path, { headers: { 'Accept-Encoding': 'br' } });
      t.deepEqual(
        [status, headers['content-type'], headers['content-encoding']],
        [200, type, 'br'],
      );
      t.is(headers['content-security-policy'], contentPolicies.page, path);
    }
    t.is((await client('/catalogue')).headers['location'], 'catalogue/');
  });

  test('every page of the site map is served, and robots.txt names the site map', async (t) => {
    const client = clientOf(subject());
    const { address } = subject().server;
    t.true((await client('/robots.txt')).text.includes(`Sitemap: ${address}/sitemap.xml\n`));
    const { text } = await client('/sitemap.xml');
    const urls = [...text.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => url);
    t.true(docsPages.every((page) => urls.includes(address + page)));
    for (const url of urls) {
      const page = await client(url.slice(address.length));
      t.true(page.text.includes(`<link rel="canonical" href="${url}">`), url);
    }
  });

  test('each link of the API catalogue answers with the stated media type', async (t) => {
    const client = clientOf(subject());
    const { address } = subject().server;
    const reply = await client('/.well-known/api-catalog');
    t.is(reply.headers['content-type'], apiCatalogMediaType);
    const { linkset } = reply.json() as ReturnType<typeof createApiCatalog>;
    for (const { anchor, ...relations } of linkset) {
      const targets = [{ href: anchor }, ...Object.values(relations).flat()];
      for (const { href, type } of targets as { href: string; type?: string }[]) {
        const { status, headers } = await client(href.slice(address.length));
        t.deepEqual(
          [status, type ?? headers['content-type']],
          [200, headers['content-type']],
          href,
        );
      }
    }
  });

  test('every picture, icon and resource of the catalogue is served with the right media type', async (t) => {
    const { address, port } = subject().server;
    const { text } = await clientOf(subject())('/v1/products/export?locale=fr-CA');
    // `links` and `brand` have addresses of the shop's website.
    const urls = text.split('\n').flatMap((line) => {
      const { links: _, brand: __, ...rest } = JSON.parse(line || '{}') as Record<string, unknown>;
      return [...JSON.stringify(rest).matchAll(/"(https?:\/\/[^"#]*)/g)].map(([, url = '']) => url);
    });
    let client = createClient(port);
    for (const [sent, url] of [...new Set(urls)].entries()) {
      // A new client every 150 requests: the hard limit lets a burst of 201 pass.
      if (sent % 150 === 0) client = createClient(port);
      t.true(url.startsWith(`${address}/`), url);
      const reply = await client(url.slice(address.length));
      const type = typeOf(new URL(url).pathname);
      t.deepEqual([reply.status, reply.headers['content-type']], [200, type], url);
    }
  });

  test('compressed files, folders, private files and the preview have no address', async (t) => {
    for (const path of [
      ...['/images/TEE101/black-front.svg.gz', '/v1/products/index.json', '/v1/health.json'],
      ...['/v1/products/TEE100/index.json', '/manifest.json', '/private/net/A3/en-CA.json'],
      ...['/v1/products/../../private/net/A3/en-CA.json', '/docs/errors.html', '/docs/index'],
      ...['/images/', '/catalogue/none', '/catalogue/products/', '/preview', '/preview/'],
      '/preview/data/products',
    ]) {
      t.is((await clientOf(subject())(path)).status, 404, path);
    }
    const instance = '/preview/app.js';
    const reply = await clientOf(subject())(instance);
    assertProblem(t, reply, { code: 'route_not_found', status: 404, instance });
  });
};
