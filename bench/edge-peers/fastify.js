// Answers list and detail from memory with Fastify and @fastify/compress: `node fastify.js PUBLIC_FOLDER PORT SKU`.
// Objects are serialized and compressed at each request, as Fastify does by default.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compress from '@fastify/compress';
import fastify from 'fastify';

const [folder, port, sku] = process.argv.slice(2);
const read = async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'));
const list = await read('v1/products/index.json');
const details = new Map([[sku, await read(`v1/products/${sku}/index.json`)]]);

const app = fastify();
await app.register(compress, { encodings: ['gzip'] });
app.get('/v1/products', async () => list);
app.get('/v1/products/:sku', async (request) => details.get(request.params.sku));
await app.listen({ host: '127.0.0.1', port: Number(port) });
