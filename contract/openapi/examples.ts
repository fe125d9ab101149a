/** Examples of answers, made from the examples of the members of their schemas. */
import { createApiCatalog } from '../discovery.ts';
import type { Changes } from '../schemas/changes.ts';
import type { Health } from '../schemas/health.ts';
import type { Inventory } from '../schemas/inventory.ts';
import type { ProductList } from '../schemas/list.ts';
import type { CatalogPricing, ProductPricing } from '../schemas/pricing.ts';
import type { ProductDetail } from '../schemas/product.ts';
import type { PlainError, SyncItem } from '../schemas/sync.ts';

/** A JSON Schema with the keywords that the schemas of the contract use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** Name of a schema component → JSON Schema. */
export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/**
 * Returns an example of a schema: its own or, without one, an object or array made from the examples of its members.
 * Returns undefined if neither it nor a member has one.
 */
export function exampleOf(schema: JsonSchema, schemas: JsonSchemas): unknown {
  const { $ref, examples, properties, items } = schema;
  if (examples !== undefined) return examples[0];
  if ('const' in schema) return schema.const;
  if ($ref !== undefined) return exampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (items !== undefined) {
    const element = exampleOf(items, schemas);
    return element === undefined ? undefined : [element];
  }
  const members = Object.entries(properties ?? {}).flatMap(([name, member]) => {
    const value = exampleOf(member, schemas);
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Returns an example of each answer: name → document. `schemas` are those of one language. */
export function createExamples(schemas: JsonSchemas) {
  const of = <Answer>(name: string) => exampleOf({ $ref: name }, schemas) as Answer;
  const keyedDetail = of<ProductDetail>('ProductDetail');
  const detail = withoutNet(keyedDetail);
  return {
    health: of<Health>('Health'),
    list: of<ProductList>('ProductList'),
    ...{ detail, keyedDetail },
    productPricing: of<ProductPricing>('ProductPricing'),
    catalogPricing: of<CatalogPricing>('CatalogPricing'),
    inventory: of<Inventory>('Inventory'),
    changes: of<Changes>('ChangesSince'),
    incompleteChanges: of<Changes>('UnknownSince'),
    sync: of<SyncItem[]>('SyncListing'),
    syncError: of<PlainError>('PlainError'),
    apiCatalog: createApiCatalog('https://catalogue.example'),
  };
}

/** The examples of JSON answers. */
export type Examples = ReturnType<typeof createExamples>;

/** Returns a keyed detail as it is read without a key. */
function withoutNet(detail: ProductDetail): ProductDetail {
  const { net: _, priceTier: __, ...pricing } = detail.pricing;
  const sizes = pricing.sizes.map(({ name, surcharge }) =>
    surcharge?.msrp === undefined ? { name } : { name, surcharge: { msrp: surcharge.msrp } },
  );
  const { from = '', msrp = [] } = pricing.upcoming ?? {};
  return { ...detail, pricing: { ...pricing, sizes, upcoming: { from, msrp } } };
}

/** Returns an example of a table: a byte order mark and its lines. */
const table = (lines: readonly string[]) => `\uFEFF${lines.join('\r\n')}\r\n`;

/** Examples of tables: name → text. */
export const tableExamples = {
  exportTable: table([
    'sku,productName,brand,category,colorId,color,size,partId,gtin,quantity,minQuantity,currency,msrp,surcharge,image',
    'TEE100,Everyday T-shirt,Mill Lantern,T-shirts,navy,Navy,M,TEE100-NVY-M,6291041500213,1240,24,CAD,15.5,,https://catalogue.example/assets/products/TEE100/navy-front.jpg',
  ]),
  priceList: table([
    'sku,productName,brand,category,colors,colorCount,sizes,minimumOrder,minQuantity,maxQuantity,currency,msrp,net,regularPrice,until,upcomingFrom,upcomingMsrp,upcomingNet',
    'TEE100,Everyday T-shirt,Mill Lantern,T-shirts,Navy,1,M,24,24,143,CAD,15.5,9.6,,,2027-02-01,15.5,9.6',
    'TEE100,Everyday T-shirt,Mill Lantern,T-shirts,Navy,1,M,24,144,,CAD,13.25,8.2,,,2027-02-01,13.25,8.2',
    'TEE100,Everyday T-shirt,Mill Lantern,T-shirts,Navy,1,2XL,24,24,143,CAD,18,11.1,,,2027-02-01,18,11.1',
    'TEE100,Everyday T-shirt,Mill Lantern,T-shirts,Navy,1,2XL,24,144,,CAD,15.75,9.7,,,2027-02-01,15.75,9.7',
  ]),
  inventoryTable: table([
    'sku,colorId,size,partId,gtin,quantity,location,incoming,incomingDate,asOf',
    'TEE100,navy,M,TEE100-NVY-M,6291041500213,840,montreal,,,2026-11-20T05:30:00-05:00',
    'TEE100,navy,M,TEE100-NVY-M,6291041500213,400,calgary,600,2027-01-31,2026-11-20T05:30:00-05:00',
  ]),
} as const;
