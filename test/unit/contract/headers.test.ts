import test from 'ava';
import {
  type AnswerKind,
  allow,
  answerHeaders,
  answerKinds,
  errorCachePolicy,
} from '../../../contract/headers.ts';

const kinds = Object.keys(answerKinds) as AnswerKind[];

test('a keyed answer may not be shared, reused without validation, or read from another origin', (t) => {
  const headers = answerHeaders('keyed');
  t.is(headers['Cache-Control'], 'private, no-cache');
  t.is(headers['Access-Control-Allow-Origin'], undefined);
});

test('a detail varies by Authorization, so that no cache answers a keyed request with public prices', (t) => {
  t.is(answerHeaders('detail')['Vary'], 'Accept-Encoding, Authorization');
  t.is(answerHeaders('keyed')['Vary'], 'Accept-Encoding, Authorization');
  t.is(answerHeaders('list')['Vary'], 'Accept-Encoding');
});

test('every answer has nosniff', (t) => {
  for (const kind of kinds) t.is(answerHeaders(kind)['X-Content-Type-Options'], 'nosniff', kind);
});

test('public answers may be read from any origin, rate limit and entity tag included', (t) => {
  for (const kind of kinds.filter((each) => answerKinds[each].public)) {
    const headers = answerHeaders(kind);
    t.is(headers['Access-Control-Allow-Origin'], '*', kind);
    for (const name of ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After']) {
      t.true(headers['Access-Control-Expose-Headers']?.split(', ').includes(name), name);
    }
  }
});

test('the Content-Security-Policy blocks inline code in pages, and scripts in pictures', (t) => {
  const policyOf = (kind: AnswerKind) => answerHeaders(kind)['Content-Security-Policy'];
  t.deepEqual(kinds.filter(policyOf), ['pages', 'assets', 'missing']);
  for (const kind of ['pages', 'assets', 'missing'] as const) {
    t.regex(policyOf(kind) ?? '', /^default-src 'none';/);
    t.notRegex(policyOf(kind) ?? '', /unsafe/);
  }
  t.regex(
    policyOf('pages') ?? '',
    /script-src 'self';.* connect-src 'self';.* frame-ancestors 'none'/,
  );
  t.notRegex(policyOf('assets') ?? '', /script-src/);
});

test('OPTIONS is allowed only on routes that other origins may read', (t) => {
  t.is(allow.public, 'GET, HEAD, OPTIONS');
  t.is(allow.keyed, 'GET, HEAD');
});

test('caches may store only a 404 to a request without a key, and no other error', (t) => {
  for (const kind of ['detail', 'none'] as const) t.is(errorCachePolicy(404, kind), 'notFound');
  t.is(errorCachePolicy(404, 'keyed'), 'error');
  for (const status of [400, 401, 405, 429, 500, 502, 503])
    t.is(errorCachePolicy(status, 'detail'), 'error');
});
