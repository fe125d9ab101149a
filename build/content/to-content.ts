/** A draft without errors in, whole content out. */
import type { Content } from './content.ts';
import type { Draft } from './draft.ts';

/**
 * The content of a draft in which nothing was left out. The caller has made sure that there is no
 * error; a product that is not whole throws, since rendering would go wrong far from the reason.
 */
export function toContent(draft: Draft): Content {
  const partial = draft.products.find(({ whole }) => !whole);
  if (partial) throw new Error(`${partial.file} was not read as a whole; the content has errors`);
  const { catalogue, products, msrp, net, surcharges, inventory, ...shared } = draft;
  return {
    ...shared,
    catalogue: catalogue as Content['catalogue'],
    products: products.map(({ file, product }) => ({
      file,
      product: product as Content['products'][number]['product'],
    })),
    msrp: msrp.rows,
    net: new Map([...net].map(([tier, { rows }]) => [tier, rows])),
    surcharges: surcharges.rows,
    inventory: inventory.rows,
  };
}
