/** Tests of unknown paths, which are answered with a page to browsers and a problem to programs. */
import { assertProblem, clientOf, type Topic } from './suite.ts';

/** The `Accept` of Chromium, Firefox and Safari when a person opens a URL. */
const browsers = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
];
const programs = [
  ...[undefined, '', '*/*', 'application/json', 'application/json, text/plain, */*', 'text/*'],
  ...['text/html;q=0', 'text/html; q=0.5, application/json', 'image/avif,image/webp,*/*;q=0.8'],
  ...['application/problem+json,text/html;q=0.9', 'text/htmlx', 'x/text/html'],
];
const missing = ['/', '/none', '/v2/products', '/docs/none', '/docs/none.js', '/images/none.svg'];
const vary = 'Accept, Accept-Encoding, Accept-Language';

const accepting = (accept: string | undefined, language?: string) => ({
  headers: {
    ...(accept !== undefined && { Accept: accept }),
    ...(language !== undefined && { 'Accept-Language': language }),
  },
});

export const notFound: Topic = (test, subject) => {
  test('a browser gets an HTML page with status 404 for an unknown path', async (t) => {
    const client = clientOf(subject());
    for (const path of missing) {
      for (const accept of browsers) {
        const reply = await client(path, accepting(accept));
        t.is(reply.status, 404, path);
        t.is(reply.headers['content-type'], 'text/html', path);
        t.is(reply.headers['vary'], vary, path);
        t.is(reply.headers['cache-control'], 'public, max-age=10', path);
        t.regex(String(reply.headers['content-security-policy']), /^default-src 'none'; script/);
        t.is(reply.headers['content-length'], String(reply.bytes.length));
        t.is(reply.headers['etag'], undefined);
        t.regex(reply.text, /<h1>Page not found<\/h1>/);
        const head = await client(path, { ...accepting(accept), method: 'HEAD' });
        t.is(head.status, 404);
        t.is(head.bytes.length, 0);
        t.is(head.headers['content-length'], reply.headers['content-length']);
      }
    }
  });

  test('every link of the 404 page works', async (t) => {
    const client = clientOf(subject());
    for (const language of ['en', 'fr']) {
      const { text } = await client('/none', accepting('text/html', language));
      const links = [...text.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, link = '']) => link);
      t.true(links.length > 10);
      for (const link of links) t.is((await client(link)).status, 200, link);
    }
  });

  test('a program gets a problem for an unknown path, and Vary keeps caches from sending it the page', async (t) => {
    const client = clientOf(subject());
    for (const path of missing) {
      const { text } = await client(path);
      for (const accept of programs) {
        const reply = await client(path, accepting(accept, 'fr-CA'));
        assertProblem(t, subject(), reply, {
          ...{ code: 'route_not_found', status: 404, instance: path },
        });
        t.is(reply.text, text, `${path}, ${accept}`);
        t.is(reply.headers['vary'], vary, path);
      }
    }
  });

  test('below /v1 a browser also gets a problem, which does not vary by Accept', async (t) => {
    const client = clientOf(subject());
    for (const path of ['/v1', '/v1/none', '/v1/products/', '/v1/products/NONE']) {
      const reply = await client(path, accepting(browsers[0]));
      t.is(reply.status, 404, path);
      t.is(reply.headers['content-type'], 'application/problem+json', path);
      t.notRegex(String(reply.headers['vary']), /Accept(?!-Encoding)/, path);
    }
  });

  test('the 404 page is in French below the French pages, and for a client whose first language is French', async (t) => {
    const client = clientOf(subject());
    for (const [path, language, tag] of [
      ['/docs/fr/aucune', 'en-CA', 'fr-CA'],
      ['/docs/none', 'fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
      ['/', 'FR', 'fr-CA'],
      ['/docs/french', 'en-CA,en;q=0.9,fr;q=0.8', 'en'],
      ['/none', 'fro', 'en'],
      ['/none', undefined, 'en'],
    ] as const) {
      const { text } = await client(path, accepting('text/html', language));
      t.regex(text, new RegExp(`<html lang="${tag}">`), `${path}, ${language}`);
    }
  });

  test('browsers get problems for other errors outside the API', async (t) => {
    const client = clientOf(subject());
    const posted = await client('/docs/guide', { ...accepting(browsers[0]), method: 'POST' });
    t.is(posted.status, 405);
    t.is(posted.headers['content-type'], 'application/problem+json');
    const malformed = await client('/docs/%zz', accepting(browsers[0]));
    t.is(malformed.status, 400);
    t.is(malformed.headers['content-type'], 'application/problem+json');
  });

  test('If-None-Match does not turn a 404 page into 304 or 412', async (t) => {
    const headers = { Accept: 'text/html', 'If-None-Match': '*' };
    t.is((await clientOf(subject())('/docs/none', { headers })).status, 404);
  });
};
