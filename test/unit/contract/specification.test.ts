/** Routes, codes and values that the specification or other programs define. */
import test from 'ava';
import { parseBaseUrl } from '../../../contract/base-url.ts';
import { isLocale, localeFacts, locales } from '../../../contract/locales.ts';
import { problemCodes, problems } from '../../../contract/problems.ts';
import { redisKeys } from '../../../contract/redis-keys.ts';
import { routes } from '../../../contract/routes.ts';
import { isSku } from '../../../contract/sku.ts';
import { activeProductsSchema } from '../../../contract/specification-service.ts';

test('each route has its specified path and access', (t) => {
  const facts = Object.values(routes).map(({ path, access }) => [path, access]);
  t.deepEqual(facts, [
    ['/v1/health', 'public'],
    ['/v1/products', 'public'],
    ['/v1/products/pricing', 'keyed'],
    ['/v1/products/pricing.csv', 'keyed'],
    ['/v1/products/export', 'public'],
    ['/v1/products/export.csv', 'public'],
    ['/v1/products/inventory', 'public'],
    ['/v1/products/inventory.csv', 'public'],
    ['/v1/products/changes', 'public'],
    ['/v1/products/{sku}', 'either'],
    ['/v1/products/{sku}/pricing', 'keyed'],
    ['/v1/sync/activeProduct', 'public'],
    ['/openapi.json', 'public'],
    ['/.well-known/api-catalog', 'public'],
  ]);
});

test('each problem code has its specified status, and its own title', (t) => {
  const statuses = problemCodes.map((code) => [code, problems[code].status]);
  t.deepEqual(Object.fromEntries(statuses), {
    ...{ route_not_found: 404, method_not_allowed: 405, invalid_request: 400 },
    ...{ unsupported_locale: 400, invalid_sku: 400, unauthorized: 401, key_required: 401 },
    ...{ invalid_key: 401, key_revoked: 401, product_not_found: 404, rate_limited: 429 },
    ...{ upstream_unavailable: 503, internal_error: 500 },
  });
  t.is(new Set(problemCodes.map((code) => problems[code].title)).size, problemCodes.length);
});

test('a locale is recognised in its exact spelling, which has language and market', (t) => {
  t.deepEqual([...locales], ['en-CA', 'en-US', 'fr-CA']);
  for (const text of ['', 'en', 'en-ca', 'EN-CA', 'en_CA', ' en-CA', 'en-CA ', 'toString']) {
    t.false(isLocale(text), text);
  }
  for (const locale of locales) {
    const { language, market, currency } = localeFacts[locale];
    t.is(`${language}-${market}`, locale);
    t.is(currency, market === 'CA' ? 'CAD' : 'USD');
  }
});

test('a SKU is 1 to 64 letters, digits, dots, underscores and hyphens', (t) => {
  for (const sku of ['A', '0', 'TEE-1', 'tee.1_x-Y', 'a..b', 'A'.padEnd(64, '-')]) {
    t.true(isSku(sku), sku);
  }
  const wrong = ['', '.', '..', '-A', '_A', '.A', 'A'.repeat(65), 'A B', 'A/B', 'A%20', 'A\n'];
  for (const text of [...wrong, '\nA', 'É', 'A\u0000', 'A?', 'A|B', '{sku}']) {
    t.false(isSku(text), JSON.stringify(text));
  }
});

test('a base URL is an http or https address without query, credentials or escapes', (t) => {
  t.is(parseBaseUrl('https://api.example.com//'), 'https://api.example.com');
  t.is(parseBaseUrl('http://localhost:8080/catalogue/'), 'http://localhost:8080/catalogue');
  t.is(parseBaseUrl('https://api.example.com/@x'), 'https://api.example.com/@x');
  const odd = [' b', '"b', ';b', '$b', '?b', '#b'].map((b) => `https://a${b}`);
  for (const text of ['', 'api.example.com', 'ftp://api.example.com', 'https://', ...odd]) {
    t.throws(() => parseBaseUrl(text), { message: /must be an http or https address/ }, text);
  }
  for (const text of ['https://user:secret@a', 'https://user@a', 'http://:secret@a/x']) {
    t.throws(() => parseBaseUrl(text), { message: /must have no user name or password/ }, text);
  }
});

test('keys of Redis have their documented names, which no account can move', (t) => {
  t.deepEqual(
    [
      ...[redisKeys.key('ab12'), redisKeys.account('{x}'), redisKeys.activeKeys('acme')],
      ...[redisKeys.accounts, redisKeys.accountKeys('acme'), redisKeys.audit],
      redisKeys.accountChanges,
    ],
    [
      ...['{keys}:key:ab12', '{keys}:account:{x}', '{keys}:account:acme:active'],
      ...['{keys}:accounts', '{keys}:account:acme:keys', '{keys}:audit'],
      '{keys}:changes',
    ],
  );
});

test('an answer of the specification service may have more members only', (t) => {
  const product = { sku: 'TEE-1', companies: ['north-shop'] };
  const accepts = (body: unknown) => activeProductsSchema.safeParse(body).success;
  t.true(accepts({ products: [] }));
  t.true(accepts({ products: [{ ...product, since: 2020 }], page: 1 }));
  const odd: object[] = [
    { sku: 'TEE-1' },
    { sku: 1, companies: ['a'] },
    { ...product, companies: [] },
  ];
  odd.push({ ...product, sku: '../TEE' }, { ...product, companies: ['North Shop'] });
  const bodies = odd.map((each) => ({ products: [each] }));
  for (const body of [
    null,
    [],
    {},
    { products: null },
    { products: [product, product] },
    ...bodies,
  ]) {
    t.false(accepts(body), JSON.stringify(body));
  }
});
