/** Tests `/v1/products/pricing` with prices that are too large for the cache when uncompressed: GET, HEAD and 304. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'ava';
import { redisKeys } from '../../../../contract/redis-keys.ts';
import { catalogPricingSchema } from '../../../../contract/schemas/pricing.ts';
import { maxPlainBytes } from '../../../../pricing-service/pricing/representation.ts';
import { packCatalogPricing } from '../../../../releases/prices/released-prices.ts';
import { addKey, bearer, type PricingApp, startPricingApp } from '../../../helpers/pricing-app.ts';
import { collectTeardowns } from '../../../helpers/teardown.ts';

const path = '/v1/products/pricing';
const codings = ['identity', 'gzip', 'br'] as const;
const bracket = { minQuantity: 1, maxQuantity: null };
const count = 40_000;
/** Sizes with different surcharges, so that each has its own row in a price list. */
const sizes = [0, 1, 2, 3].map((msrp) => ({ name: `${msrp}XL`, surcharge: { msrp } }));

/** Replaces the stored answer of `/v1/products/pricing` for tier A3 and en-CA by one with many products. */
async function enlarge({ redis, manifest }: PricingApp): Promise<void> {
  const skus = Array.from({ length: count }, (_, at) => `TEE-${String(at).padStart(5, '0')}`);
  const products = skus.map((sku, at) => ({
    sku,
    pricing: {
      currency: 'CAD' as const,
      msrp: [{ ...bracket, price: 100 + at / 100 }],
      sizes,
    },
  }));
  const prices = skus.map((sku, at) => [
    sku,
    { net: [{ ...bracket, price: 50 + at / 100 }], surcharges: {} },
  ]);
  const place = { tier: 'A3', locale: 'en-CA' } as const;
  const packed = await packCatalogPricing(place, products, Object.fromEntries(prices));
  const field = redisKeys.catalogField(place.tier, place.locale);
  await redis.client.hset(redisKeys.catalog(manifest.release), field, packed);
}

const file = collectTeardowns();
let app: PricingApp;
let key: string;
test.before(async () => {
  app = await startPricingApp(file);
  await enlarge(app);
  key = await addKey(app.redis);
});
test.after.always(file.run);

test.serial(
  'catalogue prices in each coding are complete, have a Content-Length and can be revalidated',
  async (t) => {
    const texts: string[] = [];
    for (const coding of codings) {
      const headers = { ...bearer(key), 'accept-encoding': coding };
      const [first, second] = await Promise.all([
        app.client(path, { headers }),
        app.client(path, { headers }),
      ]);
      t.is(first.status, 200);
      t.is(first.headers['content-length'], String(first.bytes.length));
      t.true(first.bytes.equals(second.bytes));
      texts.push(first.text);
      const head = await app.client(path, { method: 'HEAD', headers });
      const held = { ...headers, 'if-none-match': String(first.headers['etag']) };
      const unchanged = await app.client(path, { headers: held });
      t.deepEqual([head.status, unchanged.status], [200, 304]);
      t.is(head.headers['content-length'], first.headers['content-length']);
      for (const { headers: each } of [second, head, unchanged]) {
        t.is(each['etag'], first.headers['etag']);
      }
    }
    t.is(new Set(texts).size, 1);
    t.true((texts[0] ?? '').length > maxPlainBytes);
    t.is(catalogPricingSchema.parse(JSON.parse(texts[0] ?? '')).products.length, count);
  },
);

test.serial(
  'a price list that is too large to keep in memory is complete in each coding',
  async (t) => {
    const table = `${path}?format=csv`;
    const replies = await Promise.all(
      codings.map((coding) =>
        app.client(table, { headers: { ...bearer(key), 'accept-encoding': coding } }),
      ),
    );
    const [plain] = replies;
    t.is(plain?.text.split('\r\n').length, count * sizes.length + 2);
    t.true((plain?.bytes.length ?? 0) > maxPlainBytes);
    for (const { status, headers, bytes, text } of replies) {
      t.is(status, 200);
      t.is(headers['content-length'], String(bytes.length));
      t.true(text === plain?.text);
    }
  },
);

test.serial(
  'clients that do not read, or disconnect during the answer, do not delay other clients',
  async (t) => {
    const requestText = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const ask = async (): Promise<Socket> => {
      const socket = connect(app.port, '127.0.0.1');
      t.teardown(() => socket.destroy());
      socket.write(requestText);
      await once(socket, 'readable');
      return socket;
    };
    // Disconnects before the answer is ready; the next request gets it.
    for (let at = 0; at < 10; at += 1) {
      const socket = connect(app.port, '127.0.0.1');
      socket.write(requestText, () => socket.destroy());
    }
    const whole = await app.client(path, { headers: bearer(key) });
    const before = process.memoryUsage().arrayBuffers;
    const stalled = await Promise.all(Array.from({ length: 20 }, ask));
    const leaving = await Promise.all(Array.from({ length: 20 }, ask));
    const other = await app.client(path, { headers: bearer(key) });
    t.true(other.bytes.equals(whole.bytes));
    const grown = process.memoryUsage().arrayBuffers - before - other.bytes.length;
    t.true(grown < 40 * 1024 * 1024, `40 readers of ${other.bytes.length} bytes took ${grown}`);
    for (const socket of leaving) socket.destroy();
    for (const socket of stalled) t.false(socket.destroyed);
    t.is((await app.client(path, { headers: bearer(key) })).status, 200);
    t.deepEqual(app.logged, []);
  },
);
