/** Answers of both servers (nginx and the embedded server) while the tests build and activate releases. */
import { createHash } from 'node:crypto';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { locales } from '../../contract/locales.ts';
import type { SyncItem } from '../../contract/schemas/sync.ts';
import { testKeys } from '../../contract/test-keys.ts';
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { linkedRelease } from '../../releases/release-store.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { copyContent, fixtureContent, makeFolder } from '../helpers/content.ts';
import type { Reply } from '../helpers/http-client.ts';
import { untilServed } from '../helpers/nginx.ts';
import { pictureOf } from '../helpers/pictures.ts';
import { bearer } from '../helpers/pricing-app.ts';
import { build, copyBuiltFixture, list } from '../helpers/released-files.ts';
import { until } from '../helpers/until.ts';
import { isDeprecated, writeDeprecations } from './suite/deprecations.ts';

const [{ key: testKey }] = testKeys;

/** Serves a folder; returns a function that asks both servers, once they serve its current release. */
async function askOf(t: ExecutionContext, out: string) {
  const { clients, ports } = await serveFolder(t, out);
  const ask = async <Body>(path: string): Promise<Body> => {
    const bodies: unknown[] = [];
    for (const [, client] of clients()) {
      await untilServed(client, await linkedRelease(out, 'current'));
      const reply = await client(path);
      bodies.push(reply.headers['content-type'] === 'application/json' ? reply.json() : reply.text);
    }
    t.deepEqual(bodies[1], bodies[0], path);
    return bodies[0] as Body;
  };
  return { ask, clients, ports };
}

const codeOf = (reply: Reply) => (reply.json() as { code?: string }).code;

test.serial(
  'the deprecations of a new release are applied without a reload of nginx',
  async (t) => {
    const out = join(await makeFolder(t), 'dist');
    const { path: content } = await copyContent(t);
    await writeDeprecations(content, ['/v1/health']);
    await build(t, content, out);
    for (const [name, client] of (await serveFolder(t, out)).clients()) {
      await build(t, content, out);
      await until(async () => isDeprecated(await client('/v1/health')) === true);
      await build(t, fixtureContent, out);
      await until(async () => isDeprecated(await client('/v1/health')) === false);
      t.pass(name);
    }
  },
);

