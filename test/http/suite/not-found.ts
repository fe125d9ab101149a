/** Tests of unknown paths, which are answered with a page to browsers and a problem to programs. */
import { assertProblem, clientOf, type Topic } from './suite.ts';

/** The `Accept` of Chromium and of Firefox when a person opens a URL. */
const browsers = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
] as const;
const programs = [
  ...[undefined, '', '*/*', 'application/json', 'application/json, text/plain, */*', 'text/*'],
  ...['text/html;q=0', 'text/html; q=0.5, application/json', 'image/avif,image/webp,*/*;q=0.8'],
  ...['application/problem+json,text/html;q=0.9', 'text/htmlx', 'x/text/html'],
];
const missing = ['/none', '/v2/products', '/docs/none', '/docs/none.js', '/images/none.svg'];

const accepting = (accept: string | undefined, language?: string) => ({
  headers: {
    ...(accept !== undefined && { Accept: accept }),
    ...(language !== undefined && { 'Accept-Language': language }),
  },
});

export const notFound: Topic = (test, subject) => {
  test('for an unknown path a browser gets a page and a program gets a problem, both with 404', async (t) => {
    const client = clientOf(subject());
    for (const path of missing) {
      for (const accept of browsers) {
        const { status, headers, text } = await client(path, accepting(accept));
        t.deepEqual(
          [status, headers['content-type'], headers['etag']],
          [404, 'text/html', undefined],
        );
        t.regex(text, /<h1>Page not found<\/h1>/);
      }
      for (const accept of programs) {
        const reply = await client(path, accepting(accept, 'fr-CA'));
        assertProblem(t, reply, { code: 'route_not_found', status: 404, instance: path });
      }
    }
    const links = (await client('/none', accepting('text/html'))).text.matchAll(
      /href="(\/[^"#]*)/g,
    );
    for (const [, link = ''] of links) t.is((await client(link)).status, 200, link);
  });

  test('a browser also gets problems below /v1 and for other errors, which do not vary by Accept', async (t) => {
    for (const path of ['/v1', '/v1/none', '/v1/products/', '/v1/products/NONE', '/docs/%zz']) {
      const { headers } = await clientOf(subject())(path, accepting(browsers[0]));
      t.is(headers['content-type'], 'application/problem+json', path);
      if (path.startsWith('/v1')) t.notRegex(String(headers['vary']), /Accept(?!-Encoding)/, path);
    }
  });

  test('the 404 page is in French below the French pages, and for a client whose first language is French', async (t) => {
    for (const [path, language, tag] of [
      ['/docs/fr/aucune', 'en-CA', 'fr-CA'],
      ['/docs/none', 'fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
      ['/none', 'FR', 'fr-CA'],
      ['/docs/french', 'en-CA,en;q=0.9,fr;q=0.8', 'en'],
      ['/none', 'fro', 'en'],
      ['/none', undefined, 'en'],
    ] as const) {
      const { text } = await clientOf(subject())(path, accepting('text/html', language));
      t.true(text.includes(`<html lang="${tag}">`), `${path}, ${language}`);
    }
  });
};
