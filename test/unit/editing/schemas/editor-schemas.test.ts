/** What editors suggest and refuse by the JSON Schemas of a content folder. */
import { resolve } from 'node:path';
import type { ErrorObject } from 'ajv';
import test from 'ava';
import { checkTexts } from '../../../../build/content/rules/text-rules.ts';
import { type JsonKind, jsonKinds } from '../../../../build/content/schemas/kinds.ts';
import { schemaReference } from '../../../../editing/schemas/schema-files.ts';
import { fixtureContent } from '../../../helpers/content.ts';
import {
  compileSchema,
  type JsonObject,
  jsonFilesOf,
  schemasOf,
} from '../../../helpers/schema-validator.ts';

let schemas: Awaited<ReturnType<typeof schemasOf>>;
let files: Awaited<ReturnType<typeof jsonFilesOf>>;
let validators: ReadonlyMap<JsonKind, ReturnType<typeof compileSchema>>;
let roots: readonly Subschema[];
/** Every schema inside `roots`; its path is such as `product.colors.[].color`. */
let subschemas: readonly Subschema[];

test.before('the schemas of the fixture are made', async () => {
  schemas = await schemasOf(fixtureContent);
  files = await jsonFilesOf(fixtureContent);
  validators = new Map(Array.from(schemas, ([kind, schema]) => [kind, compileSchema(schema)]));
  roots = Array.from(schemas, ([path, schema]) => ({ path, schema }));
  subschemas = roots.flatMap((root) => [...schemasBelow(root)]);
});

/** Returns the errors that an editor underlines in a JSON file of a kind. */
function underlined(kind: JsonKind, json: JsonObject): readonly ErrorObject[] {
  const validate = validators.get(kind);
  if (validate === undefined) throw new Error(`no schema of ${kind}`);
  return validate(json) ? [] : (validate.errors ?? []);
}

