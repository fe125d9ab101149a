/** Answers of both servers (nginx and the embedded server) while the tests build and activate releases. */
import { createHash } from 'node:crypto';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { locales } from '../../contract/locales.ts';
import type { Changes } from '../../contract/schemas/changes.ts';
import type { Inventory } from '../../contract/schemas/inventory.ts';
import type { ProductDetail } from '../../contract/schemas/product.ts';
import type { SyncItem } from '../../contract/schemas/sync.ts';
import { testKeys } from '../../contract/test-keys.ts';
import { dangerKinds } from '../../releases/guard/dangers.ts';
import { runRelease } from '../../releases/release-command.ts';
import { linkedRelease } from '../../releases/release-store.ts';
import { serveFolder } from '../helpers/both-servers.ts';
import { copyContent, fixtureContent, makeFolder } from '../helpers/content.ts';
import { createClient, type Reply } from '../helpers/http-client.ts';
import { locatedStock } from '../helpers/located-stock.ts';
import { untilServed } from '../helpers/nginx.ts';
import { pictureOf } from '../helpers/pictures.ts';
import { bearer } from '../helpers/pricing-app.ts';
import { build, copyBuiltFixture, list } from '../helpers/released-files.ts';
import { runCommand } from '../helpers/run-command.ts';
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
  'an edit, a removal from a market and a rollback are reported as changes',
  async (t) => {
    const content = await copyContent(t);
    const out = join(await makeFolder(t), 'dist');
    const first = (await build(t, content.path, out, { encoding: 'full' })).manifest.release;
    const { ask } = await askOf(t, out);
    const since = async (release: string, locale = 'fr-CA') => {
      const path = `/v1/products/changes?since=${release}&locale=${locale}`;
      const { changes = [], complete } = await ask<Changes>(path);
      t.true(complete);
      return changes.map(({ sku, parts }) => `${sku} ${parts}`);
    };
    const { releasedAt } = await ask<Changes>('/v1/products/changes');
    await content.replace('products/TEE-1.json', 'Taille petit.', 'Taille grand.');
    await content.replace('prices/msrp.csv', '8008.00', '8008.10');
    await content.replace('inventory.csv', 'HOOD-2,bright,2XL,7', 'HOOD-2,bright,2XL,8');
    const second = (await build(t, content.path, out, { encoding: 'full' })).manifest.release;
    const expected = ['BAG-5 prices', 'HOOD-2 stock', 'TEE-1 content'];
    t.deepEqual(await since(first), expected);
    t.deepEqual(await since(first, 'en-US'), ['HOOD-2 stock']);
    await runCommand(runRelease, ['activate', first, '--out', out]);
    t.deepEqual(await since(second), expected);
    t.deepEqual(await since(first), []);
    // The same release has other answers now: no server may use cached ones.
    t.true((await ask<Changes>('/v1/products/changes')).releasedAt > releasedAt);
  },
);

test.serial(
  'stock is that of the market of the locale, and a new count changes only stock',
  async (t) => {
    const content = await copyContent(t);
    for (const [file, text] of Object.entries(locatedStock)) await content.write(file, text);
    const out = join(await makeFolder(t), 'dist');
    const first = (await build(t, content.path, out, { encoding: 'full' })).manifest.release;
    const { ask, ports } = await askOf(t, out);
    const canadian = await ask<ProductDetail>('/v1/products/TEE-1?locale=en-CA');
    const american = await ask<ProductDetail>('/v1/products/TEE-1?locale=en-US');
    t.deepEqual([canadian.inventory[0]?.quantity, american.inventory[0]?.quantity], [105, 120]);
    t.like(american, { asOf: '2026-11-20T10:30:00Z', inventory: { 0: { gtin: '051275060824' } } });
    const { products } = await ask<Inventory>('/v1/products/inventory?locale=en-US');
    const { sku, asOf, inventory } = american;
    t.deepEqual(
      products.find((each) => each.sku === sku),
      { sku, asOf: asOf as string, inventory },
    );
    const table = await ask<string>('/v1/products/inventory?locale=fr-CA&format=csv');
    const row = 'TEE-1;navy;S;TEE-1-NVY-S;051275060824;5;calgary;;;2026-11-20T10:30:00Z';
    t.true(table.split('\r\n').includes(row));
    const headers = bearer(testKey);
    const keyed = await createClient(ports.embedded)('/v1/products/TEE-1?locale=en-US', {
      headers,
    });
    t.is((keyed.json() as ProductDetail).inventory[0]?.locations?.[1]?.incoming, 600);

    await content.replace('inventory.csv', '2026-11-20T10:30:00Z', '2026-11-20T10:45:00Z');
    await build(t, content.path, out);
    const { changes } = await ask<Changes>(`/v1/products/changes?locale=fr-CA&since=${first}`);
    t.deepEqual(
      changes?.map(({ sku, parts }) => [sku, parts]),
      [['TEE-1', ['stock']]],
    );
  },
);

