import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test, { type ExecutionContext } from 'ava';
import { answerSchemas } from '../../../../contract/openapi/components.ts';
import { createOpenApiDocument } from '../../../../contract/openapi/document.ts';
import { examples } from '../../../../contract/openapi/examples.ts';
import { routes } from '../../../../contract/routes.ts';

interface Content {
  readonly schema: { readonly $ref: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Content>> }>
  >;
}

interface Described {
  readonly schema: object;
  readonly example: unknown;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly parameters: Readonly<Record<string, Described>>;
    readonly headers: Readonly<Record<string, Described>>;
    readonly securitySchemes: Readonly<Record<string, { type: string; scheme: string }>>;
  };
}

const site = { baseUrl: 'https://api.example.test', defaultLocale: 'fr-CA' } as const;
const document = createOpenApiDocument(site) as unknown as Document;
const operations = Object.values(document.paths).map(({ get }) => get);

/** Every example of a response body: its `value`, the `name` of its schema, and operation and status as `title`. */
const answerExamples = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ schema, example, examples: named = {} }) => {
      if (!('$ref' in schema)) return [];
      const values = Object.values(named).map(({ value }) => value);
      if (example !== undefined) values.push(example);
      const name = schema.$ref.replace('#/components/schemas/', '');
      return values.map((value) => ({ title: `${operationId} ${status}`, name, value }));
    }),
  ),
);

/** Creates a JSON Schema validator that knows the components of the OpenAPI document. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv.addSchema({ $id: 'openapi', components: document.components });
}

test('the document is valid OpenAPI 3.1', async (t) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone({ ...document }));
  t.true(valid, JSON.stringify(errors));
  t.is(validator.version, '3.1');
});

test('every example matches the schema of the code, without unknown members', (t) => {
  t.true(answerExamples.length > 40);
  for (const { title, name, value } of answerExamples) {
    const schema = answerSchemas[name as keyof typeof answerSchemas];
    t.deepEqual(schema.parse(value) as unknown, value, title);
  }
});

test('every example matches the published schema', (t) => {
  const ajv = createAjv();
  for (const { title, name, value } of answerExamples) {
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    t.true(validate(value), `${title}: ${JSON.stringify(validate.errors)}`);
  }
});

test('every named example is in the document', (t) => {
  const shown = answerExamples.map(({ value }) => value);
  for (const [name, example] of Object.entries(examples)) {
    t.true(
      shown.some((value) => JSON.stringify(value) === JSON.stringify(example)),
      name,
    );
  }
});

test('every example of a parameter or header matches its schema', (t) => {
  const ajv = createAjv();
  for (const part of ['parameters', 'headers'] as const) {
    for (const [name, { schema, example }] of Object.entries(document.components[part])) {
      t.true(ajv.validate(schema, example), `${part} ${name}`);
    }
  }
});

test('published schemas refuse an invalid document', (t) => {
  const ajv = createAjv();
  const refuses = (name: string, value: unknown) =>
    t.false(ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value), name);
  const { sku: _, ...withoutSku } = examples.detail;
  refuses('ProductDetail', withoutSku);
  refuses('ProductDetail', { ...examples.detail, locale: 'de-DE' });
  refuses('ProductPricing', { ...examples.productPricing, net: undefined });
  refuses('Health', { status: 'bad', release: 'x' });
  refuses('SyncListing', [{}]);
});

test('every published schema allows unknown members, so that versions of /v1 can differ', (t) => {
  assertOpen(t, document.components.schemas, '#/components/schemas');
  const ajv = createAjv();
  const schema = { $ref: 'openapi#/components/schemas/ProductDetail' };
  t.true(ajv.validate(schema, { ...examples.detail, later: true }));
});

/** Asserts that no schema in `value` forbids unknown properties. `path` is the location of `value`, for messages. */
function assertOpen(t: ExecutionContext, value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const closed = ['additionalProperties', 'unevaluatedProperties'].includes(name);
    if (closed) t.not(member, false, path);
    assertOpen(t, member, `${path}/${name}`);
  }
}

test('the document describes every route except its own', (t) => {
  const { openapi: _, ...described } = routes;
  const expected = Object.values(described).map(({ id, path }) => [path, id]);
  const found = Object.entries(document.paths).map(([path, { get }]) => [path, get.operationId]);
  t.deepEqual(found.sort(), expected.sort());
});

test('routes require a Bearer key as in the route table', (t) => {
  t.like(document.components.securitySchemes['accountKey'], { type: 'http', scheme: 'bearer' });
  const expected = { public: [{}], either: [{}, { accountKey: [] }], keyed: [{ accountKey: [] }] };
  for (const { operationId, security } of operations) {
    const { access } = routes[operationId as keyof typeof routes];
    t.deepEqual(security as unknown, expected[access], operationId);
  }
});

test('every operation lists 304, 429 and 500', (t) => {
  for (const { operationId, responses } of operations) {
    for (const status of ['304', '429', '500']) t.true(status in responses, operationId);
  }
});

test('the document has the default locale of the content', (t) => {
  const { schema } = document.components.parameters['locale'] ?? {};
  t.like(schema, { enum: ['en-CA', 'en-US', 'fr-CA'], default: 'fr-CA' });
});
