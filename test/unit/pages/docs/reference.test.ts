import test from 'ava';
import fc from 'fast-check';
import { pageLanguages } from '../../../../pages/docs/addresses.ts';
import { createFieldTables } from '../../../../pages/docs/reference/fields.ts';
import { formatJson } from '../../../../pages/docs/reference/format-json.ts';
import { resolveSchema } from '../../../../pages/docs/reference/members.ts';
import {
  type ApiDescription,
  listOperations,
  readOpenApiDocument,
  type Schemas,
} from '../../../../pages/docs/reference/openapi.ts';
import { formatType } from '../../../../pages/docs/reference/reference-labels.ts';
import { renderReference } from '../../../../pages/docs/reference/reference-page.ts';
import { pageFacts } from '../../../helpers/page-facts.ts';

const baseUrl = 'https://catalogue.example';
const input = { baseUrl, locale: 'en-CA', sku: 'TEE-1' } as const;
const site = {
  baseUrl,
  defaultLocale: 'en-CA',
  deprecations: { list: { announced: '2027-01-01', sunset: '2027-07-01', link: `${baseUrl}/v2` } },
} as const;
const api = readOpenApiDocument(site, 'en');
const french = readOpenApiDocument(site, 'fr');
const render = (language: 'en' | 'fr', of: ApiDescription = language === 'fr' ? french : api) =>
  renderReference(of, { language, input }).body.text;

/** Returns operation id → the section of the page about it. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const sections = page.match(/<section class="operation">[\s\S]*?<\/section>/g) ?? [];
  return new Map(sections.map((text) => [/<h3 id="(\w+)"/.exec(text)?.[1] ?? '', text]));
}

test('every route has a section with its path, parameters, errors and header fields', (t) => {
  const operations = listOperations(api);
  for (const language of pageLanguages) {
    const sections = sectionsOf(render(language));
    t.is(sections.size, operations.length);
    for (const { id, path, parameters, errors, headers } of operations) {
      const text = sections.get(id) ?? '';
      const parts = [
        ...parameters.map(({ name }) => `<code>${name}</code>`),
        ...errors.flatMap(({ codes }) => codes).map((code) => `#error-${code}"`),
        ...headers.map((name) => `#header-${name.toLowerCase()}"`),
      ];
      t.true(
        text.replaceAll('<wbr>', '').includes(`<b class="method">GET</b> <code>${path}</code>`),
        id,
      );
      for (const part of parts) t.true(text.includes(part), `${id} ${part}`);
    }
  }
});

test('badges show whether a route needs a key and whether it is deprecated', (t) => {
  const badges = (language: 'en' | 'fr') =>
    Object.fromEntries(
      Array.from(sectionsOf(render(language)), ([id, text]) => [
        id,
        Array.from(text.matchAll(/class="badge \w+">([^<]+)/g), ([, badge]) => badge).join(),
      ]),
    );
  const detail = 'Key optional';
  t.like(badges('en'), { list: 'No key,Deprecated', detail, productPricing: 'Key required' });
  t.like(badges('fr'), { list: 'Sans clé,Obsolète', productPricing: 'Clé obligatoire' });
});

test('a body links to its schema, and forms have every allowed value', (t) => {
  const sections = sectionsOf(render('en'));
  for (const [id, schema] of [
    ['detail', 'ProductDetail'],
    ['list', 'ProductList'],
    ['productPricing', 'ProductPricing'],
    ['sync', 'SyncItem'],
    ['changes', 'Changes'],
  ] as const) {
    t.true(sections.get(id)?.includes(`<a href="#${schema}">${schema}</a>`), id);
  }
  const detail = sections.get('detail') ?? '';
  t.regex(detail, /<input id="try-detail-sku" [^>]* value="TEE-1"[^>]* required>/);
  t.regex(detail, /<option selected>en-CA<\/option><option>en-US</);
});

const tables = createFieldTables(api);

/** Returns the path of every primitive in a JSON value, without array indices. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => pathsOf(element, path));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    pathsOf(member, path === '' ? name : `${path}.${name}`),
  );
}

/** Returns the paths of all fields of a schema and of the schemas that it refers to. */
function allPaths(schema: string, prefix = ''): string[] {
  const { fields = [] } = tables.find(({ name }) => name === schema) ?? {};
  return fields.flatMap((field) => [
    prefix + field.path,
    ...(field.schema === undefined ? [] : allPaths(field.schema, `${prefix}${field.path}.`)),
  ]);
}

