import test from 'ava';
import fc from 'fast-check';
import { pageLanguages } from '../../../../pages/docs/addresses.ts';
import { formatJson } from '../../../../pages/docs/reference/format-json.ts';
import { resolveSchema } from '../../../../pages/docs/reference/members.ts';
import {
  type ApiDescription,
  listOperations,
  readOpenApiDocument,
  type Schemas,
} from '../../../../pages/docs/reference/openapi.ts';
import { formatType } from '../../../../pages/docs/reference/reference-labels.ts';
import {
  referenceMarkdown,
  renderReference,
} from '../../../../pages/docs/reference/reference-page.ts';
import { membersMarkdown } from '../../../../pages/docs/reference/render-members.ts';

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
      t.true(text.replaceAll('<wbr>', '').includes(`<b>GET</b> ${path}</code>`), id);
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

test('page and Markdown list every member of a response, and forms every allowed value', (t) => {
  const markdown = referenceMarkdown(api, 'en');
  const sections = sectionsOf(render('en'));
  for (const [id, schema] of [
    ['detail', 'ProductDetail'],
    ['detail', 'VariantStock'],
    ['list', 'ProductSummary'],
    ['productPricing', 'PriceTier'],
    ['sync', 'SyncItem'],
    ['changes', 'ProductRemoved'],
  ] as const) {
    for (const name of Object.keys(api.schemas[schema]?.properties ?? {})) {
      t.true(sections.get(id)?.includes(`<code>${name}</code> <small>`), `${id} ${name}`);
      t.true(markdown.includes(`- \`${name}\` (`), name);
    }
  }
  const detail = sections.get('detail') ?? '';
  t.regex(detail, /<input id="try-detail-sku" [^>]* value="TEE-1"[^>]* required>/);
  t.regex(detail, /<option selected>en-CA<\/option><option>en-US</);
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

test('a member has its type, description, values and members, and may be absent', (t) => {
  const list = { type: 'array', items: price, description: 'All prices.' };
  const whole = { type: 'object', properties: { list }, required: ['list'] };
  t.is(
    membersMarkdown(resolveSchema(whole, schemas).members, 'en'),
    `- \`list\` (array of objects) All prices.
  - \`amount\` (number)
  - \`until\` (string (date), may be absent) The last day.
  - \`maximum\` (integer or null, may be absent)
  - \`currency\` (string, may be absent) One of \`CAD\`, \`USD\`.`,
  );
  const map = resolveSchema({ type: 'object', additionalProperties: price }, schemas).type;
  t.deepEqual(
    [formatType(map, 'en'), formatType(map, 'fr')],
    ['map of objects', 'dictionnaire d’objets'],
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
