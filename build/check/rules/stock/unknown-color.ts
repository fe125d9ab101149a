import { suggest } from '../../../content/findings/suggest.ts';
import { groupBy } from '../../../content/group-by.ts';
import { mayLack } from '../left-out.ts';
import type { ContentRule } from '../rule.ts';
import { rowsOfProducts, theRows } from '../table/rows-by-sku.ts';

export const stockUnknownColor: ContentRule = {
  id: 'stock/unknown-color',
  severity: 'error',
  summary: 'The colour of a stock row is one of the product’s colours.',
  remedy: 'Correct the colour, add it to `colors` in the product’s file, or remove the rows.',
  *check(draft) {
    for (const { file, sku, product, rows } of rowsOfProducts(draft, draft.inventory)) {
      // A colour that could not be read may be the one.
      if (product.colors === undefined || mayLack(draft, file, 'colors')) continue;
      const allowed = product.colors.map(({ color }) => color);
      const unknown = rows.filter((row) => !allowed.includes(row.color));
      for (const [color, named] of groupBy(unknown, (row) => row.color)) {
        const [first] = named;
        if (first === undefined) continue;
        const suggestion = suggest(color, allowed);
        yield {
          file: draft.inventory.file,
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
