/** The OpenAPI document, as clients, code generators and linters read it. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test, { type ExecutionContext } from 'ava';
import { answerSchemas } from '../../../contract/openapi/components.ts';
import { createOpenApiDocument, type OpenApiSite } from '../../../contract/openapi/document.ts';
import { createExamples, type JsonSchemas } from '../../../contract/openapi/examples.ts';
import { problemCodes } from '../../../contract/problems.ts';
import { routes } from '../../../contract/routes.ts';
import { createSpecificationServiceDocument } from '../../../contract/specification-service.ts';

type Members<Value> = Readonly<Record<string, Value>>;

interface Content {
  readonly schema: { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: Members<{ readonly value: Members<unknown> }>;
}

interface Operation {
  readonly operationId: keyof typeof routes;
  readonly security: readonly object[];
  readonly responses: Members<{
    readonly headers: Members<object>;
    readonly content?: Members<Content>;
  }>;
}

interface Described {
  readonly description: string;
  readonly schema: { readonly enum?: readonly string[] };
  readonly example: unknown;
}

interface Document {
  readonly info: Members<unknown>;
  readonly paths: Members<{ readonly get: Operation }>;
  readonly components: {
    readonly schemas: Members<{ readonly required?: readonly string[] }>;
    readonly parameters: Members<Described>;
    readonly headers: Members<Described>;
    readonly securitySchemes: Members<object>;
  };
}

const site = { baseUrl: 'https://api.example.test', defaultLocale: 'fr-CA' } as const;
const describe = (facts: Partial<OpenApiSite> = {}) =>
  createOpenApiDocument({ ...site, ...facts }) as unknown as Document;
const document = describe();
const { schemas, parameters, headers, securitySchemes } = document.components;
const examples = createExamples(schemas as JsonSchemas);
const operations = Object.values(document.paths).map(({ get }) => get);
const schemaNameOf = (ref: string) => ref.replace('#/components/schemas/', '');

/** Every example of an answer: its value, the name of its schema, and its operation and status. */
const answerExamples = operations.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ schema, example, examples: named = {} }) => {
      const { $ref } = schema;
      if ($ref === undefined) return [];
      const values: unknown[] = Object.values(named).map(({ value }) => value);
      if (example !== undefined) values.push(example);
      const place = { title: `${operationId} ${status}`, name: schemaNameOf($ref) };
      return values.map((value) => ({ ...place, value }));
    }),
  ),
);

/** Creates a JSON Schema validator that knows the components of the OpenAPI document. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv.addSchema({ $id: 'openapi', components: document.components });
}

test('the document is valid OpenAPI 3.1, and that of the specification service too', async (t) => {
  const service = JSON.parse(JSON.stringify(createSpecificationServiceDocument()));
  for (const each of [structuredClone({ ...document }), service]) {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(each);
    t.true(valid, JSON.stringify(errors));
    t.is(validator.version, '3.1');
  }
});

test('every example matches its published schema, and that of the code exactly', (t) => {
  t.true(answerExamples.length > 40);
  const ajv = createAjv();
  for (const { title, name, value } of answerExamples) {
    t.deepEqual(answerSchemas[name as keyof typeof answerSchemas].parse(value), value, title);
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    t.true(validate(value), `${title}: ${JSON.stringify(validate.errors)}`);
  }
  for (const [name, { schema, example }] of Object.entries({ ...parameters, ...headers })) {
    t.true(ajv.validate(schema, example), name);
  }
});

/** Returns the description of each member of a schema, by its path; an empty text if it has none. */
function membersOf(schema: Member, path: string): (readonly [string, string])[] {
  const { properties = {}, items } = schema;
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const text = member.description ?? member.$ref ?? '';
    return [[`${path}.${name}`, text] as const, ...membersOf(member, `${path}.${name}`)];
  });
  return items === undefined ? own : [...own, ...membersOf(items, path)];
}

interface Member {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Members<Member>;
  readonly items?: Member;
}