interface Subschema {
  readonly path: string;
  readonly schema: JsonObject;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Yields every schema below a schema at any depth: those of its members (`*` stands for any name)
 * and of its items (`[]`), except those below `options`, which may have any members.
 */
function* schemasBelow({ path, schema }: Subschema): Generator<Subschema> {
  if (path.endsWith('.options.[]')) return;
  const { properties = {}, additionalProperties, items } = schema;
  const members = { ...(properties as JsonObject), '*': additionalProperties, '[]': items };
  for (const [name, value] of Object.entries(members)) {
    if (!isObject(value)) continue;
    const below = { path: `${path}.${name}`, schema: value };
    yield below;
    yield* schemasBelow(below);
  }
}

/**
 * Returns a copy of the first fixture file of a kind in which the member at `path` is set to
 * `value`, or removed if `value` is undefined.
 */
function edited(kind: JsonKind, path: string, value: unknown): JsonObject {
  const json = structuredClone(files.find((file) => file.kind === kind)?.json ?? {});
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<JsonObject>((at, name) => at[name] as JsonObject, json);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return json;
}

test('every kind of file and every member of it has a description', (t) => {
  t.true(subschemas.length > 200);
  for (const { path, schema } of roots) {
    t.is(typeof schema['title'], 'string', path);
    t.is(typeof schema['description'], 'string', path);
  }
  for (const { path, schema } of subschemas) {
    if (!path.endsWith('.[]')) t.regex(String(schema['description']), /^[A-Z].+\.$/s, path);
  }
});

test('every text and number has an example, or its values are listed', (t) => {
  const keys = ['examples', 'enum', 'const', 'anyOf'];
  const shown = subschemas.filter(({ schema }) => keys.some((key) => key in schema));
  for (const { path, schema } of subschemas) {
    const isLeaf = ['string', 'number', 'integer'].includes(String(schema['type']));
    if (!isLeaf || path.endsWith('.options.[]')) continue;
    t.true(
      shown.some((each) => `${path}.`.startsWith(`${each.path}.`)),
      path,
    );
  }
});

test('every example matches its schema', (t) => {
  const definitions = schemas.get('product')?.['definitions'];
  let count = 0;
  for (const { path, schema } of subschemas.filter((subschema) => 'examples' in subschema.schema)) {
    const validate = compileSchema({ definitions, ...schema });
    for (const example of schema['examples'] as unknown[]) {
      t.true(validate(example), `${path}: ${JSON.stringify(validate.errors)}`);
      count += 1;
    }
  }
  t.true(count > 50);
});

/**
 * Edits of a file (kind, path of a member, its value), and whether the build and the schema must
 * accept them.
 */
const edits: readonly (readonly [JsonKind, string, unknown, boolean])[] = [
  ['product', 'colour', 'navy', false],
  ['product', 'sku', 'tee-1', false],
  ['product', 'name', {}, false],
  ['product', 'name', { en: '' }, false],
  ['product', 'name', { 'fr-CA': 'T' }, true],
  ['product', 'keywords', { en: 'tee' }, false],
  ['product', 'markets', ['CA', 'MX'], false],
  ['product', 'customization.options', [{ any: ['thing', { at: null }] }], true],
  ['product', 'images', [{ file: '../front.png', alt: { en: 'A' } }], false],
  ['product', 'images', [{ file: 'https://cdn.test/a', alt: { en: 'A' } }], true],
  ['product', '$schema', undefined, true],
  ['brands', 'brands.Bad Id', { name: 'A', description: { en: 'A.' }, page: true }, false],
  ['catalogue', 'defaultLocale', 'fr', false],
  ['catalogue', 'website.product.en', 'www.example.com/{slug}', false],
  ['catalogue', 'website.brand.en', 'https://{brand}.example.com', true],
  ['catalogue', 'texts.minimumOrder.en', 'From {quantity}, {quantity} each', true],
  ['catalogue', 'texts.minimumOrder.en', '{quantiy} pieces', false],
  ['catalogue', 'texts.minimumOrder.en', { one: '{quantity} piece', other: 'Many' }, true],
  ['catalogue', 'texts.imageFront.en', { one: 'One', other: 'Many' }, false],
  ['colors', 'families.blue.hex', '#2457a6', true],
  ['companies', 'companies.all', { name: 'All' }, false],
  ['facets', 'materials.rpet', { en: 'Recycled' }, false],
  ['sizes', 'sizes', ['xs', 'S/M'], true],
  ['tags', 'tags.new.rank', 'newest', false],
  ['size-charts', 'charts.tops.rows.M', [-1, 2], false],
];

test('schemas refuse and accept the same values as the build', (t) => {
  for (const [kind, path, value, isValid] of edits) {
    const json = edited(kind, path, value);
    const what = `${kind}: ${path}: ${JSON.stringify(value)}`;
    const fits = jsonKinds[kind].schema.safeParse(json).success;
    t.is(fits && checkTexts('', json).length === 0, isValid, `build: ${what}`);
    t.is(underlined(kind, json).length === 0, isValid, `editor: ${what}`);
  }
});

/** References to unknown ids: the kind of file, the path of the member, and its value. */
const strays: readonly (readonly [JsonKind, string, unknown])[] = [
  ['product', 'brand', 'acmee'],
  ['product', 'category', 'hats'],
  ['product', 'tag', 'old'],
  ['product', 'for', 'cats'],
  ['product', 'inspiration', ['office']],
  ['product', 'fabrics', ['silk']],
  ['product', 'materials', ['XX']],
  ['product', 'customization.decorations', ['tattoo']],
  ['product', 'drawing', 'sock'],
  ['product', 'colors', [{ color: 'mauve' }]],
  ['product', 'colors', [{ color: 'navy', images: ['photos/none.png'] }]],
  ['product', 'sizes', ['XXXS']],
  ['product', 'sizeChart', 'hats'],
  ['product', 'sizeRecommendations', [{ size: 'XXXS', percentage: 5 }]],
  ['catalogue', 'tiers.base', 'A2'],
  ['colors', 'colors.navy.families', ['violet']],
  ['decorations', 'decorations.print.icon', 'icons/none.svg'],
  ['size-charts', 'charts.tops.rows', { XXXS: [90, 83.5] }],
];

test('an unknown reference is refused by the schema, which lists the known ids', (t) => {
  for (const [kind, path, value] of strays) {
    const errors = underlined(kind, edited(kind, path, value));
    const offered = errors.find(({ keyword }) => keyword === 'enum')?.params['allowedValues'];
    t.true(Array.isArray(offered) && offered.length > 0, `${kind}: ${path}`);
  }
});

test('every file of the sample catalogue names its schema and matches it', async (t) => {
  const content = resolve(import.meta.dirname, '../../../../content');
  const sample = await schemasOf(content);
  const compiled = new Map<JsonKind, ReturnType<typeof compileSchema>>();
  const all = await jsonFilesOf(content);
  t.true(all.length > 80);
  for (const { kind, file, json } of all) {
    t.deepEqual(Object.entries(json)[0], ['$schema', schemaReference(kind)], file);
    const validate = compiled.get(kind) ?? compileSchema(sample.get(kind) ?? {});
    compiled.set(kind, validate);
    t.true(validate(json), `${file}: ${JSON.stringify(validate.errors)}`);
  }
});
