/** Tests of the pages below `/docs`: addresses, security policy, size, and correct examples. */
import { problemCodes } from '../../../contract/problems.ts';
import { addresses, markdownAddress } from '../../../pages/docs/addresses.ts';
import { createExampleResponse, errorExamples } from '../../../pages/docs/errors/examples.ts';
import { sendRaw } from '../../helpers/http-client.ts';
import { clientOf, type Topic } from './suite.ts';

const pages = Object.values(addresses).flatMap((byLanguage) => Object.values(byLanguage));
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Problem codes that a client cannot cause with one request. */
const notAskedFor = ['rate_limited', 'upstream_unavailable', 'internal_error'];

/** Maximum number of bytes that a page transfers, with all files that it loads. */
const largestPage = 100_000;

export const docs: Topic = (test, subject) => {
  test('every page is served, with its Markdown, and every link to this server works', async (t) => {
    const client = clientOf(subject());
    const links = new Set<string>();
    for (const page of pages) {
      const reply = await client(page);
      t.is(reply.status, 200, page);
      t.is(reply.headers['content-type'], 'text/html');
      for (const [, link = ''] of reply.text.matchAll(/(?:href|src)="(\/[^"#]*)/g)) links.add(link);
      const markdown = await client(markdownAddress(page));
      t.is(markdown.headers['content-type'], 'text/markdown; charset=utf-8', page);
      t.regex(markdown.text, /^# /);
      t.notRegex(markdown.text, /\{\{|\{#/);
      for (const [, link = ''] of markdown.text.matchAll(/\]\((\/[^)#]*)/g)) links.add(link);
    }
    t.true(links.size > 15);
    for (const link of links) t.is((await client(link)).status, 200, link);
  });

  test('every link between pages points to an existing section', async (t) => {
    const client = clientOf(subject());
    const texts = new Map<string, string>();
    // Reads each page once: a request for each link would exceed the hard limit.
    const read = async (page: string) => {
      const known = texts.get(page);
      if (known !== undefined) return known;
      const { status, text } = await client(page);
      t.is(status, 200, page);
      texts.set(page, text);
      return text;
    };
    for (const page of pages) {
      const text = await read(page);
      for (const [, target = '', id = ''] of text.matchAll(/href="([^"#]*)#([^"]+)"/g)) {
        const where = target === '' ? text : await read(target);
        t.true(where.includes(`id="${id}"`), `${page}: ${target}#${id}`);
      }
    }
  });

  test('every answer below /docs, errors included, has the strict Content-Security-Policy and no inline code', async (t) => {
    const client = clientOf(subject());
    const files = ['/docs/docs.js', '/docs/style.css', '/docs/guide.md', '/robots.txt'];
    const errors = ['/docs/none', '/docs/none.js', '/docs/errors.html', '/docs/style.css.gz'];
    for (const path of [...pages, ...files, '/docs', '/docs/changes', ...errors]) {
      t.is((await client(path)).headers['content-security-policy'], policy, path);
    }
    const { port } = subject().server;
    for (const head of [
      'GET /docs/%zz HTTP/1.1\r\nHost: x',
      'GET /docs/errors HTTP/1.1\r\nHost: x\r\nHost: x',
      'GET /docs HTTP/1.1\r\nHost: x\r\nbad header',
      'TRACE /docs/errors HTTP/1.1\r\nHost: x',
    ]) {
      const reply = await sendRaw(port, `${head}\r\nConnection: close\r\n\r\n`);
      t.regex(reply, /^HTTP\/1\.1 40[05] /, head);
      t.true(reply.includes(`\r\nContent-Security-Policy: ${policy}\r\n`), head);
    }
    for (const page of pages) {
      const { text } = await client(page);
      t.notRegex(text, /<script(?![^>]* src="\/)|<style|\sstyle=|\son\w+=|javascript:/, page);
    }
  });

  test('/docs without a slash, and the addresses of pages that have gone, redirect', async (t) => {
    for (const [path, location] of [
      ['/docs', 'docs/'],
      ['/docs/changes', 'guide#versions'],
      ['/docs/fr/changements', 'guide#versions'],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const reply = await clientOf(subject())(path, { method });
        t.is(reply.status, 308);
        t.is(reply.headers['location'], location);
        t.is(reply.headers['content-length'], '0');
        t.is(reply.headers['content-type'], undefined);
        t.is(reply.text, '');
        t.is(reply.headers['cache-control'], 'public, max-age=300');
      }
      t.is((await clientOf(subject())(path, { method: 'POST' })).status, 405);
    }
  });

  test('every page transfers less than 100 kB in all', async (t) => {
    const client = clientOf(subject());
    const sizeOf = async (path: string) =>
      (await client(path, { headers: { 'Accept-Encoding': 'gzip' } })).bytes.length;
    for (const page of pages) {
      const { text } = await client(page);
      const loaded = [
        ...text.matchAll(
          /<(?:script|img)[^>]* src="([^"]+)|<link rel="(?:stylesheet|icon)"[^>]* href="([^"]+)/g,
        ),
      ].map(([, source, href]) => source ?? href ?? '');
      t.true(loaded.length >= 3);
      let bytes = 0;
      for (const path of [page, ...loaded]) bytes += await sizeOf(path);
      t.true(bytes < largestPage, `${page}: ${bytes} bytes`);
    }
  });

  test('every error is answered exactly as in its example', async (t) => {
    const { server } = subject();
    const client = clientOf(subject());
    for (const code of problemCodes.filter((each) => !notAskedFor.includes(each))) {
      const { method = 'GET', target, authorization } = errorExamples[code];
      // Of these examples, only that of a revoked key needs a key of the server.
      const value = authorization?.replace('$CATALOGUE_KEY', server.keys['revoked'] ?? '');
      const headers = value === undefined ? {} : { Authorization: value };
      const reply = await client(target, { method, headers });
      const expected = createExampleResponse(code, server.address);
      t.is(reply.status, expected.status, code);
      t.deepEqual(reply.json(), expected.problem);
      for (const [name, field] of Object.entries(expected.headers)) {
        t.is(reply.headers[name.toLowerCase()], field, `${code}: ${name}`);
      }
      const { text } = await client(`${addresses.errors.en}.md`);
      t.true(text.includes(JSON.stringify(expected.problem, null, 2)), code);
    }
  });

  test('the versions of a page in two languages link to each other', async (t) => {
    const client = clientOf(subject());
    for (const { en, fr } of Object.values(addresses)) {
      if (fr === undefined) continue;
      for (const page of [en, fr]) {
        const { text } = await client(page ?? '');
        for (const [tag, address] of [
          ['en', en],
          ['fr-CA', fr],
        ] as const) {
          t.true(text.includes(`hreflang="${tag}" href="${subject().server.address}${address}"`));
        }
      }
    }
  });
};
