// Answers the products of the list with json-server: `node json-server.js PUBLIC_FOLDER PORT SKU`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonServer from 'json-server';

const [folder, port] = process.argv.slice(2);
const { products } = JSON.parse(
  await readFile(join(folder, 'v1/products/index.json'), 'utf8'),
);
const server = jsonServer.create();
server.use(jsonServer.defaults({ logger: false }));
const byId = products.map((product) => ({ id: product.sku, ...product }));
server.use('/v1', jsonServer.router({ products: byId }));
server.listen(Number(port), '127.0.0.1');
