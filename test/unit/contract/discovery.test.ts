import test from 'ava';
import { createApiCatalog, linkHeader } from '../../../contract/discovery.ts';
import { type AnswerKind, answerKinds } from '../../../contract/headers.ts';

const base = 'https://api.example.test/shop';

test('health and OpenAPI link to description and documentation, and the API catalogue to itself', (t) => {
  const service = [
    `<${base}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${base}/docs/>; rel="service-doc"; type="text/html"`,
  ].join(', ');
  const linked = (Object.keys(answerKinds) as AnswerKind[]).flatMap((kind) => {
    const { Link } = linkHeader(kind, base);
    return Link === undefined ? [] : [[kind, Link]];
  });
  t.deepEqual(Object.fromEntries(linked), {
    health: service,
    openapi: service,
    apiCatalog: `<${base}/.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"`,
  });
});

test('the API catalogue lists the API and its descriptions', (t) => {
  const entry = `${base}/v1/products`;
  t.deepEqual(createApiCatalog(base).linkset, [
    { anchor: `${base}/.well-known/api-catalog`, item: [{ href: entry }] },
    {
      anchor: entry,
      'service-desc': [{ href: `${base}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${base}/docs/`, type: 'text/html' }],
      status: [{ href: `${base}/v1/health`, type: 'application/json' }],
    },
  ]);
});
