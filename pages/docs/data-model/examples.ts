/** Collects an example value of each field, from products of the release or else from the OpenAPI document. */
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

/** Example values by schema and path, such as `ProductDetail.minimumOrder.quantity`. */
export type FieldExamples = ReadonlyMap<string, unknown>;

/**
 * Maximum number of products read. A field without a value in them gets its example from the OpenAPI
 * document.
 */
const maxProducts = 50;

/**
 * Returns an example of each field: its first non-empty value in the products of a locale or, if they have
 * none, in the examples of the OpenAPI document.
 */
export function collectExamples(
  api: ApiDescription,
  facts: PageFacts,
  locale: Locale,
): FieldExamples {
  const examples = new Map<string, unknown>();
  const add = (schema: string, value: unknown) =>
    addExamples({ $ref: schema }, value, { api, examples, path: '' });
  const context = facts.contexts.find((each) => each.locale === locale);
  if (context !== undefined) add('ProductList', renderListFrame(context, facts.products));
  for (const detail of readDetails(facts, locale)) {
    const [{ tier }] = testKeys;
    const priced = toProductPricing(detail, tier, toTestPrices(detail, tier));
    const { sku, asOf, inventory } = detail;
    add('ProductDetail', detail);
    add('ProductSummary', { ...detail, brand: detail.brand.name });
    add('ProductPricing', priced);
    add('CatalogPricing', { ...priced, products: [priced] });
    add('Inventory', { products: [{ sku, asOf, inventory }] });
  }
  for (const { schema, examples: ofBody } of listOperations(api).flatMap(({ bodies }) => bodies)) {
    for (const { value } of ofBody) addExamples(schema, value, { api, examples, path: '' });
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
  /** Schema name and path of the value, which are its key in `examples`. */
  readonly path: string;
}

/**
 * Adds the fields in `value` to the examples, except empty fields and those that already have an example.
 * `schema` is the schema of `value`.
 */
function addExamples(
  schema: Schema,
  value: unknown,
  { path, ...collection }: ExampleCollection,
): void {
  const { $ref, items, anyOf, additionalProperties, properties } = schema;
  if (value === undefined) return;
  if ($ref !== undefined) {
    const name = schemaNameOf($ref);
    addExamples(collection.api.schemas[name] ?? {}, value, { ...collection, path: name });
    return;
  }
  const inner = items ?? anyOf?.find(({ type }) => type !== 'null') ?? additionalProperties;
  if (properties !== undefined) {
    for (const [name, member] of Object.entries(properties)) {
      const next = (value as Record<string, unknown>)[name];
      addExamples(member, next, { ...collection, path: `${path}.${name}` });
    }
  } else if (hasProperties(inner, collection.api)) {
    const elements = typeof value === 'object' && value !== null ? Object.values(value) : [];
    for (const element of elements) addExamples(inner, element, { ...collection, path });
  } else if (!collection.examples.has(path) && !isEmpty(value)) {
    collection.examples.set(path, value);
  }
}

/**
 * Returns true if a schema, or the schema of its elements, is a reference or lists the members of an object.
 */
function hasProperties(schema: Schema | undefined, api: ApiDescription): schema is Schema {
  if (typeof schema !== 'object') return false;
  const { $ref, items, properties } = schema;
  return $ref !== undefined || properties !== undefined || hasProperties(items, api);
}

/** Returns true for null, empty text and empty arrays, which are not useful as examples. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
