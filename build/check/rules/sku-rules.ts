/** Rules about SKUs: the name of the product's file, uniqueness, and words that routes use. */
import { basename } from 'node:path/posix';
import { locales } from '../../../contract/locales.ts';
import { publicFiles } from '../../../contract/release.ts';
import { codingSuffix } from '../../../contract/representation.ts';
import { routes } from '../../../contract/routes.ts';
import { rowsOfFile } from '../../content/findings/relations.ts';
import type { PartialContent, PartialProduct } from '../../content/partial-content.ts';
import { memoize } from './memoize.ts';
import { type ContentRule, checkEachProduct } from './rule.ts';

/**
 * Returns slug (SKU in lower case) → its owner, the product with this SKU. If several files have the same slug, the
 * owner is the product whose file is named after its SKU, otherwise the first by file name.
 */
const skuOwners = memoize(({ products }: PartialContent): ReadonlyMap<string, PartialProduct> => {
  const owners = new Map<string, PartialProduct>();
  for (const each of products) {
    const { sku } = each.product;
    if (sku === undefined) continue;
    const slug = sku.toLowerCase();
    const other = owners.get(slug);
    const isFirst = other === undefined || (nameOf(other) !== sku && each.file < other.file);
    if (isFirst || nameOf(each) === sku) owners.set(slug, each);
  }
  return owners;
});

/** Returns the name of a product's file without its extension, which should be its SKU. */
function nameOf({ file }: PartialProduct): string {
  return basename(file, '.json');
}

/** Of several files with one SKU, considers only the one that `product/same-sku` does not report. */
export const fileName: ContentRule = {
  id: 'product/file-name',
  severity: 'error',
  summary: 'The name of a product’s file is its SKU.',
  remedy: 'Rename the file, or correct the SKU.',
  *check(content) {
    const owners = skuOwners(content);
    for (const each of content.products) {
      const { sku } = each.product;
      if (sku === undefined || nameOf(each) === sku) continue;
      if (owners.get(sku.toLowerCase()) !== each) continue;
      const about = { explains: [rowsOfFile(each.file)] };
      const message = `the SKU is "${sku}", so the file must be named ${sku}.json`;
      yield { file: each.file, path: ['sku'], message, about };
    }
  },
};

/**
 * Reports all but one: the file that is named after the SKU, otherwise the first. Compares without case, because the slug
 * in URLs of the website is the SKU in lower case.
 */
export const sameSku: ContentRule = {
  id: 'product/same-sku',
  severity: 'error',
  summary: 'No two products have the same SKU.',
  remedy: 'Give one of the products its own SKU; a copied file keeps that of the original.',
  *check(content) {
    const owners = skuOwners(content);
    for (const each of content.products) {
      const { sku } = each.product;
      const owner = sku === undefined ? undefined : owners.get(sku.toLowerCase());
      if (owner === undefined || owner === each) continue;
      const about = { explains: [rowsOfFile(each.file)] };
      const message = `"${sku}" is also the SKU of ${owner.file}`;
      yield { file: each.file, path: ['sku'], message, about };
    }
  },
};

const reserved = new Set([...routeWords(), ...listFiles()].map((word) => word.toLowerCase()));

/**
 * Reports SKUs that equal a word in a route below `/v1/products/`, such as `pricing`, or the name of a product list's
 * file, such as `index.json`. Compares without case, because file systems may ignore it.
 */
export const reservedSku: ContentRule = {
  id: 'product/reserved-sku',
  severity: 'error',
  summary: 'No SKU is a word that the API uses in its routes: pricing, index.',
  remedy: 'Give the product another SKU.',
  check: checkEachProduct(function* ({ sku }) {
    if (sku === undefined || !reserved.has(sku.toLowerCase())) return;
    const message = `"${sku}" is reserved for the API; choose another SKU`;
    yield { path: ['sku'], message };
  }),
};

/** Returns the words that routes have in the place of a SKU, such as `pricing` in `/v1/products/pricing`. */
function routeWords(): string[] {
  const below = `${routes.list.path}/`;
  return Object.values(routes)
    .filter(({ path }) => path.startsWith(below))
    .map(({ path }) => path.slice(below.length).split('/')[0] ?? '')
    .filter((word) => !word.startsWith('{'));
}

/**
 * Returns the file names of the product lists of a release in all encodings, such as `index.json.br`, and these names
 * without extensions (`index`). No SKU may equal one of them, because their folder also has an entry for each product,
 * which is named by its SKU.
 */
function listFiles(): string[] {
  const names = [undefined, ...locales].map((locale) => basename(publicFiles.list(locale)));
  const stems = names.map((name) => name.split('.')[0] ?? '');
  const suffixes = Object.values(codingSuffix);
  return [...stems, ...names.flatMap((name) => suffixes.map((suffix) => `${name}${suffix}`))];
}
