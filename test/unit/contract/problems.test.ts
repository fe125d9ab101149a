import test from 'ava';
import { createOpenApiDocument } from '../../../contract/openapi/document.ts';
import { problemCodes, problems } from '../../../contract/problems.ts';
import { problemSchema } from '../../../contract/schemas/problem.ts';

/** Problem code → HTTP status, as the specification or the design defines them. */
const specified: Readonly<Record<string, number>> = {
  route_not_found: 404,
  method_not_allowed: 405,
  invalid_request: 400,
  unsupported_locale: 400,
  invalid_sku: 400,
  unauthorized: 401,
  key_required: 401,
  invalid_key: 401,
  key_revoked: 401,
  product_not_found: 404,
  rate_limited: 429,
  upstream_unavailable: 503,
  internal_error: 500,
};

test('the problem table has exactly the codes of the specification', (t) => {
  t.deepEqual([...problemCodes], Object.keys(specified));
  t.deepEqual(Object.keys(problems), Object.keys(specified));
});

test('every code has its specified status', (t) => {
  for (const code of problemCodes) t.is(specified[code], problems[code].status, code);
});

test('the schema of a problem allows exactly the codes of the specification', (t) => {
  t.deepEqual([...problemSchema.shape.code.options], Object.keys(specified));
});

test('OpenAPI lists exactly the codes of the specification', (t) => {
  const document = createOpenApiDocument({ baseUrl: 'https://x.test', defaultLocale: 'en-CA' });
  const { schemas } = document['components'] as {
    schemas: { Problem: { properties: { code: { enum: readonly string[] } } } };
  };
  t.deepEqual([...schemas.Problem.properties.code.enum], Object.keys(specified));
});

test('every code has its own title, detail and remedy', (t) => {
  for (const part of ['title', 'detail', 'remedy'] as const) {
    const texts = problemCodes.map((code) => problems[code][part]);
    t.true(texts.every((text) => text.trim().length > 3));
    if (part === 'title') t.is(new Set(texts).size, texts.length);
  }
});

test('the detail of an unsupported locale lists the three supported ones', (t) => {
  for (const locale of ['en-CA', 'en-US', 'fr-CA']) {
    t.true(problems.unsupported_locale.detail.includes(locale));
  }
});
