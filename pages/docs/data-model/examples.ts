/**
 * Collects an example value of each field: from products of the release or, if they have none, from the OpenAPI
 * document.
 */
import type { PageFacts } from '../../../build/output/shared-files.ts';
import { renderListFrame } from '../../../build/render/list.ts';
import type { Locale } from '../../../contract/locales.ts';
import { toProductPricing } from '../../../contract/net-pricing.ts';
import type { ProductDetail } from '../../../contract/schemas/product.ts';
import { testKeys, toTestPrices } from '../../../contract/test-keys.ts';
import {
  type ApiDescription,
  listOperations,
  type Schema,
  schemaNameOf,
} from '../reference/openapi.ts';

/** Field (schema and path, such as `ProductDetail.minimumOrder.quantity`) → example value. */
export type FieldExamples = ReadonlyMap<string, unknown>;

/** Maximum number of products that are read, in the order of their SKUs. */
const maxProducts = 50;

/**
 * Returns an example value of each field that has no fields below it: a value that is neither null nor an empty text or
 * array, taken from the object with the most such values. Searches those of the first 50 products of the release
 * (`facts`) that are sold in `locale`, then the examples of the OpenAPI document (`api`). Net prices are those of a
 * test key (a public API key for testing). A field without such a value is missing in the map. Throws the errors of
 * `facts.readDetail`.
 */
export function collectExamples(
  api: ApiDescription,
  facts: PageFacts,
  locale: Locale,
): FieldExamples {
  const examples = new Map<string, unknown>();
  const add = (schema: Schema, values: readonly unknown[]) =>
    addExamples(schema, values, { api, examples, path: '' });
  const addAll = (name: string, values: readonly unknown[]) => add({ $ref: name }, values);
  const context = facts.contexts.find((each) => each.locale === locale);
  if (context !== undefined) addAll('ProductList', [renderListFrame(context, facts.products)]);
  const details = readDetails(facts, locale);
  const [{ tier }] = testKeys;
  const prices = details.map((detail) =>
    toProductPricing(detail, tier, toTestPrices(detail, tier)),
  );
  addAll('ProductDetail', details);
  addAll(
    'ProductSummary',
    details.map((detail) => ({ ...detail, brand: detail.brand.name })),
  );
  addAll('ProductPricing', prices);
  addAll('CatalogPricing', [{ ...prices[0], products: prices }]);
  addAll('Inventory', [
    { products: details.map(({ sku, asOf, inventory }) => ({ sku, asOf, inventory })) },
  ]);
  for (const { schema, examples: ofBody } of listOperations(api).flatMap(({ bodies }) => bodies)) {
    add(
      schema,
      ofBody.map(({ value }) => value),
    );
  }
  return examples;
}

function readDetails({ products, readDetail }: PageFacts, locale: Locale): ProductDetail[] {
  return products.slice(0, maxProducts).flatMap(({ sku }) => readDetail(sku, locale) ?? []);
}

interface ExampleCollection {
  readonly api: ApiDescription;
  /** The examples found so far; `addExamples` adds to them. */
  readonly examples: Map<string, unknown>;
  /** Key in `examples`: name of a schema and path in it, such as `ProductDetail.minimumOrder`. */
  readonly path: string;
}

/**
 * Adds to `examples` a non-empty value of each field of `schema` that has no example yet, from the object with the most
 * values. `values` are data with this schema, such as product details. A field that is empty in all of them gets no
 * example.
 */
function addExamples(
  schema: Schema,
  values: readonly unknown[],
  { path, ...collection }: ExampleCollection,
): void {
  const { $ref, items, anyOf, additionalProperties, properties } = schema;
  const present = values.filter((value) => value !== undefined && value !== null);
  // Without this, a schema that contains itself would be followed forever.
  if (present.length === 0) return;
  const inner = items ?? additionalProperties;
  const choice = anyOf?.find(({ type }) => type !== 'null');
  if ($ref !== undefined) {
    const name = schemaNameOf($ref);
    addExamples(collection.api.schemas[name] ?? {}, present, { ...collection, path: name });
  } else if (choice !== undefined) {
    addExamples(choice, present, { ...collection, path });
  } else if (properties !== undefined) {
    const objects = fullestFirst(present as Record<string, unknown>[]);
    for (const [name, member] of Object.entries(properties)) {
      const ofMember = objects.map((value) => value[name]);
      addExamples(member, ofMember, { ...collection, path: `${path}.${name}` });
    }
  } else if (hasProperties(inner, collection.api)) {
    const elements = present.flatMap((value) =>
      typeof value === 'object' ? Object.values(value) : [],
    );
    addExamples(inner, elements, { ...collection, path });
  } else if (!collection.examples.has(path)) {
    const example = present.find(hasValue);
    if (example !== undefined) collection.examples.set(path, example);
  }
}

/**
 * Returns `objects` with those first that have the most members with a value, so that the examples of a schema's fields
 * come from one object as far as possible. Otherwise their order stays.
 */
function fullestFirst<Value extends object>(objects: readonly Value[]): readonly Value[] {
  const sizes = new Map(objects.map((each) => [each, Object.values(each).filter(hasValue).length]));
  return objects.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/**
 * Returns true if the schema, or the schema of its array elements, has `$ref` or `properties`: its fields then get an
 * example each, instead of one example for the whole value.
 */
function hasProperties(schema: Schema | undefined, api: ApiDescription): schema is Schema {
  if (typeof schema !== 'object') return false;
  const { $ref, items, properties } = schema;
  return $ref !== undefined || properties !== undefined || hasProperties(items, api);
}

/** Returns false for undefined, null, empty text and empty arrays, which are not useful as examples. */
function hasValue(value: unknown): boolean {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return value !== undefined && value !== null && !isEmpty;
}
