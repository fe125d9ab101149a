/** An example of each field: from products of the release, otherwise from the OpenAPI document. */
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

/** Values by schema and path, `ProductDetail.minimumOrder.quantity`. */
export type FieldExamples = ReadonlyMap<string, unknown>;

/** Products that are read at most: a field that none of them has is shown with the value of the OpenAPI document. */
const maxProducts = 50;

/** Collects an example of each field that has one; the first product with the field counts. */
export function collectExamples(
  api: ApiDescription,
  facts: PageFacts,
  locale: Locale,
): FieldExamples {
  const examples = new Map<string, unknown>();
  const add = (schema: string, value: unknown) =>
    addExamples({ $ref: schema }, value, { api, examples, place: '' });
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
  for (const { schema, examples: shown } of listOperations(api).flatMap(({ bodies }) => bodies)) {
    for (const { value } of shown) addExamples(schema, value, { api, examples, place: '' });
  }
  return examples;
}

function readDetails({ products, readDetail }: PageFacts, locale: Locale): ProductDetail[] {
  return products.slice(0, maxProducts).flatMap(({ sku }) => readDetail(sku, locale) ?? []);
}

interface Collecting {
  readonly api: ApiDescription;
  readonly examples: Map<string, unknown>;
  /** Schema and path of the value. */
  readonly place: string;
}

/** Adds the values in a value of a schema for which there is no example yet. */
function addExamples(schema: Schema, value: unknown, { place, ...to }: Collecting): void {
  const { $ref, items, anyOf, additionalProperties, properties } = schema;
  if (value === undefined) return;
  if ($ref !== undefined) {
    const name = schemaNameOf($ref);
    addExamples(to.api.schemas[name] ?? {}, value, { ...to, place: name });
    return;
  }
  const inner = items ?? anyOf?.find(({ type }) => type !== 'null') ?? additionalProperties;
  if (properties !== undefined) {
    for (const [name, member] of Object.entries(properties)) {
      const next = (value as Record<string, unknown>)[name];
      addExamples(member, next, { ...to, place: `${place}.${name}` });
    }
  } else if (hasProperties(inner, to.api)) {
    const elements = typeof value === 'object' && value !== null ? Object.values(value) : [];
    for (const element of elements) addExamples(inner, element, { ...to, place });
  } else if (!to.examples.has(place) && !isEmpty(value)) {
    to.examples.set(place, value);
  }
}

/** Whether a schema is, or contains, an object with known members. */
function hasProperties(schema: Schema | undefined, api: ApiDescription): schema is Schema {
  if (typeof schema !== 'object') return false;
  const { $ref, items, properties } = schema;
  return $ref !== undefined || properties !== undefined || hasProperties(items, api);
}

/** An empty value shows nothing, and null only where no other value is known. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
