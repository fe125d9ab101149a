import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test from 'ava';
import { createProblem, problemHeaders, toInstance } from '../../../contract/problem.ts';
import { challengeOf, problemCodes, problems } from '../../../contract/problems.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';

const baseUrl = 'https://api.example.test';
const ajv = new Ajv2020();
formats.default(ajv);
const isUriReference = ajv.compile({ type: 'string', format: 'uri-reference' });

/** Request target → expected `instance` of the problem: the path as a valid URI reference. */
const instances: readonly (readonly [string, string])[] = [
  ['/v1/products/TEE-1', '/v1/products/TEE-1'],
  ['/v1/products/TEE-1?locale=fr-CA', '/v1/products/TEE-1'],
  ['/v1/products?a=/b?c', '/v1/products'],
  ['/v1/products#part', '/v1/products'],
  ['/a"b', '/a%22b'],
  ['/a\\b', '/a%5Cb'],
  ['/a\u0000b', '/a%00b'],
  ['/a\r\nb\tc', '/a%0D%0Ab%09c'],
  ['/a\u007fb', '/a%7Fb'],
  ['/\u00c3\u00a9', '/%C3%A9'],
  ['/\u00ff', '/%FF'],
  ['/<script>', '/%3Cscript%3E'],
  ['/a b', '/a%20b'],
  ['/[x]{y}|^`', '/%5Bx%5D%7By%7D%7C%5E%60'],
  ['/100%', '/100%25'],
  ['/%zz', '/%25zz'],
  ['/%4', '/%254'],
  ['/%%41', '/%25%41'],
  ['/%41%2f', '/%41%2f'],
  ["/-._~!$&'()*+,;=:@", "/-._~!$&'()*+,;=:@"],
  ['http://host.test/v1/products?x', '/v1/products'],
  ['HTTPS://host.test:8443/v1/"', '/v1/%22'],
  ['http://host.test', '/'],
  ['http://host.test?x', '/'],
  ['?locale=en-CA', '/'],
  ['', '/'],
];

test('an instance is only the path, with characters that a URI forbids percent-encoded', (t) => {
  for (const [target, instance] of instances) t.is(toInstance(target), instance, target);
});

test('for every byte an instance is a valid URI reference that needs no JSON escape', (t) => {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  const targets = [
    ...instances.map(([target]) => target),
    ...bytes.flatMap((byte) => [`/${byte}`, `/a${byte}b/${byte}`, `/%${byte}`, `/%4${byte}1`]),
    `/${bytes.join('')}`,
    `/${bytes.reverse().join('')}`,
  ];
  for (const target of targets) {
    const instance = toInstance(target);
    t.true(isUriReference(instance), `${JSON.stringify(target)} gave ${instance}`);
    t.is(JSON.stringify(instance), `"${instance}"`);
    t.is(toInstance(instance), instance, 'encoding twice changes nothing');
  }
});

test('a problem of each code has status and title from the table and matches its schema', (t) => {
  for (const code of problemCodes) {
    const problem = createProblem(code, { baseUrl, requestTarget: '/v1/products/"?x=1' });
    t.deepEqual(problemSchema.parse(problem), {
      type: `${baseUrl}/docs/errors#error-${code}`,
      title: problems[code].title,
      status: problems[code].status,
      detail: problems[code].detail,
      instance: '/v1/products/%22',
      code,
    });
  }
});

test('only a 404 without a key may be cached, and only for seconds', (t) => {
  for (const code of problemCodes) {
    const expected = problems[code].status === 404 ? 'public, max-age=10' : 'no-store';
    t.is(problemHeaders(code)['Cache-Control'], expected, code);
    t.is(problemHeaders(code, 'keyed')['Cache-Control'], 'no-store', code);
    t.is(problemHeaders(code)['Content-Type'], 'application/problem+json');
  }
});

test('every 401 has a Bearer challenge, and no other problem does', (t) => {
  for (const code of problemCodes) {
    const challenge = problemHeaders(code)['WWW-Authenticate'];
    if (problems[code].status === 401) t.regex(challenge ?? '', /^Bearer realm="[^"]+"/, code);
    else t.is(challenge, undefined, code);
  }
});

test('a challenge has invalid_token for an unusable key, and no error without a key', (t) => {
  t.regex(challengeOf('invalid_key'), /, error="invalid_token"$/);
  t.regex(challengeOf('key_revoked'), /, error="invalid_token"$/);
  t.notRegex(challengeOf('key_required'), /error/);
  t.notRegex(challengeOf('unauthorized'), /error/);
});
