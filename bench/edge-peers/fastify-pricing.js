// Answers keyed detail and prices from memory with Fastify and @fastify/compress:
// `node fastify-pricing.js RELEASE PORT TIER LOCALE`. At each request it puts net prices into objects, serializes and
// compresses, as Fastify does by default. The variable KEY holds the only valid API key.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import compress from '@fastify/compress';
import fastify from 'fastify';

const [folder, port, tier, locale] = process.argv.slice(2);
const read = async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'));
const net = await read(`private/net/${tier}/${locale}.json`);
const products = new Map();
for (const sku of Object.keys(net).sort()) {
  products.set(sku, await read(`public/v1/products/${sku}/${locale}.json`));
}
const hashOf = (key) => createHash('sha256').update(key).digest('hex');
const tiers = new Map([[hashOf(process.env.KEY), tier]]);

const withNet = (sizes, { surcharges }) =>
  sizes.map((size) => {
    const cost = surcharges[size.name];
    return cost === undefined ? size : { ...size, surcharge: { ...size.surcharge, net: cost } };
  });

const app = fastify();
await app.register(compress, { encodings: ['gzip'] });
app.addHook('onRequest', async (request, reply) => {
  const [, key = ''] = (request.headers.authorization ?? '').split(' ');
  if (!tiers.has(hashOf(key))) return reply.code(401).send({ code: 'invalid_key' });
});
app.get('/v1/products/pricing', async () => ({
  release: basename(folder),
  currency: products.values().next().value.pricing.currency,
  priceTier: tier,
  products: Array.from(products, ([sku, { pricing }]) => ({
    sku,
    msrp: pricing.msrp,
    net: net[sku].net,
    sizes: withNet(pricing.sizes, net[sku]),
  })),
}));
app.get('/v1/products/:sku', async ({ params: { sku } }) => {
  const { pricing, ...detail } = products.get(sku);
  const sizes = withNet(pricing.sizes, net[sku]);
  return { ...detail, pricing: { ...pricing, net: net[sku].net, priceTier: tier, sizes } };
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
