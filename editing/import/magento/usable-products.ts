/** Rows of an export in, the products that can be sold out: one for each SKU, in its order. */
import { contentSkuSchema } from '../../../build/content/schemas/product.ts';
import type { Report } from '../report.ts';
import type { ExportProduct } from './read-export.ts';

/** Leaves out rows that are no product of the default store view, and says so. */
export function usableProducts(
  rows: readonly ExportProduct[],
  report: Report,
): ReadonlyMap<string, ExportProduct> {
  const bySku = new Map<string, ExportProduct>();
  for (const row of rows) {
    if (!['', 'admin'].includes(row.storeView)) {
      report.note(
        'left out',
        'rows with the texts of one store view',
        `${row.sku} ${row.storeView}`,
      );
    } else if (row.sku === '') {
      report.note('left out', 'rows without a SKU', row.name);
    } else if (bySku.has(row.sku)) {
      report.note('left out', 'rows with the SKU of an earlier row', row.sku);
    } else {
      bySku.set(row.sku, row);
    }
  }
  return bySku;
}

/** Tells whether a product can be a style of the catalogue; says why where it cannot. */
export function canBeStyle(product: ExportProduct, report: Report): boolean {
  if (!product.online) {
    report.note('left out', 'products that are not online', product.sku);
    return false;
  }
  if (!contentSkuSchema.safeParse(product.sku).success) {
    const kind = 'products with a SKU that is not up to 64 letters, digits, dots, _ and -';
    report.note('left out', kind, product.sku);
    return false;
  }
  return true;
}
