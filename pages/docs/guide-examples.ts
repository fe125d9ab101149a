/**
 * Creates the JSON examples of the guide from products of the release: a response of `/v1/products/changes`, and the
 * stock of a variant. If the release has no suitable product, the examples are those of the OpenAPI document.
 */

import { shortHash } from '../../build/content/sha256.ts';
import type { PageFacts } from '../../build/output/shared-files.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import { routes } from '../../contract/routes.ts';
import type { Changes } from '../../contract/schemas/changes.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { SampleInput } from './expand.ts';
import { formatJson } from './reference/format-json.ts';
import type { Operation } from './reference/openapi.ts';

/** Maximum number of products that are searched for a variant with stock in several locations. */
const maxProducts = 50;

type VariantStock = ProductDetail['inventory'][number];

/**
 * Returns the values of the placeholders of two examples in the guide, and throws the errors of `facts.readDetail`:
 * - `{{changes}}` is a response of `/v1/products/changes` as JSON: the example of the OpenAPI document (`operations`),
 *   but its changed product is `sku` if the release shows this product in `locale`. `{{changesFrom}}` is its `from`.
 * - `{{stock}}` is the stock of a variant as JSON: the first variant with pieces in several locations and an incoming
 *   quantity, in `locale` if possible. If the first 50 products have none, it is a variant of the OpenAPI document.
 *   `{{stockSku}}`, `{{stockLocale}}` and `{{stockQuantity}}` are its product, locale and quantity.
 *   `{{stockTooMany}}` is one piece more than any single location of the variant has.
 */
export function createGuideExamples(
  { locale, sku }: Omit<SampleInput, 'baseUrl'>,
  facts: PageFacts,
  operations: readonly Operation[],
) {
  const exampleOf = (id: string) =>
    operations.find((operation) => operation.id === id)?.bodies[0]?.examples[0]?.value;
  const changes = exampleOf(routes.changes.id) as Changes;
  const detail = exampleOf(routes.detail.id) as ProductDetail;
  const stock = findDistributedStock(locale, facts) ?? {
    ...{ locale, sku: detail.sku },
    variant: detail.inventory.find(isDistributed) as VariantStock,
  };
  const largest = Math.max(...(stock.variant.locations ?? []).map(({ quantity }) => quantity));
  return {
    changesFrom: changes.from ?? '',
    changes: formatJson(withChangedProduct(changes, sku, facts.readDetail(sku, locale))),
    stockSku: stock.sku,
    stockLocale: stock.locale,
    stock: formatJson(stock.variant),
    stockQuantity: stock.variant.quantity,
    stockTooMany: largest + 1,
  };
}

/**
 * Returns `example`, a response of `/v1/products/changes`, with entries that show the product `sku`: each entry for a
 * changed product gets this SKU, and the hash of `detail` as revision. Sorts the entries by SKU. Returns `example`
 * unchanged if `detail` is undefined.
 */
function withChangedProduct(
  example: Changes,
  sku: string,
  detail: ProductDetail | undefined,
): Changes {
  if (detail === undefined) return example;
  const revision = shortHash(JSON.stringify(detail));
  const changes = example.changes?.map((change) =>
    change.change === 'changed' ? { ...change, sku, revision } : change,
  );
  return { ...example, changes: changes?.sort((a, b) => (a.sku < b.sku ? -1 : 1)) ?? [] };
}

/** The stock of one variant, and the product that it belongs to. */
interface StockExample {
  readonly locale: Locale;
  readonly sku: string;
  readonly variant: VariantStock;
}

/**
 * Returns the first variant with stock in several locations and an incoming quantity, in the locale `preferred` or, if
 * it has none, in another locale. Reads only the first `maxProducts` products; returns undefined if they have no such
 * variant.
 */
function findDistributedStock(preferred: Locale, facts: PageFacts): StockExample | undefined {
  const { contexts, products, readDetail } = facts;
  if (Object.keys(contexts[0]?.content.locations ?? {}).length < 2) return undefined;
  for (const locale of [preferred, ...locales.filter((each) => each !== preferred)]) {
    for (const { sku } of products.slice(0, maxProducts)) {
      const variant = readDetail(sku, locale)?.inventory.find(isDistributed);
      if (variant !== undefined) return { locale, sku, variant };
    }
  }
  return undefined;
}

/** Returns true if a variant has stock in at least two locations and an incoming quantity. */
function isDistributed({ locations = [] }: VariantStock): boolean {
  return (
    locations.filter(({ quantity }) => quantity > 0).length > 1 &&
    locations.some(({ incoming }) => incoming !== undefined)
  );
}
