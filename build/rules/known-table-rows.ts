/** Surcharge, stock and company rows name products, sizes, colours and lists that exist, once each. */
import type { Finding } from '../findings.ts';
import type { Content, Placed } from '../load/content.ts';
import { msrpList } from '../price/price-book.ts';
import type { Rule } from './rule.ts';

type Row = Placed<{ sku: string }>;

export const knownTableRows: Rule = (content) => {
  const products = new Map(content.products.map(({ product }) => [product.sku, product]));
  const lists = [msrpList, ...content.catalogue.tiers.all];
  const unknown = (row: Row, path: string, value: string, home: string): Finding => ({
    ...row.at,
    path,
    message: `"${value}" is not ${home}; correct it or remove the row`,
  });
  function* check(row: Row & { size?: string; color?: string; list?: string; company?: string }) {
    const product = products.get(row.sku);
    if (product === undefined) {
      yield unknown(row, 'sku', row.sku, 'a product');
      return;
    }
    if (row.size !== undefined && !product.sizes.includes(row.size)) {
      yield unknown(row, 'size', row.size, `a size of ${row.sku}`);
    }
    if (row.color !== undefined && !product.colors.some(({ color }) => color === row.color)) {
      yield unknown(row, 'color', row.color, `a colour of ${row.sku}`);
    }
    if (row.list !== undefined && !lists.includes(row.list)) {
      yield unknown(row, 'list', row.list, `one of ${lists.join(', ')}`);
    }
    if (row.company !== undefined && !Object.hasOwn(content.companies, row.company)) {
      yield unknown(row, 'company', row.company, 'in companies.json');
    }
  }
  const tables = [content.surcharges, content.inventory, content.activeProducts];
  return tables.flatMap((rows) => [...rows.flatMap((row) => [...check(row)]), ...repeated(rows)]);
};

function repeated(rows: Content['surcharges' | 'inventory' | 'activeProducts']): Finding[] {
  const seen = new Map<string, number>();
  return rows.flatMap((row) => {
    const { at, ...cells } = row;
    const { quantity: _quantity, surcharge: _surcharge, ...key } = cells as Record<string, unknown>;
    const text = Object.values(key).join(', ');
    const line = seen.get(text);
    seen.set(text, at.line);
    return line === undefined
      ? []
      : [{ ...at, message: `says of ${text} what line ${line} says already; remove one` }];
  });
}
