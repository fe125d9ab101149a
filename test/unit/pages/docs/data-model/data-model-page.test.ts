import test from 'ava';
import { z } from 'zod';
import { csvKinds, jsonKinds } from '../../../../../build/content/schemas/kinds.ts';
import { pageLanguages } from '../../../../../pages/docs/addresses.ts';
import { renderDataModel } from '../../../../../pages/docs/data-model/data-model-page.ts';
import { collectExamples } from '../../../../../pages/docs/data-model/examples.ts';
import { createFieldTables, isLeaf } from '../../../../../pages/docs/data-model/fields.ts';
import { sources } from '../../../../../pages/docs/data-model/sources.ts';
import { readOpenApiDocument } from '../../../../../pages/docs/reference/openapi.ts';
import { baseUrl } from '../../../../helpers/content.ts';
import { pageFacts } from '../../../../helpers/page-facts.ts';

const api = readOpenApiDocument({ baseUrl, defaultLocale: 'en-CA' });
const tables = createFieldTables(api);
const leaves = tables.flatMap(({ name, fields }) =>
  fields.filter(isLeaf).map(({ path }) => `${name}.${path}`),
);

/**
 * Returns the path of every primitive in a JSON value: member names joined by dots, without array indices.
 */
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

test('every member of every detail of a release is a field of the data model', async (t) => {
  const { readDetail, products } = await pageFacts();
  const known = new Set(allPaths('ProductDetail'));
  const details = products.flatMap(({ sku }) => readDetail(sku, 'en-CA') ?? []);
  t.true(details.length > 2);
  const open = /^customization\.options/;
  const missing = details
    .flatMap((detail) => pathsOf(detail))
    .filter((path) => !known.has(path) && !open.test(path));
  t.deepEqual(missing, []);
});

test('every property of the schemas of the contract is a field, except in errors and links', (t) => {
  const others = /^(Health|ApiCatalog|Problem|ListProblem|PlainError|SyncListing)$/;
  for (const [name, { properties = {} }] of Object.entries(api.schemas)) {
    if (others.test(name)) continue;
    const { fields = [] } = tables.find((table) => table.name === name) ?? {};
    const top = fields.map(({ path }) => path).filter((path) => !path.includes('.'));
    t.deepEqual(top, Object.keys(properties), name);
  }
});

test('every field has a description, and every value a source', (t) => {
  for (const { name, fields } of tables) {
    for (const { path, description, schema } of fields) {
      t.true(description !== '' || schema !== undefined, `${name}.${path}`);
    }
  }
  t.deepEqual(Object.keys(sources).sort(), [...leaves].sort());
});

test('every source is a member or column in the content schemas', (t) => {
  const kinds = [
    ...Object.values(jsonKinds).map(({ path, schema }) => [path, schema] as const),
    ...Object.entries(csvKinds),
  ];
  const schemas = new Map<string, JsonSchema>(
    kinds.map(([file, schema]) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      return [file, json as JsonSchema];
    }),
  );
  for (const [field, source] of Object.entries(sources)) {
    for (const each of source) {
      const [file = '', path] = each.split(' ');
      if (path === undefined) continue;
      const schema = schemas.get(file.replace('SKU', '*').replace('TIER', '<tier>'));
      t.true(schema !== undefined && hasPath(schema, path.split('.')), `${field}: ${each}`);
    }
  }
});

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/**
 * Returns true if a schema has a member at `path`, a list of names; `*` stands for any member of a map.
 */
function hasPath(schema: JsonSchema | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (schema === undefined || name === undefined) return schema !== undefined;
  const { properties, additionalProperties, items, anyOf = [], allOf = [] } = schema;
  if (items !== undefined) return hasPath(items, path);
  const inner = name === '*' ? additionalProperties : properties?.[name];
  if (inner !== undefined) return hasPath(inner, rest);
  return [...anyOf, ...allOf].some((each) => hasPath(each, path));
}

test('examples come from the release, or from the OpenAPI document if no product has the field', async (t) => {
  const facts = await pageFacts();
  const examples = collectExamples(api, facts, 'fr-CA');
  const skus = facts.products.map(({ sku }) => sku);
  t.true(skus.includes(String(examples.get('ProductDetail.sku'))));
  t.is(examples.get('ProductDetail.locale'), 'fr-CA');
  t.deepEqual(examples.get('ProductChange.parts'), ['prices', 'stock']);
  const none = collectExamples(api, await pageFacts([]), 'en-CA');
  t.is(none.get('ProductDetail.sku'), 'TEE100');
  t.deepEqual(
    leaves.filter((field) => !examples.has(field)),
    [],
    'every field has one',
  );
});

test('the examples of an object come from the one with the most values', async (t) => {
  const facts = await pageFacts();
  const variants = [
    { colorId: 'navy', size: 'S', quantity: 1 },
    { colorId: 'red', size: 'M', quantity: 2, partId: 'P-1', gtin: '00012345' },
    { colorId: 'sky', size: 'L', quantity: 3, partId: 'P-2', gtin: '00012352' },
  ];
  const readDetail: typeof facts.readDetail = (...args) => {
    const detail = facts.readDetail(...args);
    return detail && { ...detail, inventory: variants };
  };
  const examples = collectExamples(api, { ...facts, readDetail }, 'en-CA');
  const ofVariant = Object.keys(variants[1] ?? {}).map((name) => [
    name,
    examples.get(`VariantStock.${name}`),
  ]);
  t.deepEqual(Object.fromEntries(ofVariant), variants[1]);
});

test('the page shows anchor, type and source of each field, in both languages and as Markdown', async (t) => {
  const facts = await pageFacts();
  for (const language of pageLanguages) {
    const examples = collectExamples(api, facts, 'en-CA');
    const { body, markdown, headings } = renderDataModel({ api, examples, language });
    for (const field of leaves) t.true(body.text.includes(`id="${field}"`), field);
    t.deepEqual(
      headings.map(({ id }) => id),
      tables.map(({ name }) => name),
    );
    t.is(markdown.match(/^\| `/gm)?.length, tables.flatMap(({ fields }) => fields).length);
    t.regex(
      markdown,
      language === 'en'
        ? /\| `quantity` \| number \| .+ \| `\d+` \| inventory\.csv `quantity` \|/
        : /\| `quantity` \| nombre \| .+ \| `\d+` \| inventory\.csv `quantity` \|/,
    );
  }
});

test('the Markdown says which fields and answers are arrays, and which values a field may have', async (t) => {
  const facts = await pageFacts();
  const examples = collectExamples(api, facts, 'en-CA');
  const [en, fr] = (['en', 'fr'] as const).map(
    (language) => renderDataModel({ api, examples, language }).markdown,
  );
  t.regex(en ?? '', /^\| `msrp` \| array of objects: PriceTier \|/m);
  t.regex(fr ?? '', /^\| `msrp` \| tableau d’objets\u00A0: PriceTier \|/m);
  t.regex(en ?? '', /^Each element of the answer of `GET \/v1\/sync\/activeProduct`\.$/m);
  t.regex(en ?? '', /^The answer of `GET \/v1\/products\/\{sku\}`\.$/m);
  t.regex(en ?? '', /^\| `status` \| string \| .+ Always `active`\. \|/m);
  t.regex(en ?? '', /^\| `change` \| string \| .+ One of `added`, `changed`, `removed`\. \|/m);
});
