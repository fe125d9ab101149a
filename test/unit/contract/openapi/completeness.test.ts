/** What clients, code generators and linters expect in the OpenAPI document. */
import test from 'ava';
import { createOpenApiDocument, type OpenApiSite } from '../../../../contract/openapi/document.ts';
import { isProductPath, routes } from '../../../../contract/routes.ts';

interface Schema {
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

interface Parameter {
  readonly description: string;
  readonly schema: { readonly enum?: readonly string[] };
  readonly example: string;
}

interface Body {
  readonly schema: { readonly $ref: string };
  readonly examples: Readonly<Record<string, { readonly value: Record<string, unknown> }>>;
}

interface Answer {
  readonly headers: Readonly<Record<string, object>>;
  readonly content: Readonly<Record<string, Body>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

const site = { baseUrl: 'https://api.example.test', defaultLocale: 'en-CA' } as const;

function describe(facts: Partial<OpenApiSite> = {}): Document {
  return createOpenApiDocument({ ...site, ...facts }) as unknown as Document;
}

const document = describe();
const operations = Object.values(document.paths).map(({ get }) => get);

/**
 * Returns how the OpenAPI document describes the problem response of an operation with a status: its schema,
 * examples and required members. Throws if the operation has no such response.
 */
function problemOf(operationId: string, status: number): Body & { readonly required: unknown } {
  const operation = operations.find((each) => each.operationId === operationId);
  const body = operation?.responses[status]?.content['application/problem+json'];
  if (body === undefined) throw new Error(`${operationId} has no problem of status ${status}`);
  const name = body.schema.$ref.replace('#/components/schemas/', '');
  return { ...body, required: document.components['schemas']?.[name]?.required };
}

test('only a 500 of the product list must have the member error, and its example has it', (t) => {
  for (const { operationId } of operations.filter((each) => each.responses[500])) {
    const isList = operationId === 'list';
    const { required, examples: shown } = problemOf(operationId, 500);
    t.is((required as string[]).includes('error'), isList, operationId);
    const { value } = shown['internal_error'] ?? { value: {} };
    t.is(value['error'], isList ? value['detail'] : undefined, operationId);
  }
});

test('a decoration allows further members, as specified', (t) => {
  const { additionalProperties } = document.components['schemas']?.['Decoration'] ?? {};
  t.deepEqual(additionalProperties, {});
});

test('the parameter company lists the valid aliases, or their pattern if there are none', (t) => {
  const companyOf = ({ components }: Document) =>
    components['parameters']?.['company'] as unknown as Parameter;
  const known = companyOf(describe({ companies: ['north-co', 'south-co'] }));
  t.deepEqual(known.schema.enum, ['north-co', 'south-co']);
  t.is(known.example, 'north-co');
  t.regex(known.description, /400/);
  const unknown = companyOf(document);
  t.is(unknown.schema.enum, undefined);
  t.regex(unknown.description, /lower-case letters, digits and hyphens/);
});

test('every documented answer lists the common header fields, and the CORS fields if no key is needed', (t) => {
  const { paths } = describe({
    deprecations: { list: { announced: '2026-12-01', sunset: '2027-03-01', link: 'https://x' } },
  });
  for (const { operationId, responses } of Object.values(paths).map(({ get }) => get)) {
    const { access } = routes[operationId as keyof typeof routes];
    for (const [status, { headers }] of Object.entries(responses)) {
      const place = `${operationId} ${status}`;
      for (const name of ['Cache-Control', 'Vary', 'X-Request-Id']) t.true(name in headers, place);
      t.is('Access-Control-Allow-Origin' in headers, access !== 'keyed', place);
      t.is('Access-Control-Expose-Headers' in headers, access !== 'keyed', place);
      t.is('Deprecation' in headers, operationId === 'list', place);
      t.is('ETag' in headers, ['200', '304'].includes(status), place);
    }
  }
});

test('every component is used, and every reference has its component', (t) => {
  const text = JSON.stringify(document);
  const used = new Set(Array.from(text.matchAll(/"#\/components\/([^"]+)"/g), ([, name]) => name));
  const { securitySchemes, ...referable } = document.components;
  const defined = Object.entries(referable).flatMap(([kind, components]) =>
    Object.keys(components).map((name) => `${kind}/${name}`),
  );
  t.deepEqual(defined.sort(), [...used].sort());
  for (const name of Object.keys(securitySchemes ?? {})) t.true(text.includes(`{"${name}":[]}`));
});

test('contact and licence are taken from the content, and absent if it has none', (t) => {
  const contact = { name: 'Support', url: 'https://shop.example/help', email: 'api@shop.example' };
  const license = { name: 'Terms of use', url: 'https://shop.example/terms' };
  t.like(describe({ contact, license }).info, { contact, license });
  t.false('contact' in document.info || 'license' in document.info);
});

test('only the 429 of a counted route names the violated policy', (t) => {
  for (const { operationId } of operations) {
    const { value } = problemOf(operationId, 429).examples['rate_limited'] ?? { value: {} };
    const isCounted = isProductPath(routes[operationId as keyof typeof routes].path);
    t.deepEqual(value['violated-policies'], isCounted ? ['default'] : undefined, operationId);
  }
});
