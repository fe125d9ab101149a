/**
 * Computes why products are absent from a release, and the next date on which the release must be
 * made again.
 */
import type { Absence, Manifest } from '../contract/release.ts';
import { defaultTimeZone, startOfDay } from './content/dates.ts';
import type { OpenContent } from './content/open-content.ts';
import { absenceOf, type Product } from './product.ts';

/**
 * Returns the members `absences` and `dueAt` of the manifest. `absences` maps SKU → reason, for each product that the
 * release lacks for a known reason (`absenceOf`), and for each former SKU. The former SKU of such a product has the
 * reason of the product. Any other former SKU has the new SKU:
 * `OLD100` → `{ reason: 'renamed', replacedBy: 'TEE100' }`. `dueAt` is the moment (ISO 8601) when the next date in the
 * content is reached, so that the release must be made again. Omits `absences` if it would be empty, and `dueAt` if no
 * product has such a date.
 */
export function datedFactsOf(
  { shared }: Pick<OpenContent, 'shared'>,
  products: readonly Product[],
): Pick<Manifest, 'absences' | 'dueAt'> {
  const absences = Object.fromEntries(absencesOf(products, shared.day));
  const [next] = products.flatMap(({ validity }) => validity?.before ?? []).sort();
  const { timeZone = defaultTimeZone } = shared.catalogue;
  return {
    ...(Object.keys(absences).length > 0 && { absences }),
    ...(next && { dueAt: startOfDay(next, timeZone).toISOString() }),
  };
}

function* absencesOf(
  products: readonly Product[],
  day: string,
): Generator<readonly [sku: string, absence: Absence]> {
  for (const product of products) {
    const { sku, outline } = product;
    const absence = absenceOf(product, day);
    const { formerSkus = [] } = outline.product;
    for (const former of formerSkus) {
      // The new SKU of an absent product leads to a 404, and may be secret.
      yield [former, absence ?? { reason: 'renamed', replacedBy: sku }];
    }
    if (absence !== undefined) yield [sku, absence];
  }
}