/** Schemas that are one of several forms, or have them. */
const isForm = /^(Changes|UnknownSince|CurrentRelease|Product(Added|Change|Removed))/;

test('every member of a detail, and every property of an answer, is a field', async (t) => {
  const { readDetail, products } = await pageFacts();
  const known = new Set(allPaths('ProductDetail'));
  const details = products.flatMap(({ sku }) => readDetail(sku, 'en-CA') ?? []);
  t.true(details.length > 2);
  const paths = details.flatMap((detail) => pathsOf(detail));
  const missing = paths.filter(
    (path) =>
      !known.has(path) && !/^customization\.options|^sizeChart\.measures\.values/.test(path),
  );
  t.deepEqual(missing, []);
  const others = /^(Problem|ListProblem|PlainError|SyncListing|ExportLine)$/;
  for (const [name, { properties = {} }] of Object.entries(api.schemas)) {
    if (others.test(name) || isForm.test(name)) continue;
    const { fields = [] } = tables.find((table) => table.name === name) ?? {};
    const top = fields.map(({ path }) => path).filter((path) => !path.includes('.'));
    t.deepEqual(top, Object.keys(properties), name);
  }
});

test('a schema has anchor, type and example of each field, in both languages', (t) => {
  const fields = tables.flatMap(({ name, fields }) => fields.map(({ path }) => `${name}.${path}`));
  for (const [language, rows] of Object.entries({
    en: [
      /^\| `quantity` \| number \| .+ \| `\d+` \|$/m,
      /^\| `msrp` \| array of objects: PriceTier \|/m,
      /^200 `application\/json`: ProductDetail$/m,
    ],
    fr: [
      /^\| `quantity` \| nombre \| .+ \| `\d+` \|$/m,
      /^\| `msrp` \| tableau d’objets\u00A0: PriceTier \|/m,
    ],
  } as const)) {
    const of = language === 'fr' ? french : api;
    const page = renderReference(of, { language: language as 'en' | 'fr', input });
    for (const field of fields) t.true(page.body.text.includes(`id="${field}"`), field);
    for (const row of rows) t.regex(page.markdown, row);
  }
});

test('texts of the OpenAPI document are escaped', (t) => {
  const [group, ...others] = api.groups as [ApiDescription['groups'][number]];
  const [operation, ...rest] = group.operations as [(typeof group.operations)[number]];
  const hostile = { ...operation, summary: '<b>1</b>', description: '<script>`<em>`' };
  const groups = [{ ...group, operations: [hostile, ...rest] }, ...others];
  t.notRegex(render('en', { ...api, groups }), /<script>|<em>|<b>1/);
});

const schemas: Schemas = {
  Price: {
    type: 'object',
    description: 'A price.',
    required: ['amount'],
    properties: {
      amount: { type: 'number' },
      until: { type: 'string', format: 'date', description: 'The last day.' },
      maximum: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      currency: { type: 'string', enum: ['CAD', 'USD'] },
    },
  },
  Endless: { type: 'object', properties: { again: { $ref: '#/components/schemas/Endless' } } },
};
const price = { $ref: '#/components/schemas/Price' };

test('a type is shown in words, and a schema that is missing or endless is an error', (t) => {
  const map = resolveSchema({ type: 'object', additionalProperties: price }, schemas).type;
  const list = resolveSchema({ type: 'array', items: { type: 'string', format: 'date' } }, schemas);
  t.deepEqual(
    [formatType(map, 'en'), formatType(map, 'fr'), formatType(list.type, 'en')],
    ['map of objects', 'dictionnaire d’objets', 'array of strings (date)'],
  );
  for (const name of ['Endless', 'None']) {
    t.throws(() => resolveSchema({ $ref: `#/components/schemas/${name}` }, schemas), {
      message: `the schema ${name} is missing or contains itself`,
    });
  }
});

test('formatted JSON is the same value, on one line where it fits', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(100), (value, width) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      t.deepEqual(JSON.parse(formatJson(value, width)), plain);
    }),
  );
  const lines = [
    '{',
    '  "list": [',
    '    { "b": 2 },',
    '    { "b": "longer", "c": [] }',
    '  ]',
    '}',
  ];
  t.is(formatJson({ list: [{ b: 2 }, { b: 'longer', c: [] }] }, 30), lines.join('\n'));
});
