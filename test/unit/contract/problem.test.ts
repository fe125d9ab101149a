import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test from 'ava';
import { createProblem, problemHeaders, toInstance } from '../../../contract/problem.ts';
import { problemCodes, problems } from '../../../contract/problems.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';

const baseUrl = 'https://api.example.test';
const ajv = new Ajv2020();
formats.default(ajv);
const isUriReference = ajv.compile({ type: 'string', format: 'uri-reference' });

/** Request target → expected `instance` of the problem: the path as a valid URI reference. */
const instances: readonly (readonly [string, string])[] = [
  ['/v1/products/TEE-1?a=/b?c', '/v1/products/TEE-1'],
  ['/v1/products#part', '/v1/products'],
  ['/a\r\nb\tc', '/a%0D%0Ab%09c'],
  ['/\u00c3\u00a9', '/%C3%A9'],
  ['/[x]{y}|^`', '/%5Bx%5D%7By%7D%7C%5E%60'],
  ['/%zz%4%%41%2f', '/%25zz%254%25%41%2f'],
  ["/-._~!$&'()*+,;=:@", "/-._~!$&'()*+,;=:@"],
  ['HTTPS://host.test:8443/v1/"', '/v1/%22'],
  ['http://host.test?x', '/'],
  ['', '/'],
];

test('an instance is the path as a valid URI reference that needs no JSON escape, for every byte', (t) => {
  for (const [target, instance] of instances) t.is(toInstance(target), instance, target);
  for (const byte of Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))) {
    for (const target of [`/${byte}`, `/a${byte}b/${byte}`, `/%${byte}`, `/%4${byte}1`]) {
      const instance = toInstance(target);
      t.true(isUriReference(instance), `${JSON.stringify(target)} gave ${instance}`);
      t.is(JSON.stringify(instance), `"${instance}"`);
      t.is(toInstance(instance), instance, 'encoding twice changes nothing');
    }
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

test('only a 404 without a key may be cached, and only a 401 has a Bearer challenge', (t) => {
  for (const code of problemCodes) {
    const { status } = problems[code];
    const { 'WWW-Authenticate': challenge, ...headers } = problemHeaders(code);
    const expected = status === 404 ? 'public, max-age=10' : 'no-store';
    t.is(headers['Cache-Control'], expected, code);
    t.is(problemHeaders(code, 'keyed')['Cache-Control'], 'no-store', code);
    t.is(/^Bearer realm="[^"]+"/.test(challenge ?? ''), status === 401, code);
    const isUnusable = code === 'invalid_key' || code === 'key_revoked';
    t.is(/, error="invalid_token"$/.test(challenge ?? ''), isUnusable, code);
  }
});
