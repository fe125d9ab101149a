import test from 'ava';
import { renderDataModel } from '../../../../pages/docs/data-model/data-model-page.ts';
import { createFieldTables, isLeaf } from '../../../../pages/docs/data-model/fields.ts';
import { readOpenApiDocument } from '../../../../pages/docs/reference/openapi.ts';
import { baseUrl } from '../../../helpers/content.ts';
import { pageFacts } from '../../../helpers/page-facts.ts';

const site = { baseUrl, defaultLocale: 'en-CA' } as const;
const api = readOpenApiDocument(site, 'en');
const tables = createFieldTables(api);
const leaves = tables.flatMap(({ name, fields }) =>
  fields.filter(isLeaf).map(({ path }) => `${name}.${path}`),
);

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

test('every member of a detail, and every property of the contract, is a field', async (t) => {
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
  const others = /^(Health|ApiCatalog|Problem|ListProblem|PlainError|SyncListing|ExportLine)$/;
  for (const [name, { properties = {} }] of Object.entries(api.schemas)) {
    if (
      others.test(name) ||
      /^(Changes|UnknownSince|CurrentRelease|Product(Added|Change|Removed))/.test(name)
    )
      continue;
    const { fields = [] } = tables.find((table) => table.name === name) ?? {};
    const top = fields.map(({ path }) => path).filter((path) => !path.includes('.'));
    t.deepEqual(top, Object.keys(properties), name);
  }
});

test('the page shows anchor, type and example of each field, in both languages', (t) => {
  for (const [language, rows] of Object.entries({
    en: [
      /^\| `quantity` \| number \| .+ \| `\d+` \|$/m,
      /^\| `msrp` \| array of objects: PriceTier \|/m,
      /^\| `status` \| string \| .+ Always `active`\. \|/m,
      /^The answer of `GET \/v1\/products\/\{sku\}`\.$/m,
    ],
    fr: [
      /^\| `quantity` \| nombre \| .+ \| `\d+` \|$/m,
      /^\| `msrp` \| tableau d’objets\u00A0: PriceTier \|/m,
    ],
  })) {
    const page = renderDataModel({
      api: readOpenApiDocument(site, language as 'en' | 'fr'),
      language: language as 'en' | 'fr',
    });
    for (const field of leaves) t.true(page.body.text.includes(`id="${field}"`), field);
    for (const row of rows) t.regex(page.markdown, row);
    t.deepEqual(
      page.headings.map(({ id }) => id),
      tables.map(({ name }) => name),
    );
  }
});
