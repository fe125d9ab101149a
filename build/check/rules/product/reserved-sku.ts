import { basename } from 'node:path/posix';
import { locales } from '../../../../contract/locales.ts';
import { publicFiles } from '../../../../contract/release.ts';
import { codingSuffix } from '../../../../contract/representation.ts';
import { routes } from '../../../../contract/routes.ts';
import { type ContentRule, eachProduct } from '../rule.ts';

const reserved = new Set([...routeWords(), ...listFiles()].map((word) => word.toLowerCase()));

/**
 * Compared by slug: a folder `INDEX.JSON` is the file `index.json` where a file system does not tell
 * case apart, and words under `/v1/products/` stay free for routes (decision 4).
 */
export const reservedSku: ContentRule = {
  id: 'product/reserved-sku',
  severity: 'error',
  summary: 'No SKU is a word that the API uses beside products: pricing, index.',
  remedy: 'Call the product something else.',
  check: eachProduct(function* ({ sku }) {
    if (sku === undefined || !reserved.has(sku.toLowerCase())) return;
    const message = `"${sku}" is a word that the API uses itself; no product can be called so`;
    yield { path: ['sku'], message };
  }),
};

/** What stands in the place of a SKU in the path of a route: `pricing`. */
function routeWords(): string[] {
  const below = `${routes.list.path}/`;
  return Object.values(routes)
    .filter(({ path }) => path.startsWith(below))
    .map(({ path }) => path.slice(below.length).split('/')[0] ?? '')
    .filter((word) => !word.startsWith('{'));
}

/** What stands beside the folders of products in a release: `index.json.br`, and its stem. */
function listFiles(): string[] {
  const names = [undefined, ...locales].map((locale) => basename(publicFiles.list(locale)));
  const stems = names.map((name) => name.split('.')[0] ?? '');
  const suffixes = Object.values(codingSuffix);
  return [...stems, ...names.flatMap((name) => suffixes.map((suffix) => `${name}${suffix}`))];
}
