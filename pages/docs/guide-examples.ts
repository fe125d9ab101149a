/** JSON of the guide that no sample prints: computed from the release, otherwise the example of the OpenAPI document. */
import type { PageFacts } from '../../build/output/shared-files.ts';
import { shortHash } from '../../build/output/stamps.ts';
import { type Locale, locales } from '../../contract/locales.ts';
import { routes } from '../../contract/routes.ts';
import type { Changes } from '../../contract/schemas/changes.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { SampleSubject } from './expand.ts';
import { formatJson } from './reference/format-json.ts';
import type { Operation } from './reference/openapi.ts';

/** Products that are read at most to find one with several locations and incoming pieces. */
const maxProducts = 50;

type VariantStock = ProductDetail['inventory'][number];

/** The values of the guide's texts that show changes and stock. */
export function guideExamples(
  { locale, sku }: Omit<SampleSubject, 'baseUrl'>,
  facts: PageFacts,
  operations: readonly Operation[],
) {
  const exampleOf = (id: string) =>
    operations.find((operation) => operation.id === id)?.bodies[0]?.examples[0]?.value;
  const changes = exampleOf(routes.changes.id) as Changes;
  const detail = exampleOf(routes.detail.id) as ProductDetail;
  const stock = findStock(locale, facts) ?? {
    ...{ locale, sku: detail.sku },
    variant: detail.inventory.find(isSpread) as VariantStock,
  };
  const largest = Math.max(...(stock.variant.locations ?? []).map(({ quantity }) => quantity));
  return {
    changesFrom: changes.from ?? '',
    changes: formatJson(changedProduct(changes, sku, facts.readDetail(sku, locale))),
    stockSku: stock.sku,
    stockLocale: stock.locale,
    stock: formatJson(stock.variant),
    stockQuantity: stock.variant.quantity,
    stockTooMany: largest + 1,
  };
}

/** The example, with a product of the release as the one that changed. */
function changedProduct(example: Changes, sku: string, detail: ProductDetail | undefined): Changes {
  if (detail === undefined) return example;
  const revision = shortHash(JSON.stringify(detail));
  const changes = example.changes?.map((change) =>
    change.change === 'changed' ? { ...change, sku, revision } : change,
  );
  return { ...example, changes: changes?.sort((a, b) => (a.sku < b.sku ? -1 : 1)) ?? [] };
}

interface ShownStock {
  readonly locale: Locale;
  readonly sku: string;
  readonly variant: VariantStock;
}

/** Returns the first variant with pieces in several locations and on their way, preferably in this locale. */
function findStock(preferred: Locale, facts: PageFacts): ShownStock | undefined {
  const { contexts, products, readDetail } = facts;
  if (Object.keys(contexts[0]?.content.locations ?? {}).length < 2) return undefined;
  for (const locale of [preferred, ...locales.filter((each) => each !== preferred)]) {
    for (const { sku } of products.slice(0, maxProducts)) {
      const variant = readDetail(sku, locale)?.inventory.find(isSpread);
      if (variant !== undefined) return { locale, sku, variant };
    }
  }
  return undefined;
}

/** Whether a variant has pieces in several locations, and more on their way. */
function isSpread({ locations = [] }: VariantStock): boolean {
  return (
    locations.filter(({ quantity }) => quantity > 0).length > 1 &&
    locations.some(({ incoming }) => incoming !== undefined)
  );
}
