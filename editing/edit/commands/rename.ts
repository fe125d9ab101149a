/** `rename OLD NEW`: changes the SKU of a product in its file and in all tables. */
import { ExpectedError } from '../../../console/errors.ts';
import { formatCount } from '../../../console/format-count.ts';
import type { ContentEdits } from '../content-edits.ts';
import type { EditCommand } from '../edit-command.ts';
import {
  assertFreeSku,
  assertProduct,
  productFile,
  productTables,
  readSuccession,
} from '../products.ts';

/** `rename OLD NEW`: changes the SKU of a product in all files, and adds the old one to its `formerSkus`. */
export const rename: EditCommand = {
  usage: 'rename OLD NEW',
  summary:
    'Changes the SKU of a product in its file and in every table, and records the former SKU.',
  help: `Clients that keep a copy receive the new SKU from \`changes\`.

  npm run edit -- rename TEE100 TEE1000
`,
  options: {},
  plan(edits, { positionals }) {
    const [from, to, ...others] = positionals;
    if (from === undefined || to === undefined || others.length > 0) {
      throw new ExpectedError('rename takes two SKUs: the present one and the new one');
    }
    const rows = renameProduct(edits, from, to);
    return {
      summary: `${from} becomes ${to}`,
      table: { columns: ['file', 'what'], rows },
    };
  },
};

/** Changes the SKU of a product in all files. Throws an `ExpectedError` if `from` is unknown or `to` is taken. */
export function renameProduct(edits: ContentEdits, from: string, to: string): string[][] {
  assertProduct(edits, from);
  assertFreeSku(edits, to);
  const text = edits.read(productFile(from)) ?? '';
  const { formerSkus = [] } = readSuccession(edits, from);
  edits.remove(productFile(from));
  edits.write(productFile(to), text);
  edits.editJson(productFile(to), [
    { path: ['sku'], value: to },
    // The new SKU may be one of the former SKUs.
    {
      path: ['formerSkus'],
      value: [...formerSkus.filter((sku) => sku !== to), from],
      after: 'descriptions',
    },
  ]);
  return [
    [productFile(to), 'renamed'],
    ...renameInTables(edits, from, to),
    ...renameSuccessor(edits, from, to),
  ];
}

function renameInTables(edits: ContentEdits, from: string, to: string): string[][] {
  return productTables(edits).flatMap((file) => {
    const count = edits.editTable(file, (table) => {
      const rows = table.rows.filter(({ cells }) => cells['sku'] === from);
      for (const row of rows) table.change(row, { sku: to });
      return rows.length;
    });
    return count === 0 ? [] : [[file, formatCount(count, 'row')]];
  });
}

function renameSuccessor(edits: ContentEdits, from: string, to: string): string[][] {
  return edits.products().flatMap((sku) => {
    const file = productFile(sku);
    if (!edits.read(file)?.includes(from)) return [];
    if (readSuccession(edits, sku).replacedBy !== from) return [];
    edits.editJson(file, [{ path: ['replacedBy'], value: to }]);
    return [[file, '`replacedBy`']];
  });
}
