import test from 'ava';
import { z } from 'zod';
import { csvKinds, jsonKinds } from '../../../../build/content/schemas/kinds.ts';
import { renderDataModel } from '../../../../pages/docs/data-model/data-model-page.ts';
import { collectExamples } from '../../../../pages/docs/data-model/examples.ts';
import { createFieldTables, isLeaf } from '../../../../pages/docs/data-model/fields.ts';
import { sources } from '../../../../pages/docs/data-model/sources.ts';
import { readOpenApiDocument } from '../../../../pages/docs/reference/openapi.ts';
import { baseUrl } from '../../../helpers/content.ts';
import { pageFacts } from '../../../helpers/page-facts.ts';

const api = readOpenApiDocument({ baseUrl, defaultLocale: 'en-CA' });
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
  const missing = paths.filter((path) => !known.has(path) && !/^customization\.options/.test(path));
  t.deepEqual(missing, []);
  const others = /^(Health|ApiCatalog|Problem|ListProblem|PlainError|SyncListing)$/;
  for (const [name, { properties = {} }] of Object.entries(api.schemas)) {
    if (others.test(name)) continue;
    const { fields = [] } = tables.find((table) => table.name === name) ?? {};
    const top = fields.map(({ path }) => path).filter((path) => !path.includes('.'));
    t.deepEqual(top, Object.keys(properties), name);
  }
});

test('every field has a description, and every value a source in the content', (t) => {
  for (const { name, fields } of tables) {
    for (const { path, description, schema } of fields) {
      t.true(description !== '' || schema !== undefined, `${name}.${path}`);
    }
  }
  t.deepEqual(Object.keys(sources).sort(), [...leaves].sort());
  const kinds = Object.values(jsonKinds).map(({ path, schema }) => [path, schema] as const);
  const schemas = new Map<string, JsonSchema>(
    [...kinds, ...Object.entries(csvKinds)].map(([file, schema]) => {
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
      return [file, json as unknown as JsonSchema];
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

/** A part of a JSON Schema; a list is a record of its indices. */
interface JsonSchema {
  readonly [name: string]: JsonSchema;
}

/** Returns true if a schema has a member at `path`; `*` stands for any member of a map. */
function hasPath(schema: JsonSchema | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (schema === undefined || name === undefined) return schema !== undefined;
  if (schema['items'] !== undefined) return hasPath(schema['items'], path);
  const inner = name === '*' ? schema['additionalProperties'] : schema['properties']?.[name];
  if (inner !== undefined) return hasPath(inner, rest);
  const others = Object.values({ ...schema['anyOf'], ...schema['allOf'] });
  return others.some((each) => hasPath(each, path));
}

test('examples come from the release, or from the OpenAPI document without one', async (t) => {
  const facts = await pageFacts();
  const examples = collectExamples(api, facts, 'fr-CA');
  const skus = facts.products.map(({ sku }) => sku);
  t.true(skus.includes(String(examples.get('ProductDetail.sku'))));
  t.is(examples.get('ProductDetail.locale'), 'fr-CA');
  const none = collectExamples(api, await pageFacts([]), 'en-CA');
  t.is(none.get('ProductDetail.sku'), 'TEE100');
  const without = leaves.filter((field) => !examples.has(field));
  t.deepEqual(without, [], 'every field has one');
});

test('the page shows anchor, type and source of each field, in both languages', async (t) => {
  const examples = collectExamples(api, await pageFacts(), 'en-CA');
  for (const [language, rows] of Object.entries({
    en: [
      /^\| `quantity` \| number \| .+ \| `\d+` \| inventory\.csv `quantity` \|/m,
      /^\| `msrp` \| array of objects: PriceTier \|/m,
      /^\| `status` \| string \| .+ Always `active`\. \|/m,
      /^\| `change` \| string \| .+ One of `added`, `changed`, `removed`\. \|/m,
      /^The answer of `GET \/v1\/products\/\{sku\}`\.$/m,
    ],
    fr: [
      /^\| `quantity` \| nombre \| .+ \| `\d+` \| inventory\.csv `quantity` \|/m,
      /^\| `msrp` \| tableau d’objets\u00A0: PriceTier \|/m,
    ],
  })) {
    const page = renderDataModel({ api, examples, language: language as 'en' | 'fr' });
    for (const field of leaves) t.true(page.body.text.includes(`id="${field}"`), field);
    for (const row of rows) t.regex(page.markdown, row);
    t.deepEqual(
      page.headings.map(({ id }) => id),
      tables.map(({ name }) => name),
    );
  }
});