test('every member is described in English and French, and the example of an answer has it', (t) => {
  const french = createOpenApiDocument(site, 'fr') as unknown as Document;
  const ofSchemas = ({ components }: Document) =>
    Object.entries(components.schemas as Members<Member>)
      .filter(([name]) => !/Problem$|^PlainError$|^ApiCatalog$/.test(name))
      .flatMap(([name, schema]) => membersOf(schema, name));
  const [english, translated] = [ofSchemas(document), new Map(ofSchemas(french))];
  t.true(english.length > 100);
  for (const [path, text] of english) {
    t.not(text, '', path);
    if (!text.startsWith('#/')) t.not(translated.get(path), text, path);
  }
  const inFrench = createExamples(french.components.schemas as JsonSchemas);
  t.is(inFrench.detail.locale, 'fr-CA');
  for (const member of Object.keys(answerSchemas.ProductDetail.shape)) {
    t.true(member in examples.detail && member in inFrench.detail, member);
  }
  t.false(JSON.stringify([french, document]).includes('"french"'));
});

test('published schemas allow unknown members, so that later versions can add them', (t) => {
  assertOpen(t, schemas, '#/components/schemas');
  const schema = { $ref: 'openapi#/components/schemas/ProductDetail' };
  t.true(createAjv().validate(schema, { ...examples.detail, later: true }));
});

/** Asserts that no schema in `value`, at the location `path`, forbids unknown properties. */
function assertOpen(t: ExecutionContext, value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const closes = ['additionalProperties', 'unevaluatedProperties'].includes(name);
    if (closes) t.not(member, false, path);
    assertOpen(t, member, `${path}/${name}`);
  }
}

test('the document describes every route except its own, with its access', (t) => {
  const { openapi: _, ...described } = routes;
  const expected = Object.values(described).map(({ id, path }) => [path, id]);
  const found = Object.entries(document.paths).map(([path, { get }]) => [path, get.operationId]);
  t.deepEqual(found.sort(), expected.sort());
  t.like(securitySchemes['accountKey'], { type: 'http', scheme: 'bearer' });
  const security = { public: [{}], either: [{}, { accountKey: [] }], keyed: [{ accountKey: [] }] };
  for (const operation of operations) {
    const { access } = routes[operation.operationId];
    t.deepEqual(operation.security, security[access], operation.operationId);
  }
});

test('every answer lists the common header fields, and the CORS fields if it is public', (t) => {
  const list = { announced: '2026-12-01', sunset: '2027-03-01', link: 'https://x' } as const;
  const { paths } = describe({ deprecations: { list } });
  for (const { operationId, responses } of Object.values(paths).map(({ get }) => get)) {
    const { access } = routes[operationId];
    for (const status of ['304', '429', '500']) t.true(status in responses, operationId);
    for (const [status, answer] of Object.entries(responses)) {
      const place = `${operationId} ${status}`;
      const has = (name: string) => name in answer.headers;
      t.true(['Cache-Control', 'Vary', 'X-Request-Id'].every(has), place);
      t.is(has('Access-Control-Allow-Origin'), access !== 'keyed', place);
      t.is(has('Access-Control-Expose-Headers'), access !== 'keyed', place);
      t.is(has('Deprecation'), operationId === 'list', place);
      t.is(has('ETag'), ['200', '304'].includes(status), place);
    }
  }
});

test('only a 500 of the product list must have the member error', (t) => {
  for (const { operationId, responses } of operations) {
    const { schema } = responses['500']?.content?.['application/problem+json'] ?? {};
    const { required } = schemas[schemaNameOf(schema?.$ref ?? '')] ?? {};
    t.is(required?.includes('error'), operationId === 'list', operationId);
  }
  const { properties } = schemas['Problem'] as unknown as { properties: Members<Described> };
  t.deepEqual((properties['code'] as unknown as { enum: unknown }).enum, problemCodes);
});

test('locale, companies, contact and licence are those of the content', (t) => {
  t.like(parameters['locale']?.schema, { enum: ['en-CA', 'en-US', 'fr-CA'], default: 'fr-CA' });
  const known = describe({ companies: ['north-co', 'south-co'] }).components.parameters['company'];
  t.deepEqual(known?.schema, { type: 'string' });
  t.is(known?.example, 'north-co');
  t.is(parameters['company']?.schema.enum, undefined);
  const contact = { name: 'Support', url: 'https://shop.example/help', email: 'api@shop.example' };
  const license = { name: 'Terms of use', url: 'https://shop.example/terms' };
  t.like(describe({ contact, license }).info, { contact, license });
  t.false('contact' in document.info || 'license' in document.info);
});