test.serial(
  'an export or a list without a Brotli form, as a list of 10 MB, is sent with gzip',
  async (t) => {
    const { out } = await copyBuiltFixture(t, 'full');
    for (const file of ['export/en-US.ndjson', 'products/index.json']) {
      await rm(join(out, 'current/public/v1', `${file}.br`));
    }
    for (const [name, client] of (await serveFolder(t, out)).clients()) {
      for (const [path, accepted, coding] of [
        ['/v1/products', 'br, gzip', 'gzip'],
        ['/v1/products/export?locale=en-US', 'gzip, br', 'gzip'],
        ['/v1/products/export?locale=en-US', 'br;q=1.0, gzip;q=0.8', 'gzip'],
        ['/v1/products/export?locale=en-US', 'br', undefined],
        ['/v1/products/export?locale=fr-CA', 'gzip, br', 'br'],
      ] as const) {
        const reply = await client(path, { headers: { 'Accept-Encoding': accepted } });
        t.is(reply.headers['content-encoding'], coding, `${name} ${path} ${accepted}`);
        t.regex(reply.text, /^\{"/);
      }
    }
  },
);

test.serial(
  'a release of an earlier version without exports and changes gets route_not_found',
  async (t) => {
    const { out } = await copyBuiltFixture(t, 'full');
    for (const path of ['current/public/v1/export', 'current/public/v1/inventory', 'changes']) {
      await rm(join(out, path), { recursive: true });
    }
    for (const [name, client] of (await serveFolder(t, out)).clients()) {
      for (const path of ['export', 'inventory.csv', 'changes', 'changes?locale=fr-CA']) {
        const reply = await client(`/v1/products/${path}`);
        t.deepEqual([reply.status, codeOf(reply)], [404, 'route_not_found'], `${name} ${path}`);
        t.is(
          reply.headers['content-disposition'] ?? reply.headers['x-catalogue-release'],
          undefined,
        );
      }
    }
  },
);

test.serial(
  'a product whose files are missing is a fault of the server, not a removed product',
  async (t) => {
    const { out } = await copyBuiltFixture(t);
    await rm(await realpath(join(out, 'current/public/v1/products/TEE-1')), { recursive: true });
    for (const [name, client] of (await serveFolder(t, out)).clients()) {
      for (const [path, code, status] of [
        ['/v1/products/TEE-1?locale=fr-CA', 'internal_error', 500],
        ['/images/TEE-1/wheel.svg', 'internal_error', 500],
        ['/images/NONE-1/wheel.svg', 'route_not_found', 404],
        ['/images/BAG-5/none.svg', 'route_not_found', 404],
        ['/v1/products/NONE-1', 'product_not_found', 404],
        ['/v1/products/BAG-5', undefined, 200],
      ] as const) {
        const reply = await client(path);
        t.deepEqual([reply.status, codeOf(reply)], [status, code], `${name} ${path}`);
      }
      for (const path of ['/v1/products/TEE-1', '/v1/products/TEE-1/pricing']) {
        const reply = await client(path, { headers: bearer(testKey) });
        t.deepEqual(
          [reply.status, codeOf(reply)],
          [503, 'upstream_unavailable'],
          `${name} ${path}`,
        );
      }
    }
  },
);

test.serial(
  'a partner that reads only details with a new revision has the current details',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const deploy = async () => {
      await build(t, content.path, out, { accept: dangerKinds });
      await list(out, content.path);
    };
    await deploy();
    const { ask } = await askOf(t, out);
    const kept = new Map<string, string>();
    /** Updates the copy of the partner. Returns the names of the details that it read. */
    const update = async () => {
      const read: string[] = [];
      const listed: string[] = [];
      for (const locale of locales) {
        const items = await ask<SyncItem[]>(`/v1/sync/activeProduct?locale=${locale}`);
        for (const { sku, revision, url } of items) {
          const name = `${locale} ${sku}`;
          listed.push(name);
          if (kept.get(name) === revision) continue;
          const { pathname, search } = new URL(url);
          const text = JSON.stringify(await ask(pathname + search));
          t.is(createHash('sha256').update(text).digest('hex').slice(0, 16), revision, name);
          kept.set(name, revision);
          read.push(name);
        }
      }
      for (const name of kept.keys()) if (!listed.includes(name)) kept.delete(name);
      return read;
    };
    t.true((await update()).includes('fr-CA BAG-5'));
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    await content.replace('inventory.csv', 'HOOD-2,bright,2XL,7', 'HOOD-2,bright,2XL,8');
    await content.replace('active-products.csv', 'BAG-5,west-shop\n', '');
    await deploy();
    t.deepEqual(await update(), ['en-CA HOOD-2', 'en-US HOOD-2', 'fr-CA HOOD-2', 'fr-CA TEE-1']);
    t.false(kept.has('fr-CA BAG-5'));
  },
);

const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(100)}</svg>`);
const pictures = [
  ['front.JPG', pictureOf('jpg'), 'image/jpeg'],
  ['front.jpeg', pictureOf('jpg'), 'image/jpeg'],
  ['Back.Png', pictureOf('png'), 'image/png'],
  ['side.avif', pictureOf('avif'), 'image/avif'],
  ['side.WEBP', pictureOf('webp'), 'image/webp'],
  ['seal.SVG', drawing, 'image/svg+xml'],
] as const;

test.serial(
  'pictures of every format are sent with their media type, only under their exact names',
  async (t) => {
    const content = await copyContent(t);
    for (const [name, bytes] of pictures)
      await writeFile(join(content.path, 'assets', name), bytes);
    const { out } = await build(t, content.path, join(await makeFolder(t), 'dist'));
    for (const [server, ask] of (await serveFolder(t, out)).clients()) {
      for (const [name, bytes, type] of pictures) {
        const { status, headers, ...reply } = await ask(`/assets/${name}`);
        t.deepEqual([status, headers['content-type']], [200, type], `${server} ${name}`);
        t.regex(String(headers['content-security-policy']), /default-src 'none'/);
        t.deepEqual(reply.bytes, bytes, `${server} ${name}`);
      }
      for (const path of ['/assets/front.jpg', '/assets/front.JPG.gz', '/ASSETS/front.JPG']) {
        t.is((await ask(path)).status, 404, `${server} ${path}`);
      }
    }
  },
);
