import { suggest } from '../../findings/suggest.ts';
import { groupBy } from '../../group-by.ts';
import type { ContentRule } from '../rule.ts';
import { rowsOfProducts, theRows } from '../table/rows-by-sku.ts';

export const stockUnknownColor: ContentRule = {
  id: 'stock/unknown-color',
  severity: 'error',
  summary: 'The colour of a stock row is one of the product’s colours.',
  remedy: 'Correct the colour, add it to `colors` in the product’s file, or remove the rows.',
  *check(draft) {
    const { file } = draft.inventory;
    for (const { sku, product, whole, rows } of rowsOfProducts(draft, draft.inventory)) {
      // A colour that could not be read may be the one.
      if (!whole || product.colors === undefined) continue;
      const allowed = product.colors.map(({ color }) => color);
      for (const [color, named] of groupBy(rows, (row) => row.color)) {
        const [first] = named;
        if (first === undefined || allowed.includes(color)) continue;
        const suggestion = suggest(color, allowed);
        yield {
          file,
          line: first.line,
          column: 'color',
          message: `"${color}" is not a colour of ${sku}; correct it or remove ${theRows(named)}`,
          allowed,
          ...(suggestion !== undefined && { suggestion }),
        };
      }
    }
  },
};
