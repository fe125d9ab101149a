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
import { measureQuality } from '../../../../quality/measure-quality.ts';
import { baseUrl, type ContentFolder, copyContent, makeFolder } from '../../../helpers/content.ts';
import type { Teardown } from '../../../helpers/teardown.ts';

const tee = 'products/TEE-1.json';

/** Alternatives of members of a product: with any of them, the product may lack prices and translations. */
const incomplete: readonly object[] = [{ draft: true }, { availableUntil: '2020-12-31' }];

/** Replaces members of a product file. */
async function setMembers({ path, write }: ContentFolder, file: string, members: object) {
  const product: object = JSON.parse(await readFile(join(path, file), 'utf8'));
  await write(file, JSON.stringify({ ...product, ...members }));
}

/** Removes all rows of a table that begin with a SKU. */
async function removeRows({ path, write }: ContentFolder, table: string, sku: string) {
  const rows = (await readFile(join(path, table), 'utf8')).split('\n');
  await write(table, rows.filter((row) => !row.startsWith(`${sku},`)).join('\n'));
}

/** Returns a function that reads the content and resolves to data of the preview. Fails the test for an error. */
async function openPreview(t: Teardown, { path }: ContentFolder) {
  const out = await makeFolder(t);
  const state = await createStateReader({ content: path, out, baseUrl })();
  const get = async <Data>(route: string): Promise<Data> =>
    (await createDataResponse(state, route, new URLSearchParams())) as Data;
  return { state, get };
}

test('a draft or ended product with texts for one locale only is shown with these texts in all', async (t) => {
  for (const reason of incomplete) {
    for (const key of ['en', 'fr', 'en-CA', 'en-US', 'fr-CA']) {
      const content = await copyContent(t);
      const only = { [key]: 'Only here' };
      await setMembers(content, tee, {
        ...{ ...reason, name: only, note: only, keywords: { [key]: ['only', 'here'] } },
        descriptions: { tagline: only, short: only, long: only },
        minimumOrder: { quantity: 12, description: { [key]: { one: 'One', other: 'Only here' } } },
      });
      const { state, get } = await openPreview(t, content);
      const what = `${JSON.stringify(reason)} ${key}`;
      t.is(state.event.state.shown, 'current', what);
      const { products } = await get<ProductGridResponse>('products');
      t.is(products.find(({ sku }) => sku === 'TEE-1')?.name, 'Only here', what);
      const { locales, texts } = await get<ProductResponse>('products/TEE-1');
      t.deepEqual(
        Object.values(locales).map(({ detail }) => [
          ...[detail.productName, detail.descriptions.short, detail.note, detail.keywords],
          detail.minimumOrder.description,
        ]),
        Array(3).fill(['Only here', 'Only here', 'Only here', ['only', 'here'], 'Only here']),
        what,
      );
      const names = Object.entries(texts.find(({ name }) => name === 'name')?.texts ?? {});
      t.is(names.length, 3, what);
      for (const [locale, { origin }] of names) {
        t.is(origin === 'fallback', !locale.startsWith(key), `${what} ${locale}`);
      }
    }
  }
});

test('a draft or ended product is shown even in a locale that lacks shared texts because nothing else is sold there', async (t) => {
  for (const reason of incomplete) {
    const content = await copyContent(t);
    for (const sku of ['HOOD-2', 'JER-3', 'TEE-1', 'USA-4']) {
      await setMembers(content, `products/${sku}.json`, reason);
    }
    await content.replace('tags.json', '"en": "Best', '"en-CA": "Best');
    await content.replace('tags.json', '"fr": "Succès', '"fr-CA": "Succès');
    const { state, get } = await openPreview(t, content);
    t.is(state.event.state.errors, 0);
    const { locales } = await get<ProductResponse>('products/TEE-1');
    t.is(locales['en-US']?.detail.tag, 'Best seller');
  }
});

test('the scores and texts of the quality page are those of npm run quality, without drafts and ended products', async (t) => {
  for (const reason of incomplete) {
    const content = await copyContent(t);
    const only = { en: 'Only here' };
    await setMembers(content, tee, { ...reason, name: only, descriptions: { tagline: only } });
    const { get } = await openPreview(t, content);
    const { average, coverage, products } = await get<QualityResponse>('quality');
    const measured = await measureQuality(await openContent(content.path));
    t.is(average, measured.average);
    t.deepEqual(
      products.map(({ sku, score }) => [sku, score]),
      measured.products.map(({ sku, score }) => [sku, score]),
    );
    t.false(products.some(({ sku }) => sku === 'TEE-1'));
    t.deepEqual(
      Object.fromEntries(coverage.map(({ locale, ...counts }) => [locale, counts])),
      measured.coverage,
    );
  }
});

test('a draft or ended product without prices is shown without prices', async (t) => {
  for (const reason of incomplete) {
    const content = await copyContent(t);
    await setMembers(content, tee, reason);
    for (const table of ['msrp', 'net-A1', 'net-A3', 'surcharges']) {
      await removeRows(content, `prices/${table}.csv`, 'TEE-1');
    }
    const { state, get } = await openPreview(t, content);
    t.is(state.event.state.shown, 'current');
    const { products } = await get<ProductGridResponse>('products');
    t.is(products.find(({ sku }) => sku === 'TEE-1')?.price, undefined);
    const { locales } = await get<ProductResponse>('products/TEE-1');
    t.deepEqual(
      Object.values(locales).map(({ detail, net }) => [detail.pricing.msrp, net['A1']?.net]),
      Array(3).fill([[], []]),
    );
  }
});
