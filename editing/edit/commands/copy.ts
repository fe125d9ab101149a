/** `copy SKU NEW`: creates the draft product NEW from the product SKU. */
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import type { EditCommand } from '../edit-command.ts';
import { assertFreeSku, assertProduct, priceTables, productFile } from '../products.ts';

const surcharges = 'prices/surcharges.csv';

/** `copy SKU NEW`: creates the product NEW as a draft from the file, prices and surcharges of the product SKU. */
export const copy: EditCommand = {
  usage: 'copy SKU NEW',
  summary: 'Creates a draft with the texts, colours, sizes, prices and surcharges of a product.',
  help: `Stock, part ids and GTINs are not copied: they identify other pieces. Edit the new file, then remove
\`draft\` from it.

  npm run edit -- copy TEE100 TEE130
`,
  options: {},
  plan(edits, { positionals }) {
    const [from, to, ...others] = positionals;
    if (from === undefined || to === undefined || others.length > 0) {
      throw new ExpectedError('copy takes two SKUs: that of the product and that of the copy');
    }
    assertProduct(edits, from);
    assertFreeSku(edits, to);
    const file = productFile(to);
    edits.write(file, edits.read(productFile(from)) ?? '');
    edits.editJson(file, [
      { path: ['sku'], value: to },
      ...['formerSkus', 'replacedBy', 'availableFrom', 'availableUntil'].map((name) => ({
        path: [name],
        value: undefined,
      })),
      { path: ['draft'], value: true, after: 'descriptions' },
    ]);
    const tables = [...priceTables(edits), surcharges].filter((table) => edits.read(table));
    const copied = tables.flatMap((table) => {
      const count = edits.editTable(table, (rows) => {
        const own = rows.rows.filter(({ cells }) => cells['sku'] === from);
        let last = own.at(-1);
        for (const { cells } of own) last = rows.add({ ...cells, sku: to }, last);
        return own.length;
      });
      return count === 0 ? [] : [[table, formatCount(count, 'row')]];
    });
    return {
      summary: `${to} is a draft like ${from}`,
      table: { columns: ['file', 'what'], rows: [[file, 'added'], ...copied] },
    };
  },
};
