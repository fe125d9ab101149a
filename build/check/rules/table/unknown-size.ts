import type { Draft, TableDraft } from '../../../content/draft.ts';
import { suggest } from '../../../content/findings/suggest.ts';
import { groupBy } from '../../../content/group-by.ts';
import { mayLack } from '../left-out.ts';
import type { ContentRule } from '../rule.ts';
import { rowsOfProducts, theRows } from './rows-by-sku.ts';

interface Options {
  readonly id: `${string}/unknown-size`;
  /** What a row is, `a stock row`. */
  readonly rows: string;
  readonly tableOf: (draft: Draft) => TableDraft<{ readonly sku: string; readonly size: string }>;
}

/** Makes the rule that rows name sizes of their product; a size is told once a product. */
export function unknownSize({ id, rows: what, tableOf }: Options): ContentRule {
  return {
    id,
    severity: 'error',
    summary: `The size of ${what} is one of the product’s sizes.`,
    remedy: 'Correct the size, add it to `sizes` in the product’s file, or remove the rows.',
    *check(draft) {
      const table = tableOf(draft);
      for (const { file, sku, product, rows } of rowsOfProducts(draft, table)) {
        const { sizes: allowed } = product;
        // A size that could not be read may be the one.
        if (allowed === undefined || mayLack(draft, file, 'sizes')) continue;
        const unknown = rows.filter((row) => !allowed.includes(row.size));
        for (const [size, named] of groupBy(unknown, (row) => row.size)) {
          const [first] = named;
          if (first === undefined) continue;
          const suggestion = suggest(size, allowed);
          yield {
            file: table.file,
            line: first.line,
            column: 'size',
            message: `"${size}" is not a size of ${sku}; correct it or remove ${theRows(named)}`,
            allowed,
            ...(suggestion !== undefined && { suggestion }),
          };
        }
      }
    },
  };
}
