import { readFile } from 'node:fs/promises';
import test from 'ava';
import { createOpenApiDocument } from '../../../contract/openapi/document.ts';
import { breakingChanges } from '../../../infra/api-changes/breaking-changes.ts';

/** What a test changes of the document; as loose as JSON is. */
type Loose = { [name: string]: Loose };

const site = { baseUrl: 'https://catalogue.example', defaultLocale: 'en-CA' } as const;
const create = () => JSON.parse(JSON.stringify(createOpenApiDocument(site))) as Loose;
const value = (json: unknown) => json as Loose;

/** What an edit of the document breaks. */
function after(edit: (document: Loose) => void): string[] {
  const next = create();
  edit(next);
  return breakingChanges(create(), next);
}

function operation(document: Loose, path: string): Loose {
  return document['paths']?.[path]?.['get'] as Loose;
}

function schema(document: Loose, name: string): Loose {
  return document['components']?.['schemas']?.[name] as Loose;
}

function parameter(document: Loose, name: string): Loose {
  return document['components']?.['parameters']?.[name] as Loose;
}

function remove(list: unknown, element: string): Loose {
  return value((list as string[]).filter((each) => each !== element));
}

test('the API of the code breaks no client of the last published one', async (t) => {
  const text = await readFile('contract/published/openapi.json', 'utf8');
  t.deepEqual(breakingChanges(JSON.parse(text), create()), []);
});

test('additions are not breaking changes', (t) => {
  const changes = after((document) => {
    const paths = document['paths'] as Loose;
    paths['/v2/products'] = value({ get: { parameters: [], responses: {} } });
    const health = schema(document, 'Health');
    (health['properties'] as Loose)['region'] = value({ type: 'string' });
    health['required'] = value([...(health['required'] as unknown as string[]), 'region']);
    const list = operation(document, '/v1/products');
    list['parameters'] = value([
      ...(list['parameters'] as unknown as Loose[]),
      { name: 'fields', in: 'query', schema: { type: 'string' } },
    ]);
    list['deprecated'] = value(true);
    (list['responses'] as Loose)['410'] = value({ description: 'Gone.' });
  });
  t.deepEqual(changes, []);
});

const breaks: readonly [string, (document: Loose) => void, readonly string[]][] = [
  [
    'a removed route',
    (document) => delete document['paths']?.['/v1/health'],
    ['GET /v1/health: is gone'],
  ],
  [
    'a parameter that is required now',
    (document) => {
      parameter(document, 'company')['required'] = value(true);
    },
    ['GET /v1/sync/activeProduct: parameter company (query) is required now'],
  ],
  [
    'a new parameter that is required',
    (document) => {
      const parameters = operation(document, '/v1/health')['parameters'] as unknown as unknown[];
      parameters.push({ name: 'who', in: 'query', required: true, schema: { type: 'string' } });
    },
    ['GET /v1/health: parameter who (query) is new and required'],
  ],
  [
    'a removed parameter',
    (document) => {
      operation(document, '/v1/health')['parameters'] = value([]);
    },
    ['GET /v1/health: parameter If-None-Match (header) is gone'],
  ],
  [
    'a narrower enumeration of a request',
    (document) => {
      const { schema: locale } = parameter(document, 'locale');
      if (locale) locale['enum'] = remove(locale['enum'], 'fr-CA');
    },
    [
      'GET /v1/products: parameter locale (query) changed its values: "fr-CA"',
      'GET /v1/products/pricing: parameter locale (query) changed its values: "fr-CA"',
      'GET /v1/products/{sku}: parameter locale (query) changed its values: "fr-CA"',
      'GET /v1/products/{sku}/pricing: parameter locale (query) changed its values: "fr-CA"',
      'GET /v1/sync/activeProduct: parameter locale (query) changed its values: "fr-CA"',
    ],
  ],
  [
    'another pattern of a request',
    (document) => {
      const { schema: company } = parameter(document, 'company');
      if (company) company['pattern'] = value('^[a-z]+$');
    },
    ['GET /v1/sync/activeProduct: parameter company (query) has a narrower pattern'],
  ],
  [
    'a removed member of an answer',
    (document) => delete schema(document, 'Health')['properties']?.['release'],
    ['GET /v1/health: 200.release is gone'],
  ],
  [
    'a member of an answer that may be missing now',
    (document) => {
      const health = schema(document, 'Health');
      health['required'] = remove(health['required'], 'release');
    },
    ['GET /v1/health: 200.release may be missing now'],
  ],
  [
    'another type in an answer',
    (document) => {
      (schema(document, 'Health')['properties'] as Loose)['release'] = value({ type: 'integer' });
    },
    ['GET /v1/health: 200.release changed its type: integer beside string'],
  ],
  [
    'null in an answer that was never null',
    (document) => {
      const types = { anyOf: [{ type: 'string' }, { type: 'null' }] };
      (schema(document, 'Health')['properties'] as Loose)['release'] = value(types);
    },
    ['GET /v1/health: 200.release changed its type: string or null beside string'],
  ],
  [
    'a status of success, a media type and a header that are gone',
    (document) => {
      const health = operation(document, '/v1/health')['responses'] as Loose;
      delete health['200']?.['content'];
      delete health['200']?.['headers']?.['ETag'];
      delete (operation(document, '/v1/products/pricing')['responses'] as Loose)['200'];
    },
    [
      'GET /v1/health: 200 has no header ETag any more',
      'GET /v1/health: 200 is not application/json any more',
      'GET /v1/products/pricing: status 200 is gone',
    ],
  ],
  [
    'a key that is needed now',
    (document) => {
      operation(document, '/v1/products/{sku}')['security'] = value([{ accountKey: [] }]);
    },
    ['GET /v1/products/{sku}: needs a key now'],
  ],
];

for (const [what, edit, expected] of breaks) {
  test(`found: ${what}`, (t) => {
    t.deepEqual(after(edit).sort(), [...expected].sort());
  });
}

test('a change deep in a shared schema is found on every route that answers with it', (t) => {
  const changes = after((document) => {
    const tier = schema(document, 'PriceTier');
    delete tier['properties']?.['price'];
  });
  t.true(
    changes.some((change) =>
      /^GET \/v1\/products: 200\.products\[\]\.pricing\.msrp\[\]\.price is gone$/.test(change),
    ),
    changes.join('\n'),
  );
  t.true(
    changes.some((change) =>
      /^GET \/v1\/products\/\{sku\}\/pricing: 200\.net\[\]\.price is gone$/.test(change),
    ),
  );
});
