import test from 'ava';
import { ApiProblem } from '../../../contract/problem.ts';
import { invalidRequestDetails } from '../../../contract/problems.ts';
import {
  assertReadableTarget,
  decodePath,
  isDecodable,
  readLocale,
  refuseFormat,
} from '../../../contract/query.ts';

/** Returns code and detail of the problem that `read` throws, or undefined if it throws nothing. */
function problemOf(read: () => unknown): Pick<ApiProblem, 'code' | 'detail'> | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { code: error.code, detail: error.detail };
  }
}

test('a path is decoded byte by byte, so that invalid UTF-8 is accepted', (t) => {
  t.is(decodePath('/v1/%50roducts'), '/v1/Products');
  t.is(decodePath('/%C3%a9'), '/\u00c3\u00a9');
  t.is(decodePath('/%FF'), '/\u00ff');
  t.is(decodePath('/a%2Fb'), '/a/b');
  t.is(decodePath('/%2541'), '/%41', 'decoded once, not twice');
  t.is(decodePath('/a+b'), '/a+b');
});

test('dot segments are removed from a decoded path, encoded ones too', (t) => {
  t.is(decodePath('/v1/./products'), '/v1/products');
  t.is(decodePath('/v1/x/../products'), '/v1/products');
  t.is(decodePath('/v1/x/%2e%2E/products'), '/v1/products');
  t.is(decodePath('/v1/products/..'), '/v1/');
  t.is(decodePath('/v1/products/.'), '/v1/products/');
  t.is(decodePath('/../../etc'), '/etc');
  t.is(decodePath('/v1/.hidden/..x'), '/v1/.hidden/..x');
});

test('a path can be decoded if every % encodes a byte other than NUL', (t) => {
  for (const path of ['/', '/%41', '/%ff%FF', '/%2500']) t.true(isDecodable(path), path);
  for (const path of ['/%', '/%4', '/%zz', '/%%41', '/a%00b']) t.false(isDecodable(path), path);
});

test('each supported locale is read, also percent-encoded and among unknown parameters', (t) => {
  t.is(readLocale('/p?locale=en-CA'), 'en-CA');
  t.is(readLocale('/p?a=1&locale=en-US&b=2'), 'en-US');
  t.is(readLocale('/p?locale=fr%2DCA'), 'fr-CA');
  t.is(readLocale('/p?x&locale=fr-CA&x&x'), 'fr-CA');
});

test('an empty, misspelt or unknown locale is unsupported', (t) => {
  const wrong = ['', '=', '=%20', '=en-ca', '=EN-CA', '=de-DE', '=en-CA%00', '=en-CA+', '=en'];
  for (const text of wrong) {
    t.is(problemOf(() => readLocale(`/p?locale${text}`))?.code, 'unsupported_locale', text);
  }
});

test('a repeated locale is an invalid request, even with one value twice', (t) => {
  const repeated = [
    'locale=en-CA&locale=en-CA',
    'locale&locale=fr-CA',
    'locale=&locale=',
    'locale=xx&a=b&locale=yy',
  ];
  for (const query of repeated) {
    t.like(
      problemOf(() => readLocale(`/p?${query}`)),
      {
        code: 'invalid_request',
        detail: 'A query parameter is repeated.',
      },
    );
  }
});

test('an invalid %, NUL in the path, and a target that is no path or URL are refused', (t) => {
  for (const target of [
    ...['/%', '/%g0', '/p?x=%', '/p?%zz', '/%00', 'http://host.test/%00'],
    ...['', '*', 'x:80', 'ftp://host.test/p', 'httpx://host.test/p'],
  ]) {
    t.is(problemOf(() => assertReadableTarget(target))?.code, 'invalid_request', target);
  }
  t.notThrows(() => assertReadableTarget('/%41?x=%C3%A9'));
  t.notThrows(() => assertReadableTarget('HTTPS://host.test/p'));
});

test('any format is refused, and the detail names the addresses of tables', (t) => {
  refuseFormat('/v1/products/pricing?Format=csv');
  for (const query of ['format=csv', 'format=', 'format', 'format=json', '%66ormat=csv']) {
    const problem = problemOf(() => refuseFormat(`/v1/products/pricing?${query}`));
    t.deepEqual(problem, { code: 'invalid_request', detail: invalidRequestDetails.format });
  }
  t.regex(invalidRequestDetails.format, /\/v1\/products\/pricing\.csv/);
});
