/** Section "Endpoints": the routes, their parameters and their answers. */
import { locales } from '../../../contract/locales.ts';
import { routes } from '../../../contract/routes.ts';
import { healthSchema } from '../../../contract/schemas/health.ts';
import type { ProductList } from '../../../contract/schemas/list.ts';
import type { CatalogPricing, ProductPricing } from '../../../contract/schemas/pricing.ts';
import {
  plainErrorSchema,
  type SyncItem,
  syncListingSchema,
} from '../../../contract/schemas/sync.ts';
import {
  checksOf,
  expectEqual,
  expectProblem,
  expectSchema,
  expectStatus,
  fail,
  passWithout,
} from '../check.ts';

const check = checksOf('Endpoints');

/** Splits a list into runs of products in which the order of the category does not fall. */
function groupsOf({ products, categories }: ProductList): ProductList['products'][] {
  const orders = new Map(categories.map(({ name, order }) => [name, order]));
  const groups: ProductList['products'][] = [];
  let last = Number.POSITIVE_INFINITY;
  for (const product of products) {
    const order = orders.get(product.catalog.category) ?? 0;
    if (order < last) groups.push([]);
    groups.at(-1)?.push(product);
    last = order;
  }
  return groups;
}

export const endpointChecks = [
  check('all endpoints are GET', async (deployment) => {
    // A pricing route has no OPTIONS, the only method besides GET and HEAD that is safe to send anywhere.
    const answer = await deployment.ask(routes.catalogPricing.path, { method: 'OPTIONS' });
    expectProblem(deployment, answer, 'method_not_allowed');
    const allowed = String(answer.headers['allow']);
    if (!/\bGET\b/.test(allowed)) fail(`${answer.where}: Allow is ${allowed}`);
  }),

  check('without locale, answers are in en-CA', async (deployment) => {
    for (const path of ['/v1/products', await deployment.detailPath()]) {
      const { locale } = await deployment.read<{ readonly locale: string }>(path);
      expectEqual(locale, 'en-CA', `${path}: locale`);
    }
  }),

  check('a locale outside the set gets 400 unsupported_locale', async (deployment) => {
    for (const path of ['/v1/products', await deployment.detailPath()]) {
      for (const locale of ['de-DE', 'en', 'EN-CA', '']) {
        const answer = await deployment.ask(`${path}?locale=${locale}`);
        expectProblem(deployment, answer, 'unsupported_locale');
      }
    }
  }),

  check('GET /v1/health: 200', async (deployment) => {
    const { path } = routes.health;
    expectSchema(healthSchema, await deployment.read(path), path);
  }),

  check('GET /v1/products: locale, products, categories, brands', async (deployment) => {
    for (const list of await deployment.lists()) {
      for (const name of ['locale', 'products', 'categories', 'brands']) {
        if (!(name in list)) fail(`list ${list.locale}: no ${name}`);
      }
    }
  }),

  check('the list never has net prices, even with a key', async (deployment) => {
    for (const locale of locales) {
      const path = `/v1/products?locale=${locale}`;
      const { text } = await deployment.ask(path);
      const [member] = /"(?:net|priceTier)":/.exec(text) ?? [];
      if (member !== undefined) fail(`${path}: has ${member}`);
      for (const key of [await deployment.key(), 'not-a-key']) {
        const keyed = await deployment.ask(path, { key });
        expectStatus(keyed, 200);
        if (keyed.text !== text) fail(`${keyed.where}: differs from the answer without a key`);
      }
    }
  }),

  check('the list: best sellers and new products first, then by category', async (deployment) => {
    for (const list of await deployment.lists()) {
      // Which tags mark best sellers and new products is not known: those of the first two groups.
      const groups = groupsOf(list);
      const first = groups.slice(0, -1).flat();
      const tags = new Set(first.map(({ tag }) => tag));
      if (groups.length > 3 || tags.size > 2 || tags.has(undefined)) {
        fail(`list ${list.locale}: not three groups sorted by category, the first two of one tag`);
      }
    }
  }),

  check('GET /v1/products/{sku}: only in the locales that list it', async (deployment) => {
    const lists = (await deployment.lists()).map(({ locale, products }) => ({
      locale,
      skus: products.map(({ sku }) => sku),
    }));
    for (const { locale, skus } of lists) {
      const missing = lists.flatMap((other) => other.skus).find((sku) => !skus.includes(sku));
      if (missing === undefined) continue;
      const answer = await deployment.ask(`/v1/products/${missing}?locale=${locale}`);
      expectProblem(deployment, answer, 'product_not_found');
    }
  }),

  check('an unknown SKU gets 404 product_not_found', async (deployment) => {
    const answer = await deployment.ask('/v1/products/NO-SUCH-PRODUCT-0');
    expectProblem(deployment, answer, 'product_not_found');
  }),

  check('a pricing route without credentials gets 401 key_required', async (deployment) => {
    for (const path of [routes.catalogPricing.path, `${await deployment.detailPath()}/pricing`]) {
      expectProblem(deployment, await deployment.ask(path), 'key_required');
    }
  }),

  check('GET /v1/products/{sku}/pricing: its fields, as in the detail', async (deployment) => {
    const key = await deployment.key();
    for (const { where, value } of await deployment.details(key)) {
      const path = where.replace('?', '/pricing?');
      const prices = await deployment.read<ProductPricing>(path, { key });
      const { designCredits: _, ...inDetail } = value.pricing;
      expectEqual(prices, { sku: value.sku, ...inDetail }, path);
    }
  }),

  check('GET /v1/products/pricing: each product once, sorted by sku', async (deployment) => {
    const key = await deployment.key();
    for (const { locale, products: listed } of await deployment.lists()) {
      const path = `/v1/products/pricing?locale=${locale}`;
      const { products } = await deployment.read<CatalogPricing>(path, { key });
      const skus = listed.map(({ sku }) => sku).sort();
      expectEqual(products.map(({ sku }) => sku).join(), skus.join(), `${path}: SKUs`);
    }
  }),

  check('GET /v1/products/pricing: the prices of each product', async (deployment) => {
    const key = await deployment.key();
    for (const { where, value } of await deployment.details(key)) {
      const path = `/v1/products/pricing?locale=${value.locale}`;
      const catalog = await deployment.read<CatalogPricing>(path, { key });
      const { products, currency, priceTier } = catalog;
      const entry = { ...products.find(({ sku }) => sku === value.sku), currency, priceTier };
      const { designCredits: _, ...inDetail } = value.pricing;
      expectEqual(entry, { sku: value.sku, ...inDetail }, `${path}, as in ${where}`);
    }
  }),

  check('GET /v1/sync/activeProduct: an array of objects', async (deployment) => {
    for (const query of ['', ...locales.map((locale) => `?locale=${locale}`)]) {
      const path = routes.sync.path + query;
      expectSchema(syncListingSchema, await deployment.read(path), path);
    }
  }),

  check('company filters the sync listing', async (deployment) => {
    const all = await deployment.read<SyncItem[]>(routes.sync.path);
    const companies = new Set(all.flatMap((item) => item.companies));
    if (companies.size === 0) passWithout('the listing is empty');
    for (const company of [...companies].slice(0, 3)) {
      const path = `${routes.sync.path}?company=${company}`;
      const expected = all.filter((item) => item.companies.includes(company));
      expectEqual(await deployment.read(path), expected, path);
    }
  }),

  check('an invalid request to the sync route gets 400 with error', async (deployment) => {
    for (const query of ['company=no-such-company', 'locale=de-DE', 'locale=en-CA&locale=en-US']) {
      const answer = await deployment.ask(`${routes.sync.path}?${query}`);
      expectStatus(answer, 400);
      expectSchema(plainErrorSchema, answer.json(), answer.where);
    }
  }),
];