test.serial(
  'a product shows its last day, and is reported as replaced on the next day',
  async (t) => {
    const content = await copyContent(t);
    const life = { availableUntil: '2026-12-31', replacedBy: 'TEE-1', formerSkus: ['SAC-5'] };
    await content.replace('products/BAG-5.json', '{', `{${JSON.stringify(life).slice(1, -1)},`);
    const prices = await readFile(join(content.path, 'prices/msrp.csv'), 'utf8');
    const [header, ...rows] = prices.trimEnd().split('\n');
    const dated = rows.map((row) => `${row},,${row.startsWith('BAG-5') ? '2026-12-31' : ''}`);
    await content.write('prices/msrp.csv', [`${header},from,until`, ...dated, ''].join('\n'));
    const out = join(await makeFolder(t), 'dist');
    const { release } = (await build(t, content.path, out, { at: '2026-12-31' })).manifest;
    const { ask, clients } = await askOf(t, out);
    const detail = await ask<ProductDetail>('/v1/products/BAG-5?locale=fr-CA');
    t.like(detail, life);
    t.is(detail.pricing.msrp[0]?.until, '2026-12-31');
    await build(t, content.path, out, { at: '2027-01-01' });
    const { changes } = await ask<Changes>(`/v1/products/changes?since=${release}&locale=fr-CA`);
    const removal = changes?.find(({ sku }) => sku === 'BAG-5');
    t.like(removal, { change: 'removed', reason: 'replaced', replacedBy: 'TEE-1' });
    for (const [name, client] of clients()) {
      t.is((await client('/v1/products/BAG-5?locale=fr-CA')).status, 404, name);
    }
  },
);

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
  'if an export has no Brotli form, a client that accepts Brotli and gzip gets gzip',
  async (t) => {
    const { out } = await copyBuiltFixture(t, 'full');
    await rm(join(out, 'current/public/v1/export/en-US.ndjson.br'));
    for (const [name, client] of (await serveFolder(t, out)).clients()) {
      for (const [locale, accepted, coding] of [
        ['en-US', 'gzip, br', 'gzip'],
        ['en-US', 'br;q=1.0, gzip;q=0.8', 'gzip'],
        ['en-US', 'br', undefined],
        ['fr-CA', 'gzip, br', 'br'],
      ] as const) {
        const headers = { 'Accept-Encoding': accepted };
        const reply = await client(`/v1/products/export?locale=${locale}`, { headers });
        t.is(reply.headers['content-encoding'], coding, `${name} ${accepted}`);
        t.regex(reply.text, /^\{"sku":"/);
      }
    }
  },
);

test.serial('a list without a Brotli form, as one of 10 MB, is sent with gzip', async (t) => {
  const { out } = await copyBuiltFixture(t, 'full');
  await rm(join(out, 'current/public/v1/products/index.json.br'));
  for (const [name, client] of (await serveFolder(t, out)).clients()) {
    const reply = await client('/v1/products', { headers: { 'Accept-Encoding': 'br, gzip' } });
    t.deepEqual([reply.status, reply.headers['content-encoding']], [200, 'gzip'], name);
  }
});

test.serial(
  'a release of an earlier version without exports and changes gets route_not_found',
  async (t) => {
    const { out } = await copyBuiltFixture(t, 'full');
    for (const path of ['current/public/v1/export', 'current/public/v1/inventory', 'changes']) {
      await rm(join(out, path), { recursive: true });
    }
    for (const [name, client] of (await serveFolder(t, out)).clients()) {
      for (const path of ['export', 'inventory?format=csv', 'changes', 'changes?locale=fr-CA']) {
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
