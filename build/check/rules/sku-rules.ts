/** Rules about SKUs: the name of the product's file, uniqueness, and words that routes use. */
import { basename } from 'node:path/posix';
import { routes } from '../../../contract/routes.ts';
import { rowsOfFile } from '../../content/findings/relations.ts';
import { memoize } from '../../content/memoize.ts';
import type { PartialContent, PartialProduct } from '../../content/partial-content.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';

/**
 * Returns slug (SKU in lower case, as in URLs) → the product with this SKU: the one whose file is named after it,
 * otherwise the first by file name.
 */
const skuOwners = memoize(({ products }: PartialContent): ReadonlyMap<string, PartialProduct> => {
  const owners = new Map<string, PartialProduct>();
  for (const each of products) {
    const { sku } = each.product;
    if (sku === undefined) continue;
    const other = owners.get(sku.toLowerCase());
    const isFirst = other === undefined || (nameOf(other) !== sku && each.file < other.file);
    if (isFirst || nameOf(each) === sku) owners.set(sku.toLowerCase(), each);
  }
  return owners;
});

/** Returns the name of a product's file without its extension, which should be its SKU. */
function nameOf({ file }: PartialProduct): string {
  return basename(file, '.json');
}

/** Returns the `check` method of a rule that may report the SKU of a product, of which another one may be the owner. */
function checkSkus(
  explain: (sku: string, product: PartialProduct, owner: PartialProduct) => string | undefined,
): ContentRule['check'] {
  return function* (content) {
    for (const each of content.products) {
      const { sku = '' } = each.product;
      const owner = skuOwners(content).get(sku.toLowerCase());
      const message = owner && explain(sku, each, owner);
      const about = { explains: [rowsOfFile(each.file)] };
      if (message) yield { file: each.file, path: ['sku'], message, about };
    }
  };
}

export const fileName: ContentRule = {
  id: 'product/file-name',
  severity: 'error',
  summary: 'The name of a product’s file is its SKU.',
  remedy: 'Rename the file, or correct the SKU.',
  example: { file: 'products/BAG-5.json', valid: '"sku": "BAG-5"', broken: '"sku": "BAG-6"' },
  check: checkSkus((sku, product, owner) => {
    if (owner !== product || nameOf(product) === sku) return undefined;
    return `the SKU is "${sku}", so the file must be named ${sku}.json`;
  }),
};

export const sameSku: ContentRule = {
  id: 'product/same-sku',
  severity: 'error',
  summary: 'No two products have the same SKU.',
  remedy: 'Give one of the products its own SKU; a copied file keeps that of the original.',
  example: { file: 'products/BAG-5.json', valid: '"sku": "BAG-5"', broken: '"sku": "TEE-1"' },
  check: checkSkus((sku, product, owner) =>
    owner === product ? undefined : `"${sku}" is also the SKU of ${owner.file}`,
  ),
};

/** The words in the place of a SKU in routes, such as `pricing` in `/v1/products/pricing`. */
const routeWords = new Set(
  Object.values(routes).map(({ path }) => path.split(`${routes.list.path}/`)[1]?.split('/')[0]),
);

export const reservedSku: ContentRule = {
  id: 'product/reserved-sku',
  severity: 'error',
  summary: 'No SKU is a word that the API uses in its routes: pricing, index.',
  remedy: 'Give the product another SKU.',
  example: { file: 'products/BAG-5.json', valid: '"sku": "BAG-5"', broken: '"sku": "PRICING"' },
  check: checkEachProduct(function* ({ sku = '' }) {
    const slug = sku.toLowerCase();
    // Beside the files of products are the lists: `index.json`, `index.fr-CA.json.br`.
    if (!routeWords.has(slug) && slug.split('.')[0] !== 'index') return;
    const message = `"${sku}" is reserved for the API; choose another SKU`;
    yield { path: ['sku'], message };
  }),
};
