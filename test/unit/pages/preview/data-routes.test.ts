/** The data of the preview for products that are not complete: drafts, and products past their last day. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { openContent } from '../../../../build/content/open-content.ts';
import type {
  ProductGridResponse,
  ProductResponse,
  QualityResponse,
} from '../../../../pages/preview/responses.ts';
import { createDataResponse } from '../../../../pages/preview/server/data-routes.ts';
import { createStateReader } from '../../../../pages/preview/server/preview-state.ts';
import { measureQuality } from '../../../../quality/score.ts';
import { baseUrl, type ContentFolder, copyContent, makeFolder } from '../../../helpers/content.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

/** Alternatives of members of a product: with any of them, the product may lack prices and translations. */
const incomplete: readonly object[] = [{ draft: true }, { availableUntil: '2020-12-31' }];

/** Changes members of a product file. */
async function setMembers({ path, write }: ContentFolder, sku: string, members: object) {
  const file = `products/${sku}.json`;
  const product: object = JSON.parse(await readFile(join(path, file), 'utf8'));
  await write(file, JSON.stringify({ ...product, ...members }));
}

/** Returns the state of the preview, and a function that reads its data. */
async function openPreview(t: Teardown, { path }: ContentFolder) {
  const out = await makeFolder(t);
  const state = await createStateReader({ content: path, out, baseUrl })();
  const get = async <Data>(route: string): Promise<Data> =>
    (await createDataResponse(state, route, new URLSearchParams())) as Data;
  return { state, get };
}

for (const reason of incomplete) {
  const what = Object.keys(reason).join();
  test(`with ${what}, a product is shown with the texts of any locale`, async (t) => {
    for (const key of ['en', 'fr', 'en-CA', 'en-US', 'fr-CA']) {
      const content = await copyContent(t);
      const only = { [key]: 'Only here' };
      await setMembers(content, 'TEE-1', {
        ...{ ...reason, name: only, note: only, keywords: { [key]: ['only', 'here'] } },
        descriptions: { tagline: only, short: only, long: only },
        minimumOrder: { quantity: 12, description: { [key]: { one: 'One', other: 'Only here' } } },
      });
      const { state, get } = await openPreview(t, content);
      t.is(state.event.state.shown, 'current', key);
      const { products } = await get<ProductGridResponse>('products');
      t.is(products.find(({ sku }) => sku === 'TEE-1')?.name, 'Only here', key);
      const { locales, texts } = await get<ProductResponse>('products/TEE-1');
      for (const { detail } of Object.values(locales)) {
        t.is(detail.productName, 'Only here', key);
        t.deepEqual(detail.keywords, ['only', 'here'], key);
      }
      for (const { name, texts: byLocale } of texts) {
        if (name !== 'name') continue;
        for (const [locale, { origin }] of Object.entries(byLocale)) {
          t.is(origin === 'fallback', !locale.startsWith(key), `${key} ${locale}`);
        }
      }
    }
  });

  test(`with ${what}, a product is shown without prices, and has no score`, async (t) => {
    const content = await copyContent(t);
    await setMembers(content, 'TEE-1', reason);
    for (const table of ['msrp', 'net-A1', 'net-A3', 'surcharges']) {
      const text = await readFile(join(content.path, `prices/${table}.csv`), 'utf8');
      await content.write(`prices/${table}.csv`, text.replace(/^TEE-1,.*\n/gm, ''));
    }
    const { state, get } = await openPreview(t, content);
    t.is(state.event.state.shown, 'current');
    const { locales } = await get<ProductResponse>('products/TEE-1');
    for (const { detail, net } of Object.values(locales)) {
      t.deepEqual([detail.pricing.msrp, net['A1']?.net], [[], []]);
    }
    const quality = await get<QualityResponse>('quality');
    const measured = await measureQuality(await openContent(content.path));
    t.is(quality.average, measured.average);
    const scores = (products: QualityResponse['products'] | typeof measured.products) =>
      products.map(({ sku, score }) => [sku, score]);
    t.deepEqual(scores(quality.products), scores(measured.products));
    t.false(quality.products.some(({ sku }) => sku === 'TEE-1'));
  });
}
