import type { Draft, TableDraft } from '../../../content/draft.ts';
import type { ContentRule } from '../rule.ts';
import { productsBySku } from './products-by-sku.ts';
import { rowsBySku, theRows } from './rows-by-sku.ts';
import { suggestSku } from './suggest-sku.ts';

interface Options {
  readonly id: `${string}/unknown-product`;
  /** What a row is, `a stock row`. */
  readonly rows: string;
  readonly tablesOf: (draft: Draft) => readonly TableDraft<{ readonly sku: string }>[];
}

/** Makes the rule that rows name products; a SKU is told once a table, at its first row. */
export function unknownProduct({ id, rows: what, tablesOf }: Options): ContentRule {
  return {
    id,
    severity: 'error',
    summary: `The SKU of ${what} is that of a product.`,
    remedy:
      'Correct the SKU, add the product’s file, or remove the rows of a product that is gone.',
    *check(draft) {
      const products = productsBySku(draft);
      for (const table of tablesOf(draft)) {
        for (const [sku, rows] of rowsBySku(table)) {
          const [first] = rows;
          if (first === undefined || products.has(sku)) continue;
          const suggestion = suggestSku(sku, draft);
          yield {
            file: table.file,
            line: first.line,
            column: 'sku',
            message: `no product has the SKU "${sku}"; correct it or remove ${theRows(rows)}`,
            ...(suggestion !== undefined && { suggestion }),
          };
        }
      }
    },
  };
}
